"""The hash of the rules: it changes whenever anything that decides a round changes, and only then.

The fingerprint of a game file is the same of all that it prints: not the pay tables in force, but every one of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from cardroom.games.citations import show_rule
from cardroom.games.jackpot_pages import JackpotPage
from cardroom.games.model import Game, Outcome, Wager
from cardroom.games.paytable import PayTable
from cardroom.games.round_facts import Assignment, Best, Compare, Facts, Hand, Margin, Result, branches
from cardroom.money import Pay

# Of the way that rules are written down for the hash: made in another way, a hash is never taken for this one.
ENCODING = "3:"

# Every round asks; a game and its pay tables answer the same as long as they are the same objects and texts.
_known: dict[tuple[int, bytes], tuple[Game, str]] = {}


def rules_hash(game: Game, paytables: Mapping[str, PayTable]) -> str:
    """Of stages, rankings, pay tables, and of what every wager does in every way a round can go."""
    key = (id(game), msgspec.json.encode(dict(paytables), order="deterministic"))
    if key not in _known:
        _known[key] = (game, ENCODING + _hash(game, paytables))  # the game is kept, so that its id stays its own
    return _known[key][1]


def fingerprint(game: Game) -> str:
    """Of all that an approval is given for: the rules, every wager with every pay table and jackpot page it prints, and the
    conditions that the sheet names."""
    wagers = [
        [
            wager.name,
            [_page(page) for page in wager.pages],
            [[table.printed if table else {}, _facts_of(game, wager, table)] for table in tables],
        ]
        for wager, tables in ((wager, wager.paytables or (None,)) for wager in game.wagers)
    ]
    return _digest({**_frame(game), "wagers": wagers, "conditions": game.conditions})[:32]


def _page(page: JackpotPage) -> JackpotPage:
    """A page with its rules as they are cited, whatever they are recorded as."""
    cited = {console: {act: show_rule(page.rule(console, act)) for act in acts} for console, acts in page.rules.items()}
    return msgspec.structs.replace(page, rules=cited)


def _hash(game: Game, paytables: Mapping[str, PayTable]) -> str:
    return _digest(
        {**_frame(game), "wagers": [_facts_of(game, wager, paytables.get(wager.id)) for wager in game.wagers]}
    )


def _frame(game: Game) -> dict[str, object]:
    """What there is beside the wagers."""
    return {
        "game": game.id,
        "seats": game.seats,
        "deck": game.deck,
        "hands": {name: _reading(game, name) for name in game.hands},
        "facts": dict(game.facts),
        "stages": [_stage(game, stage) for stage in game.stages],
    }


def _digest(facts: dict[str, object]) -> str:
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()


def _reading(game: Game, name: str) -> list[object]:
    reading = game.hands[name]
    kind = type(reading).__name__
    match reading:
        case Hand(of, ranking, packet):
            return [kind, of, ranking.fingerprint(), packet]
        case Best(ranking):
            return [kind, ranking.fingerprint()]
    return [kind, reading.first, reading.second]


def _stage(game: Game, stage: Any) -> dict[str, object]:
    """A stage with its condition as what it says to every answer; what is as by default is no part of the rules."""
    defaults = {one.name: one.default for one in msgspec.structs.fields(stage)}
    fields = {name: value for name, value in msgspec.structs.asdict(stage).items() if value != defaults[name]}
    when = fields.pop("when", None)
    said = [[dict(asked), bool(holds)] for asked, holds in branches(when, game.domains)] if when else None
    return {"stage": type(stage).__name__, **fields, "when": said}


def settlement_of(game: Game, wager: Wager, table: PayTable | None) -> list[tuple[Assignment, Pay | None, Outcome]]:
    """A wager's whole settlement: each way its facts can be and each pay its table can give then, with what follows."""
    found: list[tuple[Assignment, Pay | None, Outcome]] = []
    for pay in possible_pays(wager, table):
        found += [(asked, pay, outcome) for asked, outcome in branches(settlement_at_pay(wager, pay), game.domains)]
    return [(asked, pay, outcome) for asked, pay, outcome in found if is_possible(game, wager, asked, pay, table)]


def settlement_at_pay(wager: Wager, pay: Pay | None) -> Callable[[Facts], Outcome]:
    """A wager's settlement under one pay, as a function of facts alone."""
    return lambda facts: wager.settle(facts, pay)


def is_possible(game: Game, wager: Wager, asked: Assignment, pay: Pay | None, table: PayTable | None) -> bool:
    """A copy has no margin; a win is ahead or has none either, a loss is behind or has none."""
    margin = game.hands.get(wager.reads or "")
    if wager.hand_classes is None or table is None or not isinstance(margin, Margin):
        return True
    result = _result_of(game, margin, asked)
    if result is None:
        return True
    widest = max(step.at_least for step in wager.hand_classes.classes) + 1
    values = {Result.WIN: range(widest + 1), Result.COPY: range(1), Result.LOSS: range(-widest, 1)}[result]
    return pay in _pays(wager, table, map(wager.hand_classes.class_of, values))


def _result_of(game: Game, margin: Margin, asked: Assignment) -> Result | None:
    """How the first hand of a margin compares with the second, if that was asked, from either side."""
    turned = {Result.WIN: Result.LOSS, Result.COPY: Result.COPY, Result.LOSS: Result.WIN}
    for name, answer in asked.items():
        if game.facts[name] == Compare(margin.first, margin.second):
            return Result(answer)
        if game.facts[name] == Compare(margin.second, margin.first):
            return turned[Result(answer)]
    return None


def possible_pays(wager: Wager, table: PayTable | None) -> list[Pay | None]:
    """What a wager's pay table can give, best first; last, nothing, where a hand can be off its classes."""
    if wager.hand_classes is None or table is None:
        return [None]
    beside = [] if wager.hand_classes.is_complete else [None]
    found = _pays(wager, table, [*range(len(wager.hand_classes.classes)), *beside])
    return list({str(pay): pay for pay in found}.values())


def _pays(wager: Wager, table: PayTable, places: Iterable[int | None]) -> list[Pay | None]:
    classes = wager.hand_classes
    assert classes is not None
    return [table.pay(classes, place, hands) for place in places for hands in table.columns or (0,)]


def _facts_of(game: Game, wager: Wager, table: PayTable | None) -> dict[str, object]:
    classes = wager.hand_classes
    return {
        "wager": [wager.id, wager.kind, wager.reads, wager.on, wager.live_after_fold],
        "steps": classes.classes if classes else (),
        "table": [table.id, table.lines, table.columns] if table else [],
        "settlement": [
            [dict(asked), pay, outcome.verdict, outcome.pays, outcome.rule]
            for asked, pay, outcome in settlement_of(game, wager, table)
        ],
    }
