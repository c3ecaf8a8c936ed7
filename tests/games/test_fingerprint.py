"""The hash of the rules: it changes with whatever decides a round, and with nothing else."""

import os
import subprocess
import sys
from functools import cache, partial
from itertools import product

import msgspec
import pytest

from cardroom.games import games
from cardroom.games.fingerprint import rules_hash, settlement_of
from cardroom.games.model import Clear, Deal, Decide, MakeBet, Outcome, Result, Verdict
from cardroom.games.round_facts import Best, Compare, Margin, Reaches, asked_by
from cardroom.hands import FIVE_CARD_POKER, LINE, RING, PokerRanking, RunRanking
from cardroom.money import Odds, Prize

replace = msgspec.structs.replace
GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
ODD_PAY = Odds(77, 2)


def default_tables(game):
    return {wager.id: wager.paytables[0] for wager in game.wagers if wager.paytables}


def hash_of(game, **changes):
    changed = replace(game, **changes)
    return rules_hash(changed, default_tables(changed))


def with_wager(game, changed):
    return tuple(changed if wager.id == changed.id else wager for wager in game.wagers)


def reachable_pays(game, wager, table, answers):
    """What the table can give beside these answers, found by trying every value a hand or a margin can have."""
    if table is None:
        return {None}
    values = (
        values_of(wager.hand_classes.ranking)
        if wager.hand_classes.ranking
        else margins(game, game.hands[wager.reads], answers)
    )
    steps = {wager.hand_classes.class_of(value) for value in values}
    return {table.pay(wager.hand_classes, step, hands) for step in steps for hands in table.columns or (0,)}


@cache
def values_of(ranking):
    if isinstance(ranking, RunRanking):
        return {16 * length + end for length in range(1, 8) for end in range(max(1, length - 1), 14)}
    return range(ranking.number_of_values if isinstance(ranking, PokerRanking) else len(ranking.names))


def margins(game, margin, answers):
    """Margins that go with how the two hands compare, where that is among the answers."""
    apart = {Result.WIN: range(13), Result.COPY: range(1), Result.LOSS: range(-12, 1)}
    for name, answer in answers.items():
        if game.facts[name] == Compare(margin.first, margin.second):
            return apart[answer]
        if game.facts[name] == Compare(margin.second, margin.first):
            return [-value for value in apart[answer]]
    return range(-12, 13)


def all_answers(game, wager, table):
    """Every way to answer what a wager may ask."""
    pays = reachable_pays(game, wager, table, {})
    asked = dict.fromkeys(name for pay in pays for name in asked_by(partial(with_pay, wager, pay), game.domains))
    return [dict(zip(asked, answers, strict=True)) for answers in product(*(game.domains[name] for name in asked))]


def with_pay(wager, pay, facts):
    return wager.settle(facts, pay)


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
    others = [(*stages, Clear("99")), (stages[1], stages[0], *stages[2:])]
    for place, stage in enumerate(stages):
        before, after = stages[:place], stages[place + 1 :]
        others.append((*before, replace(stage, **{"called" if isinstance(stage, Decide) else "rule": "99"}), *after))
        others.append(
            (*before, replace(stage, cards=stage.cards + 1), *after) if isinstance(stage, Deal) else before + after
        )
    assert len({hash_of(game), *(hash_of(game, stages=other) for other in others)}) == 1 + len(others)


@every_game
def test_when_a_stage_takes_place_counts(game):
    for place, stage in enumerate(game.stages):
        if getattr(stage, "when", None) is not None:
            for other in (None, lambda f, when=stage.when: not when(f)):
                stages = (*game.stages[:place], replace(stage, when=other), *game.stages[place + 1 :])
                assert hash_of(game, stages=stages) != hash_of(game)


