"""Accounting's reports counted a second time, from the exported log alone. It imports nothing of Cardroom."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

Json = dict[str, Any]
CENT = 10_000
WEEK = timedelta(days=7)  # after which what accrued must be at the bank
WIN = {"closing": 1, "opening": -1, "drop": 1, "credits": 1, "fills": -1, "jackpot_chips": -1, "corrections": -1}
PRIZES = ("meter", "reserve", "overflow", "advance")


def win_of(counted: Counter[str]) -> int:
    """What the tray gained."""
    return sum(sign * counted[figure] for figure, sign in WIN.items())


class Moved(NamedTuple):
    """Something of a table's figures that a record has moved, and who was tapped in then."""

    day: str
    at: datetime
    table: str
    dealer: str
    figure: str
    amount: int


class Bank:
    """What a link owes its players, and what of it is at the bank."""

    def __init__(self) -> None:
        self.held = self.undeposited = self.deposited = 0
        self.since: datetime | None = None
        self.difference: int | None = None  # by the last statement
        self.accrued: dict[tuple[str, int], int] = {}  # by table and seat, of the game that is on

    def position(self, at: datetime) -> Json:
        """Required and booked, and what the statement says, with all that has been booked since."""
        undeposited = min(self.undeposited, self.held)
        is_overdue = self.since is not None and at > self.since + WEEK
        required = self.held if is_overdue else self.held - max(0, undeposited)
        required, booked = (amount - amount % CENT for amount in (required, self.held - undeposited))
        balance = None if self.difference is None else booked + self.difference
        shortfall = max(0, required - (booked if balance is None else balance))
        return {
            "held": self.held, "undeposited": undeposited, "deposited": self.deposited, "required": required,
            "booked": booked, "balance": balance, "difference": self.difference, "shortfall": shortfall,
            "is_overdue": is_overdue,
        }  # fmt: skip

    def take(self, event: Json, at: datetime) -> None:
        for posting in event.get("postings", ()):
            for account, amount in posting["entries"]:
                self.held += amount if account.partition(":")[0] in ("meter", "reserve", "overflow") else 0
        match event["type"]:
            case "WagerTaken":
                given = sum(funds.get(name, 0) for funds in event["given"].values() for name in PRIZES[:3])
                self.accrued[event["table"], event["seat"]] = given
                self.undeposited += given
                if given and self.undeposited > 0 and self.since is None:
                    self.since = at
            case "WagerRefunded":
                self._paid_out(self.accrued.pop((event["table"], event["seat"]), 0))
            case "AwardPaid" if event["source"] == "meter":
                self._paid_out(event["amount"] - event.get("advanced", 0))
            case "Deposited":
                self.deposited += event["amount"]
                self._brought(event["amount"])
            case "BankReconciled" if event["balance"] is not None:
                self.difference = event["difference"]

    def _paid_out(self, amount: int) -> None:
        self._brought(min(amount, max(0, self.undeposited)))

    def _brought(self, amount: int) -> None:
        self.undeposited -= amount
        if self.undeposited < CENT:
            self.since = None


