"""Everything about a game in one result, kept on disk by a hash of what it depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import platformdirs

from cardroom import __version__
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import HandOf, Kind, Wager
from cardroom.games.paytable import PayTable
from cardroom.lab.results import Analysis, Jackpot, SideBet, from_bytes, to_bytes
from cardroom.table import TableSettings

# The files of this room that an analysis depends on.
COUNTING = (
    "analysis", "audit", "base", "best_hand", "payoffs", "poker_counts", "poker_tables", "results", "run_counts",
    "solving", "spreads", "wagers", "kernels/generator", "kernels/poker", "kernels/runs",
)  # fmt: skip

Progress = Callable[[str], None]


def analyze(settings: TableSettings, *, use_cache: bool = True, progress: Progress = lambda _: None) -> Analysis:
    """The exact cost of every wager of a game, under its printed pay tables and the ones these settings name."""
    path = cache_folder() / f"{settings.game}-{_key(settings)}.json"
    if use_cache and path.exists():
        try:
            return from_bytes(path.read_bytes(), Analysis)
        except msgspec.DecodeError:
            path.unlink(missing_ok=True)  # half written by a machine that went down
    analysis = _compute(settings, progress)
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".part")
    scratch.write_bytes(to_bytes(analysis))
    scratch.replace(path)
    return analysis


def cache_folder() -> Path:
    return Path(platformdirs.user_cache_dir("cardroom")) / "lab"


def _key(settings: TableSettings) -> str:
    """Changes with the rules, the settings, and the code that decides or counts."""
    digest = hashlib.sha256(msgspec.json.encode(settings, order="deterministic"))
    digest.update(rules_hash(settings.rules, settings.paytables).encode())
    root = Path(__file__).parent.parent
    sources = [*(root / "hands").rglob("*.py"), *(root / "games").rglob("*.py")]
    sources += [root / "lab" / f"{name}.py" for name in COUNTING]
    for source in sorted(sources):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:32]


def _compute(settings: TableSettings, progress: Progress) -> Analysis:
    from cardroom.lab.audit import findings, published_figures
    from cardroom.lab.base import base_figures
    from cardroom.lab.solving import solve

    game = settings.rules
    progress(f"solving {game.name}")
    solved = solve(settings)
    base = base_figures(solved)
    side_bets: list[SideBet] = []
    jackpots: list[Jackpot] = []
    for wager in game.wagers:
        if wager.is_side_bet:
            progress(f"counting {wager.name}")
            _price(wager, solved, side_bets, jackpots)
    published = published_figures(settings, base, side_bets)
    return Analysis(
        game=game.id,
        version=__version__,
        rules_hash=rules_hash(game, settings.paytables),
        base=base,
        side_bets=tuple(side_bets),
        jackpots=tuple(jackpots),
        published=published,
        findings=findings(settings, base, side_bets, jackpots, published),
    )


def _price(wager: Wager, solved: object, side_bets: list[SideBet], jackpots: list[Jackpot]) -> None:
    from cardroom.lab.best_hand import best_hand_spreads
    from cardroom.lab.solving import Solved
    from cardroom.lab.spreads import spread_of
    from cardroom.lab.wagers import jackpot, side_bet

    assert isinstance(solved, Solved)
    tables = list(tables_of(wager, solved.settings))
    if wager.reads is HandOf.BEST_AT_TABLE:
        assert wager.scale is not None
        paid_steps = 1 + max(wager.scale.place(line.hand) for table in tables for line in table.lines)
        for hands, spread in best_hand_spreads(solved, wager, paid_steps).items():
            side_bets += [side_bet(wager, table, spread, hands) for table in tables]
        return
    known = {prize.paytable for prize in jackpots}
    if wager.kind is Kind.JACKPOT and all(table.title in known for table in tables):
        return  # a second sensor for the same tables
    spread = spread_of(solved, wager)
    if wager.kind is Kind.JACKPOT:
        jackpots += [jackpot(wager, table, spread) for table in tables if table.title not in known]
    else:
        side_bets += [side_bet(wager, table, spread) for table in tables]


def tables_of(wager: Wager, settings: TableSettings) -> Iterator[PayTable]:
    """The printed pay tables, and the operator's own where one is in force."""
    yield from wager.paytables
    in_force = settings.paytables[wager.id]
    if not in_force.approved:
        yield in_force
