"""What is said of the hands of a round to whoever may see them. It is made when it is told, and written nowhere."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardroom.cards import Card
from cardroom.games.hand_descriptions import comparison_line, dealer_shortfall, hand_name, shortfall_words
from cardroom.games.model import Deal, Game
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT
from cardroom.games.settlement import Layout, Packets
from cardroom.table.commands import Holder, Seat
from cardroom.table.events import AnyEvent, RoundOpened
from cardroom.table.settings import TableSettings
from cardroom.table.state import Phase, RoundState
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


def spoken(state: RoundState, seat: Seat | None = None, who: str = "You") -> Spoken:
    yours = spoken_to(state, seat, who) if seat else None
    return Spoken(hands=spoken_hands(state), line=spoken_line(state), yours=yours)


def spoken_hands(state: RoundState) -> tuple[SpokenHand, ...]:
    """Every hand whose cards all lie open, the table's first."""
    game, packets = state.game, _open_packets(state)
    table = [_hand(game, holder, packets) for holder in packets if holder != COMMUNITY]
    is_open = _is_dealt_open(game, SEAT)
    shown = [number for number, seat in state.seats.items() if is_open or len(seat.cards) == seat.cards_shown]
    seats = [_of_seat(state, packets, number) for number in shown]
    return tuple(hand for hand in (*table, *seats) if hand is not None)


def spoken_line(state: RoundState) -> str:
    """How the table's own hands compare, whoever plays."""
    return "" if state.phase is Phase.VOID else comparison_line(state.game, Layout(_open_packets(state)))


def spoken_to(state: RoundState, seat: Seat, who: str = "You") -> SpokenHand | None:
    """A player's own hand, also while nobody else may see it."""
    return _of_seat(state, _open_packets(state), seat, who) if seat in state.seats else None


def spoken_along(
    settings: TableSettings, events: Iterable[AnyEvent], seat: Seat | None, who: str = "You"
) -> tuple[SpokenAt, ...]:
    """What is said in the course of a round, from its events as that seat sees them; `who` has it."""
    seen, said, before = SeenRound(settings), [], Spoken()
    for place, event in enumerate(events):
        seen.apply(event)
        if not isinstance(event, RoundOpened):
            now = spoken(seen.state, seat, who)
            if now != before:
                said.append(SpokenAt(place=place, hands=now.hands, line=now.line, yours=now.yours))
                before = now
    return tuple(said)


def _of_seat(state: RoundState, packets: dict[str, Packets], number: Seat, who: str = "") -> SpokenHand | None:
    seat = state.seats[number]
    known = packets | {SEAT: seat.packets}
    hand = _hand(state.game, SEAT, known, number)
    if hand is None or not seat.is_in or state.phase is Phase.VOID:
        return hand
    layout = Layout(known)
    said = comparison_line(state.game, layout, who or f"Seat {number}") or shortfall_words(
        state.game, state.settings.paytables, layout
    )
    return msgspec.structs.replace(hand, line=said)


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


def _open_packets(state: RoundState) -> dict[str, Packets]:
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
