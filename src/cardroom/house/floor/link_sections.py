"""The links of a floor file: each read from its section, and held against the tables and against one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardroom.errors import CardroomError
from cardroom.games import find_game, locate_paytable
from cardroom.games.catalogue import is_known
from cardroom.games.model import Game, Wager
from cardroom.games.paytable import PayTable
from cardroom.house.floor.floor_file import FloorFile, Place
from cardroom.house.floor.operator_games import note_left_out_link
from cardroom.house.floor.plan import Approvals, TablePlan
from cardroom.jackpots import (
    AwardOrder,
    Chance,
    Console,
    JackpotKind,
    LevelConfig,
    LinkConfig,
    LinkTable,
    Source,
    link_config,
    parse_rate,
    validate_floor,
    validate_table,
)
from cardroom.jackpots.setup.recommendations import level_recommendations
from cardroom.jackpots.setup.validation import validate_level
from cardroom.money import DOLLAR, parse_money
from cardroom.table.limits import Limits
from cardroom.table.settings import validate_jackpot_wager

# Exact probabilities by game and pay table line, from the lab; needed for links across games.
Chances = Callable[[Game, PayTable], Mapping[str, Chance]]

CONSOLES = {console.value: console for console in Console}
KINDS = {kind.value: kind for kind in JackpotKind}
SOURCES = {source.value: source for source in (Source.TRAY, Source.METER)}
ORDERS = {
    "counter-clockwise": AwardOrder.SETTLING,
    "clockwise": AwardOrder.CLOCKWISE,
    "as recorded": AwardOrder.AS_RECORDED,
}

# The key that a refusal or a recommendation speaks of; the line of the section where it is not there.
KEY_OF = {
    "bad-amount": "wager", "bad-level": "level", "bad-rate": "level", "no-envy": "envy", "no-house-jackpot": "kind",
    "not-a-jackpot": "paytable", "progressive-with-house": "kind", "two-types": "kind",
    "unequal-folding": "folded_hands_qualify", "wrong-paytable": "paytable", "wrong-source": "fixed_pays",
}  # fmt: skip
KEY_OF_LEVEL = {
    "bad-rate": "contribution", "bad-amount": "seed", "bad-maximum": "maximum",
    "no-seed": "seed", "reserve-as-seed": "reserve", "seed-below-fixed": "seed", "may-run-dry": "contribution",
    "no-preset": "contribution", "above-preset": "contribution", "no-preset-seed": "seed",
    "seed-not-multiplied": "seed", "seed-below-preset": "seed",
}  # fmt: skip


def read_links(
    file: FloorFile,
    sections: list[dict[str, Any]],
    tables: list[dict[str, Any]],
    approvals: Approvals,
    limits: Limits,
    chances: Chances,
) -> list[LinkConfig]:
    """Those without a mistake; what is not recommended is said of them."""
    links = []
    for number, raw in enumerate(sections):
        place: Place = ("link", number)
        if not file.check_keys(raw, "link", place) or note_left_out_link(file, raw, tables):
            continue
        link = _link(file, raw, place, tables, approvals, chances)
        if link is not None:
            links.append(link)
            _validate_wager(file, link, place, limits)
            _advise(file, link, place)
    return links


def with_link_wagers(
    file: FloorFile, plans: list[TablePlan], links: list[LinkConfig], tables: list[dict[str, Any]]
) -> list[TablePlan]:
    """The tables with the wagers of their links, and what only shows when both are held against each other."""
    try:
        validate_floor(links)
    except CardroomError as error:
        file.complain(("link", 0), error.message)
    numbers = {str(table.get("id")): number for number, table in enumerate(tables)}
    found = []
    for plan in plans:
        own = [link for link in links if any(table.id == plan.id for table in link.tables)]
        on_links = plan.on_links(own)
        for link in own:
            try:
                validate_table(link, plan.id, on_links.settings)
            except CardroomError as error:
                file.complain(("table", numbers[plan.id], "jackpots"), error.message)
        found.append(on_links)
    return found


# --- one link ---------------------------------------------------------------------------------------------------------


def _link(
    file: FloorFile,
    raw: dict[str, Any],
    place: Place,
    tables: list[dict[str, Any]],
    approvals: Approvals,
    chances: Chances,
) -> LinkConfig | None:
    before = len(file.mistakes)
    levels = [
        level
        for index, section in enumerate(file.sections(raw, "level", place))
        if (level := _level(file, section, (*place, "level", index))) is not None
    ]
    nothing: list[tuple[Game, Wager, PayTable]] = []
    found = file.read(raw, place, "paytable", lambda text: locate_paytable(str(text)), nothing)
    if "paytable" not in raw:
        file.complain(place, "A link needs a pay table.")
    kind = file.choice(raw, place, "kind", KINDS, JackpotKind.PROGRESSIVE)
    wager = file.read(raw, place, "wager", parse_money, DOLLAR)
    envy = file.flag(raw, place, "envy", default=bool(found) and found[0][2].has_envy)
    fixed_pays = file.choice(raw, place, "fixed_pays", SOURCES, Source.TRAY)
    award_order = file.choice(raw, place, "award_order", ORDERS, AwardOrder.SETTLING)
    folded = file.flag(raw, place, "folded_hands_qualify", default=True)
    linked = [(number, table) for number, table in enumerate(tables) if raw.get("id") in table["jackpots"]]
    if len(file.mistakes) > before or not all(is_known(str(table.get("game"))) for _, table in linked):
        return None  # a game that nobody knows is told at its table
    paytable = found[0][2]
    try:
        return link_config(
            str(raw.get("id", "")),
            paytable.id,
            levels=levels,
            tables=[
                _link_table(file, raw, number, table, paytable, chances, folded=folded) for number, table in linked
            ],
            kind=kind,
            wager=wager,
            envy=envy,
            fixed_pays=fixed_pays,
            award_order=award_order,
            executive_from=approvals.executive_from,
            executive_at_keypads=approvals.executive_at_keypads,
        )
    except CardroomError as error:
        key = KEY_OF.get(error.code)
        file.complain(place if key is None else (*place, key), error.message)
    return None


def _level(file: FloorFile, raw: dict[str, Any], place: Place) -> LevelConfig | None:
    file.check_keys(raw, "level", place)
    if "seed" not in raw or not isinstance(raw.get("name"), str):
        file.complain(place, "A level needs a name and a seed.")
        return None
    before = len(file.mistakes)
    level = LevelConfig(
        name=raw["name"],
        seed=file.read(raw, place, "seed", parse_money, 0),
        contribution=file.read(raw, place, "contribution", parse_rate, 0),
        reserve=file.read(raw, place, "reserve", parse_rate, 0),
        maximum=file.read(raw, place, "maximum", parse_money, None),
        preset_seed=file.read(raw, place, "preset_seed", parse_money, None),
        preset_contribution=file.read(raw, place, "preset_contribution", parse_rate, None),
    )
    try:
        validate_level(level)
    except CardroomError as error:
        file.complain((*place, KEY_OF_LEVEL[error.code]), error.message)
    return level if len(file.mistakes) == before else None


def _link_table(
    file: FloorFile,
    link: dict[str, Any],
    number: int,
    table: dict[str, Any],
    paytable: PayTable,
    chances: Chances,
    *,
    folded: bool,
) -> LinkTable:
    game = find_game(str(table.get("game")))
    return LinkTable(
        id=str(table.get("id")),
        game=game.id,
        console=file.choice(table, ("table", number), "console", CONSOLES, Console.TOUCH),
        sensor=1 + table["jackpots"].index(link["id"]),
        folded_hands_qualify=folded,
        chances=dict(chances(game, paytable)),
    )


def _validate_wager(file: FloorFile, link: LinkConfig, place: Place, limits: Limits) -> None:
    try:
        validate_jackpot_wager(link.wager, limits)
    except CardroomError as error:
        file.complain((*place, "wager"), error.message)


def _advise(file: FloorFile, link: LinkConfig, place: Place) -> None:
    """What the sheets recommend about each level; a House jackpot has nothing to recommend."""
    for index, level in enumerate(() if link.is_house else link.levels):
        for advice in level_recommendations(level, link.paytable, link.wager, link.fixed_pays):
            line = file.line_of((*place, "level", index, KEY_OF_LEVEL[advice.code]))
            told = file.warnings if advice.is_warning else file.notes
            told.append((line, f"{link.id}, {advice.text}"))
