"""No English is in the log: what is recorded carries codes with fields, and a sentence is made when it is read."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, get_args

import msgspec
import pytest

from . import prose
from .tags import UNIONS


def test_nothing_that_is_recorded_is_given_a_sentence():
    """If this fails: give it a code, or an enum, with fields, and make the words where they are read."""
    assert len(prose.recorded()) > 250
    assert list(prose.sentences()) == []


@pytest.mark.parametrize(
    "text",
    [
        'def f(seat):\n    return HandFouled(seat=seat, why="the hand is dead")\n',
        'def f(seat):\n    why = f"seat {seat} is dead"\n    return e.HandFouled(seat=seat, why=why)\n',
        'def f(is_late):\n    return HandFouled(why="too late" if is_late else "")\n',
        'def f(code):\n    return Posting((), code, "of the ante")\n',
    ],
)
def test_a_sentence_is_found_however_it_is_given(text, tmp_path, monkeypatch):
    (tmp_path / "new.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(prose, "SOURCE", tmp_path)
    assert len(list(prose.sentences())) == 1


def _enums(kind: Any) -> set[type[StrEnum]]:
    found = {kind} if isinstance(kind, type) and issubclass(kind, StrEnum) else set()
    return found.union(*(_enums(inner) for inner in get_args(kind)))


def test_ids_of_what_is_recorded_have_no_blanks():
    kinds = [kind for union in UNIONS.values() for kind in get_args(union)]
    enums = {one for kind in kinds for field in msgspec.structs.fields(kind) for one in _enums(field.type)}
    assert len(enums) > 15
    assert [f"{enum.__name__}.{one.name}" for enum in enums for one in enum if " " in one.value] == []
