"""The command line with games from outside: every command takes a file, `games check` and `games new`."""

from __future__ import annotations

import json
import os

import pytest

from cardroom.cli import main
from cardroom.cli.games.game_check import check_file
from cardroom.games import games
from cardroom.games.external_games import VARIABLE

from .conftest import HARBOUR


@pytest.fixture
def run(capsys):
    def run_command(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([*arguments])
        streams = capsys.readouterr()
        return left.value.code, streams.out, streams.err

    return run_command


@pytest.mark.parametrize("game", ["harbour-stud", "harbour-tides"])
@pytest.mark.parametrize("command", [["rules"], ["deal"], ["deal", "--json"], ["rules", "--json"]])
def test_a_command_takes_a_game_from_a_file(run, game, command):
    code, out, err = run(command[0], game, *command[1:], "--game-file", str(HARBOUR))
    assert (code, err) == (0, "")
    assert out


def test_afterwards_the_process_is_as_it_was(run):
    assert run("rules", "harbour-stud", "--game-file", str(HARBOUR))[0] == 0
    assert "harbour-stud" not in games()
    assert not os.environ.get(VARIABLE)
    assert run("rules", "harbour-stud")[0] == 2


def test_several_files_may_be_given(run, write):
    other = write()
    code, out, _ = run("games", "--json", "--game-file", str(HARBOUR), "--game-file", str(other))
    assert code == 0
    assert {"harbour-stud", "harbour-tides", "northern-lights"} <= {game["id"] for game in json.loads(out)}


def test_a_lying_file_is_one_line_on_standard_error(run, write):
    path = write(('("bonus",), ("ante",)', '("ante",)'))
    code, out, err = run("deal", "northern-lights", "--game-file", str(path))
    assert (code, out) == (2, "")
    assert err.startswith(f"cardroom: {path}:")
    assert err.endswith(": Bonus has no spot on the felt.\n")


def test_the_list_of_games_says_what_could_not_be_loaded(run, monkeypatch, tmp_path):
    from cardroom.games import catalogue

    monkeypatch.setattr(catalogue, "_troubles", {"x": f"{tmp_path}:1: NameError: no"})
    code, out, err = run("games")
    assert code == 0
    assert "NameError: no" in err
    assert "cardroom rules GAME" in out


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """The game that `games new` begins with, and what the check says of it."""
    folder = tmp_path_factory.mktemp("begun")
    path = folder / "polar_night.py"
    with pytest.raises(SystemExit) as left:
        main(["games", "new", "Polar Night", "--output", str(path)])
    assert left.value.code == 0
    return path


@pytest.mark.soak  # the documentation shows the same check of the same game
def test_a_new_game_passes_its_check_and_is_counted_twice(run, begun):
    code, out, err = run("games", "check", str(begun), "--rounds", "200", "--json")
    found = json.loads(out)
    assert (code, err, found["mistakes"]) == (0, "", [])
    assert found["rounds"] == 200
    assert len(found["counted"]["polar-night"]) >= 1


@pytest.mark.usefixtures("quickly")
def test_figures_that_differ_from_the_reference_are_a_mistake(begun, monkeypatch):
    """The check can fail: the lab is made to count something else."""
    from cardroom.lab.solvers.reference import solver_comparison

    monkeypatch.setattr(solver_comparison, "_endings", lambda solved: {})
    found = check_file(begun, rounds=5)
    assert not found.is_in_order
    assert "On the deck" in found.mistakes[0].what


def test_a_game_is_not_written_over_nor_called_like_another(run, begun, tmp_path):
    assert "is there already" in run("games", "new", "Polar Night", "--output", str(begun))[2]
    taken = next(iter(games().values()))
    assert "is the id of a game already" in run("games", "new", taken.id.replace("-", " "))[2]
    assert "no name for a game" in run("games", "new", "7 Up", "--output", str(tmp_path / "up.py"))[2]
    assert "cannot be written" in run("games", "new", "Reef", "--output", str(tmp_path / "no" / "reef.py"))[2]


def test_a_game_that_nothing_counts_says_so(run):
    code, out, _ = run("games", "check", str(HARBOUR), "--rounds", "30", "--json")
    assert code == 0
    assert "no way of counting fits it" in json.loads(out)["not_counted"]["harbour-stud"]


@pytest.mark.usefixtures("quickly")
def test_the_check_prints_the_fingerprint_and_warns_where_the_file_was_reviewed_with_another(run, write):
    code, out, _ = run("games", "check", str(write()), "--rounds", "5", "--json")
    taken = json.loads(out)["fingerprints"]["northern-lights"]
    approved = ("seats=6,", f'seats=6,\n        reviewed="{taken}",')
    assert (code, "Changed since" in run("games", "check", str(write(approved)), "--rounds", "5")[2]) == (0, False)
    told = run("rules", "northern-lights", "--game-file", str(write(approved)))[1]
    assert "changed since approval" not in told
    more = (*approved[:1], approved[1].replace("seats=6", "seats=5"))
    code, _, err = run("games", "check", str(write(more)), "--rounds", "5")
    assert code == 0
    assert f"Changed since approval: it was reviewed with the fingerprint {taken}." in err
    assert "changed since approval" in run("rules", "northern-lights", "--game-file", str(write(more)))[1]
