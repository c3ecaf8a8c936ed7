"""The deck that a round which is over was dealt from.

It is the one of its rules. Where those at hand are others by now, their deck is taken only if the cards that the round
has shown lie in it where they were dealt: a deck of other cards would be in quite another order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.fairness.shuffler import shuffle
from cardroom.games.catalogue import is_known
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import COMMUNITY, DEALER
from cardroom.table import TableSettings
from cardroom.table.commands import Holder
from cardroom.table.events import CardExposed, DealerRevealed, HandShown, PacketDealt, RoundOpened

ENOUGH = 5  # cards shown: that so many fit a wrong deck does not happen


def past_deck(
    settings: TableSettings, opened: RoundOpened, events: Iterable[object], seed: str
) -> tuple[Card, ...] | None:
    """The deck of the seed, top card first; None where that is lost, or the rules that it was shuffled under.

    What happened after the opening is asked for only where the rules are others by now.
    """
    if not seed or not is_known(settings.game):
        return None
    deck, _ = shuffle(bytes.fromhex(seed), settings.rules.deck.cards)
    is_same = rules_hash(settings.rules, settings.paytables) == opened.rules_hash
    if is_same or _fits(deck, events):
        return deck
    return None


def with_lost_key(round_id: str) -> CardroomError:
    return CardroomError(
        "key-lost", f"Round {round_id} is void: the key that its cards were sealed with is lost, and nobody knows them."
    )


def under_other_rules(round_id: str) -> CardroomError:
    return CardroomError(
        "other-rules", f"Round {round_id} was played under other rules than those at hand; its cards cannot be told."
    )


def _fits(deck: Sequence[Card], events: Iterable[object]) -> bool:
    """Whether enough cards have been shown, and all of them are among those dealt to whoever showed them."""
    places: dict[Holder, list[int]] = defaultdict(list)
    shown: dict[Holder, Counter[Card]] = defaultdict(Counter)
    for event in events:
        match event:
            case PacketDealt(to=to, up=up):
                places[to] += event.places
                shown[to].update(up)
            case CardExposed(card=card):
                shown[COMMUNITY][card] += 1
            case DealerRevealed(cards=cards):
                shown[DEALER] = Counter(cards)
            case HandShown(seat=seat, cards=cards):
                shown[seat] = Counter(cards)
            case _:
                pass
    if any(place >= len(deck) for dealt in places.values() for place in dealt):
        return False
    dealt = {to: Counter(deck[place] for place in found) for to, found in places.items()}
    return sum(map(Counter.total, shown.values())) >= ENOUGH and all(
        cards <= dealt.get(to, Counter()) for to, cards in shown.items()
    )
