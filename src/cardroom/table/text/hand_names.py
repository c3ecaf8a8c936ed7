"""What hands are called in the course of a round: derived from the cards that lie open, and written nowhere."""

from __future__ import annotations

from collections.abc import Iterable

from cardroom.cards import Card
from cardroom.games.model import Deal, Game
from cardroom.games.round_facts import SEAT, Best, Hand
from cardroom.games.settlement import Layout, Packets, read, words
from cardroom.hands import PokerRanking
from cardroom.table.commands import Holder, Seat
from cardroom.table.engine.procedure import lost_by_folding
from cardroom.table.event_visibility import view
from cardroom.table.events import AnyEvent, DealerRevealed, HandShown, PacketDealt, Qualified, RoundOpened, WagerSettled
from cardroom.table.round_state import RoundState, void_cause
from cardroom.table.settings import TableSettings
from cardroom.table.visible_round import SeenRound


class HandNames:
    """Follows a round as anyone sees it, and names the hand that an event speaks of: no hidden card is asked."""

    def __init__(self, settings: TableSettings) -> None:
        self._seen = SeenRound(settings)
        self._is_read = False

    def name(self, event: AnyEvent) -> str:
        """Of the next event; "" where it speaks of no hand, or the rules are others than those at hand."""
        event = view(event, "spectator")
        before = self._name_before(event) if self._is_read else ""
        self._seen.apply(event)
        if isinstance(event, RoundOpened):
            self._is_read = not void_cause(self._seen.state)
        return before or (self._name_after(event) if self._is_read else "")

    def _name_before(self, event: AnyEvent) -> str:
        match event:
            case PacketDealt(cards=tuple(cards), to_empty_seat=False):
                return _packet(self._seen.state, event.to, cards)
            case WagerSettled() | Qualified():
                return read_on(self._seen.state, event.seat, event.wager)
            case _:
                return ""

    def _name_after(self, event: AnyEvent) -> str:
        match event:
            case DealerRevealed():
                return dealers_hand(self._seen.state)
            case HandShown():
                return shown_hand(self._seen.state, event.seat)
            case _:
                return ""


def hand_names(settings: TableSettings, events: Iterable[AnyEvent]) -> list[str]:
    """A name for each event of a round, from its first one on."""
    names = HandNames(settings)
    return [names.name(event) for event in events]


def dealers_hand(state: RoundState) -> str:
    """The hand that the dealer turns, as far as the cards are known here."""
    return _called(state.game, "dealer", state.layout(next(iter(state.seats)))) if state.seats else ""


def shown_hand(state: RoundState, seat: Seat) -> str:
    """The hand that is turned at a seat, likewise."""
    return _called(state.game, "you", state.layout(seat))


def read_on(state: RoundState, seat: Seat, wager_id: str) -> str:
    """What the pay table of a wager is read on when it is settled; "" where it has none, or is lost by folding."""
    game = state.game
    wager = game.wager(wager_id)
    if wager.hand_classes is None or wager.reads is None or wager_id not in state.settings.paytables:
        return ""
    if state.seats[seat].folded and wager_id in lost_by_folding(state, seat):
        return ""
    layout = state.layout(seat)
    value = read(game, wager.reads, layout) if _is_known(game, wager.reads, layout) else None
    return "" if value is None else words(game, wager, value)


def _called(game: Game, reading: str, layout: Layout) -> str:
    if reading not in game.hands or not _is_known(game, reading, layout):
        return ""
    value = read(game, reading, layout)
    return "" if value is None else game.ranking_of(reading).words(value)


def _is_known(game: Game, reading: str, layout: Layout) -> bool:
    """Whether all cards of a reading lie open."""
    match game.hands[reading]:
        case Hand() as hand:
            return _is_whole(hand, layout.held(hand))
        case Best():
            return all(layout.all_hands)
        case others:
            return all(_is_known(game, name, layout) for name in (others.first, others.second))


def _is_whole(hand: Hand, held: tuple[Card, ...]) -> bool:
    return len(held) == hand.ranking.cards if isinstance(hand.ranking, PokerRanking) else bool(held)


def _packet(state: RoundState, to: Holder, cards: tuple[Card, ...]) -> str:
    """What a holder has with this packet: the whole hand in words, or the packet alone. "" if any card is face down."""
    game, holder = state.game, SEAT if isinstance(to, int) else to
    if not all(stage.face_up for stage in game.stages_of(Deal) if holder in stage.to):
        return ""
    before: Packets = state.seats[to].packets if isinstance(to, int) else state.packets.get(to, ())
    hands = [hand for hand in game.hands.values() if isinstance(hand, Hand) and hand.of == (holder,)]
    found = next((hand for packet in (None, len(before)) for hand in hands if hand.packet == packet), None)
    if found is None:
        return ""
    held = Layout({holder: (*before, cards)}).held(found)
    return found.ranking.words(found.ranking.value(held)) if _is_whole(found, held) else ""
