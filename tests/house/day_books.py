"""The figures of every day counted a second time, from the written records alone.

Amounts are taken from postings wherever there is one: trays, boxes, caps, differences, jackpot chips, meters. Nothing
that counts is imported from the house; what comes out is what a row of figures has as JSON.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from cardroom.cli.output import with_default_fields
from cardroom.house.engine.day_figures import LinkDay as StoredLinkDay
from cardroom.house.kernel.people import Role
from cardroom.house.kernel.rows import FigureRow
from cardroom.house.views.staff.pit import Known, PitBoard

Json = dict[str, Any]
Rounds = dict[str, list[list[int]]]
CENT = 10_000
OF_AN_OPENING = ("opening", "closing", "fills", "credits", "drop", "rounds", "voids", "handle", "jackpot_chips",
                 "corrections", "over_short")  # fmt: skip
OF_PRIZES = ("meter", "reserve", "overflow", "advance")
SOURCES = {"meter": "won_from_meter", "house": "won_from_house", "tray": "won_from_tray"}


@dataclass
class Felt:
    """What is known of a table besides its days: the round, and whether it is open."""

    is_real: bool = False
    average_bet: int | None = None
    links: list[str] = field(default_factory=list)
    settings: str = ""
    minimum: int = 0
    inventory: int = 0  # that it was opened with
    is_open: bool = False
    round_settings: str = ""
    stakes: dict[int, dict[str, int]] = field(default_factory=dict)
    fouled: set[int] = field(default_factory=set)
    dealer_has_cards: bool = False
    lit: dict[str, set[int]] = field(default_factory=dict)


@dataclass
class TableDay:
    opening: int
    amounts: Counter[str] = field(default_factory=Counter)
    # By settings and wager, round by round what each hand had on it.
    staked: dict[str, Rounds] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    estimated: dict[str, list[list[int]]] = field(default_factory=lambda: defaultdict(list))
    dealers: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    earlier: list[Counter[str]] = field(default_factory=list)
    tray: int = 0
    box: int = 0

    def whole(self) -> Counter[str]:
        now = Counter({name: self.amounts[name] for name in OF_AN_OPENING})
        now["opening"] = self.opening + self.amounts["opened"]
        now["closing"] = self.tray + self.amounts["closed_with"]
        return now

    def since_the_last_opening(self) -> Counter[str]:
        now = self.whole()
        for before in self.earlier:
            now.subtract(before)
        return now

    def row(self) -> Json:
        amounts = self.amounts
        found: Json = {name: amounts[name] for name in ("fills", "credits", "drop", "rounds", "voids", "handle")}
        found |= {"opening": self.opening + amounts["opened"], "tray": self.tray, "box": self.box}
        found |= {"closed_with": amounts["closed_with"], "closings": amounts["closings"]}
        found |= {name: amounts[name] for name in ("jackpot_chips", "capped", "corrections", "over_short")}
        found["earlier"] = [{name: one[name] for name in OF_AN_OPENING} for one in self.earlier]
        if self.staked:
            found["staked"] = {
                settings: {wager: staked(rounds) for wager, rounds in of.items()}
                for settings, of in self.staked.items()
            }
        if self.estimated:
            found["estimated"] = {settings: staked(rounds) for settings, rounds in self.estimated.items()}
        if self.dealers:
            found["dealers"] = {name: {"paid": paid, "differed": wrong} for name, (paid, wrong) in self.dealers.items()}
        return found


def staked(rounds: list[list[int]]) -> Json:
    """What each hand had on a wager, round by round, in the sums that are kept."""
    cents = [[stake // CENT for stake in hands] for hands in rounds]
    return {
        "hands": sum(len(hands) for hands in rounds),
        "rounds": len(rounds),
        "total": sum(map(sum, rounds)),
        "squares": sum(stake**2 for hands in cents for stake in hands),
        "round_squares": sum((sum(hands) // CENT) ** 2 for hands in rounds),
        "sizes": dict(Counter(str(rounded_up(sum(hands))) for hands in rounds)),
    }


def rounded_up(amount: int) -> int:
    """The least number of cents not below it that has four binary places at most."""
    cents, step = -(-amount // CENT), 1
    while cents // step >= 16:
        step *= 2
    return -(-cents // step) * step


ACTIVITY = ("wagers", "coin_in", "accrued", "won_from_meter", "won_from_house", "won_from_tray", "envy", "wins",
            "backed_out_to_meter", "backed_out_to_house", "backed_out_to_tray")  # fmt: skip


@dataclass
class LinkDay:
    beginning: Counter[str]  # by level
    up: Counter[str] = field(default_factory=Counter)
    down: Counter[str] = field(default_factory=Counter)
    changes: Counter[str] = field(default_factory=Counter)
    tables: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    envy: list[Json] = field(default_factory=list)
    reseeds: list[Json] = field(default_factory=list)

    def like(self, row: Json) -> Json:
        """With the tables and levels that a row has, and any other that something has happened to."""
        tables = {*row["tables"], *(name for name, of in self.tables.items() if any(of.values()))}
        levels = {*row["levels"], *self.changes}
        return {
            "tables": {name: {figure: self.tables[name][figure] for figure in ACTIVITY} for name in tables},
            "levels": {name: self._level(name) for name in levels},
            "envy": self.envy,
            "reseeds": self.reseeds,
        }

    def _level(self, name: str) -> Json:
        ending = self.beginning[name] + self.up[name] - self.down[name]
        of_day = {"changes": self.changes[name], "up": self.up[name], "down": self.down[name]}
        return of_day | {"beginning": self.beginning[name], "ending": ending}


class DayBooks:
    def __init__(self, documents: Mapping[str, bytes]) -> None:
        self.documents = documents
        self.books: Counter[str] = Counter()
        self.felts: dict[str, Felt] = defaultdict(Felt)
        self.tables: dict[tuple[str, str], TableDay] = {}
        self.links: dict[tuple[str, str], LinkDay] = {}

    def read(self, bodies: Iterable[bytes]) -> DayBooks:
        for body in bodies:
            self._record(json.loads(body))
        return self

    def _record(self, record: Json) -> None:
        day, parts = record["day"], record["parts"]
        touched = {part["table"] for part in parts if part["type"] == "table"}
        touched |= {
            event["table"] for part in parts if part["type"] == "link" for event in part["events"] if event.get("table")
        }
        for table in touched:
            self.tables.setdefault((day, table), TableDay(self.books[f"tray:{table}"]))
        for part in parts:
            if part["type"] == "link" and (day, part["link"]) not in self.links:
                self.links[day, part["link"]] = self._new_link_day(part)
        for part in parts:
            for posting in part.get("postings", ()):
                self._posting(day, posting)
        for part in parts:
            for event in part.get("events", ()):
                if part["type"] == "table":
                    self._at_table(self.tables[day, part["table"]], self.felts[part["table"]], event)
                elif part["type"] == "link":
                    self._on_link(self.links[day, part["link"]], {"at": record["at"]} | event)
        for table in touched:
            self.tables[day, table].tray = self.books[f"tray:{table}"]
            self.tables[day, table].box = self.books[f"drop:{table}"]

    # --- tables -------------------------------------------------------------------------------------------------------

    def _posting(self, day: str, posting: Json) -> None:
        code = posting["code"]
        for account, amount in posting["entries"]:
            self.books[account] += amount
            kind, _, table = account.partition(":")
            of_day = self.tables.get((day, table))
            if of_day is None:
                continue
            if kind == "tray" and code == "over-cap":
                of_day.amounts["capped"] += amount
            if kind == "tray" and code in ("jackpot-chips", "handed-over"):
                of_day.amounts["jackpot_chips"] += amount
            if kind == "differences":
                of_day.amounts["over_short"] -= amount

    def _at_table(self, of_day: TableDay, felt: Felt, event: Json) -> None:
        amounts = of_day.amounts
        match event["type"]:
            case "TablePlaced" | "TableChanged":
                plan = json.loads(self.documents[event["plan"]])
                felt.is_real, felt.average_bet = plan.get("cards") == "real", plan.get("average_bet")
                felt.links, felt.minimum = plan.get("links", []), plan["settings"]["minimum"]
                felt.settings = next(name for name, body in self.documents.items() if _is(body, plan["settings"]))
            case "TableOpened":
                if amounts["closings"] > len(of_day.earlier):
                    of_day.earlier.append(of_day.since_the_last_opening())
                amounts["opened"] += event["inventory"]
                felt.is_open, felt.inventory = True, event["inventory"]
            case "TableClosed":
                amounts["closings"] += 1
                amounts["closed_with"] += event["inventory"]
                felt.is_open = False
            case "Filled":
                amounts["fills"] += event["amount"]
            case "Credited":
                amounts["credits"] += event["amount"]
            case "SatDown" | "ToppedUp":
                amounts["drop"] += event["chips"]
            case "DropCollected" if felt.is_real:
                amounts["drop"] += event["amount"]
            case "RoundCorrected" if not felt.is_open:
                amounts["corrections"] += event["due"] - event["booked"] - event["kept"]
            case "PayoutChecked" | "PayoutDiffered":
                of_day.dealers[event["dealer"]][0] += 1
                of_day.dealers[event["dealer"]][1] += event["type"] == "PayoutDiffered"
            case _:
                self._in_round(of_day, felt, event)

    def _in_round(self, of_day: TableDay, felt: Felt, event: Json) -> None:
        match event["type"]:
            case "RoundOpened":
                felt.round_settings = event["settings"]
                felt.stakes, felt.fouled, felt.dealer_has_cards = {}, set(), False
            case "BetPlaced":
                felt.stakes[event["seat"]] = dict(event["stakes"])
                if not event["stakes"]:
                    del felt.stakes[event["seat"]]
            case "Raised":
                stakes = felt.stakes[event["seat"]]
                stakes[event["wager"]] = stakes.get(event["wager"], 0) + event["stake"]
            case "TakenBack":
                del felt.stakes[event["seat"]][event["wager"]]
            case "PacketDealt" if event["to"] == "dealer":
                felt.dealer_has_cards = True
            case "HandFouled":
                felt.fouled.add(event["seat"])
            case "RoundVoided":
                of_day.amounts["voids"] += 1
            case "RoundClosed":
                self._closed(of_day, felt)
            case "RealRoundBegan":
                felt.lit = {}
            case "SensorsCounted":
                felt.lit[event["link"]] = set(event["seats"])
            case "RealRoundEnded" if event.get("is_void"):
                of_day.amounts["voids"] += 1
            case "RealRoundEnded":
                of_day.amounts["rounds"] += 1
                if felt.links[0] in felt.lit:
                    bets = [felt.average_bet or felt.minimum] * len(felt.lit[felt.links[0]])
                    of_day.estimated[felt.settings].append(bets)

    def _closed(self, of_day: TableDay, felt: Felt) -> None:
        settings = json.loads(self.documents[felt.round_settings])
        hands = len(felt.stakes) + felt.dealer_has_cards
        on: dict[str, list[int]] = defaultdict(list)
        for seat, stakes in felt.stakes.items():
            for wager, stake in stakes.items() if seat not in felt.fouled else ():
                if wager not in settings.get("jackpot_wagers", {}):
                    by_hands = settings.get("paytables", {}).get(wager, {}).get("columns")
                    on[f"{wager}/{hands}" if by_hands else wager].append(stake)
        for wager, stakes_on in on.items():
            of_day.staked[felt.round_settings][wager].append(stakes_on)
        of_day.staked[felt.round_settings]
        of_day.amounts["rounds"] += 1
        of_day.amounts["handle"] += sum(map(sum, on.values()))

    # --- links --------------------------------------------------------------------------------------------------------

    def meters(self, link: str) -> dict[str, int]:
        """As they stand at the end of what was read."""
        meter = f"link:{link}:meter:"
        return {name.removeprefix(meter): amount for name, amount in self.books.items() if name.startswith(meter)}

    def _new_link_day(self, part: Json) -> LinkDay:
        return LinkDay(beginning=Counter(self.meters(part["link"])))

    def _on_link(self, day: LinkDay, event: Json) -> None:
        kind, table = event["type"], event.get("table", "")
        for posting in event.get("postings", ()):
            self._on_meters(day, kind, posting)
        of_table = day.tables[table] if table else Counter()
        match kind:
            case "WagerTaken" | "WagerRefunded":
                sign = 1 if kind == "WagerTaken" else -1
                of_table.update({"wagers": sign, "coin_in": sign * event["amount"]})
                of_table["accrued"] += _posted(event, *OF_PRIZES)
            case "AwardPaid":
                of_table.update({"wins": 1, SOURCES[event["source"]]: event["amount"]})
                self._reseed(day, event, -_posted(event, "seed_fund"), -_posted(event, "reserve"))
            case "EnvyPaid":
                of_table["envy"] += event["amount"]
                names = ("at", "table", "round_id", "hitter", "line", "seat", "amount")
                day.envy.append({name: event[name] for name in names})
            case "WinBackedOut":
                of_table[SOURCES[event["source"]].replace("won_from", "backed_out_to")] += event["amount"]
                self._reseed(day, event, -_posted(event, "seed_fund"), -_posted(event, "reserve"))
            case "Adjusted" if event["reason"] == "amount-won":
                of_table["won_from_meter"] -= event["change"]

    @staticmethod
    def _reseed(day: LinkDay, event: Json, seed: int, reserve: int) -> None:
        if seed or reserve:
            line = {"at": event["at"], "win": event["win"], "level": event["level"], "seed": seed, "reserve": reserve}
            day.reseeds.append(line)

    @staticmethod
    def _on_meters(day: LinkDay, kind: str, posting: Json) -> None:
        moved: Counter[str] = Counter()
        for entry in posting["entries"]:
            if entry[0].startswith("meter:"):
                moved[entry[0].removeprefix("meter:")] += entry[1]
        for level, amount in moved.items():
            if kind == "LinkOpened":
                day.beginning[level] += amount
            elif amount:
                day.changes[level] += 1
                day.up[level] += max(0, amount)
                day.down[level] += max(0, -amount)


def _is(body: bytes, document: Json) -> bool:
    return len(body) < 100_000 and json.loads(body) == document


def _posted(event: Json, *kinds: str) -> int:
    """What accounts of these kinds receive by an event."""
    entries = [entry for posting in event.get("postings", ()) for entry in posting["entries"]]
    return sum(entry[1] for entry in entries if entry[0].partition(":")[0] in kinds)


# --- held against the house -------------------------------------------------------------------------------------------


def require_figures(room: Any) -> DayBooks:
    """Every row of figures of a room, of tables and of links, says what these books say."""
    books = DayBooks(room.documents).read(written.body for written in room.log)
    rows = {(row.day, row.stream): json.loads(row.figures) for row in room.index(FigureRow)}
    for (day, stream), row in rows.items():
        kind, _, name = stream.partition(":")
        if kind == "table":
            assert row == {part: value for part, value in books.tables[day, name].row().items() if value}, (day, stream)
        elif kind == "link":
            told = msgspec.to_builtins(
                with_default_fields(msgspec.convert(row, StoredLinkDay, str_keys=True).figures), str_keys=True
            )
            assert told == books.links[day, name].like(told), (day, stream)
    assert {(day, f"table:{name}") for day, name in books.tables} <= rows.keys()
    assert {(day, f"link:{name}") for day, name in books.links} <= rows.keys()
    return books


def require_pit(room: Any) -> None:
    """What a tile of the pit says of money is what its table has moved today."""
    house, books = room.house, DayBooks(room.documents).read(written.body for written in room.log)
    board = PitBoard(house, Known())
    for tile in board.view(Role.EXECUTIVE, room.now).tables:
        tray = books.books[f"tray:{tile.table}"]
        day = books.tables.get((house.day, tile.table)) or TableDay(tray, tray=tray)
        told, now = tile.money, day.whole()
        assert (told.tray, told.drop, told.handle) == (tray, now["drop"], now["handle"])
        gained = now["closing"] - now["opening"] + now["drop"] + now["credits"] - now["fills"]
        assert told.win == gained - now["jackpot_chips"] - now["corrections"]
        assert told.inventory == (books.felts[tile.table].inventory if tile.is_open else 0)
        assert board.view(Role.DEALER, room.now).tables[0].money is None
