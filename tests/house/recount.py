"""Accounting's reports counted a second time, from the exported log alone. It imports nothing of Cardroom."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]


class Recount:
    """By day: what each table did, by what each meter changed, and what was brought to the bank."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.books: Counter[str] = Counter()
        self.days: list[str] = []
        self.tables: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.activity: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self.meters: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self.meters_at: dict[tuple[str, str], dict[str, int]] = {}  # by day and link, at its end
        self.deposits: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for line in lines:
            self._take(json.loads(line)["record"])
        self._end_day()

    def _take(self, record: Json) -> None:
        day = record["day"]
        if not self.days or self.days[-1] != day:
            self._end_day()
            self.days.append(day)
            self._trays = {name: amount for name, amount in self.books.items() if name.startswith("tray:")}
        for part in record["parts"]:
            for posting in part.get("postings", ()):
                self._post(day, posting)
            for event in part["events"]:
                if part["type"] == "table":
                    self._at_table(day, part, event)
                elif part["type"] == "link":
                    self._on_link(day, part["link"], record["position"], event)

    def _end_day(self) -> None:
        if not self.days:
            return
        day = self.days[-1]
        for name in {*self._trays, *(name for name in self.books if name.startswith("tray:"))}:
            table = name.removeprefix("tray:")
            of_day = self.tables[day, table]
            of_day["opening"] += self._trays.get(name, 0)
            of_day["closing"] += self.books[name]

    def _post(self, day: str, posting: Json) -> None:
        for account, amount in posting["entries"]:
            self.books[account] += amount
            kind, _, table = account.partition(":")
            if kind == "differences":
                self.tables[day, table]["over_short"] -= amount
            if kind == "tray" and posting["code"] in ("jackpot-chips", "handed-over"):
                self.tables[day, table]["jackpot_chips"] += amount

    def _at_table(self, day: str, part: Json, event: Json) -> None:
        of_day = self.tables[day, part["table"]]
        touched = {entry[0] for posting in part.get("postings", ()) for entry in posting["entries"]}
        match event["type"]:
            case "TableOpened":
                of_day["opening"] += event["inventory"]
            case "TableClosed":
                of_day["closing"] += event["inventory"]
            case "Filled":
                of_day["fills"] += event["amount"]
            case "Credited":
                of_day["credits"] += event["amount"]
            case "SatDown" | "ToppedUp":
                of_day["drop"] += event["chips"]
            case "DropCollected" if f"patrons:{part['table']}" in touched:
                of_day["drop"] += event["amount"]
            case "RoundClosed":
                of_day["rounds"] += 1
            case "RoundVoided":
                of_day["voids"] += 1
            case "RealRoundEnded":
                of_day["voids" if event["is_void"] else "rounds"] += 1
            case "RoundCorrected" if f"tray:{part['table']}" not in touched:
                of_day["corrections"] += event["due"] - event["booked"] - event.get("kept", 0)

    def _on_link(self, day: str, link: str, position: int, event: Json) -> None:
        of_table = self.activity[day, link, event.get("table", "")]
        kind = event["type"]
        to_prizes = 0
        for posting in event.get("postings", ()):
            for account, amount in posting["entries"]:
                name, _, level = account.partition(":")
                to_prizes += amount if name in ("meter", "reserve", "overflow", "advance") else 0
                if name == "meter" and kind != "LinkOpened":
                    self.meters[day, link, level][posting["code"]] += amount
        match kind:
            case "WagerTaken":
                of_table.update(coin_in=event["amount"], accrued=to_prizes)
            case "WagerRefunded":
                of_table.update(coin_in=-event["amount"], accrued=to_prizes)
            case "AwardPaid":
                of_table[f"won_from_{event['source']}"] += event["amount"]
            case "WinBackedOut":
                of_table[f"backed_out_to_{event['source']}"] += event["amount"]
            case "Adjusted" if event["reason"] == "amount-won":
                of_table["won_from_meter"] -= event["change"]
            case "EnvyPaid":
                of_table["envy"] += event["amount"]
            case "Deposited":
                self.deposits[link].append((position, event["amount"]))
            case _:
                pass

    # --- as the reports have it ---------------------------------------------------------------------------------------

    def of_table(self, day: str, table: str) -> Counter[str]:
        return self.tables.get((day, table), Counter())

    def win(self, table: str, period: str) -> int:
        """What the tray gained on these days, each counted by itself."""
        days = [of for (day, name), of in self.tables.items() if name == table and day.startswith(period)]
        return sum(
            of["closing"] - of["opening"] + of["drop"] + of["credits"] - of["fills"] - of["jackpot_chips"]
            - of["corrections"]
            for of in days
        )  # fmt: skip

    def total(self, figure: str, table: str, period: str) -> int:
        return sum(
            of[figure] for (day, name), of in self.tables.items() if table in ("", name) and day.startswith(period)
        )

    def jackpots(self, figure: str, link: str, table: str, period: str) -> int:
        return sum(
            of[figure]
            for (day, of_link, name), of in self.activity.items()
            if link == of_link and table in ("", name) and day.startswith(period)
        )

    def meter(self, link: str, level: str, period: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for (day, of_link, of_level), changes in self.meters.items():
            if (of_link, of_level) == (link, level) and day.startswith(period):
                for code, amount in changes.items():
                    found[code] += amount
        return found
