"""Games from outside get in by a file, the environment or a package; what is wrong with one harms no other."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from random import Random
from types import ModuleType

import pytest

from cardroom.errors import CardroomError
from cardroom.games import catalogue, external_games, find_game, games
from cardroom.games.catalogue import add_file, external_origin, forget_file, is_known, settable
from cardroom.games.external_games import VARIABLE, add_to_environment
from cardroom.games.fingerprint import rules_hash
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, DeclareMisdeal
from cardroom.table.trial_rounds import Tried, faults_of, settings_to_try, try_round

from .conftest import HARBOUR, TEXT


def test_a_file_is_a_game_like_others(harbour):
    assert harbour == ["harbour-stud", "harbour-tides"]
    assert find_game("harbour-stud?copies=lose").variant == {"copies": "lose"}
    assert [setting.name for setting in settable(find_game("harbour-tides"))] == ["decks"]
    assert external_origin("harbour-tides?decks=1") == str(HARBOUR)


def test_nothing_is_written_beside_a_file(write):
    path = write()
    add_file(path)
    assert list(path.parent.iterdir()) == [path]


def test_it_is_known_until_it_is_forgotten():
    add_file(HARBOUR)
    forget_file(HARBOUR)
    assert not is_known("harbour-stud")
    assert "harbour-stud" not in games()


def test_a_file_that_was_in_order_is_checked_again_when_it_has_changed(write):
    path = write()
    for _ in range(2):
        assert add_file(path) == ["northern-lights"]
    wrong = write(('("bonus",), ("ante",)', '("ante",)'))
    for _ in range(2):
        with pytest.raises(CardroomError, match="Bonus has no spot on the felt"):
            add_file(wrong)


def test_a_file_that_has_changed_takes_the_place_of_what_it_was(write):
    path = write()
    add_file(path)
    before = rules_hash(find_game("northern-lights"), table_settings("northern-lights").paytables)
    add_file(write(("seats=6", "seats=5")))
    assert find_game("northern-lights").seats == 5
    assert rules_hash(find_game("northern-lights"), table_settings("northern-lights").paytables) != before


def test_one_that_has_been_broken_leaves_what_was_known(write):
    add_file(write())
    with pytest.raises(CardroomError, match="not Python"):
        add_file(write(("seats=6", "seats==")))
    assert find_game("northern-lights").seats == 6


def test_an_id_that_is_taken_is_refused(write, harbour):
    sheet = next(iter(games()))
    with pytest.raises(CardroomError, match=f"“{sheet}” is the id of another game, from Cardroom itself"):
        add_file(write(('id="northern-lights"', f'id="{sheet}"')))
    with pytest.raises(CardroomError, match=r"another game, from .*harbour\.py"):
        add_file(write(('id="northern-lights"', 'id="harbour-stud"')))


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(CardroomError, match=r"nothing\.py: cannot be read \(No such file"):
        add_file(tmp_path / "nothing.py")
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CardroomError, match="not UTF-8 text"):
        add_file(tmp_path / "bytes.py")


@pytest.mark.parametrize("line", ["raise SystemExit(3)", "raise KeyError('x')", "import nowhere_at_all", "1 / 0"])
def test_whatever_a_file_does_is_told_with_its_line(tmp_path, line):
    path = tmp_path / "bad.py"
    path.write_text(f"x = 1\n{line}\n", encoding="utf-8")
    with pytest.raises(CardroomError) as refusal:
        add_file(path)
    assert refusal.value.message.startswith(f"{path}:2: ")


def test_the_environment_tells_other_processes_and_a_bad_file_harms_nothing(write, tmp_path):
    """As a worker of the lab finds them: it is spawned with the environment of the house."""
    good, bad = write(), tmp_path / "bad.py"
    bad.write_text("nonsense\n", encoding="utf-8")
    for path in (bad, good):
        add_to_environment(path)
    asked = (
        "from cardroom.games import catalogue, find_game;"
        "print(len(catalogue.games()), find_game('northern-lights').name);"
        "print(*catalogue.load_errors().values())"
    )
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    known = len(set(games()) - {"northern-lights"})
    trouble = f"{bad}:1: NameError: name 'nonsense' is not defined"
    assert ran.stdout.splitlines() == [f"{known + 1} Northern Lights", trouble]
    assert os.environ[VARIABLE] == os.pathsep.join((str(bad), str(good)))


@pytest.fixture
def fresh(monkeypatch):
    """A catalogue that has not looked around yet."""
    for name in ("_factories", "_sources", "_troubles"):
        monkeypatch.setattr(catalogue, name, {})
    find_game.cache_clear()
    yield
    find_game.cache_clear()


def test_a_package_offers_games_as_entry_points(fresh, tmp_path, monkeypatch):
    (tmp_path / "polar.py").write_text(TEXT, encoding="utf-8")
    (tmp_path / "broken_polar.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = [
        EntryPoint("broken", "broken_polar", external_games.GROUP),
        EntryPoint("lights", "polar", external_games.GROUP),
    ]
    monkeypatch.setattr(external_games, "entry_points", lambda group: found if group == external_games.GROUP else [])
    assert find_game("northern-lights").name == "Northern Lights"
    assert external_origin("northern-lights") == "lights (entry point polar)"
    assert list(catalogue.load_errors().values()) == [
        "broken (entry point broken_polar): cannot be loaded: ZeroDivisionError: division by zero"
    ]
    with pytest.raises(CardroomError, match=r"There is no game “polar-lights”.*ZeroDivisionError"):
        find_game("polar-lights")


def test_modules_are_named_by_their_place_and_text(tmp_path):
    """Two files of one name do not get in each other's way."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.py").write_text("x = 1\n", encoding="utf-8")
    first, second = (external_games.import_file(tmp_path / name / "same.py") for name in ("one", "two"))
    assert isinstance(first, ModuleType)
    assert first.__name__ != second.__name__


@pytest.mark.parametrize("game", ["harbour-stud", "harbour-stud?copies=lose", "harbour-tides", "harbour-tides?decks=1"])
def test_rounds_of_them_are_as_rounds_must_be(harbour, game):
    tried, chance = Tried(), Random(game)
    for number in range(60):
        settings = settings_to_try(find_game(game))
        assert list(faults_of(*try_round(settings[number % len(settings)], chance, tried))) == []
    taken = {(decision.id, option.name) for decision in find_game(game).decisions for option in decision.options}
    assert set(tried.options) == taken


def test_a_void_gives_back_what_was_taken_back_surrendered_and_paid_before(harbour):
    """In the middle of the settlement: a rider has been paid, a bet was taken back, a hand surrendered."""
    settings, chance = table_settings("harbour-stud"), Random(5)
    for _ in range(40):
        round_, _ = try_round(settings, chance, Tried())
        events = len(round_.events)
        for kept in range(2, events, 3):
            again = Round(round_.events[:kept], settings)
            if again.state.phase.value not in ("closed", "void") and again.state.seats:
                again.do(DeclareMisdeal("for a test"))
                assert all(net == 0 for seat in again.state.results.values() for net in seat.values())


def test_a_wager_that_is_not_its_own_is_refused(harbour):
    settings = table_settings("harbour-stud")
    round_ = Round.open("r", settings, settings.rules.deck.cards)
    with pytest.raises(CardroomError, match="stands on the Ante"):
        round_.do(Bet(1, {"ante": 5_000_000, "second": 5_000_000, "anchor": 5_000_000}))
