"""Jackpot plans: conservation exactly, the plan against a long simulation of the same meter, and every warning."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.jackpots import Funds, LevelConfig, Source
from cardroom.jackpots.engine.level_funds import after_contribution, after_payment, after_reseed, price
from cardroom.lab.jackpots import plan_terms as terms_of_plans
from cardroom.lab.jackpots.award_distribution import award_law, full_award
from cardroom.lab.jackpots.meter import Meter, Taking, mean_by_conservation
from cardroom.lab.jackpots.meter_advances import chance_to_run_dry
from cardroom.lab.jackpots.plan import QUANTILES, plan_document, plan_jackpot, rates_around
from cardroom.lab.jackpots.plan_terms import exact_chances, jackpot_terms
from cardroom.lab.jackpots.simulation import Estimate, simulate, simulate_run_dry
from cardroom.money import DOLLAR, Share

COUNTED = {}


@pytest.fixture(autouse=True)
def count_once(monkeypatch):
    """Many plans, few pay tables: chances are counted once."""

    def counted(table_settings, wager, table):
        key = table_settings.game, table_settings.folded_hands_qualify, wager.id, table.id
        if key not in COUNTED:
            COUNTED[key] = exact_chances(table_settings, wager, table)
        return COUNTED[key]

    monkeypatch.setattr(terms_of_plans, "exact_chances", counted)


@cache
def plan(paytable, **terms):
    given = {"contribution": 2_000, "reserve": 200, "seed": 5_000 * DOLLAR, "hands_per_hour": Fraction(240)}
    if "levels" in terms:
        given = {"hands_per_hour": Fraction(240)}
    return plan_jackpot(jackpot_terms(paytable, **(given | terms)))


def meter(*, seed=1000, contribution="1/5", reserve="0", full="1/1000", shares=(), fixed=(), maximum=None):
    return Meter(
        seed=Fraction(seed),
        contribution=Fraction(contribution),
        reserve=Fraction(reserve),
        full=Fraction(full),
        shares=tuple(Taking(amount=Fraction(a), chance=Fraction(c)) for a, c in shares),
        fixed=tuple(Taking(amount=Fraction(a), chance=Fraction(c)) for a, c in fixed),
        maximum=None if maximum is None else Fraction(maximum),
    )


ML03_LEVELS = ("Mega:12%:2%:10000", "Major:6%:1%:1000", "Minor:4%:0%:250")
METER_PAID = {"fixed_pays": Source.METER, "contribution": 7_000, "seed": 1_000 * DOLLAR}


# --- worked figures ---------------------------------------------------------------------------------------------------


def test_mississippi_01_by_hand():
    """One royal in 649,740 hands and nine times as many straight flushes, which take a tenth."""
    found = plan("MS Stud-01")
    level = found.levels[0]
    assert level.mean_hands == 649_740
    assert level.mean_hours == Fraction(649_740, 240)
    assert level.expected_award == (5_000 + Fraction(22, 100) * 649_740) / Fraction(19, 10)
    assert level.parts[0].expected_award == level.expected_award / 10
    assert level.parts[0].mean_hands == Fraction(649_740, 9)
    kept = 1 - found.terms.prize.fixed_return - Fraction(22, 100) - Fraction(5_000, 649_740)
    assert found.split.house_advantage_without_envy == kept
    envy = 5 * (Fraction(1_000, 649_740) + 300 * Fraction(9, 649_740))
    assert found.split.house_advantage == kept - envy


def test_each_dollar_goes_somewhere():
    split = plan("MS Stud-01").split
    assert sum(msgspec.structs.astuple(split)) + split.house_advantage == 1


def test_envy_costs_nothing_with_one_player_and_grows_with_each_other_one():
    alone, seven = plan("MS Stud-01", players=1).split, plan("MS Stud-01", players=7).split
    assert alone.house_advantage == alone.house_advantage_without_envy == seven.house_advantage_without_envy
    assert seven.envy == 6 * plan("MS Stud-01").terms.prize.envy_value_per_player


def test_a_reserve_belongs_to_the_players():
    with_reserve, without = plan("MS Stud-01"), plan("MS Stud-01", reserve=0)
    assert without.split.house_advantage - with_reserve.split.house_advantage == Fraction(2, 100)
    assert with_reserve.levels[0].expected_award > without.levels[0].expected_award


def test_fixed_pays_scale_with_the_wager_and_the_chances_do_not():
    one, five = plan("MS Stud-01"), plan("MS Stud-01", wager=5 * DOLLAR, seed=25_000 * DOLLAR)
    assert five.split == one.split
    assert five.levels[0].expected_award == 5 * one.levels[0].expected_award


def test_levels_are_planned_one_by_one():
    found = plan("ML03", levels=ML03_LEVELS)
    assert [level.config.name for level in found.levels] == ["Mega", "Major", "Minor"]
    assert found.levels[2].expected_award == 250 + Fraction(4, 100) * 4_165
    reseeding = Fraction(10_000, 649_740) + Fraction(9_000, 649_740) + Fraction(250, 4_165)
    assert found.split.reseeding == reseeding


def test_one_set_of_figures_is_shared_among_levels():
    levels = plan("ML01", contribution=2_001).levels
    assert [level.config.contribution for level in levels] == [1_001, 1_000]
    assert [level.config.seed for level in levels] == [5_000 * DOLLAR, 555_550_000]


def test_folded_hands_that_do_not_qualify_lower_the_return():
    assert plan("Quick Hit", folded_hands_qualify=False).split.fixed_pays < plan("Quick Hit").split.fixed_pays


def test_rates_stay_within_the_wager():
    assert list(rates_around(Fraction(95, 100), Fraction(2, 100)))[-1] == Fraction(95, 100)
    assert list(rates_around(Fraction(0), Fraction(0))) == [Fraction(n, 20) for n in range(5)]
    assert all(0 <= rate <= 1 for rate in rates_around(Fraction(1, 1000), Fraction(0)))


def test_a_higher_contribution_costs_the_house_just_that():
    rows = plan("MS Stud-01").by_rate
    for lower, higher in pairwise(rows):
        assert lower.house_advantage - higher.house_advantage == higher.contribution - lower.contribution
        assert higher.expected_award > lower.expected_award


# --- conservation and renewal, two ways -------------------------------------------------------------------------------

rates = st.fractions(0, 1, max_denominator=1_000)
chances = st.fractions(Fraction(1, 100_000), Fraction(1, 100), max_denominator=100_000)


def mean_by_renewal(meter):
    """The mean full award from the recursion of one cycle: from m, it is slope m + rise on average."""
    assert not meter.fixed, "a meter that fixed pays come off is not linear at zero"
    stays = 1 - meter.full - meter.shares_taken
    slope = meter.full / (1 - stays)  # slope = full + stays slope
    rise = slope * meter.contribution / meter.full  # rise = slope contribution + (1 - full) rise
    return slope * (meter.seed + meter.reserve / meter.full) + rise


@given(st.integers(0, 10_000), rates, rates, chances, st.lists(st.tuples(rates, chances), max_size=3))
def test_the_renewal_argument_agrees_with_conservation(seed, contribution, reserve, full, shares):
    shares = [(share, chance) for share, chance in shares if share < 1]
    given_meter = meter(seed=seed, contribution=contribution, reserve=reserve, full=full, shares=shares)
    assert mean_by_renewal(given_meter) == mean_by_conservation(given_meter)


def test_the_mean_of_the_next_award_adds_up_over_all_its_paths():
    """Brute force on a meter that is hit often: every wager of a cycle, part awards and all."""
    given_meter = meter(seed=10, contribution="1/2", full="1/4", shares=[("1/10", "1/5")])
    mean, alive, average = 0.0, 1.0, 10.0
    for _ in range(400):
        average += 0.5
        mean += alive * 0.25 * average
        average *= (0.2 * 0.9 + 0.55) / 0.75  # given that it was not taken
        alive *= 0.75
    assert mean == pytest.approx(float(mean_by_renewal(given_meter)))


@settings(max_examples=25)
@given(st.integers(0, 5_000), rates, st.fractions(0, "1/10", max_denominator=100), chances, chances)
def test_the_law_has_the_exact_mean(seed, contribution, reserve, full, part):
    given_meter = meter(
        seed=seed, contribution=contribution, reserve=reserve, full=full, shares=[("1/10", min(part, 20 * full))]
    )
    law = award_law(given_meter)
    assert law.mean == pytest.approx(float(mean_by_conservation(given_meter)), rel=2e-3, abs=0.01)
    assert (np.diff(law.at_most) >= -1e-9).all()
    assert (np.diff([law.quantile(chance) for chance in QUANTILES]) >= 0).all()


def test_a_meter_without_parts_and_reserve_is_geometric():
    law = award_law(meter(seed=250, contribution="4/100", full="1/4165"))
    for chance in QUANTILES:
        hands = np.ceil(np.log(1 - chance) / np.log(1 - 1 / 4165))
        assert law.quantile(chance) == pytest.approx(250 + 0.04 * hands, abs=0.5)


def test_a_maximum_is_never_passed_and_the_rest_overflows():
    found = plan("MS Stud-01", maximum=60_000 * DOLLAR)
    level = found.levels[0]
    assert level.law.quantile(1.0) == 60_000
    assert not level.is_exact
    assert level.overflow == pytest.approx(0.22769538 - 1.9 / 649_740 * float(level.expected_award), rel=1e-6)
    assert found.split == plan("MS Stud-01").split


# --- running dry ------------------------------------------------------------------------------------------------------


def brute_force_dry(seed, contribution, pays, full, top=4_000):
    """Solve for every balance up to a high one, from which it is taken as certain not to run dry."""
    dry = np.zeros(top + contribution + 1)
    for _ in range(20_000):
        new = dry.copy()
        held = np.arange(top + 1) + contribution
        new[: top + 1] = (1 - full - sum(pays.values())) * dry[held]
        for pay, chance in pays.items():
            left = held - pay
            new[: top + 1] += chance * np.where(left < 0, 1.0, dry[np.maximum(left, 0)])
        if np.abs(new - dry).max() < 1e-13:
            break
        dry = new
    return dry[seed]


@pytest.mark.parametrize("seed", [0, 4, 20, 50])
@pytest.mark.parametrize("contribution", [1, 2])
def test_the_chance_to_run_dry_is_exact_in_whole_steps(seed, contribution):
    pays = {10: 0.05, 4: 0.1}
    found = chance_to_run_dry(
        meter(seed=seed, contribution=contribution, full="1/50", fixed=[(p, Fraction(c)) for p, c in pays.items()])
    )
    assert found == pytest.approx(brute_force_dry(seed, contribution, pays, 0.02), abs=1e-9)


def test_a_meter_that_gets_nothing_runs_dry_unless_it_is_hit_first():
    found = chance_to_run_dry(meter(seed=4, contribution=0, full="1/10", fixed=[(5, "1/10")]))
    assert found == pytest.approx(0.5, abs=1e-3)


def test_only_fixed_pays_can_dry_a_meter():
    assert plan("MS Stud-01").chance_to_run_dry == 0


@pytest.mark.slow
def test_a_higher_contribution_or_seed_makes_it_rarer():
    rows = plan("Two Way Bad Beat 1", **METER_PAID).by_rate
    dry = [row.chance_to_run_dry for row in rows]
    assert dry == sorted(dry, reverse=True)
    assert (
        plan("Two Way Bad Beat 1", **METER_PAID | {"seed": 3_000 * DOLLAR}).chance_to_run_dry
        < dry[4]
        == (plan("Two Way Bad Beat 1", **METER_PAID).chance_to_run_dry)
    )


def test_meter_paid_awards_are_what_contributions_and_seed_leave():
    found = plan("Two Way Bad Beat 1", **METER_PAID)
    own = found.levels[0].meter
    assert own.full * found.levels[0].expected_award + own.fixed_taken == own.inflow
    assert found.split.fixed_pays == found.split.not_recovered == 0


def test_advances_that_contributions_never_cover_are_the_houses_loss():
    found = plan("Two Way Bad Beat 1", **METER_PAID | {"contribution": 3_000})
    own = found.levels[0].meter
    paid = own.fixed_taken + own.full * found.levels[0].expected_award
    assert found.split.house_advantage_without_envy == 1 - paid
    assert found.split.not_recovered > Fraction(25, 100)
    assert any("never recovered" in warning for warning in found.warnings)
    assert found.chance_to_run_dry > 0.9


# --- against a long simulation ----------------------------------------------------------------------------------------


def agrees(level, hits):
    """Mean, gap, pays and distribution within four standard errors of what is simulated."""
    played = simulate(level.meter, hits)
    assert played.award.agrees_with(float(level.expected_award))
    assert played.hands_between_hits.agrees_with(float(level.mean_hands))
    assert played.award.standard_error < 0.03 * played.award.value
    for chance in QUANTILES:
        share = float(np.mean(played.awards <= level.law.quantile(chance)))
        assert Estimate(share, (chance * (1 - chance) / len(played.awards)) ** 0.5).agrees_with(chance)
    return played


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paytable", "terms"),
    [
        ("MS Stud-01", {}),
        ("Quick Hit", {"seed": 2_000 * DOLLAR}),
        ("PT-BJS-HCF-SF-E02", {}),
        ("PT-BJS-HCF-SF-01", {"seed": 2_000 * DOLLAR}),
        ("PT-BJS-HCF-SF-08a", {}),
        ("Two Way Bad Beat 1", {}),
    ],
)
def test_a_plan_agrees_with_a_long_simulation(paytable, terms):
    level = plan(paytable, **terms).levels[0]
    played = agrees(level, 100_000)
    assert played.paid_per_wager.agrees_with(float(level.meter.inflow))


@pytest.mark.slow
def test_every_level_agrees_with_a_long_simulation():
    for level in plan("ML03", levels=ML03_LEVELS).levels:
        agrees(level, 100_000)


@pytest.mark.slow
def test_a_meter_with_fixed_pays_agrees_with_a_long_simulation():
    found = plan("Two Way Bad Beat 1", **METER_PAID)
    played = agrees(found.levels[0], 6_000)
    assert played.paid_per_wager.agrees_with(float(found.levels[0].meter.inflow))
    assert simulate_run_dry(found.levels[0].meter, 6_000).agrees_with(found.chance_to_run_dry)


@pytest.mark.slow
def test_a_meter_with_a_maximum_agrees_with_a_long_simulation():
    capped = meter(
        seed=500, contribution="1/5", reserve="1/50", full="1/9000", shares=[("1/10", "1/3000")], maximum=900
    )
    mean, _ = full_award(capped)
    assert simulate(capped, 100_000).award.agrees_with(float(mean))


@pytest.mark.slow
def test_a_meter_that_contributions_never_fill_agrees_with_a_long_simulation():
    level = plan("Two Way Bad Beat 1", **METER_PAID | {"contribution": 3_000, "seed": 5_000 * DOLLAR}).levels[0]
    played = simulate(level.meter, 3_000)
    assert played.award.agrees_with(float(level.expected_award))
    paid = level.meter.fixed_taken + level.meter.full * level.expected_award
    assert played.paid_per_wager.agrees_with(float(paid))


@pytest.mark.slow
@pytest.mark.parametrize("fixed", [False, True])
def test_a_plan_agrees_with_the_meter_of_the_jackpots_room(fixed):
    """Wager by wager through the functions that move the money of a live link, cents cut off and all."""
    level = LevelConfig(name="Progressive", seed=100 * DOLLAR, contribution=5_000, reserve=500)
    part = [] if fixed else [("1/10", "1/30")]
    planned = meter(seed=100, contribution="5/2", reserve="1/4", full="1/100", shares=part, fixed=[(5, "1/4")] * fixed)
    random = np.random.default_rng(7)
    funds, awards = after_reseed(Funds(), level), []
    for draw in random.random(150_000):
        funds = after_contribution(funds, level, 5 * DOLLAR)
        if draw < 1 / 100:
            awards.append(price(Share(10_000), 5 * DOLLAR, funds.displayed))
            funds = after_reseed(after_payment(funds, awards[-1]), level)
        elif fixed and draw < 0.26:
            funds = after_payment(funds, 5 * DOLLAR)
        elif not fixed and draw < 1 / 100 + 1 / 30:
            funds = after_payment(funds, price(Share(1_000), 5 * DOLLAR, funds.displayed))
    error = np.std(awards) / DOLLAR / np.sqrt(len(awards))
    assert np.mean(awards) / DOLLAR == pytest.approx(float(full_award(planned)[0]), abs=4 * error)


# --- recommendations --------------------------------------------------------------------------------------------------


def warned(paytable, **terms):
    return " ".join(plan(paytable, **terms).warnings)


def test_a_plan_within_the_recommendations_warns_of_nothing():
    assert plan("MS Stud-01", preset_contribution=2_000, preset_seed=5_000 * DOLLAR).warnings == ()


@pytest.mark.parametrize(
    ("paytable", "terms", "said"),
    [
        ("MS Stud-01", {"seed": 0, "reserve": 0}, "seed of $0"),
        ("MS Stud-01", {"seed": 0}, "reserve is the only seed"),
        ("MS Stud-01", {"seed": 299 * DOLLAR}, "below the largest fixed award, $300"),
        ("MS Stud-01", {"wager": 5 * DOLLAR, "seed": 1_499 * DOLLAR}, "below the largest fixed award, $1,500"),
        ("Two Way Bad Beat 1", METER_PAID | {"contribution": 6_999}, "below 70%"),
        ("MS Stud-01", {"preset_contribution": 1_800}, "20% is above the preset 18%"),
        ("ML01", {"preset_contribution": 1_800}, "20% in all are above the preset 18%"),
        ("MS Stud-01", {"wager": 5 * DOLLAR}, "does not look multiplied with the wager of $5"),
        ("MS Stud-01", {"wager": 5 * DOLLAR, "preset_seed": 5_000 * DOLLAR}, "makes $25,000"),
        ("MS Stud-01", {"contribution": 4_500}, "The house loses"),
    ],
)
def test_a_broken_recommendation_is_told(paytable, terms, said):
    assert said in warned(paytable, **terms)


def test_a_missing_preset_is_a_note_and_no_warning():
    found = plan("MS Stud-01")
    assert not found.warnings
    assert any("no preset contribution" in note for note in found.notes)


def test_a_multiplied_seed_is_not_warned_of():
    assert warned("MS Stud-01", wager=5 * DOLLAR, seed=25_000 * DOLLAR) == ""


def test_seventy_percent_off_the_meter_is_not_warned_of():
    assert "run dry" not in warned("Two Way Bad Beat 1", **METER_PAID)


@pytest.mark.slow
def test_a_table_that_stands_in_two_games_says_whose_chances_it_took():
    first, second = plan("Two Way Bad Beat 1"), plan("Two Way Bad Beat 1", game="straight-edge-2")
    assert any("straight-edge-1" in note for note in first.notes)
    assert second.levels[0].mean_hands > 10 * first.levels[0].mean_hands
    assert not any("stands in" in note for note in second.notes)


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paytable", "terms", "code"),
    [
        ("No Such Table", {}, "unknown-paytable"),
        ("MS-01", {}, "not-a-jackpot"),
        ("MS Stud-01", {"game": "keep-it-straight"}, "other-game"),
        ("MS Stud-01", {"contribution": 9_900}, "bad-rate"),
        ("MS Stud-01", {"hands_per_hour": Fraction(0)}, "bad-pace"),
        ("MS Stud-01", {"players": 0}, "bad-players"),
        ("MS Stud-01", {"players": 8}, "bad-players"),
        ("PT-BJS-HCF-SF-01", {"players": 7}, "bad-players"),
        ("MS Stud-01", {"maximum": 4_999 * DOLLAR}, "bad-maximum"),
        ("MS Stud-01", {"fixed_pays": Source.METER}, "wrong-source"),
        ("Two Way Bad Beat 1", METER_PAID | {"maximum": 9_000 * DOLLAR}, "not-planned"),
        ("PT-BJS-HCF-SF-01", {"folded_hands_qualify": False}, "folded-hands"),
        ("MS Stud-01", {"seed": None}, "no-rates"),
        ("MS Stud-01", {"wager": 0}, "bad-amount"),
        ("ML03", {"levels": ML03_LEVELS[:2]}, "bad-level"),
        ("ML03", {"levels": (*ML03_LEVELS, "Mega:1%:1%:1")}, "bad-level"),
        ("ML03", {"levels": ("Mega:12%",)}, "bad-level"),
        ("ML03", {"levels": (*ML03_LEVELS[:2], "Mini:1%:1%:1")}, "bad-level"),
        ("ML03", {"levels": (*ML03_LEVELS[:2], "Minor:120%:1%:1")}, "bad-rate"),
        ("ML03", {"levels": (*ML03_LEVELS[:2], "Minor:90%:1%:1")}, "bad-rate"),
        ("ML03", {"levels": ML03_LEVELS, "seed": DOLLAR}, "two-ways"),
    ],
)
def test_what_cannot_be_run_is_refused(paytable, terms, code):
    with pytest.raises(CardroomError) as refusal:
        plan(paytable, **terms)
    assert refusal.value.code == code


def test_the_document_has_the_agreed_keys():
    found = plan_document(plan("MS Stud-01"))
    keys = {"mean_hands_between_hits", "expected_award", "house_advantage", "house_advantage_without_envy"}
    assert keys | {"chance_to_run_dry", "warnings", "levels", "quantiles", "by_contribution"} <= found.keys()
    assert found["house_advantage"] == pytest.approx(0.2132625)
