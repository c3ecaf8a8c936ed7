"""What a server does by itself: whatever fails is logged, counted and told, and goes on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import cardroom
from cardroom.errors import CardroomError
from cardroom.house.runtime import background_tasks
from cardroom.house.runtime.background_tasks import LOOP, STILL_TOLD, Background

from ..virtual_time import run

# Where a task is started otherwise, and who notices its end.
STARTED_ELSEWHERE = {
    "house/runtime/background_tasks.py": "the one place",
    "house/runtime/group_commit.py": "the log cannot be written: the house ends, and says so",
    "house/runtime/table_clocks.py": "a clock that fails stops its table",
    "house/runtime/log_verifier.py": "the pit tells what went wrong",
    "house/runtime/backup_maker.py": "the administrator's page tells what went wrong",
    "house/runtime/examinations.py": "the page tells what went wrong",
    "house/runtime/lab/lab_service.py": "whoever asked waits for it",
    "house/runtime/standby.py": "waited for",
    "web/fixed_documents.py": "whoever asked waits for it, and the next one makes it again",
    "web/gateway/listener.py": "waited for, to the end of the server",
    "web/sockets/table_socket.py": "waited for, to the end of the connection",
    "cli/house/server_lifecycle.py": "waited for, to the end of the server",
}


def test_every_task_is_started_where_its_end_is_seen():
    source = Path(cardroom.__file__).parent
    starts = re.compile(r"create_task\(|ensure_future\(|Thread\(")
    found = {
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        if starts.search(path.read_text(encoding="utf-8"))
    }
    worker = {"house/runtime/lab/lab_process.py"}  # a thread in a process of its own, which ends with the house
    assert found - worker == set(STARTED_ELSEWHERE)


def failing(times: int, error: Exception, then: asyncio.Event) -> Callable[[], Coroutine[Any, Any, None]]:
    left = [times]

    async def work() -> None:
        if left[0]:
            left[0] -= 1
            raise error
        then.set()
        await asyncio.Event().wait()

    return work


def test_what_fails_is_logged_counted_and_begins_anew_later_and_later(caplog):
    async def story() -> None:
        tasks, works, told = Background(), asyncio.Event(), []
        tasks.told.add(lambda: told.append(True))
        began = asyncio.get_running_loop().time()
        tasks.keep("sweeping", failing(3, ZeroDivisionError("dust"), works))
        await works.wait()
        assert tasks.failures == {"sweeping": 3}
        assert len(told) == 3
        assert asyncio.get_running_loop().time() - began == background_tasks.SOONEST * (1 + 2 + 4)
        assert tasks.running == ["sweeping"]
        assert tasks.troubles == {"sweeping": "ZeroDivisionError"}
        assert caplog.text.count("sweeping has failed") == 3
        assert "dust" in caplog.text
        tasks.stop()
        await asyncio.sleep(1)
        assert tasks.running == []

    run(story())


def test_a_failure_is_told_for_a_while(monkeypatch):
    async def story() -> None:
        tasks, moment = Background(), [1_000.0]
        monkeypatch.setattr(background_tasks, "monotonic", lambda: moment[0])
        tasks.failed("sweeping", ZeroDivisionError())
        assert tasks.troubles
        moment[0] += STILL_TOLD + 1
        assert not tasks.troubles
        assert tasks.failures["sweeping"] == 1, "ever"

    run(story())


def test_what_is_done_once_and_refused_is_told_with_its_code(caplog):
    async def story() -> None:
        tasks = Background()

        async def refused() -> None:
            raise CardroomError("no-broom", "There is no broom; buy one.")

        await tasks.once("sweeping", refused())
        assert tasks.troubles == {"sweeping": "no-broom"}
        assert "There is no broom" in caplog.text

    run(story())


def test_what_nobody_waits_for_is_told_too(caplog):
    async def story() -> None:
        tasks, loop = Background(), asyncio.get_running_loop()
        tasks.watch_the_loop()
        loop.call_soon(lambda: 1 // 0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert tasks.failures == {LOOP: 1}
        assert "ZeroDivisionError" in caplog.text
        tasks.stop()

    run(story())
