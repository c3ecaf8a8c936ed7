"""Names in a game file: what is named must be there, once, and of the right kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from cardroom.games.checks.mistakes import Mistake
from cardroom.games.checks.source_lines import Source
from cardroom.games.checks.visibility import readings_of
from cardroom.games.model import Felt, Game, Kind, Return, SettleSeats, SettleTableWide, Wager
from cardroom.games.round_facts import Compare, Count, Lower, Made, Margin
from cardroom.hands import PokerRanking, Ranking

_ID = re.compile(r"[a-z][a-z0-9_]*")


def check_shape(game: Game, source: Source) -> Iterator[Mistake]:
    """Fields of another type than the model has them: nothing else can be looked at before they are mended."""
    for name in _misfits(game):
        yield Mistake(source.field(name), f"“{name}” is not what a game has there.")
    for wager in _tuple_of(game.wagers, Wager):
        for name in _misfits(wager):
            yield Mistake(source.wager(wager, name), f"{wager.name}: “{name}” is not what a wager has there.")
    for index, stage in enumerate(_tuple_of(game.stages, msgspec.Struct)):
        for name in _misfits(stage):
            kind = type(stage).__name__
            yield Mistake(source.stage(game.stages, index), f"{kind}: “{name}” is not what a stage has there.")


def _tuple_of(found: object, kind: type) -> list[Any]:
    return [part for part in found if isinstance(part, kind)] if isinstance(found, tuple) else []


def _misfits(struct: msgspec.Struct) -> list[str]:
    kinds = get_type_hints(type(struct))
    return [name for name in struct.__struct_fields__ if not _fits(getattr(struct, name), kinds[name])]


def _fits(value: object, kind: Any) -> bool:
    """Only what is plain is looked at: texts, numbers, structs, tuples, mappings and functions."""
    origin = get_origin(kind) or kind
    if origin is UnionType or str(origin) == "typing.Union":
        return any(_fits(value, part) for part in get_args(kind))
    if origin is tuple:
        inner = get_args(kind)
        return isinstance(value, tuple) and (inner[-1] is not Ellipsis or all(_fits(part, inner[0]) for part in value))
    if origin is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(origin, type) and not getattr(origin, "_is_protocol", False):
        return isinstance(value, origin)
    return True


def check_wagers(game: Game, source: Source) -> Iterator[Mistake]:
    bases = [wager for wager in game.wagers if wager.kind is Kind.BASE]
    if not bases:
        yield Mistake(source.field("wagers"), "No wager opens a hand: one must be of the kind BASE.")
    for wager_id, times in Counter(wager.id for wager in game.wagers).items():
        if times > 1:
            second = [wager for wager in game.wagers if wager.id == wager_id][1]
            yield Mistake(source.wager(second), f"“{wager_id}” is the id of {times} wagers.")
    for wager in game.wagers:
        if not _ID.fullmatch(wager.id):
            yield Mistake(
                source.wager(wager), f"“{wager.id}” is no id of a wager: write small letters, digits and “_”."
            )
        if wager.kind is Kind.EQUAL and len(bases) > 1:
            what = f"{wager.name} must equal the base wager, and there are several: any of them may be left out."
            yield Mistake(source.wager(wager, "kind"), what)
        yield from _check_rider(game, wager, source)


def _check_rider(game: Game, wager: Wager, source: Source) -> Iterator[Mistake]:
    known = {other.id: other for other in game.wagers}
    if wager.kind is not Kind.RIDER:
        if wager.on:
            yield Mistake(source.wager(wager, "on"), f"{wager.name} stands on “{wager.on}” and is no RIDER.")
        return
    if not wager.on:
        yield Mistake(source.wager(wager), f"{wager.name} is a rider and does not say which wager it stands on.")
    elif wager.on not in known:
        yield Mistake(source.wager(wager, "on"), f"{wager.name} stands on “{wager.on}”, which is no wager.")
    elif known[wager.on].kind in (Kind.RIDER, Kind.JACKPOT):
        what = f"{wager.name} stands on {known[wager.on].name}, on which no stake lies at the end."
        yield Mistake(source.wager(wager, "on"), what)


def check_felt(game: Game, source: Source) -> Iterator[Mistake]:
    """Every wager has one spot, and every spot a wager."""
    spots = Counter(spot for row in game.felt.rows for spot in row)
    known = {wager.id for wager in game.wagers}
    for wager in game.wagers:
        if not spots[wager.id]:
            yield Mistake(source.wager(wager), f"{wager.name} has no spot on the felt.")
    for spot, times in spots.items():
        if spot not in known:
            yield Mistake(source.text_in("felt", spot), f"“{spot}” on the felt is no wager.")
        elif times > 1:
            yield Mistake(source.text_in("felt", spot), f"“{spot}” has {times} spots on the felt.")
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", game.felt.colour):
        yield Mistake(source.field("felt"), f"“{game.felt.colour}” is no colour: write it like {Felt((), ()).colour}.")


def check_readings(game: Game, source: Source) -> Iterator[Mistake]:
    """Readings, facts and stages name holders, readings and wagers that there are."""
    wagers = {wager.id for wager in game.wagers}
    for name, reading in game.hands.items():
        if isinstance(reading, Lower | Margin):
            for part in (reading.first, reading.second):
                if part not in game.hands:
                    yield Mistake(source.key("hands", name), f"“{name}” is made of “{part}”, which is no hand.")
            yield from _check_order(game, name, reading, source.key("hands", name))
        for holder in getattr(reading, "of", ()):
            if holder not in game.holders:
                yield Mistake(source.key("hands", name), f"“{name}” is read on cards of “{holder}”, who gets none.")
    for name, fact in game.facts.items():
        line = source.key("facts", name)
        for reading_name in readings_of(fact):
            if reading_name not in game.hands:
                yield Mistake(line, f"“{name}” asks about “{reading_name}”, which is no hand.")
        if isinstance(fact, Compare):
            yield from _check_order(game, name, fact, line)
        if isinstance(fact, Made) and fact.wager not in wagers:
            yield Mistake(line, f"“{name}” asks about “{fact.wager}”, which is no wager.")
        if isinstance(fact, Count) and fact.of not in game.holders:
            yield Mistake(line, f"“{name}” counts cards of “{fact.of}”, who gets none.")
    for index, stage in enumerate(game.stages):
        for wager in _wagers_named(stage):
            if wager not in wagers:
                kind = type(stage).__name__
                yield Mistake(source.stage(game.stages, index), f"{kind} names “{wager}”, which is no wager.")


def _check_order(game: Game, name: str, two: Compare | Lower | Margin, line: int) -> Iterator[Mistake]:
    """Two hands compare in one order; of how many cards each is the best may differ."""
    if two.first in game.hands and two.second in game.hands:
        first, second = game.ranking_of(two.first), game.ranking_of(two.second)
        if first != second and _order(first) != _order(second):
            which = f"{first.name} and {second.name}"
            yield Mistake(line, f"“{name}” compares hands that have no order in common: {which}.")


def _order(ranking: Ranking) -> str:
    return (msgspec.structs.replace(ranking, out_of=0) if isinstance(ranking, PokerRanking) else ranking).fingerprint()


def _wagers_named(stage: object) -> tuple[str, ...]:
    match stage:
        case SettleSeats(wagers=wagers):
            return wagers
        case Return(wager=wager) | SettleTableWide(wager=wager):
            return (wager,)
    return ()


def check_citations(game: Game, source: Source) -> Iterator[Mistake]:
    """Every rule that wagers, stages, options and rulings cite is in the file."""
    for rule, line in _citations(game, source):
        if rule not in game.rules:
            yield Mistake(line, f"Rule “{rule}” is cited, and there is no such rule.")
    for ruling in game.rulings:
        if ruling.reads and ruling.reads not in game.rules:
            yield Mistake(source.text(ruling.text), f"A ruling reads rule “{ruling.reads}”, and there is no such rule.")


def _citations(game: Game, source: Source) -> Iterator[tuple[str, int]]:
    for wager in game.wagers:
        yield wager.rule, source.wager(wager, "rule")
        if wager.envy_rule:
            yield wager.envy_rule, source.wager(wager, "envy_rule")
        if wager.needs_rule:
            yield wager.needs_rule, source.wager(wager, "needs_rule")
    for index, stage in enumerate(game.stages):
        line = source.stage(game.stages, index)
        for name in ("rule", "keep_rule", "dice_rule"):
            if rule := getattr(stage, name, ""):
                yield rule, line
        for option in getattr(stage, "options", ()):
            yield option.rule, source.option(game.stages, index, option)


def rules_cited(game: Game) -> Iterator[str]:
    """By wagers, stages, options and rulings."""
    for cited in (*game.wagers, *game.stages, *(option for stage in game.decisions for option in stage.options)):
        yield from (getattr(cited, name, "") for name in ("rule", "keep_rule", "dice_rule", "envy_rule", "needs_rule"))
    yield from (ruling.reads for ruling in game.rulings)
