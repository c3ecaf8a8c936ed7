"""Rounds to take along, with the proof of their shuffle: as JSON, and as text in the style of PHH.

PHH is a format for hands of poker, a TOML document a hand: actions like “p1 cbr 10” (a bet), “p1 f” (a fold), “d dh p1
AsKs” (cards dealt). Games of a house are no variant of it, so `variant` is “cardroom”, the dealer is the last player,
and what PHH has no words for stands in fields that begin with an underscore or behind a number sign, as it allows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from cardroom.cards import Card
from cardroom.games.model import COMMUNITY
from cardroom.house.views.players.past_rounds import PastRound
from cardroom.money import plain_dollars
from cardroom.table import events as t
from cardroom.table.commands import Holder

RECIPE = (
    "The commitment is the SHA-256 of the round's name and the seed's bytes, and was shown before the bets. The bytes"
    " of SHAKE-256 over “cardroom shuffle”, a zero byte and the seed draw a Fisher-Yates shuffle of the deck, from its"
    " last place down: the card there changes places with the one whose place, from 0, is the next number modulo the"
    " places left. A number is a byte, or two with the higher one first while more than 256 places are left; one at or"
    " above the largest multiple of the places left is drawn again."
)


class ShuffleProof(msgspec.Struct, frozen=True, kw_only=True):
    """All that is needed to shuffle the deck again, and where the round's cards lay in it."""

    round_id: str
    commitment: str
    seed: str
    deck: tuple[Card, ...]  # before the shuffle
    recipe: str
    cards: tuple[tuple[Card, int], ...]  # seen by the player, with their places in the shuffled deck, from 0


class ExportedRound(msgspec.Struct, frozen=True, kw_only=True):
    round: PastRound
    proof: ShuffleProof


def exported(past: PastRound) -> ExportedRound:
    proof = ShuffleProof(
        round_id=past.round_id,
        commitment=past.commitment,
        seed=past.seed,
        deck=past.deck.cards,
        recipe=RECIPE,
        cards=tuple(_places(past)),
    )
    return ExportedRound(round=past, proof=proof)


def _places(past: PastRound) -> Iterator[tuple[Card, int]]:
    for event in past.events:
        if isinstance(event, t.PacketDealt) and event.cards is not None:
            yield from zip(event.cards, event.places, strict=True)


# --- in the style of PHH ----------------------------------------------------------------------------------------------


def as_phh(past: PastRound, venue: str) -> str:
    return "\n".join([*_lines(past, venue), ""])


def as_phhs(rounds: Iterable[PastRound], venue: str) -> str:
    """Several hands, numbered."""
    parts = []
    for number, past in enumerate(rounds, 1):
        parts += [f"[{number}]", *_lines(past, venue), ""]
    return "\n".join(parts)


def _lines(past: PastRound, venue: str) -> Iterator[str]:
    events = [event for event in past.events if isinstance(event, t.EventOfRound)]
    players = _Players(events)
    told = zip(events, past.lines, strict=True)
    actions = [action for event, line in told for action in _actions(event, players, line.hand or "")]
    at = past.began
    yield from (
        _field("variant", "cardroom"),
        _field("venue", venue),
        _field("table", past.table),
        _field("hand", past.round_id),
        _field("year", at.year),
        _field("month", at.month),
        _field("day", at.day),
        f"time = {at:%H:%M:%S}",
        _field("time_zone", "UTC"),
        _field("currency", "USD"),
        _field("players", players.names),
        _field("seats", players.seats),
        "actions = [",
        *(f"  {_value(action)}," for action in actions),
        "]",
        f"winnings = [{', '.join(_won(events, seat) for seat in players.seats)}]",
        _field("_game", past.game),
        _field("_rules_hash", past.rules_hash),
        _field("_your_seat", past.your_seat or 0),
        _field("_commitment", past.commitment),
        _field("_seed", past.seed),
        _field("_deck", _cards(past.deck.cards)),
        _field("_recipe", RECIPE),
    )


class _Players:
    """Everyone with a hand by his place in the list, as p1, p2 and so on; the dealer comes last."""

    def __init__(self, events: Iterable[t.EventOfRound]) -> None:
        self.seats = sorted({event.seat for event in events if isinstance(event, t.BetPlaced)})
        self.names = [*(f"Seat {seat}" for seat in self.seats), "Dealer"]

    def called(self, holder: Holder) -> str:
        place = self.seats.index(holder) if isinstance(holder, int) and holder in self.seats else len(self.seats)
        return f"p{place + 1}"


def _actions(event: t.EventOfRound, players: _Players, hand: str) -> Iterator[str]:
    match event:
        case t.BetPlaced():
            stakes = ", ".join(f"{wager} {plain_dollars(stake, 0)}" for wager, stake in event.stakes.items())
            yield f"# {players.called(event.seat)} bets {stakes}"
        case t.PacketDealt(to_empty_seat=True):
            yield f"# {event.count} cards to an empty seat"
        case t.PacketDealt(to=to) if to == COMMUNITY:
            yield f"d db {_cards(event.cards or event.up, event.count)}"
        case t.PacketDealt():
            known = event.cards if event.cards is not None else event.up
            yield f"d dh {players.called(event.to)} {_cards(known, event.count)}"
        case t.CardExposed():
            yield f"d db {_cards((event.card,))}"
        case t.DealerRevealed():
            yield f"p{len(players.names)} sm {_cards(event.cards)} # {hand}"
        case t.HandShown():
            yield f"{players.called(event.seat)} sm {_cards(event.cards)} # {hand}"
        case t.Raised():
            yield f"{players.called(event.seat)} cbr {plain_dollars(event.stake, 0)} # {event.wager} {event.multiple}x"
        case t.Checked():
            yield f"{players.called(event.seat)} cc # {event.option}"
        case t.Folded():
            yield f"{players.called(event.seat)} f"
        case t.TakenBack():
            yield f"# {players.called(event.seat)} takes back {event.wager}"
        case t.Surrendered():
            yield f"{players.called(event.seat)} f # surrenders {event.wager}"
        case t.WagerSettled():
            player, net = players.called(event.seat), plain_dollars(event.net, 0)
            yield f"# {player} {event.wager}: {event.verdict} {net}"
        case t.RoundVoided():
            yield f"# void: {event.cause.told(event.why)}"
        case _:
            pass


def _won(events: Iterable[t.EventOfRound], seat: int) -> str:
    """What comes back beyond the stakes, as PHH counts winnings; a loss is below nothing."""
    settled = [event for event in events if isinstance(event, t.WagerSettled) and event.seat == seat]
    return plain_dollars(sum(event.net for event in settled), 0)


def _cards(cards: Iterable[Card], count: int = 0) -> str:
    """In two letters each, as PHH has them; those of a count that are not known are question marks.

    >>> _cards(("10s", "Ah"), 3), _cards((), 2)
    ('TsAh??', '????')
    """
    known = [card.replace("10", "T") for card in cards]
    return "".join(known) + "??" * max(0, count - len(known))


def _field(name: str, value: Any) -> str:
    return f"{name} = {_value(value)}"


def _value(value: Any) -> str:
    """Texts, numbers and lists are written alike in TOML and JSON."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
