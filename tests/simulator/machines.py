"""Machines in one virtual time: what runs on one can be paused, and ends at any await without a word.

Whatever a machine's code does, it does as callbacks of the loop, in contexts that carry the machine: so a pause holds
those back, and an end drops them. What it gives to a thread runs in a greenlet, which waits at every transaction: so
others come in between two transactions of one function, as they do with threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from random import Random
from typing import Any

import greenlet

from ..virtual_time import VirtualTime

current: ContextVar[Machine | None] = ContextVar("machine", default=None)


@dataclass(eq=False)
class Machine:
    """One process of a server, from its start to its end."""

    name: str
    loop: MachineTime
    is_over: bool = False
    is_buried: bool = False  # the story is told; what its tasks still do goes nowhere
    is_paused: bool = False
    jobs: int = 0  # given to threads, and not finished
    ends_after: int | None = None  # so many callbacks more
    on_end: Callable[[], None] = lambda: None
    context: Context = field(default_factory=copy_context)
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)  # kept: what is collected runs its `finally`
    _held: list[tuple[asyncio.Handle, Callable[..., object], tuple[Any, ...], Context]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.run(current.set, self)

    @property
    def is_idle(self) -> bool:
        return self.jobs == 0 and not self.is_over

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return self.context.run(self.loop.create_task, work)

    def end(self) -> None:
        """No callback of it runs any more. They are kept: a task that is never to run again cannot be closed."""
        if not self.is_over:
            self.is_over = True
            self.on_end()

    async def bury(self) -> None:
        """Let what is left over run out; its database is out of reach."""
        self.is_buried, self.is_over, self.ends_after, self.on_end = True, False, None, lambda: None
        self.wake()
        if tasks := [task for task in self.tasks if not task.done()]:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=60)

    def pause(self) -> None:
        self.is_paused = True

    def wake(self) -> None:
        self.is_paused = False
        if self.is_over:
            return
        held, self._held = self._held, []
        for handle, callback, args, context in held:
            self.loop.call_soon(_unless_cancelled, handle, callback, args, context=context)

    def runs(self, cell: list[asyncio.Handle], callback: Callable[..., object], args: tuple[Any, ...]) -> None:
        if self.is_paused or self.is_over:
            self._held.append((cell[0], callback, args, cell[0]._context))  # type: ignore[attr-defined]
            return
        if self.ends_after is not None:
            self.ends_after -= 1
            if self.ends_after < 0:
                self.end()
                self.runs(cell, callback, args)
                return
        callback(*args)


def _unless_cancelled(handle: asyncio.Handle, callback: Callable[..., object], args: tuple[Any, ...]) -> None:
    if not handle.cancelled():
        callback(*args)


class Job(greenlet.greenlet):
    """What a machine has given to a thread."""

    machine: Machine | None
    is_on_its_way = True  # what was sent before a pause or an end may still arrive


def wait(seconds: float) -> None:
    """In a job: let others come first."""
    job = greenlet.getcurrent()
    if isinstance(job, Job):
        assert job.parent is not None
        job.parent.switch(seconds)


class MachineTime(VirtualTime):
    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.chance = chance
        self._jobs: set[Job] = set()  # unfinished ones: what is collected runs its `finally`
        self.set_exception_handler(lambda *_: None)
        self.set_task_factory(_kept_task)

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.Handle:
        context = context if context is not None else copy_context()
        machine = context.get(current)
        if machine is None:
            return super().call_soon(callback, *args, context=context)
        cell: list[asyncio.Handle] = []
        cell.append(super().call_soon(machine.runs, cell, callback, args, context=context))
        return cell[0]

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        context = context if context is not None else copy_context()
        machine = context.get(current)
        if machine is None:
            return super().call_at(when, callback, *args, context=context)
        cell: list[asyncio.Handle] = []
        handle = super().call_at(when, machine.runs, cell, callback, args, context=context)
        cell.append(handle)
        return handle

    def add_signal_handler(self, sig: int, callback: Callable[..., object], *args: Any) -> None:
        raise NotImplementedError

    def run_in_executor(self, executor: object, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        done: asyncio.Future[Any] = self.create_future()
        context = copy_context()

        def finish(deliver: Callable[[Any], None], outcome: Any) -> None:
            if not done.done():
                deliver(outcome)

        def work() -> None:
            try:
                outcome = func(*args)
            except Exception as error:  # noqa: BLE001 - it is whoever waits for it who is told
                self.call_soon(finish, done.set_exception, error, context=context)
            else:
                self.call_soon(finish, done.set_result, outcome, context=context)

        job = Job(work)
        job.machine = current.get()
        self._jobs.add(job)
        if job.machine is not None:
            job.machine.jobs += 1
        Context().run(self._go_on, job)
        return done

    def drop_jobs(self) -> None:
        for job in self._jobs:
            job.throw()
        self._jobs.clear()

    def _go_on(self, job: Job) -> None:
        machine = job.machine
        if machine is not None and (machine.is_paused or machine.is_over):
            if not (job.is_on_its_way and self.chance.random() < 0.5):
                if not machine.is_over:
                    self.call_later(0.05, self._go_on, job)  # when it is awake again
                return
            job.is_on_its_way = False
        seconds = job.switch()
        if job.dead:
            self._jobs.discard(job)
            if machine is not None:
                machine.jobs -= 1
        else:
            self.call_later(seconds, self._go_on, job)


def _kept_task(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **more)
    if (machine := current.get()) is not None:
        machine.tasks.append(task)
    return task
