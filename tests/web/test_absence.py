"""Who is away, in virtual time."""

from __future__ import annotations

import asyncio

import pytest

from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.web.sockets.seat_absence import Absences

from ..floors import floor_text
from ..house.timed import timed
from ..virtual_time import run


def test_a_seat_without_a_socket_is_away_after_five_seconds_and_after_thirty_when_the_house_has_just_started(tmp_path):
    """Ann has no socket, Bob comes back in time; then Bob goes for longer."""

    async def story():
        async with timed(tmp_path, floor_text(["edge-1"])) as found:
            for seat, person in enumerate(("ann", "bob"), 1):
                await found.seat(person, "edge-1", seat)
            there: set[str] = set()
            absences = Absences(found.service, lambda person, _: person in there)
            absences.start()
            begun = found.seconds()
            absences.look_for("ann", "edge-1")
            absences.look_for("bob", "edge-1")
            await found.until(begun + 29)
            assert found.happened(e.SatOut) == []
            there.add("bob")
            await found.until(begun + 60)
            there.clear()
            absences.look_for("bob", "edge-1")
            await found.until(begun + 62)
            there.add("bob")  # his page was opened anew
            await found.until(begun + 70)
            there.clear()
            absences.look_for("bob", "edge-1")
            await asyncio.sleep(6)
            absences.stop()
            gone = [(at - begun, event.seat, event.cause) for at, event in found.happened(e.SatOut)]
            assert gone == [
                (pytest.approx(30, abs=0.1), 1, c.Absence.GONE),
                (pytest.approx(75, abs=0.1), 2, c.Absence.GONE),
            ]

    run(story())
