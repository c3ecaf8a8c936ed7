"""`cardroom staff card`: what it prints, and what it refuses in one line."""

from __future__ import annotations

import io

import pytest

PASSWORD = "a long enough sentence\n"


@pytest.fixture
def house(tmp_path, ok, monkeypatch):
    """The address of a database with a dealer and a supervisor, who has a card."""
    address = f"sqlite:///{tmp_path / 'house.db'}"
    for person, role in (("dora", "dealer"), ("sam", "supervisor")):
        monkeypatch.setattr("sys.stdin", io.StringIO(PASSWORD))
        ok("staff", "add", person, "--role", role, "--database", address)
    return address


def test_a_card_is_issued_with_a_number_a_code_and_a_drawing(house, ok, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("4711\n"))
    drawing = tmp_path / "dora.svg"
    first, second, code = ok(
        "staff", "card", "issue", "dora", "--pin", "--svg", str(drawing), "--database", house
    ).lines
    assert first == "A staff card for dora."
    assert second.startswith("Its number is ")
    assert code.startswith("CR-")
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    dora, sam = ok("staff", "card", "list", "--json", "--database", house).json
    assert (dora["person"]["id"], dora["has_pin"], dora["is_valid"]) == ("dora", True, True)
    assert (sam["person"]["id"], sam["has_pin"], sam["is_valid"]) == ("sam", False, True)
    assert code not in str(dora)


def test_a_lost_card_is_revoked_or_replaced(house, ok, refused):
    (sam,) = ok("staff", "card", "list", "--json", "--database", house).json
    number = sam["number"]
    assert refused("staff", "card", "issue", "sam", "--database", house) == (
        f"Sam has card {number}: say why it is replaced."
    ).replace("Sam", "sam")
    ok("staff", "card", "issue", "sam", "--why", "lost", "--database", house)
    assert refused("staff", "card", "revoke", number, "--why", "lost", "--database", house) == (
        f"Card {number} is revoked already: lost."
    )
    new = ok("staff", "card", "list", "--json", "--database", house).json[0]["number"]
    assert ok("staff", "card", "revoke", new, "--why", "left", "--database", house).out == f"Card {new} is revoked.\n"
    shown = ok("staff", "card", "list", "--database", house, width=100).lines
    assert shown[0].split() == ["number", "holder", "role", "issued", "PIN", "revoked"]
    assert len([line for line in shown if line.startswith((number, new))]) == 2


@pytest.mark.parametrize("pin", ["123", "12345678901", "abcd", ""])
def test_a_pin_has_four_to_eight_digits(house, refused, monkeypatch, pin):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{pin}\n"))
    told = refused("staff", "card", "issue", "dora", "--pin", "--database", house)
    assert told == "A PIN has four to eight digits."


def test_a_number_that_is_none_and_a_person_nobody_knows(house, refused):
    assert refused("staff", "card", "revoke", "12", "--why", "lost", "--database", house) == "There is no card 12."
    assert refused("staff", "card", "issue", "x", "--database", house) == "Nobody called “x” is enrolled."
