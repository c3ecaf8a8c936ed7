"""A game's rules as a document: how it is played, what each wager does in every showdown, its pay tables."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.games.fingerprint import every_showdown, rules_hash
from cardroom.games.model import (
    Decide,
    Game,
    HandOf,
    Kind,
    Outcome,
    Result,
    Ruling,
    Sheet,
    Showdown,
    Stage,
    Verdict,
    Wager,
)
from cardroom.games.paytable import PayTable
from cardroom.money import Pay
from cardroom.table.limits import Limits
from cardroom.table.settings import TableSettings, table_settings

_KIND_WORDS = {
    Kind.BASE: "opens the hand",
    Kind.EQUAL: "must equal the {}",
    Kind.DECISION: "at the decision",
    Kind.OPTIONAL: "optional",
    Kind.JACKPOT: "optional jackpot wager",
}


class PayLine(msgspec.Struct, frozen=True):
    hand: str
    label: str
    pays: tuple[str, ...]
    envy: str


class PayTableDocument(msgspec.Struct, frozen=True):
    id: str
    title: str
    aliases: tuple[str, ...]
    approved: bool
    columns: tuple[int, ...]
    lines: tuple[PayLine, ...]
    printed: dict[str, str]


class Settled(msgspec.Struct, frozen=True):
    """What becomes of a wager in one showdown, with the rule that says so."""

    dealer_qualifies: bool
    result: Result
    then: str


class WagerDocument(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: Kind
    placed: str
    reads: HandOf | None
    after_fold: str
    settlement: tuple[Settled, ...]
    paytable_in_force: str | None
    paytables: tuple[PayTableDocument, ...]


class RuleText(msgspec.Struct, frozen=True):
    number: str
    text: str


class RulesDocument(msgspec.Struct, frozen=True):
    game: str
    name: str
    summary: str
    colour: str  # of the felt
    sheet: Sheet
    seats: int
    rules: tuple[RuleText, ...]  # in the order of the sheet; browsers would sort the keys of an object
    stages: tuple[Stage, ...]
    dealer_qualifies_with: str | None
    wagers: tuple[WagerDocument, ...]
    rulings: tuple[Ruling, ...]
    limits: Limits
    rules_hash: str


def rules_document(game: Game, chosen: Mapping[str, PayTable]) -> RulesDocument:
    """The rules under these pay tables, by `spot`; otherwise the first ones printed are in force."""
    return _document(table_settings(game.id, paytables=chosen), chosen)


def rules_at_table(settings: TableSettings) -> RulesDocument:
    """The rules as they are in force at a table."""
    return _document(settings, {spot(settings.rules.wager(name)): table for name, table in settings.paytables.items()})


def _document(settings: TableSettings, chosen: Mapping[str, PayTable]) -> RulesDocument:
    game = settings.rules
    qualifier = game.dealer_qualifies_with
    return RulesDocument(
        game=game.id,
        name=game.name,
        summary=game.summary,
        colour=game.felt.colour,
        sheet=game.sheet,
        seats=game.seats,
        rules=tuple(RuleText(number, text) for number, text in game.rules.items()),
        stages=game.stages,
        dealer_qualifies_with=None if qualifier is None else game.ranking.words(qualifier),
        wagers=tuple(_wager_document(game, wager, settings, chosen) for wager in game.wagers),
        rulings=game.all_rulings,
        limits=settings.limits,
        rules_hash=rules_hash(game, settings.paytables),
    )


def _wager_document(game: Game, wager: Wager, settings: TableSettings, chosen: Mapping[str, PayTable]) -> WagerDocument:
    in_force = settings.paytables.get(wager.id)
    words = settlement(wager, in_force)
    return WagerDocument(
        id=wager.id,
        name=wager.name,
        kind=wager.kind,
        placed=how_placed(game, wager),
        reads=wager.reads,
        after_fold=after_fold(wager),
        settlement=tuple(
            Settled(showdown.dealer_qualifies, showdown.result, words[showdown]) for showdown in showdowns(game)
        ),
        paytable_in_force=in_force.id if in_force else None,
        paytables=tuple(paytable_document(table) for table in tables_of(wager, chosen)),
    )


def paytable_document(table: PayTable) -> PayTableDocument:
    return PayTableDocument(
        id=table.id,
        title=table.title,
        aliases=table.aliases,
        approved=table.approved,
        columns=table.columns,
        lines=tuple(
            PayLine(line.hand, line.text, tuple(str(pay or "-") for pay in line.pays), str(line.envy or "-"))
            for line in table.lines
        ),
        printed=dict(table.printed),
    )


# --- the parts, in words ----------------------------------------------------------------------------------------------


def spot(wager: Wager) -> str:
    """The name under which table settings know a wager's pay table; the game's own wagers share one."""
    return wager.id if wager.is_side_bet else "base"


def how_placed(game: Game, wager: Wager) -> str:
    for stage in game.stages:
        if isinstance(stage, Decide) and stage.wager == wager.id:
            multiples = ", ".join(f"{multiple}x" for multiple in stage.multiples)
            needs = f"; needs at least: {game.ranking.words(stage.needs)}" if stage.needs is not None else ""
            return f"{multiples} the {game.base_wager.name}, or fold{needs}"
    return _KIND_WORDS[wager.kind].format(game.base_wager.name)


def after_fold(wager: Wager) -> str:
    return {True: "stays live", False: "is lost", None: "operator's choice"}[wager.live_after_fold]


def tables_of(wager: Wager, chosen: Mapping[str, PayTable]) -> list[PayTable]:
    """A wager's printed pay tables, and the operator's own one."""
    own = chosen.get(spot(wager))
    return [*wager.paytables, *([own] if own and not own.approved else [])]


def showdowns(game: Game) -> list[Showdown]:
    """The showdowns that can happen in a game."""
    if not game.has_dealer_hand:
        return [Showdown(Result.WIN)]
    may_fail = game.dealer_qualifies_with is not None
    return [Showdown(result, qualifies) for qualifies in (True, False)[: 1 + may_fail] for result in Result]


def settlement(wager: Wager, table: PayTable | None) -> dict[Showdown, str]:
    """What becomes of a wager in every showdown, with the rule that says so."""
    found: dict[Showdown, list[tuple[Pay | None, Outcome]]] = {}
    for showdown, pay, outcome in every_showdown(wager, table):
        found.setdefault(showdown, []).append((pay, outcome))
    return {showdown: _in_words(outcomes) for showdown, outcomes in found.items()}


def _in_words(outcomes: list[tuple[Pay | None, Outcome]]) -> str:
    rules = ", ".join(dict.fromkeys(outcome.rule for _, outcome in outcomes))
    if len({(outcome.verdict, outcome.pays) for _, outcome in outcomes}) == 1:
        outcome = outcomes[0][1]
        return f"{outcome.pays if outcome.verdict is Verdict.WIN else outcome.verdict} ({rules})"
    otherwise = "".join(f", else {outcome.verdict}" for pay, outcome in outcomes if pay is None)
    return f"by pay table{otherwise} ({rules})"
