"""The tables of the features are whole: whatever can be done or happen is in one of them, once, and has its words.

A failure names what is missing, and the file that it belongs in.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

import cardroom
from cardroom.house import features
from cardroom.house.engine.feature_order import FEATURES
from cardroom.house.engine.index_rows import ROWS
from cardroom.house.engine.permissions import MATRIX
from cardroom.house.features.alerts.causes import FAULTS, OF_MONEY, OF_TABLES, AlertKind, AnyCause
from cardroom.house.features.alerts.text import KINDS, alert_in_words
from cardroom.house.kernel.feature_table import EventRow, Feature, LinkEventRow, Noted, TableEventRow
from cardroom.house.kernel.messages import Command, Event, EventAtTable
from cardroom.house.kernel.people import Role
from cardroom.house.kernel.rows import Row
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.jackpots import commands as j
from cardroom.jackpots.events import AnyEvent as LinkEvent
from cardroom.table import commands as t

from ..causes import cause_of
from ..golden.samples import sample

NAMES = sorted(module.name for module in pkgutil.iter_modules(features.__path__))
PERFORMED = {c.Lent}  # by `perform` itself, which carries out what it lends authority to
HOUSE = "src/cardroom/house"


def module(name: str, part: str) -> ModuleType:
    return importlib.import_module(f"cardroom.house.features.{name}.{part}")


def table_of(name: str) -> Feature:
    found: Feature = module(name, "feature").FEATURE
    return found


TABLES = {name: table_of(name) for name in NAMES}
CARRIED = {kind for table in TABLES.values() for kind in table.carried}


def messages(root: type[msgspec.Struct]) -> Iterator[tuple[str, type[msgspec.Struct]]]:
    """What features define under a root, each with its feature, but for what others carry; a root has no tag."""
    for name in NAMES:
        for kind in vars(module(name, "messages")).values():
            is_own = isinstance(kind, type) and kind.__module__ == module(name, "messages").__name__
            if is_own and issubclass(kind, root) and kind.__struct_config__.tag is not None and kind not in CARRIED:
                yield name, kind


def test_every_folder_of_a_feature_is_registered():
    missing = [name for name in NAMES if TABLES[name] not in FEATURES]
    assert not missing, f"{HOUSE}/engine/features.py: FEATURES lacks {missing}"
    assert len(FEATURES) == len(NAMES), f"{HOUSE}/engine/features.py: FEATURES has one twice"


@pytest.mark.parametrize(
    ("root", "file", "unions"),
    [
        (Command, "commands.py", (c.Sent, c.OfTheHouse)),
        (EventAtTable, "events.py", (e.HouseTableEvent,)),
        (Event, "events.py", (e.HouseTableEvent, e.HouseEvent)),
    ],
    ids=["commands", "events at a table", "events"],
)
def test_every_message_is_in_one_union(root, file, unions):
    """What is in none cannot be read from the log."""
    counted = Counter(kind for union in unions for kind in get_args(union))
    missing = [
        f"{kind.__name__}: sum it up in features/{name}/messages.py, and that in log/{file}"
        for name, kind in messages(root)
        if kind not in counted
    ]
    assert not missing, "\n".join(missing)
    assert not [kind for kind, count in counted.items() if count > 1]


def test_every_command_has_one_row():
    counted = Counter(row.kind for table in FEATURES for row in table.commands)
    missing = [
        f"{kind.__name__}: features/{name}/feature.py has no command({kind.__name__}, …)"
        for name, kind in messages(Command)
        if kind not in counted
    ]
    assert not missing, "\n".join(missing)
    assert counted.keys() | PERFORMED == {*get_args(c.AnyCommand)}, "a table has what is no command of the house"
    assert not [f"{kind.__name__} has {count} rows" for kind, count in counted.items() if count > 1]


def test_every_event_has_one_row():
    counted = Counter(row.kind for table in FEATURES for row in table.events)
    missing = [
        f"{kind.__name__}: features/{name}/feature.py has no row for it among its events"
        for name, kind in messages(Event)
        if kind not in counted
    ]
    assert not missing, "\n".join(missing)
    known = {*get_args(e.HouseTableEvent), *get_args(e.HouseEvent)}
    assert counted.keys() == known, "a table has what is no event of the house"
    assert not [f"{kind.__name__} has {count} rows" for kind, count in counted.items() if count > 1]


@pytest.mark.parametrize("name", NAMES)
def test_a_row_has_its_own_kind_of_event_on_the_right_stream(name):
    """A reducer in a row of the other sort would never be called."""
    own = {kind for feature, kind in messages(Event) if feature == name}
    at_tables, in_house, on_links = {*get_args(e.TableEvent)}, {*get_args(e.HouseEvent)}, {*get_args(LinkEvent)}
    for row in (*TABLES[name].events, *TABLES[name].follows):
        told = f"features/{name}/feature.py: {row.kind.__name__}"
        stream = (
            at_tables if isinstance(row, TableEventRow) else on_links if isinstance(row, LinkEventRow) else in_house
        )
        assert row.kind in stream, f"{told} is on another stream"
    for row in TABLES[name].events:
        assert row.kind in own, f"features/{name}/feature.py: {row.kind.__name__} is another's: it belongs in `follows`"
    for row in TABLES[name].follows:
        told = f"features/{name}/feature.py: {row.kind.__name__}"
        assert row.kind not in own, f"{told} is its own: it belongs in `events`"
        is_own = getattr(row, "significance", None) is None
        assert is_own, f"{told}: its own feature says how significant it is"


def test_every_row_of_the_index_is_declared_and_changed_by_some_event():
    """One that is not declared has no table in the database."""
    of_features = [kind for kind in Row.__subclasses__() if kind.__module__.startswith(features.__name__)]
    missing = [
        f"{kind.__name__}: {kind.__module__.split('.')[-2]}/feature.py names it in no `rows`"
        for kind in of_features
        if ROWS.count(kind) != 1
    ]
    assert not missing, "\n".join(missing)
    idle = [one.rows for one in FEATURES if one.rows and not any(row.rows for row in (*one.events, *one.follows))]
    assert not idle, f"no event changes {idle}"


def test_every_event_of_a_win_changes_its_row():
    declared = {row.kind for row in TABLES["awards"].follows if row.rows}
    of_wins = {kind for kind in get_args(LinkEvent) if "win" in kind.__struct_fields__}
    missing = [kind.__name__ for kind in of_wins - declared]
    assert not missing, f"features/awards/feature.py: {missing} change no row of a win"


def test_all_that_is_carried_has_roles():
    """Who may send a command that carries another is decided by what it carries."""
    carrying = {row.kind for table in FEATURES for row in table.commands if row.roles is None}
    assert carrying == {c.AtTable, c.AtConsole, c.OnBank, c.AskChange, c.AskAccess}, "a command of its own needs roles"
    acts = {*get_args(t.AnyAct)}
    carried = ({*get_args(t.AnyCommand)} - acts) | {t.Act, *get_args(j.StaffPress), *get_args(j.OnBank)}
    carried |= {*get_args(j.ByTwoPeople), *get_args(c.AccessChange)}
    missing = [f"{kind.__name__}: no feature's `carried` says who may" for kind in carried if kind not in MATRIX]
    assert not missing, "\n".join(missing)


# --- words ------------------------------------------------------------------------------------------------------------


def made(kind: type[msgspec.Struct]) -> Any:
    """The least that is well-formed, as a struct."""
    return msgspec.convert(sample(inspect.type_info(kind)), kind)


SIGNIFICANT: list[tuple[str, EventRow]] = [
    (name, row) for name in NAMES for row in TABLES[name].events if row.significance is not None
]


@pytest.mark.parametrize(("name", "row"), SIGNIFICANT, ids=[row.kind.__name__ for _, row in SIGNIFICANT])
def test_every_significant_event_is_told_to_the_staff(name, row):
    words = TABLES[name].significant
    file = f"features/{name}/text.py"
    assert words is not None, f"features/{name}/feature.py names no `significant`, which is in {file}"
    if row.kind is e.Flagged:
        return  # a sentence of its report's
    told = words(made(row.kind), Noted("sue", Role.SUPERVISOR, "0.1", "delta-1"))
    assert told, f"{file}: `significant` says nothing of {row.kind.__name__}"


CAUSES = get_args(AnyCause)


def test_every_cause_of_an_alert_is_known_and_every_kind_has_a_cause():
    file = "features/alerts/causes.py"
    own = {kind for kind in vars(importlib.import_module(CAUSES[0].__module__)).values() if _is_cause(kind)}
    assert own == {*CAUSES}, f"{file}: AnyCause lacks {[kind.__name__ for kind in own - {*CAUSES}]}"
    assert {kind.kind for kind in CAUSES} == {*AlertKind}, f"{file}: a kind of alert has no cause"
    placed = Counter([*OF_TABLES, *OF_MONEY, *FAULTS])
    missing = [kind.name for kind in AlertKind if kind not in placed]
    assert not missing, (
        f"{file}: {missing} is in none of OF_TABLES, OF_MONEY and FAULTS, which say whose business it is"
    )


def _is_cause(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, CAUSES[0].__mro__[1]) and kind is not CAUSES[0].__mro__[1]


@pytest.mark.parametrize("kind", CAUSES, ids=lambda kind: kind.__name__)
def test_every_cause_of_an_alert_has_words(kind):
    file = "features/alerts/text.py"
    assert kind.kind in KINDS, f"{file}: KINDS lacks {kind.kind.name}"
    assert alert_in_words(made(kind), "delta-1"), f"{file}: alert_in_words says nothing of {kind.__name__}"


SOURCE = Path(cardroom.__file__).parent


def test_every_cause_of_an_alert_is_found_by_somebody():
    found = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "house/runtime").glob("*.py"))
    missing = [kind.__name__ for kind in CAUSES if f"a.{kind.__name__}(" not in found]
    assert not missing, f"house/runtime/alert_detection.py: nothing gives rise to {missing}"


@pytest.mark.parametrize("kind", AlertKind)
def test_every_kind_of_alert_is_tried_and_explained(kind):
    made_up = cause_of(kind)
    assert made_up is not None, f"tests/causes.py: cause_of makes none of {kind.name}"
    assert made_up.kind is kind
    page = (SOURCE.parents[1] / "docs/supervising-the-pit.md").read_text(encoding="utf-8")
    assert f"| {KINDS[kind]} |" in page, f"docs/supervising-the-pit.md: the list of alerts lacks “{KINDS[kind]}”"
