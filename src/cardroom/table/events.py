"""Everything that happens at a table, in the order a trained dealer acts. Each event names its rule."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from cardroom.cards import Card
from cardroom.documents import Hash
from cardroom.games.citations import Citation
from cardroom.games.model import Verdict
from cardroom.money import Money, Pay, Prize
from cardroom.table.commands import Holder, Seat, VoidCause


class EventOfRound(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all events."""

    rule: Citation


class OfHand(EventOfRound, frozen=True, kw_only=True, omit_defaults=True):
    """Of one hand of a holder. Today each has one; where a seat plays several they are numbered through from 0."""

    hand_number: int = 0


class RoundOpened(EventOfRound, frozen=True, kw_only=True, tag="RoundOpened"):
    """The first event names all that the round is played under."""

    round_id: str
    settings: Hash
    rules_hash: str


class BetPlaced(EventOfRound, frozen=True, kw_only=True, tag="BetPlaced"):
    seat: Seat
    stakes: dict[str, Money]


class BetsClosed(EventOfRound, frozen=True, kw_only=True, tag="BetsClosed"):
    seats: tuple[Seat, ...]


class JackpotBetTaken(EventOfRound, frozen=True, kw_only=True, tag="JackpotBetTaken"):
    seat: Seat
    wager: str
    stake: Money


class DiceRolled(EventOfRound, frozen=True, kw_only=True, tag="DiceRolled"):
    dice: tuple[int, int, int]
    first: Holder


class PacketDealt(OfHand, frozen=True, kw_only=True, tag="PacketDealt", omit_defaults=True):
    to: Holder
    count: int
    cards: tuple[Card, ...] | None  # None to whoever may not see them
    up: tuple[Card, ...] = ()  # those among them that lie face up
    to_empty_seat: bool = False  # on its way to the discard rack
    places: tuple[int, ...]  # of the cards in the deck, from 0


class CardsBurned(EventOfRound, frozen=True, kw_only=True, tag="CardsBurned"):
    """Cards that nobody sees before their round is over."""

    count: int


class EmptySeatsCollected(EventOfRound, frozen=True, kw_only=True, tag="EmptySeatsCollected"):
    seats: tuple[Seat, ...]


class ShufflerCleared(EventOfRound, frozen=True, kw_only=True, tag="ShufflerCleared"):
    cards_left: int


class Raised(OfHand, frozen=True, kw_only=True, tag="Raised", omit_defaults=True):
    """A player makes a wager at a decision."""

    seat: Seat
    wager: str
    multiple: int
    stake: Money
    decision: str = ""  # where it is called otherwise than the wager


class Folded(OfHand, frozen=True, kw_only=True, tag="Folded", omit_defaults=True):
    seat: Seat


class Checked(OfHand, frozen=True, kw_only=True, tag="Checked", omit_defaults=True):
    """A player goes on and leaves all wagers as they are."""

    seat: Seat
    decision: str
    option: str


class TakenBack(OfHand, frozen=True, kw_only=True, tag="TakenBack", omit_defaults=True):
    """A player takes a wager off the layout."""

    seat: Seat
    wager: str
    stake: Money
    decision: str


class Surrendered(OfHand, frozen=True, kw_only=True, tag="Surrendered", omit_defaults=True):
    """A player gives the hand up for a part of the base wager."""

    seat: Seat
    wager: str
    stake: Money
    back: Money


class CardExposed(EventOfRound, frozen=True, kw_only=True, tag="CardExposed"):
    card: Card


class DealerRevealed(EventOfRound, frozen=True, kw_only=True, tag="DealerRevealed"):
    cards: tuple[Card, ...]
    qualifies: bool


class HandShown(OfHand, frozen=True, kw_only=True, tag="HandShown", omit_defaults=True):
    seat: Seat
    cards: tuple[Card, ...]


class WagerSettled(OfHand, frozen=True, kw_only=True, tag="WagerSettled", omit_defaults=True):
    seat: Seat
    wager: str
    stake: Money  # nothing, of a rider
    verdict: Verdict
    pays: Pay | None
    back: Money  # what the player takes off the layout: stake and winnings

    @property
    def net(self) -> Money:
        return self.back - self.stake


class Qualified(OfHand, frozen=True, kw_only=True, tag="Qualified", omit_defaults=True):
    """A jackpot hand. The jackpots price it; the stake was taken when the game started."""

    seat: Seat
    wager: str
    stake: Money
    paytable: str
    line: str
    pays: Pay
    envy: Prize | None


class KeptFor(StrEnum):
    BEST = "best"  # so far
    ENVY = "envy"

    @property
    def told(self) -> str:
        return "best so far" if self is KeptFor.BEST else "envy"


class HandKept(OfHand, frozen=True, kw_only=True, tag="HandKept", omit_defaults=True):
    """A hand stays face up: it may be the best of the table, or gives envy."""

    holder: Holder
    kept_for: KeptFor


class HandRemoved(OfHand, frozen=True, kw_only=True, tag="HandRemoved", omit_defaults=True):
    """A better hand has been found than the one left exposed."""

    holder: Holder


class RoundClosed(EventOfRound, frozen=True, kw_only=True, tag="RoundClosed"):
    results: dict[Seat, Money]


class RoundVoided(EventOfRound, frozen=True, kw_only=True, tag="RoundVoided"):
    cause: VoidCause = VoidCause.DECLARED
    why: str = ""  # as a person says it
    refunds: dict[Seat, dict[str, Money]]  # every stake of the round; a hand fouled before has its own back already


class HandFouled(OfHand, frozen=True, kw_only=True, tag="HandFouled", omit_defaults=True):
    seat: Seat
    why: str
    refunds: dict[str, Money]


class LateBetRefused(EventOfRound, frozen=True, kw_only=True, tag="LateBetRefused"):
    seat: Seat
    wager: str
    amount: Money


class MispayCorrected(EventOfRound, frozen=True, kw_only=True, tag="MispayCorrected"):
    seat: Seat
    wager: str
    paid: Money
    due: Money
    why: str


# Tags kept for games that discard, arrange or split hands: nothing else will ever stand in a log under these names.
RESERVED_TAGS = ("CardsDiscarded", "HandArranged", "HandSplit")

AnyEvent = (
    RoundOpened
    | BetPlaced
    | BetsClosed
    | JackpotBetTaken
    | DiceRolled
    | CardsBurned
    | PacketDealt
    | EmptySeatsCollected
    | ShufflerCleared
    | Raised
    | Folded
    | Checked
    | TakenBack
    | Surrendered
    | CardExposed
    | DealerRevealed
    | HandShown
    | WagerSettled
    | Qualified
    | HandKept
    | HandRemoved
    | RoundClosed
    | RoundVoided
    | HandFouled
    | LateBetRefused
    | MispayCorrected
)
