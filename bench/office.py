"""How fast the pages of the office answer with a long log behind them: `python bench/office.py [RECORDS …]`.

The log is that of `growth.py`, with people of the staff, fills, drops, deposits and statements on each of its days. A
real server is asked for each page over HTTP by whoever it is for, and the fastest of a few answers is to come within
300 ms. `python bench/office.py 1e6` takes about ten minutes, most of them to make the log.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote

import growth
from driving.figures import Report
from growth import CARDROOM, PASSWORD, Generator, fastest, get, sign_in

from cardroom.errors import CardroomError
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.kernel.people import SERVICE, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.identity.secret_hashes import new_hasher
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.jackpots import commands as j
from cardroom.money import CENT, DOLLAR

LIMIT = 300  # ms
STAFF = (Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING, Role.AUDITOR, Role.CAGE)
TABLE, LINK = "delta-1", "delta"

Pages = dict[str, list[tuple[str, str]]]  # by who asks: what it is, and its address


class Office(Generator):
    """A house whose office works as well."""

    def __init__(self, database: Path, chances: Callable[..., object], seed: int = 1) -> None:
        super().__init__(database, chances, seed)
        hashed = new_hasher().hash(PASSWORD)
        for role in STAFF:
            self.do(SERVICE.id, c.Enrol(role.value, role.value.title(), role.value))
            self.store.set_password(role.value, hashed)
        self.kept = ""  # the last day that it has worked on

    def _keep_house(self) -> None:
        super()._keep_house()
        if self.house.day != self.kept:
            self.kept = self.house.day
            self._slips()
            self._bank()

    def _slips(self) -> None:
        for table in ("delta-1", "edge-1", "war-1"):
            rack = {25 * DOLLAR: 40}
            self.must("dealer", c.AskSlip(table, SlipKind.FILL, rack))
            number = self.house.last_slip
            self.must("supervisor", c.ApproveSlip(number))
            self.must("cage", c.SendFill(number))
            self.must("dealer", c.ReceiveFill(number))
            self.do("accounting", c.CollectDrop(table))  # of an empty box there is none

    def _bank(self) -> None:
        for name, link in self.house.links.items():
            cents = link.state.undeposited // CENT * CENT
            if cents > 0 and not link.state.config.is_house:
                self.must("accounting", c.OnBank(name, j.RecordDeposit(amount=cents)))
                self.must("accounting", c.EnterStatement(name, self.kept, link.state.held // CENT * CENT))

    def must(self, person: str, command: c.AnyCommand) -> None:
        if not self.do(person, command):
            raise CardroomError("bench", f"The bench is out of date: {person} may not do {command}.")

    # --- what to ask for ----------------------------------------------------------------------------------------------

    def pages(self) -> Pages:
        """Of the last whole day, its month, its year, and everything."""
        with self.store.reading() as reader:
            days = [row.day for row in reader.days()]
            rounds = reader.rounds_before(TABLE, 2**53, 100)
            wins = reader.hits(LINK, "9999")
        day = days[-2] if len(days) > 1 else days[-1]
        pages: Pages = {
            "accounting": [("all days", "accounting/days"), ("the close of a day", f"accounting/days/{day}")],
            "cage": [
                ("hand-pays", "hand-pays"), ("slips", "slips"), ("a slip", "slips/1"),
                ("slips of a day", f"slips/report?day={day}"),
            ],
            "supervisor": [("pit", "pit"), ("awards", "awards"), ("wins of a day", f"wins?day={day}"),
                           ("changes that wait", "requests"), ("rounds of a table", f"rounds?table={TABLE}")],
            "auditor": [("rounds by seat", f"rounds?table={TABLE}&seat=1")],
        }  # fmt: skip
        accounting = pages["accounting"]
        for what, period in ("a day", day), ("a month", day[:7]), ("a year", day[:4]):
            asked = f"?period={period}"
            accounting += [(f"tables, {what}", f"accounting/reports/tables{asked}"),
                           (f"games report, {what}", f"accounting/reports/games{asked}"),
                           (f"meters, {what}", f"accounting/reports/meters{asked}"),
                           (f"drop, {what}", f"accounting/figure{asked}&figure=drop")]  # fmt: skip
        for by in ("dealer", "shift"):
            accounting.append((f"tables by {by}, a day", f"accounting/reports/tables?period={day}&by={by}"))
        accounting += [
            ("report of a day", f"accounting/reports/day?period={day}"),
            ("tables by day, a year", f"accounting/reports/tables?period={day[:4]}&by=day"),
            ("records of a drop", f"accounting/figure?period={day}&figure=drop&place={TABLE}"),
            ("records of a handle", f"accounting/figure?period={day}&figure=handle&place={TABLE}"),
            ("records of a meter", f"accounting/figure?period={day}&figure={quote('meter:Progressive')}&link={LINK}"),
            ("meters, their whole life", "accounting/reports/meters?period="),
            ("bank accounts", "accounting/bank"),
            ("deposits", f"accounting/figure?figure=deposits&link={LINK}"),
            ("cash and tax, a year", f"accounting/due?period={day[:4]}"),
        ]
        if rounds:
            pages["auditor"] += [
                ("a round explained", f"rounds/{rounds[-1].round_id}/explained"),
                ("rounds around a time", f"rounds?table={TABLE}&around={quote(day + 'T12:00:00Z')}"),
            ]
        pages["supervisor"] += [("a win", f"wins/{LINK}/{win.win}") for win in wins[:1]]
        return pages


# --- measuring --------------------------------------------------------------------------------------------------------


def measure(report: Report, database: Path, pages: Pages, size: str) -> None:
    with serving(database) as address:
        for person, asked in pages.items():
            cookie = sign_in(address, person)
            for what, page in asked:
                url = f"{address}/api/{page}"
                try:
                    taken = fastest(lambda url=url, cookie=cookie: get(url, cookie))
                except HTTPError as error:
                    raise CardroomError("bench", f"{person} asks for {page}: {error.read().decode()}") from None
                report.add(f"{size}: {what}", 1000 * taken, "ms", at_most=LIMIT)


@contextmanager
def serving(database: Path) -> Iterator[str]:
    command = [CARDROOM, "serve", "--port", "0", "--database", f"sqlite:///{database}", "--no-rate-limits"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().rsplit(" ", 1)[-1].strip()
        finally:
            server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the pages of the office answer with a long log behind them.")
    parser.add_argument("records", nargs="*", type=float, help="sizes of the log, by default 100000")
    report, asked = Report.asked(parser)
    growth.TURNS = 1 if report.is_tiny else 3
    sizes = [int(size) for size in asked.records] or ([500] if report.is_tiny else [100_000])
    laboratory = LabProcess()
    with tempfile.TemporaryDirectory() as folder:
        office = Office(Path(folder) / "office.db", laboratory.chances)
        for size in sizes:
            office.grow_to(size)
            copy = office.copied(Path(folder) / f"copy-{size}.db")
            measure(report, copy, office.pages(), f"{size:,} records")
    laboratory.close()


if __name__ == "__main__":
    try:
        main()
    except CardroomError as error:
        sys.exit(error.message)
