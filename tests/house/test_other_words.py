"""Sentences are made when they are read: with every one of them another, a log is what it was."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardroom.errors import CardroomError
from cardroom.games.model import Game
from cardroom.house.audit.log_audit import Audit
from cardroom.house.storage.schema import metadata
from cardroom.house.storage.store import Store

from ..stores import open_house_from
from .conftest import KEYS
from .logs import eventful

TEXT = re.compile(r"(tell|cite|explained|show_money|show_gain|spell_money|(\w+_)?in_words)$")
ROOMS = ("cardroom.house", "cardroom.jackpots", "cardroom.table", "cardroom.games", "cardroom.ledger", "cardroom.money")


def modules() -> Iterator[ModuleType]:
    for name, module in list(sys.modules.items()):
        if name == "cardroom" or name.startswith(ROOMS):
            yield module


def reword(patch: pytest.MonkeyPatch) -> int:
    """Every text function says something else, wherever it is imported; and so do words of ids, and refusals."""
    found = 0
    for module in modules():
        for name, value in list(vars(module).items()):
            is_text = inspect.isfunction(value) and value.__annotations__.get("return") == "str"
            if is_text and TEXT.match(value.__name__):
                patch.setattr(module, name, lambda *_, **__: "as it were")
                found += 1
            if inspect.isclass(value) and issubclass(value, StrEnum) and "told" in vars(value):
                is_property = isinstance(vars(value)["told"], property)
                patch.setattr(value, "told", property(lambda _: "so") if is_property else lambda *_: "so")
                found += 1
    patch.setattr(Game, "cite", lambda *_: "as the sheet has it")
    patch.setattr(CardroomError, "__init__", _refuse)
    return found


def _refuse(error: CardroomError, code: str, *_: object) -> None:
    Exception.__init__(error, code)
    error.code, error.message = code, "No."


def facts(store: Store) -> dict[str, Any]:
    """What opens, what an audit finds, what the index has, and what the days come to."""
    house = open_house_from(store)
    with store.reading() as reader:
        audit = Audit(reader, keys=KEYS)
        audit.run()
    with store.engine.connect() as connection:
        rows = {table.name: sorted(map(str, connection.execute(table.select()))) for table in metadata.sorted_tables}
    return {"state": house.checkpoint(), "findings": [str(one) for one in audit.findings], "rows": rows}


def test_a_log_is_the_same_when_every_sentence_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, store = eventful(tmp_path)
    before = facts(store)
    assert before["findings"] == []
    with monkeypatch.context() as patch:
        assert reword(patch) > 30
        assert facts(store) == before
        again = tmp_path / "again"
        again.mkdir()
        _, other = eventful(again)
        with store.reading() as one, other.reading() as two:
            assert [written.body for written in two.written()] == [written.body for written in one.written()]
