"""The hash of the rules: it changes with whatever decides a round, and with nothing else."""

import os
import subprocess
import sys
from functools import cache
from itertools import product

import msgspec
import pytest

from cardroom.games import GAMES
from cardroom.games.fingerprint import every_showdown, rules_hash
from cardroom.games.model import Clear, Outcome, Result, Showdown, Verdict
from cardroom.hands import FIVE_CARD_POKER, LINE, RING, RunRanking
from cardroom.money import Odds, Prize

replace = msgspec.structs.replace
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
ODD_PAY = Odds(77, 2)


def default_tables(game):
    return {wager.id: wager.paytables[0] for wager in game.wagers if wager.paytables}


def hash_of(game, **changes):
    changed = replace(game, **changes)
    return rules_hash(changed, default_tables(changed))


def with_wager(game, changed):
    return tuple(changed if wager.id == changed.id else wager for wager in game.wagers)


def reachable_pays(wager, table, result):
    """What the table can give, found by trying every value a hand or a margin can have."""
    if table is None:
        return [None]
    if wager.scale.ranking is None:  # a margin in cards
        values = {Result.WIN: range(7), Result.COPY: range(1), Result.LOSS: range(-7, 1)}[result]
        return [table.pay(wager.scale, wager.step(value)) for value in values]
    return [
        table.pay(wager.scale, step, hands) for step in reachable_steps(wager.scale) for hands in table.columns or (0,)
    ]


@cache
def reachable_steps(scale):
    is_run = isinstance(scale.ranking, RunRanking)
    one_card_to_seven = {16 * length + end for length in range(1, 8) for end in range(max(1, length - 1), 14)}
    return {scale.step(value) for value in (one_card_to_seven if is_run else range(7_462))}


@every_game
def test_every_pay_of_every_table_counts(game):
    seen = {hash_of(game)}
    tables = [(wager, table) for wager in game.wagers for table in wager.paytables[:1]]
    for wager, table in tables:
        for place, line in enumerate(table.lines):
            changed = replace(line, pays=(ODD_PAY, *line.pays[1:]))
            lines = (*table.lines[:place], changed, *table.lines[place + 1 :])
            seen.add(rules_hash(game, {**default_tables(game), wager.id: replace(table, lines=lines)}))
    assert len(seen) == 1 + sum(len(table.lines) for _, table in tables)


def test_envy_counts():
    game = GAMES["mississippi-stud"]
    tables = default_tables(game)
    first, *others = tables["progressive"].lines
    without = replace(tables["progressive"], lines=(replace(first, envy=Prize(1)), *others))
    assert rules_hash(game, {**tables, "progressive": without}) != rules_hash(game, tables)


@every_game
def test_every_printed_pay_table_has_a_hash_of_its_own(game):
    for wager in game.wagers:
        hashes = {rules_hash(game, {**default_tables(game), wager.id: table}) for table in wager.paytables}
        assert len(hashes) == len(wager.paytables)


@every_game
def test_every_stage_counts(game):
    stages = game.stages
    fewer = [stages[:place] + stages[place + 1 :] for place in range(len(stages))]
    cited = [(*stages[:place], replace(stage, rule="99"), *stages[place + 1 :]) for place, stage in enumerate(stages)]
    others = [*fewer, *cited, (*stages, Clear("99")), stages[::-1]]
    assert len({hash_of(game), *(hash_of(game, stages=other) for other in others)}) == 1 + len(others)


@every_game
def test_multiples_and_what_a_decision_needs_count(game):
    for place, stage in enumerate(game.stages):
        if stage in game.decisions:
            for change in ({"multiples": (1, 9)}, {"needs": 17}):
                other = (*game.stages[:place], replace(stage, **change), *game.stages[place + 1 :])
                assert hash_of(game, stages=other) != hash_of(game)


@every_game
def test_every_outcome_of_every_settlement_counts(game):
    """Turning one answer of one wager in one showdown changes the hash."""
    before = hash_of(game)
    for wager in game.wagers:
        table = default_tables(game).get(wager.id)
        showdowns = [Showdown(result, qualifies) for result, qualifies in product(Result, (True, False))]
        cases = [
            (showdown, pay) for showdown in showdowns for pay in set(reachable_pays(wager, table, showdown.result))
        ]
        for case in cases:

            def settle(showdown, pay, settled=wager.settle, turned=case):
                if (showdown, pay) == turned:
                    verdict = settled(showdown, pay).verdict
                    return Outcome(Verdict.LOSE if verdict is Verdict.PUSH else Verdict.PUSH, "99")
                return settled(showdown, pay)

            assert hash_of(game, wagers=with_wager(game, replace(wager, settle=settle))) != before, (wager.id, case)


@every_game
def test_every_showdown_lists_every_pay_that_can_be_reached(game):
    for wager in game.wagers:
        table = default_tables(game).get(wager.id)
        listed = {(showdown, pay) for showdown, pay, _ in every_showdown(wager, table)}
        showdowns = [Showdown(result, qualifies) for result, qualifies in product(Result, (True, False))]
        assert listed == {(each, pay) for each in showdowns for pay in reachable_pays(wager, table, each.result)}, (
            wager.id
        )


@every_game
def test_qualifier_seats_ranking_and_dice_count(game):
    qualifier = (game.dealer_qualifies_with or 0) + 1
    changes = [
        {"dealer_qualifies_with": qualifier},
        {"seats": game.seats - 1},
        {"ranking": RING if game.ranking is LINE else LINE},
        {"dice_deal_rule": "99"},
        {"id": "another"},
    ]
    assert len({hash_of(game), *(hash_of(game, **change) for change in changes)}) == 1 + len(changes)


def test_the_order_of_hands_counts():
    *lower, flush, full_house, four, straight_flush = FIVE_CARD_POKER.categories
    other = replace(FIVE_CARD_POKER, categories=(*lower, full_house, flush, four, straight_flush))
    game = GAMES["caribbean-stud"]
    assert hash_of(game, ranking=other) != hash_of(game)
    cover_all = game.wager("cover_all")
    changed = replace(cover_all, scale=replace(cover_all.scale, ranking=other))
    assert hash_of(game, wagers=with_wager(game, changed)) != hash_of(game)


@every_game
@pytest.mark.parametrize("change", [{"live_after_fold": "never"}, {"table_wide": "maybe"}, {"kind": "other"}])
def test_what_a_wager_is_counts(game, change):
    for wager in game.wagers:
        assert hash_of(game, wagers=with_wager(game, replace(wager, **change))) != hash_of(game)


@every_game
def test_what_only_explains_the_rules_does_not_count(game):
    explained = hash_of(game, name="Other", summary="", rules={}, rulings=(), sheet=replace(game.sheet, approval=""))
    assert explained == hash_of(game)
    unnamed = {
        name: replace(table, aliases=("other",), printed={"house edge": "0%"})
        for name, table in default_tables(game).items()
    }
    assert rules_hash(game, unnamed) == hash_of(game)
    assert rules_hash(game, dict(reversed(default_tables(game).items()))) == hash_of(game)


def test_the_hash_is_the_same_in_every_process():
    ask = (
        "from cardroom.games import GAMES; from cardroom.games.fingerprint import rules_hash;"
        "print(*[rules_hash(g, {w.id: w.paytables[0] for w in g.wagers if w.paytables}) for g in GAMES.values()])"
    )
    answers = [
        subprocess.run(
            [sys.executable, "-c", ask],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("0", "4711")
    ]
    assert answers == [[hash_of(game) for game in GAMES.values()]] * 2
