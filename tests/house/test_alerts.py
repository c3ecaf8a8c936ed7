"""Alerts: raised and ended by the house alone, acknowledged by those who may, and never more than there are places."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from cardroom.house.engine.permissions import MATRIX
from cardroom.house.features.alerts import causes as a
from cardroom.house.features.alerts.causes import AlertKind, AnyCause
from cardroom.house.features.alerts.text import KINDS, alert_in_words
from cardroom.house.kernel.people import ONLY_SERVICE, Role
from cardroom.house.log import commands as c
from cardroom.money import DOLLAR

from ..causes import cause_of

STALLED = c.RaiseAlert("delta-1", cause_of(AlertKind.STALLED))
DEPOSIT = c.RaiseAlert("delta", cause_of(AlertKind.DEPOSIT))
CHAIN = c.RaiseAlert("house", cause_of(AlertKind.CHAIN, "2026-03-02"))


def standing(room) -> dict[str, tuple[str, bool, bool]]:
    """By name: where, whether its cause has gone, whether somebody has acknowledged it."""
    found = room.house.alerts.items()
    return {name: (alert.place, alert.ended is not None, alert.seen_at is not None) for name, alert in found}


def told(room) -> list[str]:
    return room.told("alert")


def test_an_alert_stands_until_it_is_acknowledged_though_its_cause_has_gone(room):
    room.do("house", STALLED)
    room.do("house", c.ClearAlert("1"))
    assert standing(room) == {"1": ("delta-1", True, False)}
    room.do("supervisor", c.AcknowledgeAlert("1", "The dealer was relieved."))
    assert standing(room) == {}
    assert told(room) == [
        "Alert 1, table stalled (delta-1): Delta 1 has waited for its dealer longer than 100 seconds.",
        "The cause of alert 1, table stalled (delta-1), has gone.",
        "supervisor acknowledges alert 1, table stalled (delta-1): The dealer was relieved.",
    ]
    room.prove()


def test_acknowledged_it_is_shown_with_who_and_when_until_its_cause_has_gone(room):
    room.do("house", STALLED)
    room.do("executive", c.AcknowledgeAlert("1"))
    alert = room.house.alerts["1"]
    assert (alert.seen_by, alert.seen_at) == ("executive", room.now)
    assert room.refused("supervisor", c.AcknowledgeAlert("1")).message == "Executive has acknowledged alert 1 already."
    assert room.refused("house", STALLED).code == "raised"
    room.do("house", c.ClearAlert("1"))
    assert standing(room) == {}
    room.do("house", STALLED)
    assert standing(room) == {"2": ("delta-1", False, False)}
    room.prove()


def test_one_that_comes_again_unseen_is_the_same_alert(room):
    room.do("house", STALLED)
    since = room.now
    room.do("house", c.ClearAlert("1"))
    assert room.refused("house", c.ClearAlert("1")).code == "ended"
    room.do("house", STALLED)
    alert = room.house.alerts["1"]
    assert (alert.since, alert.times, alert.ended) == (since, 2, None)
    assert room.house.alerts_raised == 1
    room.prove()


def test_another_cause_at_the_same_place_is_another_alert_once_the_first_is_acknowledged(room):
    room.do("house", c.RaiseAlert("delta-1", cause_of(AlertKind.AWARD, "delta-1-7")))
    room.do("supervisor", c.AcknowledgeAlert("1"))
    room.do("house", c.RaiseAlert("delta-1", cause_of(AlertKind.AWARD, "delta-1-9")))
    assert standing(room) == {"2": ("delta-1", False, False)}
    room.prove()


def test_figures_that_change_make_no_other_cause(room):
    low = a.TrayLow(tray=10 * DOLLAR, needed=20 * DOLLAR, is_for_largest=False)
    room.do("house", c.RaiseAlert("delta-1", low))
    lower = a.TrayLow(tray=DOLLAR, needed=20 * DOLLAR, is_for_largest=True)
    assert room.refused("house", c.RaiseAlert("delta-1", lower)).code == "raised"
    room.do("house", c.RaiseAlert("house", a.ClockOff(seconds=90)))
    room.do("house", c.RaiseAlert("house", a.DatabaseClockOff(seconds=90)))
    assert room.house.alerts["2"].cause == a.DatabaseClockOff(seconds=90), "nobody had seen the first one"
    room.prove()


@pytest.mark.parametrize("kind", get_args(AnyCause))
def test_every_cause_is_told_in_a_sentence_and_keeps_none(kind):
    """Two are apart by fields that they have."""
    assert {kind.kind for kind in get_args(AnyCause)} == set(AlertKind) == set(KINDS)
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    assert not {"says", "cause", "why", "text"} & fields.keys()
    assert set(kind.apart) <= fields.keys()
    made = cause_of(kind.kind, "2026-03-02")
    words = alert_in_words(made, "delta-1")
    assert re.fullmatch(r"[A-Z].*\.|dealer is tapped in.*\.", words)
    stored = msgspec.json.encode(made).decode()
    assert " " not in stored
    assert msgspec.json.decode(stored, type=AnyCause) == made


def test_a_thousand_stalls_that_nobody_looks_at_are_one_alert(room):
    for _ in range(1_000):
        room.do("house", STALLED)
        room.do("house", c.ClearAlert("1"))
    assert list(room.house.alerts) == ["1"]
    size = len(room.house.checkpoint())
    room.do("house", STALLED)
    room.do("house", c.ClearAlert("1"))
    assert len(room.house.checkpoint()) == size


def test_accounting_acknowledges_deposits_and_a_technician_faults_and_neither_anything_else(room):
    for command in (STALLED, DEPOSIT, CHAIN):
        room.do("house", command)
    assert room.refused("accounting", c.AcknowledgeDeposit("1")).code == "other-alert"
    assert room.refused("technician", c.AcknowledgeFault("2")).code == "other-alert"
    room.turned_away("accounting", c.AcknowledgeAlert("2"))
    room.turned_away("technician", c.AcknowledgeAlert("3"))
    room.do("accounting", c.AcknowledgeDeposit("2", "on the way to the bank"))
    room.do("technician", c.AcknowledgeFault("3"))
    assert [alert.seen_by for alert in room.house.alerts.values()] == ["", "accounting", "technician"]
    assert room.refused("supervisor", c.AcknowledgeAlert("4")).code == "unknown-alert"
    room.prove()


@pytest.mark.parametrize("command", [STALLED, c.ClearAlert("1"), c.NoteVerification(1, "0" * 64, 0)])
def test_only_the_house_itself_raises_ends_and_notes(room, command):
    assert MATRIX[type(command)] == ONLY_SERVICE
    room.enrol("cage", "cage")
    room.enrol("administrator", "administrator")
    room.enrol("regulator", "regulator")
    for role in set(Role) - {Role.GUEST, Role.PLAYER, Role.SERVICE}:
        room.turned_away(role.value, command)


def test_a_table_taken_off_the_floor_takes_its_alerts_along(room, floor):
    room.do("house", STALLED)
    room.do("house", DEPOSIT)
    room.open(floor({"edge-1": "", "delta-2": ""}))
    assert standing(room) == {"2": ("delta", False, False)}
    room.prove()


def test_a_verification_of_the_log_is_noted_and_never_of_less_than_before(room):
    room.do("house", c.NoteVerification(5, "a" * 64, 0, "technician"))
    verified = room.house.verified
    assert (verified.last, verified.day, verified.findings, verified.at) == (5, "2026-03-02", 0, room.now)
    assert room.refused("house", c.NoteVerification(4, "a" * 64, 0)).code == "verified"
    assert room.refused("house", c.NoteVerification(10_000, "a" * 64, 0)).code == "bad-verification"
    room.do("house", c.NoteVerification(6, "b" * 64, 2))
    said = room.told("verification")
    assert said == [
        "The log up to record 5 is as it must be, asked for by technician.",
        "The log up to record 6 is not as it must be: 2 findings.",
    ]
    room.prove()


def test_the_docs_have_every_kind_of_alert_and_no_other():
    page = (Path(__file__).parents[2] / "docs" / "supervising-the-pit.md").read_text(encoding="utf-8")
    table = page.partition("| alert | when |")[2].partition("```toml")[0]
    told = [row.split("|")[1].strip() for row in table.splitlines()[2:] if row.startswith("|")]
    assert sorted(name for name in told if name) == sorted(KINDS.values())
    assert set(KINDS) == set(AlertKind)
