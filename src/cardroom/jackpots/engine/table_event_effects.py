"""What happens at a table, and what that means on the link. The house commits both in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardroom.errors import CardroomError
from cardroom.games.jackpot_pages import Console
from cardroom.jackpots.commands import CoinIn, StartGame, Who
from cardroom.jackpots.engine import console_games, consoles
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.events import AnyEvent
from cardroom.jackpots.setup.config import AwardOrder, LinkConfig, LinkTable
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent as TableEvent
from cardroom.table.events import BetsClosed, HandFouled, JackpotBetTaken, Qualified, RoundClosed, RoundVoided
from cardroom.table.settings import TableSettings


def wagers_in(events: Iterable[TableEvent], table: LinkTable) -> dict[Seat, Money]:
    """What is taken in on the link's sensor as the bets close."""
    taken = [event for event in events if isinstance(event, JackpotBetTaken)]
    return {event.seat: event.stake for event in taken if event.wager == table.wager.id}


def resulting_link_events(
    event: TableEvent,
    wagers: dict[Seat, Money],
    players: Mapping[Seat, str],
    state: LinkState,
    table_id: str,
    round_id: str,
    who: Who,
) -> list[AnyEvent]:
    """What an event of the table makes happen on the link.

    Closing the bets presses COIN IN or START GAME if there are `wagers` to be counted by themselves; a round without
    any is nothing to the link. Awards that need approval and the end of the game are pressed on the console: see
    `next_press`.
    """
    table = state.config.table(table_id)
    is_played = state.tables[table_id].round_id == round_id
    match event:
        case BetsClosed() if wagers:
            return consoles.perform(state, start_press(table, round_id, wagers, players), who)
        case Qualified() if event.wager == table.wager.id:
            return console_games.qualify(state, table_id, round_id, event.seat, event.paytable, event.line, who)
        case HandFouled() if is_played and table.wager.id in event.refunds:
            return console_games.refund(state, table_id, round_id, event.seat, event.why, who)
        case RoundClosed() if is_played and state.config.award_order is AwardOrder.CLOCKWISE:
            return console_games.finish_settling(state, table_id, round_id, who)
        case RoundVoided() if is_played:
            return console_games.void(state, table_id, round_id, event.why, who, event.cause)
        case _:
            return []  # nothing that a jackpot needs to know


def start_press(
    table: LinkTable, round_id: str, wagers: dict[Seat, Money], players: Mapping[Seat, str], dealer: str = ""
) -> CoinIn | StartGame:
    """The button of this table's console that starts a game."""
    start = CoinIn if table.console is Console.KEYPAD else StartGame
    return start(table=table.id, round_id=round_id, wagers=wagers, dealer=dealer, players=dict(players))


def validate_table(config: LinkConfig, table_id: str, settings: TableSettings) -> None:
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
