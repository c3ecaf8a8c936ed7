"""Accounting over HTTP: reports with their bands, as CSV and PDF, and the records behind a figure."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from cardroom.house.kernel.people import Role
from cardroom.money import DOLLAR

from ..floors import floor_text
from .running import NO_SIDE_BETS, TIMERS, Player, play_a_round, running, staff

pytestmark = pytest.mark.anyio


async def test_an_accountant_reads_prints_and_opens_every_report(tmp_path: Path) -> None:
    text = floor_text({"edge-2": NO_SIDE_BETS, "delta-1": ""}, links=("delta",), timers=TIMERS)
    async with (
        running(tmp_path, text=text) as server,
        await Player.arrive(server) as player,
        await staff(server, "acc", Role.ACCOUNTING) as acc,
        await staff(server, "aud", Role.AUDITOR) as auditor,
    ):
        await play_a_round(player, "edge-2")
        assert (await player.http.get("/api/accounting/reports/tables")).status_code == 403
        (on,) = (await auditor.http.get("/api/accounting/days")).json()
        day = on["day"]
        paper = (await acc.http.get("/api/accounting/reports/tables?bands=true")).json()
        first, *_ = paper["sections"]
        cells = next(row["cells"] for row in first["rows"] if row["cells"][0]["text"] == "Edge 2")
        drop = dict(zip(first["columns"], cells, strict=True))["drop"]
        assert (drop["text"], first["columns"][9]) == ("$200", "95% band of the win")
        assert cells[9]["text"] == "−$25 to $20"
        assert {name: value for name, (value,) in parse_qs(drop["opens"]).items()} == {
            "figure": "drop", "period": day, "place": "edge-2",
        }  # fmt: skip
        behind = (await auditor.http.get(f"/api/accounting/figure?{drop['opens']}")).json()
        assert (behind["amount"], behind["is_equal"]) == (200 * DOLLAR, True)
        assert [line["amount"] for line in behind["lines"]] == [200 * DOLLAR]
        for report in ("tables", "games", "meters", "bank", "due", "day"):
            for by in ("game", "shift", "dealer") if report == "tables" else ("table",):
                address = f"/api/accounting/reports/{report}"
                asked = f"?period={day}&by={by}&shift=08:00"
                shown = (await acc.http.get(f"{address}{asked}")).json()
                sheet = await acc.http.get(f"{address}/page.csv{asked}")
                assert sheet.headers["content-type"].startswith("text/csv")
                rows = list(csv.reader(io.StringIO(sheet.text)))
                told = [row[0] for row in rows if row]
                assert {section["title"] for section in shown["sections"]} <= set(told)
                assert len(told) >= sum(len(section["rows"]) for section in shown["sections"])
        pdf = await acc.http.get(f"/api/accounting/reports/tables/page.pdf?period={day}")
        assert pdf.content.startswith(b"%PDF")
        for asked, code in (("?by=dealer&period=2026", "of-a-day"), ("?period=", "bad-period")):
            answer = await acc.http.get(f"/api/accounting/reports/tables{asked}")
            assert (answer.status_code, answer.json()["code"]) == (409, code)
        content = "Date,Amount\n2026-03-05,12.50\n"
        lines = await acc.http.post(
            "/api/accounting/statement-lines",
            json={"content": content, "columns": {"dated": "Date", "amount": "Amount"}},
        )
        assert lines.json() == [{"dated": "2026-03-05", "amount": 12_500_000}]
        closing = (await auditor.http.get(f"/api/accounting/days/{day}")).json()
        assert [step["id"] for step in closing["steps"]] == [
            "over", "drop", "openers", "differences", "slips", "closed",
        ]  # fmt: skip
