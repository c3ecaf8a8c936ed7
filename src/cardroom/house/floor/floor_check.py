"""Reading a floor file: every mistake is explained with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from cardroom.errors import CardroomError
from cardroom.games import find_game, games
from cardroom.games.model import Game, Kind, SettleTableWide
from cardroom.games.operator_paytables import load_paytable
from cardroom.games.paytable import PayTable
from cardroom.house.floor.chip_sections import read_chips, warn_of_chips
from cardroom.house.floor.chips import CHIPS, Chips
from cardroom.house.floor.display_names import is_private_id
from cardroom.house.floor.floor_file import Absent, FloorFile, Place
from cardroom.house.floor.floor_file_keys import whole_days
from cardroom.house.floor.link_sections import Chances, read_links, with_link_wagers
from cardroom.house.floor.operator_games import note_absent_game, take_in_games
from cardroom.house.floor.plan import (
    Approvals,
    Cards,
    Conditions,
    Dealer,
    Floor,
    Hours,
    Pays,
    TablePlan,
    TaxThreshold,
    Thresholds,
    Timers,
    Watch,
    Winners,
)  # fmt: skip
from cardroom.jackpots.setup.config import jackpot_wagers
from cardroom.money import DOLLAR, parse_money
from cardroom.table import DealOrder, TableSettings, limits_for, table_settings

DEMONSTRATION = Path(__file__).parent / "demonstration.toml"


class CheckedFloor(msgspec.Struct, frozen=True, kw_only=True):
    """What a floor file comes to."""

    file: FloorFile
    floor: Floor | None  # None: there are mistakes

    @property
    def sound(self) -> Floor:
        """The floor, or an error that lists every mistake."""
        if self.floor is None:
            raise CardroomError("bad-floor", "\n".join(self.mistakes))
        return self.floor

    @property
    def mistakes(self) -> list[str]:
        return self.file.told(self.file.mistakes)

    @property
    def warnings(self) -> list[str]:
        return self.file.told(self.file.warnings)

    @property
    def notes(self) -> list[str]:
        return self.file.told(self.file.notes)


def open_floor(path: Path, chances: Chances, today: date | None = None, absent: Absent | None = None) -> CheckedFloor:
    """All that is to be said of the floor file at a path."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CardroomError("no-file", f"{path}: cannot be read: {error}") from None
    return check_floor(text, str(path), chances, today, absent)


def check_floor(
    text: str, name: str, chances: Chances, today: date | None = None, absent: Absent | None = None
) -> CheckedFloor:
    """All that is to be said of a floor file."""
    file = FloorFile(text, name, absent)
    file.check_keys(file.document, "", ())
    take_in_games(file)
    floor = _floor(file, chances, today)
    return CheckedFloor(file=file, floor=None if file.mistakes else floor)


