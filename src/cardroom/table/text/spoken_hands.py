"""What is said of the hands of a round to whoever may see them. It is made when it is told, and written nowhere."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

import msgspec

from cardroom.cards import Card
from cardroom.games.hand_descriptions import comparison_line, dealer_shortfall, hand_name, shortfall_words
from cardroom.games.model import Deal, Game
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT
from cardroom.games.settlement import Layout, Packets
from cardroom.table.commands import Holder, Seat
from cardroom.table.events import AnyEvent, RoundOpened
from cardroom.table.round_state import Phase, RoundState
from cardroom.table.settings import TableSettings
from cardroom.table.visible_round import SeenRound


class SpokenHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as it is called."""

    holder: Holder
    words: str
    makers: tuple[Card, ...]  # the cards that make it so; those of the board may be among them
    cards: tuple[Card, ...]  # the holder's own, in the order of the game
    line: str = ""  # how it compares with the hand that it is against, once both lie open, or what it falls short of


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of all hands that lie open, and to one seat of its own."""

    hands: tuple[SpokenHand, ...] = ()
    line: str = ""  # what holds for the whole table
    yours: SpokenHand | None = None


class SpokenAt(Spoken, frozen=True, kw_only=True):
    """What is said once an event has happened, until more is said."""

    place: int


class Speech:
    """Says what hands make. What is said of one is made once, until its cards or those beside it are others."""

    def __init__(self) -> None:
        self._said: dict[Hashable, tuple[object, Any]] = {}  # and all that it depends on

    def spoken(self, state: RoundState, seat: Seat | None = None, who: str = "You") -> Spoken:
        packets = open_packets(state)
        seats = [(number, of.packets, of.cards_shown, of.is_in) for number, of in state.seats.items()]
        said: Spoken = self._once(
            state,
            "all",
            (packets, seats, state.phase),
            lambda: Spoken(hands=self._hands(state, packets), line=self._line(state, packets)),
        )
        return msgspec.structs.replace(said, yours=self.to(state, seat, who)) if seat else said

    def to(self, state: RoundState, seat: Seat, who: str = "You") -> SpokenHand | None:
        """A player's own hand, also while nobody else may see it."""
        return self._of_seat(state, open_packets(state), seat, who) if seat in state.seats else None

    def _hands(self, state: RoundState, packets: dict[str, Packets]) -> tuple[SpokenHand, ...]:
        """Every hand whose cards all lie open, the table's first."""
        table = [self._hand(state, holder, packets) for holder in packets if holder != COMMUNITY]
        is_open = _is_dealt_open(state.game, SEAT)
        shown = [number for number, seat in state.seats.items() if is_open or len(seat.cards) == seat.cards_shown]
        seats = [self._of_seat(state, packets, number) for number in shown]
        return tuple(hand for hand in (*table, *seats) if hand is not None)

    def _line(self, state: RoundState, packets: dict[str, Packets]) -> str:
        """How the table's own hands compare, whoever plays."""
        return "" if state.phase is Phase.VOID else comparison_line(state.game, Layout(packets))

    def _of_seat(
        self, state: RoundState, packets: dict[str, Packets], number: Seat, who: str = ""
    ) -> SpokenHand | None:
        seat = state.seats[number]
        known = packets | {SEAT: seat.packets}
        hand = self._hand(state, SEAT, known, number)
        if hand is None or not seat.is_in or state.phase is Phase.VOID:
            return hand
        compared = partial(_compared, state, Layout(known), who or f"Seat {number}")
        return msgspec.structs.replace(hand, line=self._once(state, ("line", number, who), known, compared))

    def _hand(
        self, state: RoundState, holder: str, packets: dict[str, Packets], number: Seat | None = None
    ) -> SpokenHand | None:
        """Read on the holder's own cards and on those of the table."""
        of = (packets[holder], packets.get(COMMUNITY))
        make = partial(_hand, state.game, holder, packets, number)
        hand: SpokenHand | None = self._once(state, (number or holder,), of, make)
        return hand

    def _once(self, state: RoundState, what: Hashable, of: object, make: Callable[[], Any]) -> Any:
        of = (state.round_id, of)
        kept = self._said.get(what)
        if kept is None or kept[0] != of:
            kept = self._said[what] = of, make()
        return kept[1]


def spoken(state: RoundState, seat: Seat | None = None, who: str = "You") -> Spoken:
    return Speech().spoken(state, seat, who)


def spoken_to(state: RoundState, seat: Seat, who: str = "You") -> SpokenHand | None:
    return Speech().to(state, seat, who)


def spoken_along(
    settings: TableSettings, events: Iterable[AnyEvent], seat: Seat | None, who: str = "You"
) -> tuple[SpokenAt, ...]:
    """What is said in the course of a round, from its events as that seat sees them; `who` has it."""
    seen, speech, said, before = SeenRound(settings), Speech(), list[SpokenAt](), Spoken()
    for place, event in enumerate(events):
        seen.apply(event)
        if not isinstance(event, RoundOpened):
            now = speech.spoken(seen.state, seat, who)
            if now != before:
                said.append(SpokenAt(place=place, hands=now.hands, line=now.line, yours=now.yours))
                before = now
    return tuple(said)


def _compared(state: RoundState, cards: Layout, who: str) -> str:
    return comparison_line(state.game, cards, who) or shortfall_words(state.game, state.settings.paytables, cards)


def _hand(game: Game, holder: str, packets: dict[str, Packets], number: Seat | None = None) -> SpokenHand | None:
    layout = Layout(packets)
    read = hand_name(game, holder, layout)
    if read is None:
        return None
    own, cards = list(layout.cards(holder)), []
    for card in read.cards:
        if card in own:
            own.remove(card)
            cards.append(card)
    short = dealer_shortfall(game, layout) if holder == DEALER else ""
    return SpokenHand(holder=number or holder, words=read.words, makers=read.makers, cards=tuple(cards), line=short)


def open_packets(state: RoundState) -> dict[str, Packets]:
    """The cards of the table that everybody sees."""
    packets: dict[str, Packets] = {}
    for holder, dealt in state.packets.items():
        is_revealed = holder == DEALER and len(state.dealer) == state.cards_revealed
        if is_revealed or _is_dealt_open(state.game, holder):
            packets[holder] = dealt
        elif holder == COMMUNITY and state.exposed:
            packets[holder] = (state.community[: state.exposed],)
    return packets


def _is_dealt_open(game: Game, holder: str) -> bool:
    key = (_is_dealt_open, holder)
    if key not in game.derived:
        game.derived[key] = all(stage.face_up for stage in game.stages_of(Deal) if holder in stage.to)
    is_open: bool = game.derived[key]
    return is_open
