"""Nobody gets more than the file says that people have read."""

from __future__ import annotations

import difflib

import pytest

from .roles import FILE, written

pytestmark = pytest.mark.anyio


@pytest.mark.slow
async def test_every_command_and_route_answers_every_role_as_it_is_written() -> None:
    """If this fails: look at the difference, and if it is meant, `python -m tests.golden.roles`."""
    before, found = FILE.read_text(encoding="utf-8"), await written()
    difference = difflib.unified_diff(before.splitlines(), found.splitlines(), "roles.txt", "now", lineterm="", n=0)
    assert before == found, "\n" + "\n".join(difference)
