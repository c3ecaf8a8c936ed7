"""What people at a table do: a win with real cards, pressed as people press it; what a dealer pushes."""

from __future__ import annotations

from cardroom.cards import parse_cards
from cardroom.house.log import commands as c
from cardroom.jackpots.commands import Confirm, PressHand, PressSeat, StaffCard, SwipeCard
from cardroom.table import Round
from cardroom.table.events import WagerSettled

REAL = 'cards = "real"'


def cards(text: str):
    return tuple(parse_cards(text)) if text else ()


def win_on_the_felt(room, table: str = "delta-1", lit: tuple[int, ...] = (1, 2)) -> str:
    """Seat 1 has a straight flush, approved on a touch display; the game is not ended."""
    room.do("dealer", c.CountSensors("delta", table, lit))
    for press in (PressSeat(table=table, seat=1), PressHand(table=table, line="straight_flush")):
        room.do("dealer", c.AtConsole("delta", press))
    room.do(
        "supervisor",
        c.VerifyHand("delta", table, 1, "straight_flush", cards("9s 8s"), community=cards("10s Js Qs")),
    )
    for press in (Confirm(table=table), SwipeCard(table=table, card=StaffCard.SUPERVISOR)):
        room.do("supervisor", c.AtConsole("delta", press))
    return room.house.links["delta"].state.tables[table].wins[-1]


def due_next(played: Round) -> int:
    """What is pushed to the next seat, by a round that is settled beside this one."""
    round_ = played.copy()
    act = round_.next_act()
    before = dict(round_.state.seats[act.seat].stakes)
    settled = [event for event in round_.do(act) if isinstance(event, WagerSettled)]
    return sum(max(event.back - before.get(event.wager, 0), 0) for event in settled)
