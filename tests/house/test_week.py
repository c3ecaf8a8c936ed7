"""A week on a fast clock: every report is, to the cent, what the exported log adds up to; on both databases."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cardroom.house.engine import live_table
from cardroom.house.log import events as e
from cardroom.house.storage.store import Store
from cardroom.jackpots import events as j
from cardroom.money import CENT

from ..stores import write
from .conftest import stacked_shuffle
from .logs import stored
from .recounted import exported, require_recounted
from .week import DAYS, Week


@pytest.fixture(scope="module")
def week() -> Week:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_table, "shuffle", stacked_shuffle)
        return Week()


@pytest.fixture(scope="module")
def weeks_export(week, tmp_path_factory) -> Iterator[tuple[Week, Store, list[str]]]:
    store = stored(week, tmp_path_factory.mktemp("week") / "house.sqlite")
    yield week, store, exported(store)
    store.close()


def test_a_week_has_every_kind_of_win_and_of_trouble(week):
    """Otherwise it would prove less than it says."""
    paid = week.events(j.AwardPaid)
    assert {one.source for one in paid} == {"meter", "house", "tray"}
    assert {bool(one.seed) for one in paid if one.source == "meter"} == {True, False}
    happened = {type(event).__name__ for part in week.parts() for event in part.events}
    assert happened >= {
        "EnvyPaid", "WinBackedOut", "AwardReturned", "AwardHandedOver", "HandPayPaid", "WagerRefunded", "Adjusted",
        "GameVoided", "RoundVoided", "HandFouled", "MispayCorrected", "PayoutDiffered", "RoundCorrected",
        "Filled", "Credited", "SlipVoided", "TrayChecked", "DropCollected", "Flagged",
        "Deposited", "StatementEntered", "LinkClosed", "LinkReopened", "LinkChanged", "NoteWritten", "DayClosed",
    }  # fmt: skip
    assert [one.day for one in week.events(e.DayClosed)] == DAYS
    week.prove()


def test_every_report_of_a_week_is_what_its_exported_log_adds_up_to(week, database):
    store = Store(database)
    store.migrate()
    write(store, week.dones)
    counted = require_recounted(week, store)
    assert counted.days[:7] == DAYS
    store.close()


@pytest.mark.parametrize(
    ("kind", "changed"),
    [("Filled", "amount"), ("EnvyPaid", "amount"), ("Deposited", "amount"), ("WagerTaken", "amount"),
     ("SlipAsked", "amount"), ("Flagged", "amount"), ("Raised", "stake"), ("TableClosed", "inventory"),
     ("AwardPaid", "amount"), ("BankReconciled", "difference"), ("TrayChecked", "differences"), ("Adjusted", "meter")],
)  # fmt: skip
def test_a_cent_more_in_the_export_is_found(weeks_export, kind, changed):
    """In a field of an event, or in an entry of what it has posted: every report is looked at."""
    room, store, lines = weeks_export
    amount = re.compile(rf'("type":"{kind}".*?"{changed}":|"{changed}:[^"]*",)(-?[0-9]+)')
    place = max(number for number, line in enumerate(lines) if f'"type":"{kind}"' in line and amount.search(line))
    more = amount.sub(lambda found: f"{found[1]}{int(found[2]) + CENT}", lines[place], count=1)
    with pytest.raises(AssertionError):
        require_recounted(room, store, [*lines[:place], more, *lines[place + 1 :]])
