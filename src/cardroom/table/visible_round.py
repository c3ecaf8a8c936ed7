"""A round as somebody sees it, folded from its events without the cards that are hidden."""

from __future__ import annotations

from itertools import accumulate, pairwise

from cardroom.cards import Card
from cardroom.games.round_facts import COMMUNITY, DEALER
from cardroom.games.settlement import Packets
from cardroom.table.commands import Holder
from cardroom.table.events import AnyEvent, CardExposed, DealerRevealed, HandShown, PacketDealt, RoundOpened
from cardroom.table.round_state import RoundState
from cardroom.table.settings import TableSettings


class SeenRound:
    """Cards that were dealt face down are known once they are turned."""

    def __init__(self, settings: TableSettings) -> None:
        self.state = RoundState("", settings, "")
        self._sizes: dict[Holder, list[int]] = {}  # of the packets that each holder got

    def apply(self, event: AnyEvent) -> None:
        if isinstance(event, RoundOpened):
            self.state, self._sizes = RoundState(event.round_id, self.state.settings, event.rules_hash), {}
        self.state.apply(event)
        self._see(event)

    def _see(self, event: AnyEvent) -> None:
        state = self.state
        match event:
            case PacketDealt():
                self._sizes.setdefault(event.to, []).append(event.count)
            case CardExposed() if len(state.community) < state.exposed:
                state.hold(COMMUNITY, (event.card,))
            case HandShown():
                state.seats[event.seat].packets = self._in_packets(event.cards, event.seat)
            case DealerRevealed():
                state.packets[DEALER] = self._in_packets(event.cards, DEALER)
            case _:
                pass

    def _in_packets(self, cards: tuple[Card, ...], holder: Holder) -> Packets:
        ends = list(accumulate(self._sizes.get(holder, []), initial=0))
        return tuple(cards[start:end] for start, end in pairwise(ends)) if ends[-1] == len(cards) else (cards,)
