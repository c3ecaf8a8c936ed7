"""The figures in docs/other-games.md are computed anew, and bold where they differ from the published ones."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from cardroom.games import find_game, games
from cardroom.games.model import Game
from cardroom.lab.analysis.game_figures import figures_of
from cardroom.lab.analysis.side_bets import side_bet
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.solvers.protocol import Policy, Solved
from cardroom.lab.solvers.streets.solved_game import StreetSolved
from cardroom.number_format import percent
from cardroom.table import table_settings

PAGE = Path(__file__).parents[1] / "docs" / "other-games.md"
FIGURE = re.compile(r"(element of risk )?(\*\*)?(\d+\.\d+)%(?:\*\*)?")


class Row(NamedTuple):
    game: str
    wager: str
    rules: str
    published: str
    computed: str


class Figure(NamedTuple):
    kind: str  # the edge, or the element of risk
    text: str
    is_bold: bool


def rows() -> list[Row]:
    """Every line of the page's tables, with the game that it stands under."""
    names = {game.name: game.id for game in games().values()}
    found, game = [], ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            game = names[line.removeprefix("## ")]
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("| ") and cells[0] not in {"wager", "---"}:
            wager, rules, published, computed, _ = cells
            found.append(Row(game, wager, rules, published, computed))
    return found


def figures(cell: str) -> list[Figure]:
    return [Figure("risk" if risk else "edge", f"{text}%", bool(bold)) for risk, bold, text in FIGURE.findall(cell)]


def variants(row: Row) -> list[str]:
    """The game under each number of decks that is named, and under the other rules of the row."""
    chosen = {"second_tie_bonus": "True"} if "with the bonus" in row.rules else {}
    chosen |= {"commission": "5"} if ", commission" in row.rules else {}
    decks = re.findall(r"\d+", row.rules.partition(" decks")[0]) if " decks" in row.rules else []
    texts = ["&".join(f"{name}={value}" for name, value in {**chosen, **more}.items())
             for more in ([{"decks": number} for number in decks] or [{}])]  # fmt: skip
    return [f"{row.game}?{text}" if text else row.game for text in texts]


def paytables(game: Game, rules: str) -> dict[str, str]:
    """The pay table that the row names, for its wager."""
    printed = [(wager.id, table.id) for wager in game.wagers for table in wager.paytables]
    return {wager: table for wager, table in printed if re.search(rf"\b{re.escape(table)}( \(|$)", rules)}


@cache
def solved_game(game: str, tables: tuple[tuple[str, str], ...]) -> Solved:
    return solve(table_settings(find_game(game).id, paytables=dict(tables)))


def exact(row: Row, game_id: str) -> dict[str, Fraction]:
    game = find_game(game_id)
    solved = solved_game(game_id, tuple(paytables(game, row.rules).items()))
    apart = next((wager for wager in game.wagers if wager.name == row.wager and is_priced_apart(game, wager)), None)
    if apart is not None:
        table = solved.settings.paytables.get(apart.id)
        return {"edge": side_bet(game, apart, table, solved.spreads(apart)[None]).house_edge}
    base = figures_of(game, solved.total, solved.endings(policy(row, solved)))
    return {"edge": base.house_edge, "risk": base.element_of_risk}


def policy(row: Row, solved: Solved) -> Policy | None:
    """The best one, or giving up wherever that can be done."""
    if "always surrendered" not in row.wager:
        return None
    return Policy("surrender", tuple(np.zeros_like(choice) for choice in solved.best_policy.choices))


def expected(row: Row, cell: list[Figure]) -> list[str]:
    """What the figures of a cell should be, with as many places as they have."""
    known = [exact(row, variant) for variant in variants(row)]
    edges = iter(known)
    return [
        percent((known[-1] if figure.kind == "risk" else next(edges))[figure.kind], places(figure)) for figure in cell
    ]


def places(figure: Figure) -> int:
    return len(figure.text.rstrip("%").partition(".")[2])


SLOW = {game.id for game in games().values() if len(game.decisions) > 2}


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=f"{row.game}, {row.wager}, {row.rules}", marks=[pytest.mark.slow] * (row.game in SLOW))
        for row in rows()
    ],
)
def test_figures_are_as_computed(row):
    computed, published = figures(row.computed), figures(row.published)
    assert computed
    assert [figure.text for figure in computed] == expected(row, computed)
    agrees = [figure.text for figure in published] == expected(row, published)
    assert agrees != any(figure.is_bold for figure in computed), "what differs from print is bold"


def test_deals_named_in_the_notes():
    solved, text = solved_game("ez-baccarat", ()), PAGE.read_text(encoding="utf-8")
    assert f"{solved.total:,} deals" in text
    for name in ("tie", "dragon_7"):
        wager = solved.game.wager(name)
        bet = side_bet(solved.game, wager, wager.paytables[0], solved.spreads(wager)[None])
        assert f"{bet.lines[0].combinations:,} " in text


def test_bets_worth_the_same_move_the_element_of_risk_alone():
    """In the notes on bets taken back: the last option is taken as everywhere, or the first one."""
    solved = solved_game("let-it-ride", ())
    assert isinstance(solved, StreetSolved)
    riding = Policy("ride", tuple(worth.argmax(axis=2).astype(np.int8) for worth in solved.worth))
    back, ridden = (figures_of(solved.game, solved.total, solved.endings(way)) for way in (None, riding))
    assert back.ev == ridden.ev
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"{percent(back.element_of_risk)} if such bets are taken back" in text
    assert f"{percent(ridden.element_of_risk)} if they ride" in text
    assert f"{float(back.average_wager):.2f} bets are staked on average" in text


def test_every_game_without_an_approved_sheet_is_on_the_page():
    assert {row.game for row in rows()} == {game.id for game in games().values() if not game.sheet.is_approved}
