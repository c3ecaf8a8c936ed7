"""What the pit is told of a table's risk and of the band of its win."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom.house.kernel.people import Role
from cardroom.money import DOLLAR

from ..floors import floor_text
from .running import NO_SIDE_BETS, TIMERS, Player, play_a_round, running, staff

pytestmark = pytest.mark.anyio


async def test_the_pit_is_told_what_a_table_risks_and_where_its_win_must_lie(tmp_path: Path) -> None:
    text = floor_text({"edge-2": NO_SIDE_BETS}, links=(), timers=TIMERS)
    async with (
        running(tmp_path, text=text) as server,
        await Player.arrive(server) as player,
        await staff(server, "sue", Role.SUPERVISOR) as sue,
    ):
        await play_a_round(player, "edge-2")
        assert (await player.http.get("/api/pit/exposure")).status_code == 403
        answer = await sue.http.get("/api/pit/exposure")
        assert answer.status_code == 200, answer.text
        (told,) = answer.json()
    assert (told["table"], told["drop"]) == ("edge-2", 200 * DOLLAR)
    assert [regret["kind"] for regret in told["exposure"]["regrets"]] == ["player-edge", "small-bank"]
    assert "15.02%" in told["exposure"]["regrets"][0]["text"]
    band = told["band"]
    assert (band["method"], band["is_exact_deviation"]) == ("exact", True)
    assert (band["low"], band["high"]) == (-25 * DOLLAR, 20 * DOLLAR)
    assert told["is_inside"] is (band["low"] <= told["win"] <= band["high"])