def _floor(file: FloorFile, chances: Chances, today: date | None) -> Floor:
    house, approvals = file.section("house"), file.struct(Approvals)
    jurisdiction = file.read(house, ("house",), "jurisdiction", str, "washington")
    limits = file.read(
        {"jurisdiction": jurisdiction},
        ("house",),
        "jurisdiction",
        lambda j: limits_for(j, today),
        limits_for("washington"),
    )
    timers = file.struct(Timers)
    raw_links = file.sections(file.document, "link")
    raw_tables = [
        {**raw, "jackpots": file.names(raw, ("table", number), "jackpots")}
        for number, raw in enumerate(file.sections(file.document, "table"))
    ]
    link_names = {str(link.get("id")): link for link in raw_links}
    plans: list[TablePlan] = []
    for number, raw in enumerate(raw_tables):
        place: Place = ("table", number)
        if not note_absent_game(file, raw, place) and file.check_keys(raw, "table", place, *_all_table_wide()):
            plan = _table(file, raw, place, link_names, limits, timers)
            if plan is not None:
                plans.append(plan)
    if not raw_tables:
        file.complain((), "A floor needs at least one [[table]].")
    _complain_of_doubles(file, "table", raw_tables)
    _complain_of_doubles(file, "link", raw_links)
    links = read_links(file, raw_links, raw_tables, approvals, limits, chances)
    plans = with_link_wagers(file, plans, links, raw_tables)
    chips = read_chips(file, file.document, ()) or CHIPS
    _warn_of_chips(file, plans, chips, raw_tables)
    play_money = file.flag(house, ("house",), "play_money", default=True)
    if approvals.service_supervisor_up_to and not play_money:
        file.complain(
            ("approvals", "service_supervisor_up_to"),
            "The house itself approves awards only where it deals for play money: leave this out, and staff approve"
            " every award.",
        )
    elif approvals.service_supervisor_up_to and plans and all(plan.dealer is Dealer.HUMAN for plan in plans):
        file.warn(
            ("approvals", "service_supervisor_up_to"),
            "People deal at every table, and there the house itself approves nothing: this counts nowhere.",
        )
    return Floor(
        name=file.read(house, ("house",), "name", str, "Card Room"),
        jurisdiction=jurisdiction,
        play_money=play_money,
        play_money_grant=file.read(house, ("house",), "play_money_grant", parse_money, 1_000 * DOLLAR),
        tables=tuple(plans),
        links=tuple(links),
        approvals=approvals,
        thresholds=file.struct(Thresholds),
        winners=_winners(file, file.section("winners")),
        hours=Hours(
            ends=file.read(house, ("house",), "day_ends", _clock_time, Hours().ends),
            zone=file.read(house, ("house",), "time_zone", _time_zone, Hours().zone),
        ),
        closes_days=file.read(house, ("house",), "close_days", _closes_days, True),
        chips=chips,
        opens_by_count=file.read(house, ("house",), "open_tables", _opens_by_count, False),
        watch=file.struct(Watch),
        conditions=_conditions(file),
    )


def _conditions(file: FloorFile) -> Conditions:
    if "conditions" in file.document and "venue" not in file.section("conditions"):
        file.complain(("conditions",), "Say whose conditions are kept: venue = “commercial” or “tribal”.")
    return file.struct(Conditions)


def _winners(file: FloorFile, raw: Mapping[str, Any]) -> Winners:
    tax_data = []
    for number, section in enumerate(file.sections(raw, "tax_data", ("winners",))):
        place: Place = ("winners", "tax_data", number)
        if not file.check_keys(section, "tax_data", place):
            continue
        if not {"since", "amount", "cites"} <= section.keys():
            file.complain(place, "A threshold for tax data needs since, amount and cites: the rule that it follows.")
            continue
        threshold = TaxThreshold(
            since=file.read(section, place, "since", _date, date.max),
            amount=file.read(section, place, "amount", parse_money, 0),
            cites=file.read(section, place, "cites", _words, ""),
        )
        tax_data.append(threshold)
    keep_days = file.read(raw, ("winners",), "keep_days", whole_days(36_500), None)
    return Winners(keep_days=keep_days, tax_data=tuple(tax_data))


def _date(value: Any) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise CardroomError("bad-date", f"“{value}” is not a day: write it like 2026-01-01, without quotation marks.")
    return value


