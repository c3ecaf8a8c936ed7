"""`cardroom jackpot plan`: the report, the JSON, the plot, and what is refused."""

import pytest

MISSISSIPPI = ("jackpot", "plan", "--paytable", "MS Stud-01", "--hands-per-hour", "240")
RATES = ("--wager", "1", "--contribution", "20%", "--reserve", "2%", "--seed", "5000")


def test_the_issue_s_example(ok):
    lines = ok(*MISSISSIPPI, *RATES).lines
    text = "\n".join(lines)
    assert "$77,864.63" in text
    assert "house advantage                  21.3263%" in lines
    assert any(line.lstrip().startswith("> 20.00%") for line in lines)
    assert "A hand is one jackpot wager" in text


def test_it_explains_itself_within_80_columns(ok):
    for typed in (("jackpot",), ("jackpot", "plan")):
        assert max(map(len, ok(*typed, "--help").lines)) <= 80


def test_json_has_the_same_figures(ok):
    found = ok(*MISSISSIPPI, *RATES, "--players", "6", "--json").json
    assert found["mean_hands_between_hits"] == 649_740
    assert found["expected_award"] == pytest.approx(77_864.63, abs=0.01)
    assert found["house_advantage"] == pytest.approx(0.213263, abs=1e-6)
    assert found["house_advantage_without_envy"] == pytest.approx(0.241735, abs=1e-6)
    assert found["chance_to_run_dry"] == 0
    assert found["warnings"] == []
    assert found["levels"][0]["probability"] == "1/649740"


def test_levels_are_given_one_by_one(ok):
    levels = [f"--level={text}" for text in ("mega:12%:2%:10000", "Major:6%:1%:1000", "Minor:4%:0%:250")]
    lines = ok("jackpot", "plan", "--paytable", "ML03", "--hands-per-hour", "900", *levels).lines
    assert any(line.startswith("Minor") and "$416.60" in line for line in lines)


def test_fixed_pays_off_the_meter_may_run_dry(ok):
    terms = ("--contribution", "65%", "--seed", "1000", "--meter-paid")
    ran = ok("jackpot", "plan", "--paytable", "Two Way Bad Beat 1", "--hands-per-hour", "200", *terms)
    assert "Chance to run dry: 17.39%" in ran.out
    assert "below 70%" in ran.out


def test_a_simulation_stands_beside_the_plan(ok):
    ran = ok(*MISSISSIPPI, *RATES, "--simulate", "1000", "--json").json["simulated"][0]
    assert abs(ran["simulated_award"] - ran["expected_award"]) < 5 * ran["standard_error"]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_plot_is_written(ok, tmp_path, kind, magic):
    file = tmp_path / f"plan.{kind}"
    assert "Written: " in ok(*MISSISSIPPI, *RATES, "--plot", str(file)).out
    assert file.read_bytes().startswith(magic)


def test_an_own_pay_table_is_planned_and_labelled(ok, tmp_path):
    file = tmp_path / "own.toml"
    lines = [("royal flush", "100%"), ("straight flush", "50%"), ("four of a kind", "250 for 1")]
    text = 'id = "House Link"\ngame = "mississippi-stud"\nwager = "progressive"\n'
    text += "".join(f'[[line]]\nhand = "{hand}"\npays = "{pays}"\n' for hand, pays in lines)
    file.write_text(text, encoding="utf-8")
    found = ok("jackpot", "plan", "--paytable", str(file), "--hands-per-hour", "99", *RATES, "--json").json
    assert "not approved" in found["paytable"]
    assert found["expected_award"] == pytest.approx((5_000 + 0.22 * 649_740) / (1 + 9 * 0.5))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--contribution", "-5%", "--seed", "5000"), "“-5%” is not a rate"),
        (("--contribution", "101%", "--seed", "5000"), "at most 100%"),
        (("--contribution", "20", "--seed", "5000"), "write a percentage"),
        (("--contribution", "90%", "--reserve", "11%", "--seed", "5000"), "add up to 101%"),
        (("--contribution", "20%", "--seed", "-1"), "cannot be negative"),
        (("--contribution", "20%", "--seed", "much"), "is not an amount"),
        (("--contribution", "20%"), "Give --contribution and --seed"),
        (("--contribution", "20%", "--seed", "5000", "--players", "8"), "seats 1 to 7 players, not 8"),
        (("--contribution", "20%", "--seed", "5000", "--players", "0"), "seats 1 to 7 players, not 0"),
        (("--contribution", "20%", "--seed", "5000", "--meter-paid"), "come from the tray"),
        (("--contribution", "20%", "--seed", "5000", "--maximum", "10"), "below the seed"),
        (("--contribution", "20%", "--seed", "5000", "--plot", "plan.gif"), ".png, .svg or .pdf"),
        (("--contribution", "20%", "--seed", "5000", "--plot", "no/such/plan.png"), "no folder"),
        (("--contribution", "20%", "--seed", "5000", "--simulate", "1"), "between 1,000 and"),
        (("--contribution", "20%", "--seed", "5000", "--wager", "0"), "outside the limits"),
    ],
)
def test_bad_terms_are_refused(refused, typed, said):
    assert said in refused(*MISSISSIPPI, *typed)


@pytest.mark.parametrize("pace", ["0", "-5", "nan", "inf"])
def test_a_pace_must_be_a_number_above_zero(refused, pace):
    assert "give a number above 0" in refused(*MISSISSIPPI[:-1], pace, *RATES)


@pytest.mark.parametrize(
    ("paytable", "said"),
    [("Nothing", "There is no pay table “Nothing”"), ("SS-01", "not a jackpot"), ("none.toml", "cannot be read")],
)
def test_only_jackpot_tables_are_planned(refused, paytable, said):
    assert said in refused("jackpot", "plan", "--paytable", paytable, "--hands-per-hour", "240", *RATES)
