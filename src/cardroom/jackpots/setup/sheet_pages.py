"""What the pages of the sheets allow: which pay tables stand where, on which consoles, and what pays them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardroom.errors import CardroomError
from cardroom.games import find_paytable, games, locate_paytable
from cardroom.games.jackpot_pages import Console, JackpotPage, Linked
from cardroom.games.model import Game, Kind, Wager
from cardroom.games.paytable import PayTable
from cardroom.jackpots.setup.config import LinkConfig, LinkTable, Source

_CONSOLES = {Console.TOUCH: "touch displays", Console.KEYPAD: "keypad consoles"}


def validate_pages(config: LinkConfig) -> None:
    """Refuse a link that the pages of its games' sheets do not allow."""
    _validate_linked(config)
    for table in config.tables:
        _validate_console(config, table)
        _validate_printed(config, table)


def _validate_linked(config: LinkConfig) -> None:
    """A page may be printed for tables of one game, or for links of several."""
    pages = (page for table in config.tables for page in table.wager.pages)
    page = next((page for page in pages if page.prints(config.paytable)), None)
    several_games, printed = len(config.games) > 1, config.paytable.id
    if page is None:
        return
    if page.linked is Linked.ONE_GAME and several_games:
        names = _either(game.name for game, _, _ in locate_paytable(printed))
        raise CardroomError(
            "wrong-paytable",
            f"{printed} is for one table or tables of {names}; link {config.id} has {_list(config.games)}."
            f"{_others(config, Linked.SEVERAL_GAMES, ' Links of several games use {}.')}",
        )
    if page.linked is Linked.SEVERAL_GAMES and not several_games:
        played = config.tables[0]
        kind = played.rules.ranking_of(played.wager.reads or "").name
        others = [game.name for game, _, _ in locate_paytable(printed) if game.id not in config.games]
        instead = _others(config, Linked.ONE_GAME, " Use {}.") or f" Add {_either(others)}."
        raise CardroomError(
            "wrong-paytable",
            f"{printed} is for links of several {kind} games; link {config.id} has only {_list(config.games)}."
            f"{instead}",
        )


def _others(config: LinkConfig, linked: Linked, sentence: str) -> str:
    """The pay tables at these tables that are printed for such links, in a sentence; none, no sentence."""
    pages = [page for table in config.tables for page in table.wager.pages if page.linked is linked]
    names = dict.fromkeys(paytable.id for page in pages for paytable in page.paytables)
    return sentence.format(_either(names)) if names else ""


def _validate_console(config: LinkConfig, table: LinkTable) -> None:
    page = config.page_of(table)
    if page is not None and table.console not in page.rules:
        consoles = _either(_CONSOLES[console] for console in page.rules)
        raise CardroomError(
            "wrong-console",
            f"{page.title} is run from {consoles}; table {table.id} has a {table.console} console.",
        )


def _validate_printed(config: LinkConfig, table: LinkTable) -> None:
    paytable = config.paytable
    if paytable.is_printed and find_paytable(table.wager, paytable.id) != paytable:
        raise CardroomError("wrong-paytable", f"This is not {paytable.id} as printed; give it an id of its own.")
    if not paytable.is_printed and len(config.games) > 1:
        raise CardroomError("wrong-paytable", f"{paytable.title}: a table of one's own may link one game only.")


def validate_kind(config: LinkConfig) -> None:
    """Refuse a House jackpot where the sheet knows none, or one that is set up like a Progressive."""
    if not config.is_house:
        return
    pages = [config.page_of(table) for table in config.tables]
    if not all(page is not None and page.house_jackpots for page in pages):
        known = [game.name for game, _, page in _all_pages() if page.house_jackpots]
        whose = f"the sheet of {_either(known)} allows" if known else "a sheet that says so allows"
        raise CardroomError("no-house-jackpot", f"Only {whose} House jackpots.")
    for level in config.levels:
        if level.contribution or level.reserve or level.maximum is not None:
            raise CardroomError(
                "progressive-with-house",
                f"Level {level.name}: a House jackpot does not rise with wagers, so it has no contribution, reserve or"
                " maximum; set the posted prize as its seed.",
            )


def validate_fixed_pays(config: LinkConfig) -> None:
    if config.fixed_pays is Source.HOUSE:
        raise CardroomError("wrong-source", "Fixed pays come from the tray or off the meter.")
    for table in config.tables:
        require_source(table.wager, config.paytable, config.fixed_pays)
    if config.envy and not config.paytable.has_envy:
        raise CardroomError("no-envy", f"{config.paytable.title} prints no envy pays; switch envy off.")


def require_source(wager: Wager, paytable: PayTable, source: Source) -> None:
    """Refuse to pay fixed awards off the meter where the sheet does not leave it to the casino."""
    page = wager.page_for(paytable)
    if source is Source.METER and not (page is not None and page.fixed_pays_off_meter):
        known = [wager.name for _, wager, page in _all_pages() if page.fixed_pays_off_meter]
        choice = f"; only {_either(known)} lets the casino choose the meter" if known else ""
        raise CardroomError("wrong-source", f"Fixed pays of {paytable.title} come from the tray{choice}.")


def _all_pages() -> Iterator[tuple[Game, Wager, JackpotPage]]:
    for game in games().values():
        for wager in game.wagers:
            if wager.kind is Kind.JACKPOT:
                yield from ((game, wager, page) for page in wager.pages)


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _either(names: Iterable[str]) -> str:
    """
    >>> _either(["one", "two", "one", "three"])
    'one, two or three'
    """
    *first, last = dict.fromkeys(names)
    return f"{', '.join(first)} or {last}" if first else last
