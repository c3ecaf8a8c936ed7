"""Time that passes only when nobody has anything to do: an hour of play takes as long as its work does.

>>> from cardroom.house.runtime.house_clock import now
>>> async def story():
...     begun = asyncio.get_running_loop().time()
...     await asyncio.sleep(3_600)
...     return asyncio.get_running_loop().time() - begun, now()
>>> run(story())
(3600.0, datetime.datetime(2026, 3, 2, 13, 0, tzinfo=datetime.timezone.utc))
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from datetime import UTC, datetime
from typing import Any, TypeVar, TypeVarTuple

from cardroom.house.runtime.house_clock import SteadyClock, clock

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

BEGINS = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)

__all__ = ["BEGINS", "VirtualTime", "clock_of", "run"]


class _Idle(selectors.DefaultSelector):  # type: ignore[misc,valid-type] # its kind depends on the machine
    """What the loop waits with: time goes on by as much as it would have waited."""

    loop: VirtualTime

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found and timeout is None:
            raise RuntimeError("Nothing will ever happen here: everyone waits for something, and no timer runs.")
        if not found and timeout:
            self.loop.moment += timeout
        return found


class VirtualTime(asyncio.SelectorEventLoop):
    """A loop of its own time. What is given to a thread is done here, after a delay where `delay` gives one.

    The work itself is done when the delay is over: what is to be on disk is there only then.
    """

    def __init__(self, delay: Callable[[], float] = lambda: 0.0) -> None:
        self.moment = 0.0
        self.ahead = 0.0  # the machine's clock, in seconds
        self.delay = delay
        idle = _Idle()
        idle.loop = self
        super().__init__(idle)
        self._clock_resolution = 1e-6  # sums of floats are not exact

    def time(self) -> float:
        return self.moment

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(func(*args))
            except BaseException as error:  # noqa: BLE001 - it is whoever waits for it who is told
                done.set_exception(error)

        if (seconds := self.delay()) > 0:
            self.call_later(seconds, work)
        else:
            work()
        return done


def clock_of(loop: VirtualTime, begins: datetime = BEGINS) -> Callable[[], datetime]:
    """A house's clock that goes by a loop's time; the machine's may be set."""
    return SteadyClock(lambda: begins.timestamp() + loop.moment + loop.ahead, lambda: loop.moment)


def run(
    story: Coroutine[object, object, T],
    *,
    delay: Callable[[], float] = lambda: 0.0,
    begins: datetime = BEGINS,
) -> T:
    """A story in its own time, which begins at `begins`."""
    loop = VirtualTime(delay)
    context: Context = copy_context()
    context.run(clock.set, clock_of(loop, begins))
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(story, context=context)
