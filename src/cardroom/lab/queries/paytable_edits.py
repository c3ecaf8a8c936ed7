"""A pay table as someone edits it, held against the printed one: the exact edge before and after, line by line.

A game is counted once; what its lines pay is then arithmetic. Its own tables change the best play, which is found anew.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec

from cardroom.errors import CardroomError
from cardroom.games import find_game, find_paytable
from cardroom.games.model import Game, Kind, Verdict, Wager
from cardroom.games.operator_paytables import read_paytable
from cardroom.games.paytable import PayTable
from cardroom.lab.analysis.game_figures import figures_of
from cardroom.lab.analysis.side_bets import jackpot, side_bet
from cardroom.lab.par_sheet.base_sections import base_facts
from cardroom.lab.par_sheet.content import Column, ColumnKind, Fact, Panel, Row, Table, Tone
from cardroom.lab.par_sheet.rules_sections import paytable_title
from cardroom.lab.par_sheet.wager_sections import bet_panel, jackpot_panel
from cardroom.lab.queries.messages import Change, Complaint, PriceAnswer, PricedLine, PriceQuestion
from cardroom.lab.results import Base
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.payoffs import base_game_wagers, is_priced_apart, net_of, outcome_in
from cardroom.lab.solvers.protocol import Ending, Solved, Spread
from cardroom.lab.what_if.paytable_goal_seek import MOST
from cardroom.money import PUSH, Odds
from cardroom.number_format import chance, count, dollars, exact, number, one_in, percent
from cardroom.table import table_settings

EDITED = "Edited"
_COMPLAINT = re.compile(rf"{EDITED}(?:, line (\d+))?: (.*)", re.DOTALL)


class Liked(IntEnum):
    """Which way the player wants a figure to go."""

    LOW = -1
    EITHER = 0
    HIGH = 1


class Figure(NamedTuple):
    """A figure that a pay table changes."""

    label: str
    value: Fraction
    liked: Liked
    show: Callable[[Fraction, int], str] = percent

    def show_change(self, difference: Fraction, places: int) -> str:
        points = f"{number(difference * 100, places)} points"
        return points if self.show is percent else self.show(difference, places)


class Worth(NamedTuple):
    """A line: the combinations that it pays, their chance, and its part of the expectation (None: by the meter)."""

    ways: int
    chance: Fraction
    share: Fraction | None
    of: int = 0  # all ways


class Quote(NamedTuple):
    panel: Panel
    figures: tuple[Figure, ...]
    lines: dict[str, Worth]  # by hand


def price(question: PriceQuestion) -> PriceAnswer:
    """Before and after; a table that cannot be read or is not allowed is answered with a complaint."""
    game = find_game(question.game)
    wager = game.wager(question.wager)
    printed = find_paytable(wager, question.paytable)
    hands = _column(printed, question.hands)
    before = _quote(game, wager, printed, hands)
    try:
        table, warnings = _read(question, wager, printed)
        after = _quote(game, wager, table, hands)
    except CardroomError as error:
        return _answer(question, before, None, _complaint(error), ())
    return _answer(question, before, after, None, warnings)


# --- what is asked ----------------------------------------------------------------------------------------------------


def _column(table: PayTable, hands: int | None) -> int | None:
    if not table.columns:
        return None
    if hands is None:
        return table.columns[0]
    if hands not in table.columns:
        known = ", ".join(map(str, table.columns))
        raise CardroomError("unknown-column", f"{table.id} has pays for {known} hands, not for {hands}.")
    return hands


def _read(question: PriceQuestion, wager: Wager, printed: PayTable) -> tuple[PayTable, tuple[str, ...]]:
    """The edited table. Its lines keep their printed labels as long as it has the lines that were printed."""
    items = [{"hand": line.hand, "pays": list(line.pays), "envy": line.envy} for line in question.lines]
    has_printed_lines = [line.hand for line in question.lines] == [line.hand for line in printed.lines]
    if has_printed_lines:
        items = [item | {"label": line.label} for item, line in zip(items, printed.lines, strict=True)]
    document: dict[str, object] = {"id": EDITED, "game": question.game, "wager": wager.id, "line": items}
    if printed.columns:
        document["columns"] = list(printed.columns)
    own = read_paytable(document, EDITED)
    if any(isinstance(pay, Odds) and pay.net > MOST for line in own.table.lines for pay in line.pays):
        raise CardroomError("odd-pays", f"Pays are priced up to {number(MOST)} to 1.")
    warnings = () if has_printed_lines else own.warnings  # gaps that are printed need no warning
    return own.table, tuple(_without_name(warning) for warning in warnings)


def _complaint(error: CardroomError) -> Complaint:
    found = _COMPLAINT.fullmatch(error.message)
    text, line = (found[2], found[1]) if found else (error.message, None)
    return Complaint(text[:1].upper() + text[1:], int(line) if line else None)


def _without_name(warning: str) -> str:
    text = warning.removeprefix(f"{EDITED}: ")
    return text[:1].upper() + text[1:]


# --- what a table is worth --------------------------------------------------------------------------------------------


def _quote(game: Game, wager: Wager, table: PayTable, hands: int | None) -> Quote:
    if not is_priced_apart(game, wager):
        return _base_quote(game.id, wager.id, msgspec.json.encode(table))
    solved = solve(table_settings(game.id, paytables={wager.id: table}))
    spread = solved.spreads(wager)[hands]
    if wager.kind is Kind.JACKPOT:
        return _jackpot_quote(game, wager, table, spread)
    return _side_quote(game, wager, table, spread, hands)


def _side_quote(game: Game, wager: Wager, table: PayTable, spread: Spread, hands: int | None) -> Quote:
    bet = side_bet(game, wager, table, spread, hands)
    ways: dict[str, int] = defaultdict(int)
    shares: dict[str, Fraction] = defaultdict(Fraction)
    for line in bet.lines:
        ways[line.hand] += line.combinations
        shares[line.hand] += line.contribution
    return Quote(
        bet_panel(bet),
        (
            Figure("House edge", bet.house_edge, Liked.LOW),
            Figure("Hit frequency", bet.hit_frequency, Liked.HIGH),
        ),
        {
            line.hand: Worth(ways[line.text], Fraction(ways[line.text], spread.of), shares[line.text], spread.of)
            for line in table.lines
            if line.text in ways
        },
    )


def _jackpot_quote(game: Game, wager: Wager, table: PayTable, spread: Spread) -> Quote:
    prize = jackpot(game, wager, table, spread)
    awards = {award.hand: award for award in prize.awards}
    figures = [Figure("Fixed return", prize.fixed_return, Liked.HIGH)]
    for level in prize.levels:
        figures.append(Figure(f"Each $1,000 on the {level.name} adds", level.return_per_1000, Liked.HIGH))
        if level.break_even_meter is not None:
            meter = "meter" if level.name == "meter" else f"{level.name} meter"
            figures.append(Figure(f"Break-even {meter}", level.break_even_meter, Liked.LOW, _cents))
    if table.has_envy:
        figures.append(Figure("Envy, per other player", prize.envy_value_per_player, Liked.HIGH, dollars))
    return Quote(
        jackpot_panel(prize),
        tuple(figures),
        {
            line.hand: Worth(
                int(award.probability * spread.of),
                award.probability,
                None if award.share else award.probability * award.fixed,
            )
            for line in table.lines
            if (award := awards.get(line.text))
        },
    )


def _cents(value: Fraction, _: int) -> str:
    return dollars(value)


# --- a game's own tables ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _base_quote(game_id: str, wager_id: str, encoded: bytes) -> Quote:
    table = msgspec.json.decode(encoded, type=PayTable)
    game = find_game(game_id)
    alike = paid_alike(game, game.wager(wager_id))
    solved = solve(table_settings(game_id, paytables=dict.fromkeys((wager.id for wager in alike), table)))
    endings = list(solved.endings())
    base = figures_of(game, solved.total, endings)
    lines = _line_worths(solved, endings, alike, table)
    return Quote(
        _base_panel(game, alike, table, base, lines),
        (
            Figure("House edge", base.house_edge, Liked.LOW),
            Figure("Element of risk", base.element_of_risk, Liked.LOW),
            Figure("Fold rate", base.fold_rate, Liked.EITHER),
        ),
        lines,
    )


def paid_alike(game: Game, wager: Wager) -> list[Wager]:
    """The wagers of the game itself that are paid by the same tables as this one."""
    return [other for other in base_game_wagers(game) if other.paytables == wager.paytables]


def _line_worths(solved: Solved, endings: list[Ending], wagers: list[Wager], table: PayTable) -> dict[str, Worth]:
    """What each line pays under the best play, all wagers that it pays taken together."""
    ways: dict[str, int] = dict.fromkeys((line.hand for line in table.lines), 0)
    gained: dict[str, Fraction] = defaultdict(Fraction)
    for place, wager in enumerate(wagers):
        assert wager.hand_classes is not None
        for ending in endings:
            if ending.folded or wager.id not in ending.stakes:
                continue
            step = ending.steps[wager.id]
            line, pay = table.line(wager.hand_classes, step), table.pay(wager.hand_classes, step)
            outcome = outcome_in(solved.game, wager, table, tuple(ending.facts.items()), step)
            is_paid = outcome.verdict is Verdict.WIN or (outcome.verdict is Verdict.PUSH and pay == PUSH)
            if line is not None and is_paid:
                ways[line.hand] += ending.deals if place == 0 else 0
                gained[line.hand] += ending.deals * ending.stakes[wager.id] * net_of(outcome)
    total = solved.total
    return {hand: Worth(count, Fraction(count, total), gained[hand] / total) for hand, count in ways.items()}


def _base_panel(game: Game, wagers: list[Wager], table: PayTable, base: Base, lines: dict[str, Worth]) -> Panel:
    ante = game.base_wager.name
    rows = [
        Row((
            line.text,
            number(worth.ways),
            chance(worth.chance),
            one_in(worth.chance),
            str(line.pays[0] or "–"),
            percent(worth.share or 0, 4),
        ))
        for line in table.lines
        if (worth := lines.get(line.hand))
    ]  # fmt: skip
    paid = sum((worth.share for worth in lines.values() if worth.share), Fraction(0))
    rows.append(Row(("hands that lose, folds and other wagers", "", "", "", "", percent(base.ev - paid, 4))))
    rows.append(Row(("all", number(base.deals), "100%", "", "", percent(base.ev, 4)), is_total=True))
    heads = ("Deals", "Probability", "Rarity", "Pays", f"Return, of the {ante}")
    columns = (Column("Hand"), *(Column(head, ColumnKind.NUMBER) for head in heads))
    names = ", ".join(wager.name for wager in wagers)
    facts = (*base_facts(base, game).facts, Fact("Expectation, exactly", exact(base.ev)))
    tone = Tone.ALARM if base.ev > 0 else Tone.PLAIN
    return Panel(Table(paytable_title(names, table.title), columns, tuple(rows)), facts, tone=tone)


# --- before and after -------------------------------------------------------------------------------------------------


def _answer(
    question: PriceQuestion,
    before: Quote,
    after: Quote | None,
    complaint: Complaint | None,
    warnings: tuple[str, ...],
) -> PriceAnswer:
    return PriceAnswer(
        before=before.panel,
        after=after.panel if after else None,
        changes=tuple(_changes(before, after)) if after else (),
        verdict=_verdict(before.figures[0], after.figures[0]) if after else "",
        lines=tuple(_line(line.hand, before, after) for line in question.lines),
        complaint=complaint,
        warnings=warnings,
    )


def _changes(before: Quote, after: Quote) -> Iterator[Change]:
    """Figures that both tables have; a jackpot level may come or go."""
    old = {figure.label: figure for figure in before.figures}
    for figure in after.figures:
        was = old.get(figure.label)
        difference = figure.value - was.value if was else Fraction(0)
        gain = difference * figure.liked
        yield Change(
            label=figure.label,
            before=was.show(was.value, 4) if was else "–",
            after=figure.show(figure.value, 4),
            by=_signed(difference, figure) if was else "new",
            exactly=exact(difference),
            tone=Tone.GOOD if gain > 0 else Tone.ALARM if gain < 0 else Tone.PLAIN,
        )


def _signed(difference: Fraction, figure: Figure) -> str:
    """With as many places as it takes to show that something has changed."""
    if not difference:
        return "0"
    texts = [figure.show_change(difference, places) for places in (4, 6, 9, 12)]
    text = next((text for text in texts if any(digit in text for digit in "123456789")), texts[-1])
    return f"+{text}" if difference > 0 else text


def _verdict(before: Figure, after: Figure) -> str:
    name, old, new = after.label.lower(), before.show(before.value, 4), after.show(after.value, 4)
    difference = after.value - before.value
    if not difference:
        return f"The {name} is the printed one: {new}."
    way = "rises" if difference > 0 else "falls"
    whom = "better" if difference * after.liked > 0 else "worse"
    text = f"The {name} {way} from {old} to {new}, by {_signed(abs(difference), after)[1:]}: {whom} for the player."
    if after.liked is Liked.LOW and after.value < 0:
        text += " The player now has the edge." if before.value >= 0 else " The player still has the edge."
    return text


def _line(hand: str, before: Quote, after: Quote | None) -> PricedLine:
    known = (after or before).lines.get(hand) or before.lines.get(hand)
    return PricedLine(
        hand=hand,
        ways=count(known.ways, known.of) if known else "–",
        chance=one_in(known.chance) if known else "–",
        before=_share(before.lines.get(hand)),
        after=_share(after.lines.get(hand)) if after else "–",
    )


def _share(worth: Worth | None) -> str:
    if worth is None:
        return "–"
    return "by meter" if worth.share is None else percent(worth.share, 4)