def _words(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise CardroomError("bad-words", "Say which rule it follows, in words.")
    return value


def _warn_of_chips(file: FloorFile, plans: list[TablePlan], chips: Chips, raw_tables: list[dict[str, Any]]) -> None:
    for plan in plans:
        number = [str(raw.get("id", "")) for raw in raw_tables].index(plan.id)
        warn_of_chips(file, ("table", number, "chip"), plan.chips or chips, plan.settings.chip)


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


def _closes_days(value: Any) -> bool:
    if value not in ("automatically", "by hand"):
        raise CardroomError("bad-choice", "Days are closed “automatically” or “by hand”.")
    return bool(value == "automatically")


def _opens_by_count(value: Any) -> bool:
    if value not in ("at the start", "by count"):
        raise CardroomError("bad-choice", "New tables where a person deals open “at the start” or “by count”.")
    return bool(value == "by count")


def _complain_of_doubles(file: FloorFile, kind: str, sections: list[dict[str, Any]]) -> None:
    seen: set[str] = set()
    for number, section in enumerate(sections):
        name = section.get("id")
        if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}", name):
            file.complain((kind, number, "id"), f"A {kind} needs an id of letters, digits and dashes.")
        elif is_private_id(name):
            file.complain((kind, number, "id"), f"“{name}” is the id of a table that guests open; choose another one.")
        elif name in seen:
            file.complain((kind, number, "id"), f"“{name}” is the id of another {kind} already.")
        seen.add(str(name))


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
    jackpots = raw["jackpots"]
    for name in jackpots:
        if name not in links:
            file.complain((*place, "jackpots"), f"There is no link “{name}”.")
    sensors = len(jackpot_wagers(game))
    if len(jackpots) > sensors:
        has = {0: "no jackpot sensor", 1: "one jackpot sensor"}.get(sensors, f"{sensors} jackpot sensors")
        file.complain((*place, "jackpots"), f"A layout of {game.name} has {has}; this table asks for {len(jackpots)}.")
        return None
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
        cards=file.read(raw, place, "cards", Cards, Cards.DEALT),
        chips=read_chips(file, raw, place),
        average_bet=file.read(raw, place, "average_bet", parse_money, None) or None,
        pays=_pays(file, raw, place),
    )
    if plan.average_bet and not plan.is_real:
        file.warn((*place, "average_bet"), "Stakes are known where Cardroom deals: this line does nothing.")
    return plan if len(file.mistakes) == before else None


def _pays(file: FloorFile, raw: dict[str, Any], place: Place) -> Pays:
    """Figures are entered by a person who deals cards that Cardroom knows."""
    if "pays" not in raw:
        return Pays.ASSISTED
    if raw.get("dealer") != Dealer.HUMAN or raw.get("cards") == Cards.REAL:
        file.complain((*place, "pays"), "“pays” is for tables where a person deals Cardroom's cards: dealer = “human”.")
    return file.choice(raw, place, "pays", {str(pays): pays for pays in Pays}, Pays.ASSISTED)


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
    """The wagers on the best hand of the table. Each is offered unless a table has it switched off by its id."""
    return [stage.wager for stage in game.stages_of(SettleTableWide)]


def _all_table_wide() -> set[str]:
    return {wager for game in games().values() for wager in _table_wide(game)}


def _warn_of_table_wide(file: FloorFile, raw: dict[str, Any], place: Place, game: Game) -> None:
    for name in sorted(_all_table_wide() - set(_table_wide(game))):
        if name in raw:
            file.warn((*place, name), f"{game.name} has no wager “{name}”: this line does nothing.")


def _settings(
    file: FloorFile, raw: dict[str, Any], place: Place, game: Game, links: list[dict[str, Any]], limits: Any
) -> TableSettings | None:
    """Checked as a whole by `table_settings`; what it refuses is put to the line of the amount it speaks of."""
    _warn_of_table_wide(file, raw, place, game)
    side_bets = [wager.id for wager in game.wagers if wager.kind is Kind.OPTIONAL]
    named = file.names(raw, place, "side_bets") if "side_bets" in raw else side_bets
    chosen = [name for name in named if name not in _table_wide(game)]
    table_wide = [wager for wager in _table_wide(game) if file.flag(raw, place, wager, default=wager in named)]
    paytables: dict[str, str | PayTable] = {}
    nothing: dict[str, Any] = {}
    for name, value in file.read(raw, place, "paytables", _by_wager, nothing).items():
        table = file.read({"paytables": value}, place, "paytables", lambda v: _paytable(file, str(v)), None)
        paytables[name] = table or str(value)
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
            offered=[*chosen, *table_wide, *(wager.id for wager in jackpot_wagers(game)[: len(links)])],
            paytables=paytables,
            jackpot_wagers={},  # these, and envy, are the links' to say
            without_envy=(),
            folded_hands_qualify=all(folded),
            deal_order=orders[str(raw.get("deal", "left"))],
            limits=limits,
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


def _by_wager(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CardroomError("bad-paytables", 'Pay tables are named by wager, like { bonus = "Bonus 2" }.')
    return value


def _paytable(file: FloorFile, value: str) -> PayTable | None:
    """A pay table of the operator's own, where the value names a file beside the floor file."""
    if not value.endswith(".toml"):
        return None
    return load_paytable(Path(file.name).parent / value).table
