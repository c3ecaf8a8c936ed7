"""The power is cut at any moment, under load: nothing that anyone was told is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from ..patience import PATIENCE, patiently
from .servers import Server, read_log, require_in_order, serving
from .stories import Story, close_properly, story_of, until_interrupted_rounds_are_over

KILLS = int(os.environ.get("KILLS", "25"))  # `make soak-short` asks for a hundred, `make soak` for more
SEED = int(os.environ.get("CARDROOM_FAULT_SEED", "5"))


def run_story(folder: Path, database: str, kills: int, seed: int) -> Story:
    story = story_of(folder, database, seed)
    chance = random.Random(seed)
    (server,) = story.servers
    try:
        for number in range(1, kills + 1):
            _live(story, chance.randint(5, 40), chance.uniform(0.0, 0.2))
            story.check()
            if number % 5 == 0:
                server.start_and_kill(chance.uniform(0.3, 3.0))
                story.check()
            if number % 20 == 0:
                require_in_order(database)
        server.start()
        asyncio.run(story.while_all_play(lambda: until_interrupted_rounds_are_over(story), before=read_log(database)))
        close_properly(story)
    finally:
        story.kill()
    return story


def _live(story: Story, accepted: int, seconds: float) -> None:
    """Start, come back, play under load, and be killed at any moment of it, after so many more commands."""
    (server,) = story.servers
    enough = story.accepted() + accepted

    async def until_killed() -> None:
        async with patiently():
            while story.accepted() < enough:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await asyncio.sleep(seconds)
        server.kill()

    server.start()
    asyncio.run(story.while_all_play(until_killed, before=read_log(story.database)))
    story.faults["kill -9"] += 1


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # on the other, and more of it, in the soak
def test_killed_three_times_under_load_and_nothing_is_lost_or_done_twice(tmp_path: Path, database: str) -> None:
    story = run_story(tmp_path, database, 3, SEED)
    assert story.acknowledged >= 15
    assert story.resumed


@pytest.mark.soak
def test_killed_again_and_again_under_load(tmp_path: Path, database: str) -> None:
    story = run_story(tmp_path, database, KILLS, SEED + 1)
    assert story.repeats > 0, "no command was ever on disk without an answer: the kills come at tame moments"


@pytest.mark.slow
def test_nobody_writes_into_a_house_that_runs(tmp_path: Path, database: str) -> None:
    with serving(Server(tmp_path, database=database)) as first:
        before = read_log(database)
        command = [sys.executable, first.program, "staff", "add", "ann", "--role", "executive", "--database", database]
        second = subprocess.run(
            command,
            input="a long enough sentence\n",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=first.environment,
        )
        assert second.returncode == 2
        assert "A house runs on this database" in second.stderr
        assert "Traceback" not in second.stderr
        assert first.stop() == 0
        after = read_log(database)
        assert after.bodies[: len(before.bodies)] == before.bodies
    require_in_order(database)