@every_game
def test_every_option_of_a_decision_counts(game):
    for place, stage in enumerate(game.stages):
        if not isinstance(stage, Decide):
            continue
        others = [stage.options[::-1]]
        for number, option in enumerate(stage.options):
            before, after = stage.options[:number], stage.options[number + 1 :]
            changes = [{"rule": "99"}, *([{"multiple": 9}, {"needs": 17}] if isinstance(option, MakeBet) else [])]
            others += [before + after, *((*before, replace(option, **change), *after) for change in changes)]
        stages = [(*game.stages[:place], replace(stage, options=other), *game.stages[place + 1 :]) for other in others]
        assert len({hash_of(game), *(hash_of(game, stages=other) for other in stages)}) == 1 + len(others)


@every_game
def test_every_outcome_of_every_settlement_counts(game):
    """Turning one answer of one wager to one set of facts changes the hash."""
    before = hash_of(game)
    for wager in game.wagers:
        table = default_tables(game).get(wager.id)
        for answers in all_answers(game, wager, table):
            for offered in reachable_pays(game, wager, table, answers):

                def settle(f, pay, settled=wager.settle, answers=answers, offered=offered):
                    if pay == offered and all(getattr(f, name) == answer for name, answer in answers.items()):
                        verdict = settled(f, pay).verdict
                        return Outcome(Verdict.LOSE if verdict is Verdict.PUSH else Verdict.PUSH, "99")
                    return settled(f, pay)

                changed = with_wager(game, replace(wager, settle=settle))
                assert hash_of(game, wagers=changed) != before, (wager.id, answers, offered)


@every_game
def test_a_settlement_lists_every_pay_that_can_be_reached_and_no_other(game):
    for wager in game.wagers:
        table = default_tables(game).get(wager.id)
        listed = settlement_of(game, wager, table)
        for answers in all_answers(game, wager, table):
            fitting = [(asked, pay) for asked, pay, _ in listed if all(answers[name] == asked[name] for name in asked)]
            assert {pay for _, pay in fitting} >= reachable_pays(game, wager, table, answers), (wager.id, answers)
            assert all(pay in reachable_pays(game, wager, table, asked) for asked, pay in fitting), (wager.id, answers)


@every_game
def test_facts_seats_deck_hands_and_dice_count(game):
    name, hand = next((name, hand) for name, hand in game.hands.items() if not isinstance(hand, Margin))
    changes = [
        {"seats": game.seats - 1},
        {"deck": replace(game.deck, packs=game.deck.packs + 1)},
        {"hands": {**game.hands, name: replace(hand, ranking=RING if hand.ranking is LINE else LINE)}},
        {"facts": {**game.facts, "another": Reaches(name, 17)}},
        {
            "stages": tuple(
                replace(stage, dice_rule="99") if isinstance(stage, Deal) else stage for stage in game.stages
            )
        },
        {"id": "another"},
    ]
    for fact, asked in game.facts.items():
        if isinstance(asked, Reaches):
            changes.append({"facts": {**game.facts, fact: replace(asked, least=asked.least + 1)}})
    assert len({hash_of(game), *(hash_of(game, **change) for change in changes)}) == 1 + len(changes)


def test_the_order_of_hands_counts():
    *lower, flush, full_house, four, straight_flush = FIVE_CARD_POKER.categories
    other = replace(FIVE_CARD_POKER, categories=(*lower, full_house, flush, four, straight_flush))
    game = GAMES["caribbean-stud"]
    for name in ("you", "dealer"):
        changed = {**game.hands, name: replace(game.hands[name], ranking=other)}
        assert hash_of(game, hands=changed) != hash_of(game)
    assert hash_of(game, hands={**game.hands, "best": Best(other)}) != hash_of(game)


@every_game
@pytest.mark.parametrize("change", [{"live_after_fold": "never"}, {"on": "other"}, {"kind": "other"}])
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
        "from cardroom.games import games; from cardroom.games.fingerprint import rules_hash;"
        "print(*[rules_hash(g, {w.id: w.paytables[0] for w in g.wagers if w.paytables}) for g in games().values()])"
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