class Recount:
    """By day: what each table did, by what each meter changed, and what was brought to the bank."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.books: Counter[str] = Counter()
        self.days: list[str] = []
        self.tables: dict[tuple[str, str], list[Counter[str]]] = defaultdict(lambda: [Counter()])  # by opening
        self.moved: list[Moved] = []
        self.paid: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)  # by day, dealer and table
        self.boxes: dict[str, dict[str, int]] = {}  # at the end of each day
        self.activity: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self.meters: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self.changes: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)  # how many, up and down
        self.meters_at: dict[tuple[str, str, str], int] = {}  # by day, link and level, at its end
        self.envy: dict[tuple[str, str], list[Json]] = defaultdict(list)
        self.reseeds: dict[tuple[str, str], list[Json]] = defaultdict(list)
        self.wins: dict[str, list[Json]] = defaultdict(list)  # by link, with their days
        self.banks: dict[str, Bank] = defaultdict(Bank)
        self.banks_at: dict[tuple[str, str], Json] = {}  # by day and link, at its end
        self.deposits: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.statements: dict[tuple[str, str], Json] = {}
        self.flags: list[Json] = []
        self.notes: list[Json] = []
        self.slips: dict[int, Json] = {}
        self.slips_at: dict[str, dict[int, Json]] = {}  # what was done on a day, or not finished
        self._dealing: dict[str, str] = {}
        self._stakes: dict[str, dict[int, Counter[str]]] = defaultdict(dict)
        for line in lines:
            self._take(json.loads(line)["record"])
        self._end_day()

    def _take(self, record: Json) -> None:
        day, self._at = record["day"], datetime.fromisoformat(record["at"])
        if not self.days or self.days[-1] != day:
            self._end_day()
            self.days.append(day)
            self._trays = {name: amount for name, amount in self.books.items() if name.startswith("tray:")}
        after = self._tapped_in(record)
        for part in record["parts"]:
            for posting in part.get("postings", ()):
                self._post(day, posting)
            for place, event in enumerate(part["events"]):
                if part["type"] == "table":
                    self._at_table(day, part, event)
                    self._in_round(day, part["table"], event)
                elif part["type"] == "link":
                    self._on_link(day, part["link"], record["position"], event)
                else:
                    self._in_house(day, record, place, event)
        self._dealing.update(after)

    def _end_day(self) -> None:
        if not self.days:
            return
        day = self.days[-1]
        for name in {*self._trays, *(name for name in self.books if name.startswith("tray:"))}:
            table = name.removeprefix("tray:")
            of_day = self.tables[day, table]
            of_day[0]["opening"] += self._trays.get(name, 0)
            of_day[-1]["closing"] += self.books[name]
        boxes = {name.removeprefix("drop:"): amount for name, amount in self.books.items() if name.startswith("drop:")}
        self.boxes[day] = {name: amount for name, amount in boxes.items() if amount}
        self.slips_at[day] = {
            number: dict(slip) for number, slip in self.slips.items()
            if slip["changed"] == day or slip["stage"] not in ("received", "void")
        }  # fmt: skip
        for link, bank in self.banks.items():
            self.banks_at[day, link] = bank.position(self._at)

    # --- tables -------------------------------------------------------------------------------------------------------

    def _tapped_in(self, record: Json) -> dict[str, str]:
        """Who deals after the record. What taps a dealer out, as a closing does, is whoever's dealt until then."""
        after: dict[str, str] = {}
        for part in record["parts"]:
            for event in part["events"] if part["type"] == "table" else ():
                if event["type"] in ("DealerTappedIn", "DealerTappedOut", "TableClosed"):
                    after[part["table"]] = event.get("person", "") if event["type"] == "DealerTappedIn" else ""
        self._dealing |= {table: dealer for table, dealer in after.items() if dealer}
        return after

    def _count(self, day: str, table: str, figure: str, amount: int) -> None:
        self.tables[day, table][-1][figure] += amount
        self.moved.append(Moved(day, self._at, table, self._dealing.get(table, ""), figure, amount))

    def _post(self, day: str, posting: Json) -> None:
        for account, amount in posting["entries"]:
            self.books[account] += amount
            kind, _, table = account.partition(":")
            if kind == "differences":
                self._count(day, table, "over_short", -amount)
            if kind == "tray" and posting["code"] in ("jackpot-chips", "handed-over"):
                self._count(day, table, "jackpot_chips", amount)
            if kind == "tray" and posting["code"] != "closing":
                in_tray = Moved(day, self._at, table, self._dealing.get(table, ""), "closing", amount)
                self.moved.append(in_tray)  # what is in it at the end of a day is no sum of these

    def _at_table(self, day: str, part: Json, event: Json) -> None:
        table = part["table"]
        touched = {entry[0] for posting in part.get("postings", ()) for entry in posting["entries"]}
        match event["type"]:
            case "TableOpened":
                if self.tables[day, table][-1]["closings"]:
                    self.tables[day, table].append(Counter())
                self._count(day, table, "opening", event["inventory"])
            case "TableClosed":
                self.tables[day, table][-1].update(closing=event["inventory"], closings=1)
            case "Filled":
                self._count(day, table, "fills", event["amount"])
            case "Credited":
                self._count(day, table, "credits", event["amount"])
            case "SatDown" | "ToppedUp":
                self._count(day, table, "drop", event["chips"])
            case "DropCollected" if f"patrons:{table}" in touched:
                self._count(day, table, "drop", event["amount"])
            case "RoundClosed":
                self._count(day, table, "rounds", 1)
            case "RoundVoided":
                self._count(day, table, "voids", 1)
            case "RealRoundEnded":
                self._count(day, table, "voids" if event["is_void"] else "rounds", 1)
            case "RoundCorrected" if f"tray:{table}" not in touched:
                self._count(day, table, "corrections", event["due"] - event["booked"] - event.get("kept", 0))
            case "PayoutChecked" | "PayoutDiffered":
                differs = event["type"] == "PayoutDiffered"
                self.paid[day, event["dealer"], table].update(paid=1, differed=int(differs))

    def _in_round(self, day: str, table: str, event: Json) -> None:
        """What lies on the layout, jackpot wagers left out."""
        stakes = self._stakes[table]
        match event["type"]:
            case "RoundOpened":
                stakes.clear()
            case "BetPlaced":
                stakes[event["seat"]] = Counter(event["stakes"])
            case "Raised":
                stakes[event["seat"]][event["wager"]] += event["stake"]
            case "TakenBack" | "JackpotBetTaken":
                stakes[event["seat"]].pop(event["wager"], None)
            case "HandFouled" if event["seat"] != "dealer":
                stakes.pop(event["seat"], None)
            case "RoundClosed":
                self._count(day, table, "handle", sum(of_seat.total() for of_seat in stakes.values()))

    # --- links --------------------------------------------------------------------------------------------------------

    def _on_link(self, day: str, link: str, position: int, event: Json) -> None:
        of_table = self.activity[day, link, event.get("table", "")]
        kind = event["type"]
        moved: Counter[str] = Counter()
        for posting in event.get("postings", ()):
            for account, amount in posting["entries"]:
                name, _, level = account.partition(":")
                moved[name] += amount
                if name == "meter":
                    self._on_meter(day, link, level, posting["code"], amount, is_new=kind == "LinkOpened")
        to_prizes = sum(moved[name] for name in PRIZES)
        self.banks[link].take(event, self._at)
        match kind:
            case "WagerTaken":
                of_table.update(wagers=1, coin_in=event["amount"], accrued=to_prizes)
            case "WagerRefunded":
                of_table.update(wagers=-1, coin_in=-event["amount"], accrued=to_prizes)
            case "AwardRecorded":
                names = ("win", "amount", "source")
                self.wins[link].append({"day": day} | {name: event[name] for name in names})
            case "AwardPaid":
                of_table.update({f"won_from_{event['source']}": event["amount"], "wins": 1})
            case "WinBackedOut":
                of_table[f"backed_out_to_{event['source']}"] += event["amount"]
            case "Adjusted" if event["reason"] == "amount-won":
                of_table["won_from_meter"] -= event["change"]
            case "EnvyPaid":
                of_table["envy"] += event["amount"]
                names = ("table", "round_id", "hitter", "line", "seat", "amount")
                self.envy[day, link].append({name: event[name] for name in names})
            case "Deposited":
                self.deposits[link].append((position, event["amount"]))
        if kind in ("AwardPaid", "WinBackedOut") and (moved["seed_fund"] or moved["reserve"]):
            of = {"win": event["win"], "level": event["level"]}
            self.reseeds[day, link].append(of | {"seed": -moved["seed_fund"], "reserve": -moved["reserve"]})

    def _on_meter(self, day: str, link: str, level: str, code: str, amount: int, *, is_new: bool) -> None:
        self.meters_at[day, link, level] = self.meter_at(day, link, level) + amount
        if not is_new:
            self.meters[day, link, level][code] += amount
            self.changes[day, link, level].update(changes=int(amount != 0), up=max(0, amount), down=max(0, -amount))

    def meter_at(self, day: str, link: str, level: str) -> int:
        """At the end of a day, or of the last one on which it moved."""
        known = [key for key in self.meters_at if key[1:] == (link, level) and key[0] <= day]
        return self.meters_at[max(known)] if known else 0

    # --- the house ----------------------------------------------------------------------------------------------------

    def _in_house(self, day: str, record: Json, place: int, event: Json) -> None:
        match event["type"]:
            case "Flagged":
                names = ("kind", "person", "amount", "table")
                self.flags.append({"day": day, "position": record["position"]} | {name: event[name] for name in names})
            case "NoteWritten":
                self.notes.append({"position": record["position"], "by": record["by"]} | event)
            case "StatementEntered":
                self.statements[event["link"], event["name"]] = event
            case "SlipAsked":
                of = {name: event[name] for name in ("kind", "table", "amount")}
                self.slips[event["slip"]] = of | {"stage": "asked", "changed": day, "prints": 0}
            case "SlipApproved" | "SlipSent" | "SlipReceived":
                self.slips[event["slip"]].update(stage=event["type"].removeprefix("Slip").lower(), changed=day)
            case "SlipVoided":
                self.slips[event["slip"]].update(stage="void", changed=day)
            case "SlipPrinted":
                self.slips[event["slip"]].update(prints=event["number"], changed=day)

    # --- as the reports have it ---------------------------------------------------------------------------------------

    def of_table(self, day: str, table: str) -> Counter[str]:
        """All openings of the day as one."""
        return sum_of(self.tables.get((day, table), ()))

    def win(self, table: str, period: str) -> int:
        """What the tray gained on these days, each counted by itself."""
        return sum(
            win_of(sum_of(of)) for (day, name), of in self.tables.items()
            if table in ("", name) and day.startswith(period)
        )  # fmt: skip

    def total(self, figure: str, table: str, period: str) -> int:
        return sum(
            sum_of(of)[figure] for (day, name), of in self.tables.items()
            if table in ("", name) and day.startswith(period)
        )  # fmt: skip

    def jackpots(self, figure: str, link: str, table: str, period: str) -> int:
        return sum(
            of[figure]
            for (day, of_link, name), of in self.activity.items()
            if link in ("", of_link) and table in ("", name) and day.startswith(period)
        )

    def meter(self, link: str, level: str, period: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for (day, of_link, of_level), changes in self.meters.items():
            if (of_link, of_level) == (link, level) and day.startswith(period):
                for code, amount in changes.items():
                    found[code] += amount
        return found

    def by_dealer(self, day: str, begins: datetime, ends: datetime) -> dict[str, Counter[str]]:
        """What happened from one moment of a day to another, by whoever was tapped in."""
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for moved in self.moved:
            if moved.day == day and begins <= moved.at < ends:
                found[moved.dealer][moved.figure] += moved.amount
        return found


def sum_of(counted: Iterable[Counter[str]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for one in counted:
        found.update(one)
    return found
