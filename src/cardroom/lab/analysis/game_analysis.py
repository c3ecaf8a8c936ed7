"""Everything about a game in one result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Kind, Wager
from cardroom.games.paytable import PayTable
from cardroom.lab.figure_cache import cached_result
from cardroom.lab.results import Analysis, Jackpot, SideBet
from cardroom.table import TableSettings

if TYPE_CHECKING:
    from cardroom.lab.solvers.protocol import Solved


class Progress(Protocol):
    """Is told what is being done, and where it takes long, the share of it that is."""

    def __call__(self, text: str, share: float | None = None) -> None: ...


def ignore_progress(text: str, share: float | None = None) -> None:
    """For whoever does not wait."""


NOT_COUNTED = "NOT COUNTED:"


def analyze(settings: TableSettings, *, use_cache: bool = True, progress: Progress = ignore_progress) -> Analysis:
    """The exact cost of every wager of a game, under its printed pay tables and the ones these settings name."""
    return cached_result(settings, Analysis, lambda: _compute(settings, progress), use_cache=use_cache)


def _compute(settings: TableSettings, progress: Progress) -> Analysis:
    from cardroom.lab.analysis.game_figures import figures_of
    from cardroom.lab.analysis.published_figures import findings, published_figures
    from cardroom.lab.solvers import solve
    from cardroom.lab.solvers.payoffs import is_priced_apart

    game = settings.rules
    progress(f"solving {game.name}")
    solved = solve(settings)
    solved.prepare(lambda share: progress(f"solving {game.name}", share))
    endings = list(solved.endings())
    base = figures_of(game, solved.total, endings)
    side_bets: list[SideBet] = []
    jackpots: list[Jackpot] = []
    refused: list[str] = []
    for wager in game.wagers:
        if is_priced_apart(game, wager):
            progress(f"counting {wager.name}")
            try:
                _price(wager, solved, side_bets, jackpots)
            except CardroomError as error:
                refused.append(f"{NOT_COUNTED} {error.message}")
    published = published_figures(settings, base, side_bets)
    return Analysis(
        game=game.id,
        version=__version__,
        rules_hash=rules_hash(game, settings.paytables),
        base=base,
        side_bets=tuple(side_bets),
        jackpots=tuple(jackpots),
        published=published,
        findings=(*findings(settings, base, endings, side_bets, jackpots, published), *refused),
    )


def _price(wager: Wager, solved: Solved, side_bets: list[SideBet], jackpots: list[Jackpot]) -> None:
    from cardroom.lab.analysis.side_bets import jackpot, side_bet

    game, tables = solved.game, list(tables_of(wager, solved.settings))
    known = {prize.paytable for prize in jackpots}
    if wager.kind is Kind.JACKPOT and all(table.title in known for table in tables):
        return  # a second sensor for the same tables
    for hands, spread in solved.spreads(wager).items():
        if wager.kind is Kind.JACKPOT:
            jackpots += [jackpot(game, wager, table, spread) for table in tables if table.title not in known]
        else:
            side_bets += [side_bet(game, wager, table, spread, hands) for table in tables or (None,)]


def tables_of(wager: Wager, settings: TableSettings) -> Iterator[PayTable]:
    """The printed pay tables, and the operator's own where one is in force."""
    yield from wager.paytables
    in_force = settings.paytables.get(wager.id)
    if in_force is not None and not in_force.is_printed:
        yield in_force
