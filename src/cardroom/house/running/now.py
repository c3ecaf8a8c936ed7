"""The house's clock. A context may have another one, so that a process can hold houses of different times."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime


def _by_the_machine() -> datetime:
    return datetime.now(UTC)


clock: ContextVar[Callable[[], datetime]] = ContextVar("clock", default=_by_the_machine)


def now() -> datetime:
    return clock.get()()
