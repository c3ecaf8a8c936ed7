"""What the display at a table gets: amounts, pays for the wager in force, PENDING, and the notices to be posted."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardroom.jackpots.engine.level_funds import price, scaled
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.wins import Win
from cardroom.jackpots.setup.config import JackpotKind, LinkConfig
from cardroom.jackpots.text.names import jackpot_name, level_title
from cardroom.money import Money, Share, show_money

PENDING = "PENDING"


class LevelDisplay(msgspec.Struct, frozen=True):
    name: str
    amount: Money
    status: str  # "", or PENDING while an award on it waits for approval at some table
    title: str = ""  # what people call it: with the jackpot's name


class LineDisplay(msgspec.Struct, frozen=True):
    id: str
    hand: str  # as it is printed
    pays: str
    amount: Money  # what it would pay now
    envy: Money


class Display(msgspec.Struct, frozen=True, kw_only=True):
    link: str
    name: str = ""  # the one that the jackpot has everywhere
    kind: JackpotKind
    table: str
    wager: Money
    paytable: str
    is_open: bool
    levels: tuple[LevelDisplay, ...]
    lines: tuple[LineDisplay, ...]
    won: tuple[Win, ...]  # at this table, in this game
    notices: tuple[str, ...]


def display(state: LinkState, table_id: str) -> Display:
    config, table = state.config, state.tables[state.config.table(table_id).id]
    levels = tuple(
        LevelDisplay(
            level.name,
            state.displayed(level.name),
            PENDING if state.is_pending(level.name) else "",
            level_title(config, level.name),
        )
        for level in config.levels
    )
    return Display(
        link=config.id,
        name=jackpot_name(config.id),
        kind=config.kind,
        table=table_id,
        wager=config.wager,
        paytable=config.paytable.title,
        is_open=takes_wagers(state, table_id),
        levels=levels,
        lines=tuple(_lines(state, config)),
        won=tuple(state.wins[win] for win in table.wins),
        notices=tuple(notices(state)),
    )


def takes_wagers(state: LinkState, table_id: str) -> bool:
    table = state.tables[table_id]
    return not (table.is_closed or table.has_award_waiting or state.shortfall or state.is_removed)


def notices(state: LinkState) -> list[str]:
    config = state.config
    texts = list(house_notices(config)) if config.is_house else []
    texts += [
        f"{level.name}: the maximum prize is {show_money(level.maximum)}."
        for level in config.levels
        if level.maximum is not None
    ]
    if state.is_removed:
        texts.append("This jackpot has been removed.")
    elif state.last_day is not None:
        texts.append(f"This jackpot will be removed after {state.last_day}.")
    if state.shortfall:
        texts.append("This jackpot is closed for the moment; no wagers are taken.")
    return texts


def house_notices(config: LinkConfig) -> Iterable[str]:
    """What the sheets want shown word for word."""
    pages = [config.page_of(table) for table in config.tables]
    return dict.fromkeys(page.house_notice for page in pages if page is not None and page.house_notice)


def _lines(state: LinkState, config: LinkConfig) -> list[LineDisplay]:
    lines = []
    for line in config.paytable.lines:
        pay = line.pays[0]
        if pay is None:
            continue
        level = config.level_of(pay)
        amount = price(pay, config.wager, 0 if level is None else state.displayed(level.name))
        shown = str(pay) if isinstance(pay, Share) else show_money(amount)
        envy = scaled(line.envy, config.wager) if config.envy and line.envy else 0
        lines.append(LineDisplay(line.id, line.text, shown, amount, envy))
    return lines
