"""Which sheet and rule a link's acts are done under. The sheets' progressive pages number the same acts differently."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from cardroom.jackpots.config import Console, LinkConfig, LinkTable
from cardroom.jackpots.setup import FOR_SEVERAL_GAMES

ACCOUNTING = "house procedure, jackpot accounting"


class Page(msgspec.Struct, frozen=True):
    """A progressive page: its title and the numbers of its rules."""

    title: str
    start: int
    winners: int
    envy: int


BAD_BEAT = Page("Two Way Bad Beat progressive", start=5, winners=8, envy=9)
MISSISSIPPI = Page("Mississippi Stud progressive", start=6, winners=9, envy=10)
MULTI_GAME = Page("Mississippi Stud multi-game link", start=7, winners=10, envy=11)


class Act(StrEnum):
    START = "start"
    FIXED = "b"
    ORDER = "c"
    PRESS = "d"
    RECORD = "f"
    PAY = "pay"
    END = "end"
    BACK_OUT = "back out"
    ENVY = "envy"


# Keep It Straight prints notes to its pay tables and no console procedure.
_KEEP_IT_STRAIGHT = {
    Act.START: "House and Progressive Jackpots",
    Act.FIXED: "Appendix C, note 5",
    Act.PAY: "Appendix C, note 4",
    Act.ENVY: "Appendix C, note 6",
}
# The two generations letter the last steps differently.
_LETTERS = {
    Console.KEYPAD: {Act.PAY: "g", Act.END: "h", Act.BACK_OUT: "i"},
    Console.TOUCH: {Act.PAY: "f", Act.END: "g", Act.BACK_OUT: "h"},
}


def page_of(config: LinkConfig, table: LinkTable) -> Page | None:
    """The page that a table's progressive is run by; Keep It Straight has none."""
    if table.game == "keep-it-straight":
        return None
    if table.wager.id == "two_way_bad_beat":
        return BAD_BEAT
    return MULTI_GAME if config.paytable.id in FOR_SEVERAL_GAMES else MISSISSIPPI


def cite(config: LinkConfig, table_id: str, act: Act) -> str:
    """
    >>> from cardroom.jackpots.setup import link_config
    >>> from cardroom.jackpots.config import LevelConfig
    >>> level = LevelConfig(name="Progressive", seed=0)
    >>> table = LinkTable(id="ms-1", game="mississippi-stud", console=Console.KEYPAD)
    >>> cite(link_config("river", "Quick Hit", levels=[level], tables=[table]), "ms-1", Act.PAY)
    'Mississippi Stud progressive, keypad console, rule 9g'
    """
    table = config.table(table_id)
    page = page_of(config, table)
    if page is None:
        return f"{table.rules.sheet.title}, {_KEEP_IT_STRAIGHT.get(act, 'house ruling on the console')}"
    if act is Act.START:
        rule = str(page.start)
    elif act is Act.ENVY:
        rule = f"{page.envy}c"
    else:
        rule = f"{page.winners}{_LETTERS[table.console].get(act, act)}"
    return f"{page.title}, {table.console} console, rule {rule}"
