"""The money of a card room counted again from what happened alone.

No posting is read, and nothing of the house's own code is used: only the events in the log, with what each means for
chips on a felt, and for papers that go with them. Jackpots are left out, since a link keeps books of its own.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Event = dict[str, Any]


def records_of(database: Path) -> list[dict[str, Any]]:
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        rows = connection.execute("SELECT body FROM records ORDER BY position").fetchall()
    return [json.loads(body) for (body,) in rows]


def events_in(records: Iterable[dict[str, Any]]) -> Iterator[tuple[str, Event]]:
    """Everything that happened, by table; "" for the house."""
    for record in records:
        for part in record["parts"]:
            for event in part.get("events", ()):
                yield part.get("table", ""), event


@dataclass
class Chips:
    """What lies where at one table, and what a card room counts of it."""

    tray: int = 0
    box: int = 0
    stacks: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    layout: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    settled: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))  # what each wager has gained
    fouled: set[int] = field(default_factory=set)
    counted_out: dict[int, int] = field(default_factory=lambda: defaultdict(int))  # by the dealer, where it is checked
    opened: int = 0
    closed: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    difference: int = 0  # that counts have found
    of_drop: int = 0  # the same, found in the box: it is not in the win, which counts what was bought in
    corrections: int = 0  # that the cage has paid while the table was closed
    is_open: bool = False

    @property
    def win(self) -> int:
        """Closing − opening, plus drop and credits, less fills, and less what the cage has paid for the table later."""
        closing = self.closed + (self.tray if self.is_open else 0)
        return closing - self.opened + self.drop + self.credits - self.fills - self.corrections

    def move(self, seat: int, amount: int) -> None:
        """From the tray to the player, or back."""
        self.stacks[seat] += amount
        self.tray -= amount

    def put_down(self, seat: int, wager: str, amount: int) -> None:
        self.stacks[seat] -= amount
        assert self.stacks[seat] >= 0, "nobody bets what he does not have"
        self.layout[seat][wager] = self.layout[seat].get(wager, 0) + amount

    def settle(self, seat: int, wager: str, stake: int, back: int) -> None:
        lay = self.layout[seat].pop(wager, 0)
        assert lay == stake, f"{wager} of seat {seat}: {lay} lay there, {stake} was settled"
        self.stacks[seat] += back
        self.tray += stake - back
        self.settled[seat][wager] = back - stake

    def give_back(self, seat: int) -> None:
        """Stakes that lie there go back, and what was settled is undone."""
        for stake in self.layout.pop(seat, {}).values():
            self.stacks[seat] += stake
        for gain in self.settled.pop(seat, {}).values():
            self.move(seat, -gain)


STAGES = {"SlipApproved": ("asked", "approved"), "SlipSent": ("approved", "sent"), "SlipReceived": ("sent", "received")}


@dataclass
class Slip:
    """Chips between cage and tray, on paper."""

    kind: str
    table: str
    amount: int
    stage: str = "asked"


@dataclass
class Clerk:
    """Follows everybody's money from the first record on."""

    tables: dict[str, Chips] = field(default_factory=lambda: defaultdict(Chips))
    wallets: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    sitting: dict[tuple[str, int], str] = field(default_factory=dict)
    issued: int = 0  # to all players, less what came back from guests who are gone
    slips: dict[int, Slip] = field(default_factory=dict)

    def read(self, records: Iterable[dict[str, Any]]) -> Clerk:
        for table, event in events_in(records):
            kind = event["type"]
            if table:
                getattr(self, f"_{kind}", lambda *_: None)(table, self.tables[table], event)
            elif kind in ("MoneyIssued", "GuestExpired"):
                amount = event["amount"] if kind == "MoneyIssued" else -event["amount"]
                self.wallets[event["person"]] += amount
                self.issued += amount
            elif kind.startswith("Slip"):
                self._slip(kind, event)
        return self

    @property
    def with_players(self) -> int:
        """All that players have: in wallets, in stacks, and on layouts."""
        felts = self.tables.values()
        lies = sum(stake for chips in felts for stakes in chips.layout.values() for stake in stakes.values())
        return sum(self.wallets.values()) + sum(sum(chips.stacks.values()) for chips in felts) + lies

    # --- papers -------------------------------------------------------------------------------------------------------

    def _slip(self, kind: str, event: Event) -> None:
        """Numbers go on without a gap, and no stage is left out."""
        number = event["slip"]
        if kind == "SlipAsked":
            assert number == len(self.slips) + 1, "the next number"
            assert event["amount"] == sum(int(value) * count for value, count in event["rack"].items())
            self.slips[number] = Slip(event["kind"], event["table"], event["amount"])
        elif kind in STAGES:
            before, self.slips[number].stage = self.slips[number].stage, STAGES[kind][1]
            assert before == STAGES[kind][0], f"slip {number} was {before}"
        elif kind == "SlipVoided":
            self.slips[number].stage = "void"

    def on_slips(self, table: str, kind: str, *stages: str) -> int:
        """What was carried to or from a table, by paper."""
        of = [slip for slip in self.slips.values() if (slip.table, slip.kind) == (table, kind)]
        return sum(slip.amount for slip in of if slip.stage in stages)

    # --- the bank -----------------------------------------------------------------------------------------------------

    def _TableOpened(self, _: str, chips: Chips, event: Event) -> None:
        chips.tray += event["inventory"]
        chips.opened += event["inventory"]
        chips.is_open = True

    def _TrayChecked(self, _: str, chips: Chips, event: Event) -> None:
        if event["purpose"] == "closing":
            chips.tray += event["difference"]
            assert chips.tray == event["amount"], "what was counted is there"
        chips.difference += event["difference"]

    def _TableClosed(self, _: str, chips: Chips, event: Event) -> None:
        assert chips.tray == event["inventory"], "what goes to the cage was in the tray"
        assert not any(chips.layout.values()), "no stake is left behind"
        chips.closed += chips.tray
        chips.tray, chips.is_open = 0, False

    def _Filled(self, _: str, chips: Chips, event: Event) -> None:
        chips.tray += event["amount"]
        chips.fills += event["amount"]

    def _Credited(self, _: str, chips: Chips, event: Event) -> None:
        chips.tray -= event["amount"]
        chips.credits += event["amount"]

    def _DropCollected(self, _: str, chips: Chips, event: Event) -> None:
        """What was bought in after the count lies in the next box; what was missing or too much is a difference."""
        difference = event.get("difference", 0)
        chips.box -= event["amount"] - difference
        assert chips.box >= 0, "the box has what was bought in"
        assert event.get("counted_by") or chips.box == 0, "by the books all of it is collected"
        chips.of_drop += difference

    # --- people -------------------------------------------------------------------------------------------------------

    def _SatDown(self, table: str, chips: Chips, event: Event) -> None:
        self.sitting[table, event["seat"]] = event["person"]
        self._ToppedUp(table, chips, event)

    def _ToppedUp(self, table: str, chips: Chips, event: Event) -> None:
        self.wallets[self.sitting[table, event["seat"]]] -= event["chips"]
        chips.box += event["chips"]
        chips.drop += event["chips"]
        chips.move(event["seat"], event["chips"])

    def _StoodUp(self, table: str, chips: Chips, event: Event) -> None:
        had = chips.stacks.pop(event["seat"], 0)
        assert had == event["chips"], f"seat {event['seat']} of {table} has {had} and takes {event['chips']} along"
        self.wallets[self.sitting.pop((table, event["seat"]))] += had

    # --- the round ----------------------------------------------------------------------------------------------------

    def _RoundBegan(self, _: str, chips: Chips, __: Event) -> None:
        assert not any(chips.layout.values()), "the last round is settled"
        chips.settled.clear()
        chips.fouled.clear()
        chips.counted_out.clear()

    def _BetPlaced(self, _: str, chips: Chips, event: Event) -> None:
        seat = event["seat"]
        chips.stacks[seat] += sum(chips.layout.pop(seat, {}).values())
        for wager, stake in event["stakes"].items():
            chips.put_down(seat, wager, stake)

    def _Raised(self, _: str, chips: Chips, event: Event) -> None:
        chips.put_down(event["seat"], event["wager"], event["stake"])

    def _TakenBack(self, _: str, chips: Chips, event: Event) -> None:
        chips.stacks[event["seat"]] += chips.layout[event["seat"]].pop(event["wager"])

    def _Surrendered(self, _: str, chips: Chips, event: Event) -> None:
        chips.settle(event["seat"], event["wager"], event["stake"], event["back"])

    def _WagerSettled(self, _: str, chips: Chips, event: Event) -> None:
        chips.settle(event["seat"], event["wager"], event["stake"], event["back"])

    def _JackpotBetTaken(self, table: str, *_: object) -> None:
        raise AssertionError(f"table {table} has a jackpot, which this does not count")

    def _HandFouled(self, _: str, chips: Chips, event: Event) -> None:
        chips.give_back(event["seat"])
        chips.counted_out.pop(event["seat"], None)
        chips.fouled.add(event["seat"])

    def _RoundVoided(self, _: str, chips: Chips, event: Event) -> None:
        for seat in map(int, event["refunds"]):
            if seat not in chips.fouled:
                chips.give_back(seat)

    def _PayoutChecked(self, _: str, chips: Chips, event: Event) -> None:
        chips.counted_out[event["seat"]] += event["paid"]

    def _PayoutCorrected(self, _: str, chips: Chips, event: Event) -> None:
        """A wrong hand-over is made good: what is left is what was due."""
        chips.counted_out[event["seat"]] += event["due"]

    def _RoundClosed(self, _: str, chips: Chips, __: Event) -> None:
        for seat, paid in chips.counted_out.items():
            won = sum(gain for gain in chips.settled[seat].values() if gain > 0)
            assert paid == won, f"{paid} was counted out for seat {seat}, whose wagers won {won}"

    def _PayoutCapped(self, _: str, chips: Chips, event: Event) -> None:
        chips.move(event["seat"], event["cap"] - event["won"])

    def _RoundCorrected(self, table: str, chips: Chips, event: Event) -> None:
        """What was handed over wrongly and what is right differ; a wrong hand-over that is made good moves nothing."""
        more = event["due"] - event["booked"] - event["kept"]
        seats = [seat for (where, seat), person in self.sitting.items() if (where, person) == (table, event["person"])]
        if seats:
            chips.stacks[seats[0]] += more
        else:
            self.wallets[event["person"]] += more
        if chips.is_open:
            chips.tray -= more
        else:
            chips.corrections += more
