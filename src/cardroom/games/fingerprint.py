"""The hash of the rules: it changes whenever anything that decides a round changes, and only then."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import product

import msgspec

from cardroom.games.model import Game, HandOf, Outcome, Result, Showdown, Wager
from cardroom.games.paytable import PayTable
from cardroom.money import Pay

# Every round asks; a game and its pay tables answer the same as long as they are the same objects and texts.
_known: dict[tuple[int, bytes], tuple[Game, str]] = {}


def rules_hash(game: Game, paytables: Mapping[str, PayTable]) -> str:
    """Of stages, rankings, pay tables, and of what every wager does in every showdown there can be."""
    key = (id(game), msgspec.json.encode(dict(paytables), order="deterministic"))
    if key not in _known:
        _known[key] = (game, _hash(game, paytables))  # the game is kept, so that its id stays its own
    return _known[key][1]


def _hash(game: Game, paytables: Mapping[str, PayTable]) -> str:
    facts = {
        "game": game.id,
        "seats": game.seats,
        "qualifier": game.dealer_qualifies_with,
        "dice": game.dice_deal_rule,
        "stages": game.stages,
        "ranking": game.ranking.fingerprint(),
        "wagers": [_facts_of(wager, paytables.get(wager.id)) for wager in game.wagers],
    }
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()


def every_showdown(wager: Wager, table: PayTable | None) -> list[tuple[Showdown, Pay | None, Outcome]]:
    """A wager's whole settlement: each showdown and each pay its table can give then, with what follows."""
    return [
        (showdown, pay, wager.settle(showdown, pay))
        for showdown in (Showdown(result, qualifies) for result, qualifies in product(Result, (True, False)))
        for pay in possible_pays(wager, table, showdown.result)
    ]


def possible_pays(wager: Wager, table: PayTable | None, result: Result) -> list[Pay | None]:
    """What a wager's pay table can give, best first. A copy has no margin in cards, and a loss has none or is behind."""
    if wager.scale is None or table is None:
        return [None]
    places: list[int | None] = [*range(len(wager.scale.steps))]
    if wager.reads is HandOf.MARGIN and result is not Result.WIN:
        places = places[-1:] if result is Result.COPY else [places[-1], None]
    pays = {
        str(pay): pay
        for hands in table.columns or (0,)
        for place in places
        for pay in [table.pay(wager.scale, place, hands)]
    }
    return list(pays.values())


def _facts_of(wager: Wager, table: PayTable | None) -> dict[str, object]:
    scale = wager.scale
    return {
        "wager": [wager.id, wager.kind, wager.reads, wager.live_after_fold, wager.table_wide],
        "steps": scale.steps if scale else (),
        "ranking": scale.ranking.fingerprint() if scale and scale.ranking else "",
        "table": [table.id, table.lines, table.columns] if table else [],
        "settlement": [[outcome.verdict, outcome.pays, outcome.rule] for *_, outcome in every_showdown(wager, table)],
    }
