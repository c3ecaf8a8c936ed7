"""`cardroom simulate`."""

from pathlib import Path

import pytest

from cardroom.cli.lab.simulate import parse_rounds
from cardroom.errors import CardroomError


def test_a_simulation_as_one_json_document(ok):
    found = ok("simulate", "straight-edge-1", "--rounds", "1e6", "--seed", "5", "--seats", "2", "--json").json
    assert (found["game"], found["rounds"], found["seats"], found["hands"]) == ("straight-edge-1", 10**6, 2, 2 * 10**6)
    ev = found["base"]["ev"]
    assert "/" in ev["exact"]
    assert abs(ev["value"] + 0.02518) < 5 * ev["standard_error"]
    assert {"house_edge", "average_wager", "element_of_risk", "std_dev", "fold_rate"} < found["base"].keys()
    assert all("/" in outcome["exact"] for outcome in found["base"]["outcomes"])
    assert [wager["wager"] for wager in found["wagers"]] == ["bonus", "insurance", "two_way_bad_beat"]
    assert {bet["paytable"] for bet in found["side_bets"]} == {"Bonus 1", "Bonus 2", "Insurance"}
    assert all(bet["standard_error"] > 0 for bet in found["side_bets"])
    again = ok(
        "simulate", "straight-edge-1", "--rounds", "1e6", "--seed", "5", "--seats", "2", "--workers", "1", "--json"
    )
    assert again.json == found


def test_a_report_shows_every_figure_with_its_error_and_the_exact_one(ok):
    text = ok("simulate", "straight-edge-1", "--rounds", "100000", width=120).out
    assert "100,000 rounds, 1 seat, seed 1, strategy best" in text
    for shown in ("± error", "exact", "errors apart", "−2.5179%", "player ahead by 3", "7-card straight", "Bonus 2"):
        assert shown in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--rounds", "0"), "not a number of rounds"),
        (("--rounds", "1.5"), "not a number of rounds"),
        (("--rounds", "nan"), "not a number of rounds"),
        (("--rounds", "1e99"), "not a number of rounds"),
        (("--rounds", "many"), "not a number of rounds"),
        (("--rounds", "10", "--seats", "7"), "seats 1 to 6 players"),
        (("--rounds", "10", "--workers", "0"), "worker"),
        (("--rounds", "10", "--seed", "-1"), "seed"),
        (("--rounds", "10", "--strategy", "no-such-file.toml"), "no-such-file.toml"),
        (("--rounds", "10", "--cluster", "tcp://127.0.0.1:1"), "No Dask cluster answers"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_line(refused, arguments, says):
    assert says in refused("simulate", "straight-edge-1", *arguments)


def test_a_broken_strategy_file_is_refused(refused, tmp_path: Path):
    file = tmp_path / "strategy.toml"
    file.write_text("this is [ no strategy")
    assert "strategy.toml" in refused("simulate", "straight-edge-1", "--rounds", "10", "--strategy", str(file))


@pytest.mark.parametrize(("text", "rounds"), [("1e9", 10**9), ("2.5e6", 2_500_000), ("1,000", 1000), ("7", 7)])
def test_rounds_may_be_written_as_people_write_them(text, rounds):
    assert parse_rounds(text) == rounds


def test_no_number_is_no_number_of_rounds():
    with pytest.raises(CardroomError):
        parse_rounds("-1")
