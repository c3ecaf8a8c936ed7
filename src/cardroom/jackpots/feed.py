"""From what happens at a table to what the link is told. The house commits both in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from cardroom.errors import CardroomError
from cardroom.jackpots.commands import CoinIn, FinishSettling, FromTable, Qualify, RefundWager, StartGame, VoidGame
from cardroom.jackpots.config import AwardOrder, Console, LinkConfig
from cardroom.jackpots.state import LinkState
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat
from cardroom.table.events import (
    AnyEvent,
    BetsClosed,
    HandFouled,
    JackpotBetTaken,
    Qualified,
    RoundClosed,
    RoundVoided,
)
from cardroom.table.settings import TableSettings


def commands_for(
    state: LinkState, table_id: str, round_id: str, events: Iterable[AnyEvent], *, at: datetime, by: str
) -> list[CoinIn | StartGame | FromTable]:
    """The link's commands that follow from these events of one round, in their order.

    Closing the bets presses COIN IN or START GAME if there are wagers on this link's sensor; a round without any is
    nothing to the link. Awards that need approval and the end of the game are pressed on the console: see `next_press`.
    """
    table = state.config.table(table_id)
    start = CoinIn if table.console is Console.KEYPAD else StartGame
    wager = table.wager.id
    events = list(events)
    wagers: dict[Seat, Money] = {
        event.seat: event.stake for event in events if isinstance(event, JackpotBetTaken) and event.wager == wager
    }
    is_played = bool(wagers) or state.tables[table_id].round_id == round_id
    commands: list[CoinIn | StartGame | FromTable] = []
    for event in events:
        match event:
            case BetsClosed() if wagers:
                commands.append(start(at=at, by=by, table=table_id, round_id=round_id, wagers=wagers))
            case Qualified() if event.wager == wager:
                commands.append(
                    Qualify(
                        at=at,
                        by=by,
                        table=table_id,
                        round_id=round_id,
                        seat=event.seat,
                        paytable=event.paytable,
                        line=event.line,
                    )
                )
            case HandFouled() if wager in event.refunds:
                commands.append(
                    RefundWager(at=at, by=by, table=table_id, round_id=round_id, seat=event.seat, reason=event.reason)
                )
            case RoundClosed() if is_played and state.config.award_order is AwardOrder.CLOCKWISE:
                commands.append(FinishSettling(at=at, by=by, table=table_id, round_id=round_id))
            case RoundVoided() if is_played:
                commands.append(VoidGame(at=at, by=by, table=table_id, round_id=round_id, reason=event.reason))
            case _:
                pass  # nothing that a jackpot needs to know
    return commands


def verify_table(config: LinkConfig, table_id: str, settings: TableSettings) -> None:
    """Refuse a table whose own settings do not fit the link that it stands on."""
    table = config.table(table_id)
    wager = table.wager
    if settings.game != table.game:
        raise CardroomError(
            "two-games", f"Table {table_id} deals {settings.game}; link {config.id} has it as {table.game}."
        )
    if wager.id not in settings.offered:
        raise CardroomError(
            "not-offered", f"Table {table_id} does not offer {wager.name}, the wager of link {config.id}."
        )
    own = settings.paytables[wager.id]
    if own != config.paytable:
        raise CardroomError(
            "wrong-paytable", f"Table {table_id} settles by {own.title}; link {config.id} pays {config.paytable.title}."
        )
    stake = settings.jackpot_wagers[wager.id]
    if stake != config.wager:
        raise CardroomError(
            "unreasonable-contribution",
            f"The jackpot wager is {show_money(stake)} at table {table_id}"
            f" and {show_money(config.wager)} on link {config.id}.",
        )
    if settings.gives_envy(wager.id) is not config.envy:
        keeps = "leaves hands up for envy" if settings.gives_envy(wager.id) else "leaves no hands up for envy"
        raise CardroomError(
            "unequal-envy", f"Table {table_id} {keeps}; link {config.id} {'pays it' if config.envy else 'pays none'}."
        )
    if settings.is_live_after_fold(wager) is not table.folded_hands_win:
        raise CardroomError(
            "unequal-folding",
            f"Folded hands {'qualify' if settings.is_live_after_fold(wager) else 'do not qualify'} at table {table_id};"
            f" link {config.id} is set up the other way.",
        )
