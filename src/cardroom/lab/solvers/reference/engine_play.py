"""Rounds of one seat with every wager down, played by the engine from chance to chance and decision to decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

import msgspec

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.fingerprint import settlement_of
from cardroom.games.model import Kind, Surrender
from cardroom.lab.solvers.reference.packet_deals import Stack, filled_deck, portion_sizes, ways_to_deal
from cardroom.lab.solvers.reference.suit_symmetry import (
    Parts,
    no_renaming,
    renamings_that_keep,
    suit_renamings,
    with_renamed_suits,
)
from cardroom.money import DOLLAR, Money, Odds
from cardroom.table import DealOrder, Round, TableSettings
from cardroom.table.commands import Bet, Choose, DealPacket
from cardroom.table.event_visibility import view
from cardroom.table.events import CardExposed, DealerRevealed, HandShown, PacketDealt

SEAT = 1


@dataclass(frozen=True)
class Deal:
    """A round as far as it has come, with the chance of its cards."""

    round: Round
    stack: Stack
    parts: Parts  # of its cards, as they came
    chance: Fraction


def with_units(settings: TableSettings) -> TableSettings:
    """The same game and pay tables under limits that every wager may be a unit of, which is paid without rounding."""
    game, unit = settings.rules, unit_of(settings)
    wagers = len(game.wagers)
    limits = msgspec.structs.replace(
        settings.limits,
        single_wager=unit * max(game.largest_multiple, 1),
        games_per_hand=wagers,
        games_above_small_wager=wagers,
        small_wager=unit,
    )
    return msgspec.structs.replace(
        settings,
        minimum=unit,
        maximum=unit,
        side_minimum=unit,
        side_maximum=unit,
        chip=unit,
        jackpot_wagers=dict.fromkeys(settings.jackpot_wagers, unit),
        deal_order=DealOrder.FROM_THE_LEFT,
        limits=limits,
    )


def unit_of(settings: TableSettings) -> Money:
    """Dollars that can be divided by whatever odds and surrenders divide them by."""
    game = settings.rules
    parts = [
        option.loses[1] for decision in game.decisions for option in decision.options if isinstance(option, Surrender)
    ]
    for wager in game.wagers:
        for _, pay, outcome in settlement_of(game, wager, settings.paytables.get(wager.id)):
            parts += [odds.per for odds in (pay, outcome.pays) if isinstance(odds, Odds)]
    return lcm(*parts) * DOLLAR


class Player:
    """Plays all deals of a game at one seat."""

    def __init__(
        self, settings: TableSettings, known: Stack | None = None, *, merge: bool = True, most: int = 200_000
    ) -> None:
        self.settings = with_units(settings)
        self.game = self.settings.rules
        self.unit = self.settings.minimum
        self.known = dict(known or {})
        self.cards = self.game.deck.cards
        self.renamings = suit_renamings(self.game) if merge else no_renaming(self.game)
        self.most = most
        self.rounds = 0  # that have come to a decision or to their end

    def start(self) -> Deal:
        """A round with all bets down and nothing dealt."""
        round_ = Round.open("reference", self.settings)
        offered = [
            wager
            for wager in self.game.wagers
            if wager.kind in (Kind.BASE, Kind.EQUAL) or wager.id in self.settings.offered
        ]
        round_.do(Bet(SEAT, {wager.id: self.unit for wager in offered}))
        round_.deal_from(filled_deck(self.cards, self.known))
        return Deal(round_, self.known, tuple((card,) for card in self.known.values()), Fraction(1))

    def on(self, deal: Deal) -> Iterator[Deal]:
        """The dealer's acts up to the next decision or the end, once for every way that cards may come."""
        round_ = deal.round
        while (act := round_.next_act()) is not None:
            if isinstance(act, DealPacket):
                for dealt in self._dealt(deal, act):
                    yield from self.on(dealt)
                return
            round_.do(act)
        self.rounds += 1
        if self.rounds > self.most:
            raise CardroomError(
                "too-large", f"{self.game.name} has more than {self.most:,} rounds to play: take a smaller deck."
            )
        yield deal

    def _dealt(self, deal: Deal, act: DealPacket) -> Iterator[Deal]:
        (packet,) = deal.round.plan(act)
        assert isinstance(packet, PacketDealt)
        first = packet.places[0]
        sizes: list[int] = []
        open_places: list[int] = []
        for size in portion_sizes(deal.round.state, packet):
            places = range(first, first + size)
            first += size
            if not any(place in deal.stack for place in places):
                sizes.append(size)
                open_places += places
        left = Counter(self.cards) - Counter(deal.stack.values())
        alike = renamings_that_keep(self.renamings, deal.parts) if len(self.renamings) > 1 else self.renamings
        for parts, chance in ways_to_deal(left, sizes, alike):
            cards = [card for part in parts for card in part]
            stack = {**deal.stack, **dict(zip(open_places, cards, strict=True))}
            round_ = deal.round.copy()
            round_.deal_from(filled_deck(self.cards, stack))
            round_.do(act)
            yield Deal(round_, stack, deal.parts + parts, deal.chance * chance)

    def choose(self, deal: Deal, option: str) -> Deal:
        round_ = deal.round.copy()
        round_.do(Choose(SEAT, option))
        return replace(deal, round=round_)

    def seen(self, round_: Round) -> Parts:
        """What the seat sees, the same for rounds that only the names of suits tell apart for it."""
        parts = _parts_seen(round_)
        return min(with_renamed_suits(parts, renaming) for renaming in self.renamings)


def _parts_seen(round_: Round) -> Parts:
    """The cards that come to light, from the seat's own view: those that are turned together as one part."""
    parts: list[list[Card]] = []
    is_turning = False
    for event in (view(event, SEAT) for event in round_.events):
        match event:
            case CardExposed(card=card) if is_turning:
                parts[-1].append(card)
            case CardExposed(card=card):
                parts.append([card])
            case PacketDealt(cards=cards, up=up):
                parts.append(list(up if cards is None else cards))
            case DealerRevealed(cards=cards) | HandShown(cards=cards):
                parts.append(list(cards))
        is_turning = isinstance(event, CardExposed)
    return tuple(tuple(sorted(part)) for part in parts)
