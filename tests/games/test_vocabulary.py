"""The words of game files: one import line brings them, and one page explains each."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from cardroom.games import sheets, vocabulary

SHEETS = sorted(Path(str(sheets.__file__)).parent.glob("[a-z]*.py"))
OUTSIDE = sorted((Path(__file__).parents[1] / "outside").glob("*.py"))
PAGE = Path(__file__).parents[2] / "docs" / "game-vocabulary.md"


def test_the_page_explains_every_word_once_and_no_other():
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    words = [word for row in rows for word in re.findall(r"`(\w+)`", row)]
    assert sorted(words) == sorted(vocabulary.__all__)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_a_printed_game_imports_nothing_else(sheet):
    imported = {
        node.module
        for node in ast.walk(ast.parse(sheet.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
    }
    assert {module for module in imported if not module.startswith("cardroom.games.sheets.")} == {
        "cardroom.games.vocabulary"
    }


def test_every_word_is_used_by_a_game_or_names_a_type():
    text = "".join(path.read_text(encoding="utf-8") for path in (*SHEETS, *OUTSIDE))
    assert {word for word in vocabulary.__all__ if not re.search(rf"\b{word}\b", text)} <= {"PointRanking"}
