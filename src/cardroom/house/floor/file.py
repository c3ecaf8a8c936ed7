"""Reading a floor file: every mistake is explained with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from cardroom.errors import CardroomError
from cardroom.games import find_game, locate_paytable
from cardroom.games.model import Game, Kind, SettleTableWide, Wager
from cardroom.games.operator import load_paytable
from cardroom.games.paytable import PayTable
from cardroom.house.floor.document import Absent, FloorFile, Place
from cardroom.house.floor.own_games import is_absent, is_left_out, take_in_games
from cardroom.house.floor.plan import Approvals, Cards, Dealer, Floor, Hours, TablePlan, Thresholds, Timers
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
    verify_floor,
    verify_table,
)
from cardroom.money import DOLLAR, Money, parse_money
from cardroom.table import DealOrder, TableSettings, limits_for, table_settings

DEMONSTRATION = Path(__file__).parent / "demonstration.toml"

# Exact probabilities by game and pay table line, from the lab; needed for links across games.
Chances = Callable[[Game, PayTable], Mapping[str, Chance]]


def load_floor(path: Path, chances: Chances, today: date | None = None, absent: Absent | None = None) -> Floor:
    """A floor from its file, or an error that lists every mistake. Games that are gone may be noted instead."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CardroomError("no-file", f"{path}: cannot be read: {error}") from None
    floor, mistakes = read_floor(text, str(path), chances, today, absent)
    if mistakes or floor is None:
        raise CardroomError("bad-floor", "\n".join(mistakes))
    return floor


def read_floor(
    text: str, name: str, chances: Chances, today: date | None = None, absent: Absent | None = None
) -> tuple[Floor | None, list[str]]:
    """The floor, and the mistakes as "file:line: sentence"."""
    file = FloorFile(text, name, absent)
    document = file.document
    file.check_keys(document, "", ())
    take_in_games(file)
    house = document.get("house", {})
    for kind in ("house", "approvals", "thresholds", "timers"):
        file.check_keys(document.get(kind, {}), kind, (kind,))
    jurisdiction = file.read(house, ("house",), "jurisdiction", str, "washington")
    limits = file.read(
        {"jurisdiction": jurisdiction},
        ("house",),
        "jurisdiction",
        lambda j: limits_for(j, today),
        limits_for("washington"),
    )
    approvals = document.get("approvals", {})
    executive_from = file.read(approvals, ("approvals",), "executive_from", parse_money, 10_000 * DOLLAR)
    plans: list[TablePlan] = []
    raw_tables = [t for t in document.get("table", []) if isinstance(t, dict)]
    raw_links = [link for link in document.get("link", []) if isinstance(link, dict)]
    link_names = {str(link.get("id")): link for link in raw_links}
    timers = _timers(file, document.get("timers", {}))
    for number, raw in enumerate(raw_tables):
        place: Place = ("table", number)
        if not is_absent(file, raw, place) and file.check_keys(raw, "table", place, *_table_wide_at(raw)):
            plan = _table(file, raw, place, link_names, limits, timers)
            if plan is not None:
                plans.append(plan)
    if not raw_tables:
        file.complain((), "A floor needs at least one [[table]].")
    _complain_of_doubles(file, "table", raw_tables)
    _complain_of_doubles(file, "link", raw_links)
    links = [
        link
        for number, raw in enumerate(raw_links)
        if file.check_keys(raw, "link", ("link", number))
        and not is_left_out(file, raw, raw_tables)
        and (link := _link(file, raw, number, raw_tables, executive_from, chances)) is not None
    ]
    _verify_together(file, plans, links, raw_tables)
    floor = Floor(
        name=file.read(house, ("house",), "name", str, "Card Room"),
        jurisdiction=jurisdiction,
        play_money=bool(house.get("play_money", True)),
        play_money_grant=file.read(house, ("house",), "play_money_grant", parse_money, 1_000 * DOLLAR),
        tables=tuple(plans),
        links=tuple(links),
        approvals=Approvals(
            executive_from=executive_from,
            service_supervisor_up_to=file.read(approvals, ("approvals",), "service_supervisor_up_to", parse_money, 0),
            keep_cards_days=file.read(approvals, ("approvals",), "keep_cards_days", _days, None) or msgspec.UNSET,
        ),
        thresholds=_thresholds(file, document.get("thresholds", {})),
        hours=Hours(
            ends=file.read(house, ("house",), "day_ends", _clock_time, Hours().ends),
            zone=file.read(house, ("house",), "time_zone", _time_zone, Hours().zone),
        ),
        closes_days=file.read(house, ("house",), "close_days", _closes_days, True),
    )
    mistakes = [f"{name}:{line}: {message}" for line, message in sorted(set(file.mistakes))]
    return (None if mistakes else floor), mistakes


