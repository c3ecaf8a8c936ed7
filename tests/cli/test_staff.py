"""`cardroom staff`: a whole life of an account on the command line, and what it refuses in one line."""

from __future__ import annotations

import io

import pytest

PASSWORD = "a long enough sentence"


@pytest.fixture
def house(tmp_path, ok, monkeypatch):
    """The address of a database with a dealer and a supervisor, who has a card."""
    address = f"sqlite:///{tmp_path / 'house.db'}"
    for person, role in (("dora", "dealer"), ("sam", "supervisor")):
        code = ok("staff", "add", person, "--role", role, "--database", address).lines[-1]
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{code}\n{PASSWORD}\n"))
        ok("staff", "redeem", person, "--database", address)
    return address


def states(ok, house: str) -> dict[str, str]:
    return {one["person"]["id"]: one["state"] for one in ok("staff", "list", "--json", "--database", house).json}


def test_a_code_is_printed_and_its_holder_sets_the_password_once(tmp_path, ok, refused, monkeypatch):
    address = f"sqlite:///{tmp_path / 'house.db'}"
    first, second, code = ok("staff", "add", "eve", "--role", "executive", "--database", address).lines
    assert first == "eve is enrolled as executive."
    assert second == "The one-time code for that person, shown only now:"
    assert states(ok, address) == {"eve": "invited"}

    def redeem(code: str, password: str, *more: str) -> tuple[str, ...]:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{code}\n{password}\n4711\n"))
        return ("staff", "redeem", "eve", *more, "--database", address)

    assert refused(*redeem(code[:-1] + "?", PASSWORD)) == "That name and one-time code do not belong together."
    assert "10 to 200 characters" in refused(*redeem(code, "short"))
    drawing = tmp_path / "eve.svg"
    told, number, card = ok(*redeem(code.lower(), PASSWORD, "--pin", "--svg", str(drawing))).lines
    assert told == "eve can sign in."
    assert number.startswith("The staff card has the number ")
    assert card.startswith("CR-")
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    assert states(ok, address) == {"eve": "active"}
    assert "do not belong together" in refused(*redeem(code, PASSWORD))


def test_an_account_is_changed_suspended_reinstated_reset_and_ended(house, ok, refused):
    at = ("--database", house)
    assert ok("staff", "role", "dora", "cage", *at).out == "dora is cage from now on.\n"
    assert ok("staff", "suspend", "dora", "--why", "a question", *at).out == "dora is suspended.\n"
    assert states(ok, house)["dora"] == "suspended"
    assert ok("staff", "reinstate", "dora", *at).out == "dora is reinstated.\n"
    assert ok("staff", "reset", "dora", *at).lines[0] == "Password and PIN of dora count no more."
    assert states(ok, house)["dora"] == "invited"
    assert ok("staff", "end", "dora", "--why", "left", *at).out == "The account of dora has ended.\n"
    assert "has left the house" in refused("staff", "reset", "dora", *at)
    shown = ok("staff", "list", *at, width=100).lines
    assert shown[0].split() == ["id", "name", "role", "account", "card"]
    assert any(line.split()[:4] == ["dora", "dora", "cage", "ended"] for line in shown)


def test_a_house_that_has_had_two_people_is_told_when_the_command_line_opens_a_door(house, ok, monkeypatch):
    at = ("--database", house)
    for person, role in (("tom", "technician"), ("eve", "executive")):
        added = ok("staff", "add", person, "--role", role, *at)
        assert "acknowledge" not in added.out
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{added.lines[-1]}\n{PASSWORD}\n"))
        ok("staff", "redeem", person, *at)
    told = ok("staff", "add", "ann", "--role", "accounting", *at, width=100).lines
    assert told[-1] == "Two people must acknowledge the alert about this in the pit."
    assert "acknowledge" not in ok("staff", "suspend", "ann", "--why", "x", *at).out


def test_a_lost_card_is_revoked_or_replaced(house, ok, refused, monkeypatch):
    (sam,) = ok("staff", "card", "list", "--json", "--database", house).json
    number = sam["number"]
    told = refused("staff", "card", "issue", "sam", "--database", house)
    assert told == f"sam has card {number}: say why it is replaced."
    code = ok("staff", "card", "issue", "sam", "--why", "lost", "--database", house).lines[-1]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{code}\n4711\n"))
    ok("staff", "redeem", "sam", "--keep-password", "--pin", "--database", house)
    assert refused("staff", "card", "revoke", number, "--why", "lost", "--database", house) == (
        f"Card {number} is revoked already: lost."
    )
    new, _ = ok("staff", "card", "list", "--json", "--database", house).json
    assert (new["person"]["id"], new["has_pin"], new["is_valid"]) == ("sam", True, True)
    revoked = ok("staff", "card", "revoke", new["number"], "--why", "left", "--database", house)
    assert revoked.out == f"Card {new['number']} is revoked.\n"
    shown = ok("staff", "card", "list", "--database", house, width=100).lines
    assert shown[0].split() == ["number", "holder", "role", "issued", "PIN", "revoked"]
    assert len([line for line in shown if line.startswith((number, new["number"]))]) == 2


@pytest.mark.parametrize("pin", ["123", "12345678901", "abcd", ""])
def test_a_pin_has_four_to_eight_digits(house, ok, refused, monkeypatch, pin):
    code = ok("staff", "card", "issue", "dora", "--database", house).lines[-1]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{code}\n{pin}\n"))
    told = refused("staff", "redeem", "dora", "--keep-password", "--pin", "--database", house)
    assert told == "A PIN has four to eight digits."


def test_a_number_that_is_none_and_a_person_nobody_knows(house, refused):
    assert refused("staff", "card", "revoke", "12", "--why", "lost", "--database", house) == "There is no card 12."
    assert refused("staff", "card", "issue", "x", "--database", house) == "Nobody called “x” is enrolled."
