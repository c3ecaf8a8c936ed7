"""The same commands give the same facts as when they were written down, whatever has become of the code since.

Where a fact differs, either the code is wrong or its behaviour is to change: see CONTRIBUTING.md, “The guard”.
"""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.games.model import Game
from cardroom.house.engine import money_movements
from cardroom.house.engine.house import House
from cardroom.house.log.idempotency import Receipt
from cardroom.house.views import table_frames
from cardroom.money import DOLLAR
from cardroom.table.engine import settlement

from .replay import first_difference, read_chapters, read_facts

CHAPTERS = {chapter.name: chapter for chapter in read_chapters()}
FACTS = read_facts()


def test_there_are_chapters():
    assert CHAPTERS.keys() == FACTS.keys()
    assert sum(len(chapter.steps) for chapter in CHAPTERS.values()) > 5_000


@pytest.mark.parametrize("name", CHAPTERS)
def test_the_same_commands_give_the_same_facts(name):
    """In the house that does them, in one that folds its records, and in one from a checkpoint in the middle."""
    told = first_difference(CHAPTERS[name], FACTS[name])
    assert not told, f"\n{told}"


# --- it fails when it must --------------------------------------------------------------------------------------------


def differs(pattern: str = "delta-1, evening") -> str:
    """The first difference in one of the chapters of this name."""
    names = [name for name in CHAPTERS if name.startswith(pattern)]
    return next((told for name in names if (told := first_difference(CHAPTERS[name], FACTS[name]))), "")


def test_another_pay_off_is_found(monkeypatch):
    pays = settlement.amount_back
    monkeypatch.setattr(settlement, "amount_back", lambda *args: (back := pays(*args)) + (DOLLAR if back else 0))
    lines = differs().splitlines()
    assert lines[0].startswith("chapter “delta-1, evening 1”, step ")
    assert lines[0].endswith("the house")
    assert " / back" in lines[2]
    assert int(lines[4].split()[-1]) == int(lines[3].split()[-1]) + DOLLAR


def test_a_card_that_others_see_is_found(monkeypatch):
    monkeypatch.setattr(table_frames, "view", lambda event, viewer: event)
    told = differs()
    assert "where:  seen / delta-1 / anyone / " in told
    assert "before: (nothing)" in told


def test_a_fold_that_comes_to_something_else_is_found(monkeypatch):
    apply = House.apply

    def forgets(house: House, *args) -> Receipt:
        receipt = apply(house, *args)
        house.books["cage"] = house.balance("cage") + 1
        return receipt

    monkeypatch.setattr(House, "apply", forgets)
    told = differs()
    assert "where:  state / balances / cage" in told


def test_a_checkpoint_that_leaves_something_out_is_found(monkeypatch):
    go_on_from = House.go_on_from

    def forgets(house: House, body: bytes) -> None:
        go_on_from(house, body)
        house.receipts = {}

    monkeypatch.setattr(House, "go_on_from", forgets)
    assert "the house from the checkpoint after step " in differs()


def test_sentences_may_change(monkeypatch):
    monkeypatch.setattr(Game, "cite", lambda *_: "as the sheet has it")
    monkeypatch.setattr(table_frames, "waits_in_words", lambda *_: "Wait.")
    monkeypatch.setattr(money_movements, "posting_in_words", lambda *_: "money moves")
    monkeypatch.setattr(CardroomError, "__init__", reworded)
    for chapter in ("delta-1", "harbour-stud-1", "real cards", "doors", "the jackpots' money", "corrected days"):
        assert not differs(chapter)


def reworded(error: CardroomError, code: str, *_: object) -> None:
    error.code, error.message = code, "No."
