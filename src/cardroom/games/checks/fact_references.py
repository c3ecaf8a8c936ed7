"""What settlements and conditions ask for: facts that there are, about cards that are dealt and may be seen by then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cardroom.games.checks.mistakes import Mistake
from cardroom.games.checks.source_lines import Source
from cardroom.games.checks.visibility import OnTable, face_down_holder, readings_of, unreadable_reason
from cardroom.games.external_games import error_line
from cardroom.games.fingerprint import possible_pays, settlement_at_pay, settlement_of
from cardroom.games.model import Decide, Game, Kind, Outcome, SettleSeats, SettleTableWide, Verdict, Wager
from cardroom.games.options import MakeBet
from cardroom.games.paytable_faults import unpayable_reason
from cardroom.games.round_facts import Condition, Facts, branches
from cardroom.money import Odds

Asking = Callable[[Facts], Any]
Ways = list[tuple[dict[str, Any], Any]]


class Asked:
    """Every way that a function of facts can go; or the one mistake that keeps it from being followed."""

    def __init__(self, game: Game, function: Asking, source: Source, path: Path, line: int) -> None:
        self.ways: Ways = []
        self.mistake: Mistake | None = None
        known: set[str] = set(game.facts)

        def careful(facts: Facts) -> Any:
            return function(Facts(lambda name: getattr(facts, name) if name in known else _unknown(name)))

        try:
            self.ways = [(dict(asked), answer) for asked, answer in branches(careful, game.domains)]
        except _UnknownFactError as error:
            there = ", ".join(game.facts) or "none"
            what = f"The fact “{error.name}” is asked for, and there is none; there are: {there}."
            self.mistake = Mistake(source.asked(error.name), what)
        except Exception as error:  # noqa: BLE001 - whatever the file's own function raises
            said = " ".join(f"{type(error).__name__}: {error}".split())
            self.mistake = Mistake(error_line(error, path) or line, f"Fails for some facts: {said}")

    @property
    def facts(self) -> list[str]:
        return list(dict.fromkeys(name for asked, _ in self.ways for name in asked))


class _UnknownFactError(Exception):
    def __init__(self, name: str) -> None:
        self.name = name


def _unknown(name: str) -> Any:
    raise _UnknownFactError(name)


def check_conditions(game: Game, source: Source, path: Path) -> Iterator[Mistake]:
    """The conditions of stages, and what a hand must reach for an option."""
    for index, stage in enumerate(game.stages):
        line, on_table = source.stage(game.stages, index), OnTable(game, index)
        when: Condition | None = getattr(stage, "when", None)
        if when is not None:
            asked = Asked(game, when, source, path, line)
            if asked.mistake is not None:
                yield asked.mistake
                continue
            if not any(answer for _, answer in asked.ways):
                unreached = "decision cannot be reached" if isinstance(stage, Decide) else "stage is never reached"
                yield Mistake(line, f"This {unreached}: its condition never holds.")
            for fact in asked.facts:
                for reading in readings_of(game.facts[fact]):
                    yield from _check_seen(game, reading, on_table, f"“{fact}” is asked for", line)
        if isinstance(stage, Decide):
            yield from _check_needs(game, index, stage, source)


def _check_needs(game: Game, index: int, stage: Decide, source: Source) -> Iterator[Mistake]:
    for option in stage.options:
        if isinstance(option, MakeBet) and option.needs is not None:
            line = source.option(game.stages, index, option)
            if "you" not in game.hands:
                yield Mistake(line, f"“{option.name}” needs a hand, and no hand is called “you”.")
            else:
                yield from _check_seen(game, "you", OnTable(game, index), f"“{option.name}” needs a hand", line)
                return


def _check_seen(game: Game, reading: str, on_table: OnTable, what: str, line: int) -> Iterator[Mistake]:
    if missing := unreadable_reason(game, reading, on_table):
        yield Mistake(line, f"{what} before its cards are dealt: {missing}.")
    elif holder := face_down_holder(game, reading, on_table):
        yield Mistake(line, f"{what} on hidden cards: those of “{holder}” lie face down then.")


def check_unlosable_wagers(game: Game, source: Source) -> Iterator[Mistake]:
    """A wager that nobody can lose is doubtful: a line of a pay table pays its hand and every better one."""
    for wager in (wager for wager in game.wagers if wager.kind is not Kind.RIDER):
        for table in wager.paytables or (None,):
            gains = {_sign(outcome) for _, _, outcome in settlement_of(game, wager, table)}
            if min(gains) < 0 or max(gains) == 0:
                continue
            never = "always wins" if min(gains) > 0 else "cannot be lost"
            under = f" with “{table.id}”" if table else ""
            why = ": a line pays its hand or better, down to the lowest" if table and wager.reads else ""
            yield Mistake(source.wager(wager), f"{wager.name} {never}{under}{why}.", is_warning=True)


def _sign(outcome: Outcome) -> int:
    """Whether a stake gains, comes back or is lost, wholly or in part."""
    if outcome.verdict is not Verdict.WIN:
        return -1 if outcome.verdict is Verdict.LOSE else 0
    net = outcome.pays.net if isinstance(outcome.pays, Odds) else 1
    return (net > 0) - (net < 0)


def check_settlements(game: Game, source: Source, path: Path) -> Iterator[Mistake]:
    """What every wager comes to in every way its facts can be, and whether they are known when it is settled."""
    for wager in game.wagers:
        line = source.wager(wager, "settle")
        facts: dict[str, None] = {}
        for table in wager.paytables or (None,):
            for pay in possible_pays(wager, table):
                asked = Asked(game, settlement_at_pay(wager, pay), source, path, line)
                if asked.mistake is not None:
                    yield asked.mistake
                    return
                facts |= dict.fromkeys(asked.facts)
                for _, outcome in asked.ways:
                    yield from _check_outcome(game, wager, outcome, source)
        yield from _check_known(game, wager, list(facts), source)


def _check_outcome(game: Game, wager: Wager, outcome: object, source: Source) -> Iterator[Mistake]:
    line = source.wager(wager, "settle")
    if not isinstance(outcome, Outcome):
        yield Mistake(line, f"{wager.name} is settled by {type(outcome).__name__}, not by win, push or lose.")
        return
    if outcome.rule not in game.rules:
        yield Mistake(source.text(outcome.rule), f"Rule “{outcome.rule}” is cited, and there is no such rule.")
    if outcome.verdict is Verdict.WIN and outcome.pays is None:
        yield Mistake(line, f"{wager.name} wins, and it is not said what it pays.")
    if wager.kind is Kind.JACKPOT and outcome.verdict is Verdict.WIN and not wager.paytables:
        yield Mistake(line, f"{wager.name} is a jackpot wager and has no pay table.")
    if outcome.verdict is Verdict.WIN and (fault := unpayable_reason(outcome.pays, wager)):
        yield Mistake(line, fault)


def _check_known(game: Game, wager: Wager, facts: list[str], source: Source) -> Iterator[Mistake]:
    """At the last stage that settles it, all cards that it is settled on have been dealt and turned."""
    settled_at = [
        index
        for index, stage in enumerate(game.stages)
        if (isinstance(stage, SettleSeats) and wager.id in (stage.wagers or (wager.id,)))
        or (isinstance(stage, SettleTableWide) and stage.wager == wager.id)
    ]
    if not settled_at:
        return
    on_table = OnTable(game, settled_at[-1])
    if wager.reads in game.hands:
        assert wager.reads is not None
        what = f"{wager.name} is paid on “{wager.reads}”"
        yield from _check_seen(game, wager.reads, on_table, what, source.wager(wager, "reads"))
    for fact in facts:
        for reading in readings_of(game.facts[fact]):
            what = f"{wager.name} is settled by “{fact}”"
            yield from _check_seen(game, reading, on_table, what, source.wager(wager, "settle"))


def cited_in_settlements(game: Game, wager: Wager) -> set[str]:
    """The rules that a wager's settlement cites."""
    found: set[str] = set()
    for table in wager.paytables or (None,):
        for pay in possible_pays(wager, table):
            found |= {outcome.rule for _, outcome in branches(settlement_at_pay(wager, pay), game.domains)}
    return found