def _clock_time(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", value):
        raise CardroomError("bad-time", f"“{value}” is not a time of the day: write it like 06:00.")
    return value


def _time_zone(value: Any) -> str:
    try:
        return ZoneInfo(str(value)).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise CardroomError(
            "bad-zone", f"“{value}” is not a time zone: write its name, like America/Los_Angeles."
        ) from None


def _days(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 3650:
        raise CardroomError("bad-days", f"“{value}” is not a number of days, 1 to 3650.")
    return value


def _closes_days(value: Any) -> bool:
    if value not in ("automatically", "by hand"):
        raise CardroomError("bad-choice", "Days are closed “automatically” or “by hand”.")
    return bool(value == "automatically")


def _complain_of_doubles(file: FloorFile, kind: str, sections: list[dict[str, Any]]) -> None:
    seen: set[str] = set()
    for number, section in enumerate(sections):
        name = section.get("id")
        if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}", name):
            file.complain((kind, number, "id"), f"A {kind} needs an id of letters, digits and dashes.")
        elif name in seen:
            file.complain((kind, number, "id"), f"“{name}” is the id of another {kind} already.")
        seen.add(str(name))


def _timers(file: FloorFile, raw: Mapping[str, Any]) -> Timers:
    def seconds(value: Any) -> float:
        if not isinstance(value, int | float) or not 0 < value <= 3600:
            raise CardroomError("bad-timer", f"“{value}” is not a number of seconds up to an hour.")
        return float(value)

    def choice(value: Any) -> str:
        if value not in ("fold", "least"):
            raise CardroomError("bad-choice", "Out of time a seat can “fold” or take the “least” costly bet.")
        return str(value)

    place: Place = ("timers",)
    return Timers(
        bets=file.read(raw, place, "bets", seconds, 12.0),
        decision=file.read(raw, place, "decision", seconds, 20.0),
        pause=file.read(raw, place, "pause", seconds, 4.0),
        idle=file.read(raw, place, "idle", seconds, 300.0),
        out_of_time=file.read(raw, place, "out_of_time", choice, "fold"),
    )


def _thresholds(file: FloorFile, raw: Mapping[str, Any]) -> Thresholds:
    place: Place = ("thresholds",)
    base = Thresholds()
    return Thresholds(
        winnings_report=file.read(raw, place, "winnings_report", parse_money, base.winnings_report),
        cash_report=file.read(raw, place, "cash_report", parse_money, base.cash_report),
    )


# --- tables -----------------------------------------------------------------------------------------------------------


def _table(
    file: FloorFile, raw: dict[str, Any], place: Place, links: Mapping[str, dict[str, Any]], limits: Any, timers: Timers
) -> TablePlan | None:
    before = len(file.mistakes)
    game = file.read(raw, place, "game", find_game, None)
    if game is None:
        if "game" not in raw:
            file.complain(place, "A table needs a game.")
        return None
    jackpots = [name for name in raw.get("jackpots", []) if isinstance(name, str)]
    for name in jackpots:
        if name not in links:
            file.complain((*place, "jackpots"), f"There is no link “{name}”.")
    settings = _settings(file, raw, place, game, [links[name] for name in jackpots if name in links], limits)
    plan = TablePlan(
        id=str(raw.get("id", "")),
        name=str(raw.get("name", game.name)),
        settings=settings or table_settings(game.id),
        dealer=_dealer(file, raw, place),
        links=tuple(jackpots),
        timers=timers,
        inventory=file.read(raw, place, "inventory", parse_money, 20_000 * DOLLAR),
        payout_cap=file.read(raw, place, "payout_cap", parse_money, None),
        cards=_cards(file, raw, place),
    )
    return plan if len(file.mistakes) == before else None


def _cards(file: FloorFile, raw: dict[str, Any], place: Place) -> Cards | msgspec.UnsetType:
    return file.read(raw, place, "cards", Cards, Cards.DEALT) if "cards" in raw else msgspec.UNSET


def _dealer(file: FloorFile, raw: dict[str, Any], place: Place) -> Dealer:
    """Real cards are dealt by a person."""
    is_real = raw.get("cards") == Cards.REAL
    dealer = file.read(raw, place, "dealer", Dealer, Dealer.HUMAN if is_real else Dealer.AUTOMATIC)
    if is_real and dealer is not Dealer.HUMAN:
        file.complain((*place, "dealer"), "Real cards are dealt by a person: the dealer is “human”, or left out.")
    if is_real and not raw.get("jackpots"):
        file.complain((*place, "cards"), "A table with real cards is here for its jackpots, and this one names none.")
    return dealer


def _table_wide(game: Game) -> list[str]:
    """The wagers on the best hand of the table. Each is offered only where a table has it switched on by its id."""
    return [stage.wager for stage in game.stages_of(SettleTableWide)]


def _table_wide_at(raw: Any) -> list[str]:
    try:
        return _table_wide(find_game(raw["game"]))
    except (CardroomError, TypeError, KeyError, AttributeError):
        return []  # what is wrong with the game is told where it is read


def _settings(
    file: FloorFile, raw: dict[str, Any], place: Place, game: Game, links: list[dict[str, Any]], limits: Any
) -> TableSettings | None:
    """Checked as a whole by `table_settings`; what it refuses is put to the line of the amount it speaks of."""
    sensors = [wager for wager in game.wagers if wager.kind is Kind.JACKPOT][: len(links)]
    side_bets = [w.id for w in game.wagers if w.kind is Kind.OPTIONAL and w.id not in _table_wide(game)]
    chosen = raw.get("side_bets", side_bets)
    table_wide = [wager for wager in _table_wide(game) if raw.get(wager, wager in chosen)]
    paytables: dict[str, str | PayTable] = {}
    for name, value in dict(raw.get("paytables", {})).items():
        table = file.read({"paytables": value}, place, "paytables", lambda v: _paytable(file, str(v)), None)
        paytables[name] = table or str(value)
    amounts: dict[str, Money] = {}
    for wager, link in zip(sensors, links, strict=True):
        paytables[wager.id] = _link_paytable(str(link.get("paytable", "")))
        amounts[wager.id] = file.read(link, ("link",), "wager", parse_money, DOLLAR)
    money = {
        key: file.read(raw, place, key, parse_money, None)
        for key in ("minimum", "maximum", "side_minimum", "side_maximum", "chip")
    }
    orders = {
        "left": DealOrder.FROM_THE_LEFT,
        "dice": DealOrder.DICE_CLOCKWISE,
        "dice counter-clockwise": DealOrder.DICE_COUNTER_CLOCKWISE,
    }
    folded = [bool(link.get("folded_hands_qualify", True)) for link in links]
    try:
        return table_settings(
            game.id,
            seats=raw.get("seats"),
            offered=[*chosen, *table_wide, *(wager.id for wager in sensors)],
            paytables=paytables,
            jackpot_wagers=amounts,
            folded_hands_qualify=all(folded),
            deal_order=orders[str(raw.get("deal", "left"))],
            limits=limits,
            without_envy=[w.id for w, link in zip(sensors, links, strict=True) if not link.get("envy", True)],
            **{key: value for key, value in money.items() if value is not None},
        )
    except CardroomError as error:
        blamed = next(
            (
                key
                for key in ("maximum", "minimum", "seats", "chip", "paytables", "side_bets")
                if key in raw and key.rstrip("s") in error.message.lower()
            ),
            "game",
        )
        file.complain((*place, blamed), error.message)
    except (KeyError, TypeError) as error:
        file.complain(place, f"{error} does not fit here.")
    return None


def _paytable(file: FloorFile, value: str) -> PayTable | None:
    """A pay table of the operator's own, where the value names a file beside the floor file."""
    if not value.endswith(".toml"):
        return None
    return load_paytable(Path(file.name).parent / value).table


def _link_paytable(name: str) -> str:
    return name.rsplit("/", 1)[-1]


# --- links ------------------------------------------------------------------------------------------------------------


def _link(
    file: FloorFile,
    raw: dict[str, Any],
    number: int,
    tables: list[dict[str, Any]],
    executive_from: Money,
    chances: Chances,
) -> LinkConfig | None:
    place: Place = ("link", number)
    before = len(file.mistakes)
    levels = [
        level
        for index, section in enumerate(raw.get("level", []))
        if (level := _level(file, section, (*place, "level", index))) is not None
    ]
    linked = [table for table in tables if raw.get("id") in table.get("jackpots", [])]
    nothing: list[tuple[Game, Wager, PayTable]] = []
    found = file.read(raw, place, "paytable", lambda text: locate_paytable(str(text)), nothing)
    if not found or len(file.mistakes) > before:
        if "paytable" not in raw:
            file.complain(place, "A link needs a pay table.")
        return None
    table = found[0][2]
    try:
        return link_config(
            str(raw.get("id", "")),
            table.id,
            levels=levels,
            tables=[_link_table(raw, t, table, chances) for t in linked],
            kind=JackpotKind(str(raw.get("kind", "progressive"))),
            wager=file.read(raw, place, "wager", parse_money, DOLLAR),
            envy=bool(raw.get("envy", table.has_envy)),
            fixed_pays=Source(str(raw.get("fixed_pays", "tray"))),
            award_order=file.read(raw, place, "award_order", _award_order, AwardOrder.SETTLING),
            executive_from=executive_from,
        )
    except CardroomError as error:
        file.complain(place, error.message)
    except ValueError as error:
        file.complain(place, f"{error}.")
    return None


def _award_order(text: object) -> AwardOrder:
    orders = {
        "counter-clockwise": AwardOrder.SETTLING,
        "clockwise": AwardOrder.CLOCKWISE,
        "as recorded": AwardOrder.AS_RECORDED,
    }
    if text not in orders:
        raise CardroomError("bad-order", f"“{text}” is no order of awards; there are: {', '.join(orders)}.")
    return orders[str(text)]


def _level(file: FloorFile, raw: Any, place: Place) -> LevelConfig | None:
    if not file.check_keys(raw, "level", place):
        return None
    if "seed" not in raw or "name" not in raw:
        file.complain(place, "A level needs a name and a seed.")
        return None
    before = len(file.mistakes)
    level = LevelConfig(
        name=str(raw["name"]),
        seed=file.read(raw, place, "seed", parse_money, 0),
        contribution=file.read(raw, place, "contribution", parse_rate, 0),
        reserve=file.read(raw, place, "reserve", parse_rate, 0),
        maximum=file.read(raw, place, "maximum", parse_money, None),
        preset_seed=file.read(raw, place, "preset_seed", parse_money, None),
        preset_contribution=file.read(raw, place, "preset_contribution", parse_rate, None),
    )
    return level if len(file.mistakes) == before else None


def _link_table(link: dict[str, Any], table: dict[str, Any], paytable: PayTable, chances: Chances) -> LinkTable:
    game = find_game(str(table.get("game")))
    return LinkTable(
        id=str(table.get("id")),
        game=game.id,
        console=Console(str(table.get("console", "touch"))),
        sensor=1 + list(table.get("jackpots", [])).index(link["id"]),
        folded_hands_qualify=bool(link.get("folded_hands_qualify", True)),
        chances=dict(chances(game, paytable)),
    )


def _verify_together(
    file: FloorFile, plans: list[TablePlan], links: list[LinkConfig], tables: list[dict[str, Any]]
) -> None:
    """What only shows when links and tables are held against each other."""
    numbers = {table.get("id"): number for number, table in enumerate(tables)}
    try:
        verify_floor(links)
    except CardroomError as error:
        file.complain(("link", 0), error.message)
    for plan in plans:
        for link in links:
            if any(table.id == plan.id for table in link.tables):
                try:
                    verify_table(link, plan.id, plan.settings)
                except CardroomError as error:
                    file.complain(("table", numbers[plan.id], "jackpots"), error.message)
