"""What a jackpot is planned with: the pay table and its exact chances, the levels, and what the sheets recommend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from cardroom.errors import CardroomError
from cardroom.games import find_game, locate_paytable
from cardroom.games.model import Game, Kind, Wager
from cardroom.games.operator_paytables import load_paytable
from cardroom.games.paytable import PayTable
from cardroom.jackpots import LevelConfig, Source, parse_rate, show_rate
from cardroom.jackpots.setup.config import WHOLE, BasisPoints
from cardroom.jackpots.setup.recommendations import Advice, level_recommendations
from cardroom.jackpots.setup.sheet_pages import require_source
from cardroom.lab.results import AwardFigures, Jackpot, Struct
from cardroom.money import DOLLAR, Money, parse_money, show_money, whole_cents
from cardroom.table import TableSettings, table_settings

ONLY_LEVEL = "Progressive"  # what the meter of a pay table without named levels is called
CLEARLY_ABOVE = 5  # a seed below so many of the largest fixed awards does not look multiplied with the wager


class Terms(Struct, frozen=True, kw_only=True):
    game: str
    paytable: PayTable
    prize: Jackpot  # the exact chances
    wager: Money
    levels: tuple[LevelConfig, ...]  # the first one is the top level
    fixed_pays: Source
    players: int
    hands_per_hour: Fraction  # wagers on the sensors, over all players and tables of the link
    preset_contribution: BasisPoints | None = None
    notes: tuple[str, ...] = ()

    @property
    def contribution(self) -> Fraction:
        """Of all levels, as a part of the wager."""
        return Fraction(sum(level.contribution for level in self.levels), WHOLE)

    @property
    def reserve(self) -> Fraction:
        return Fraction(sum(level.reserve for level in self.levels), WHOLE)

    def awards(self, level: LevelConfig) -> list[AwardFigures]:
        """The lines that pay a share of a level."""
        return [award for award in self.prize.awards if award.share and award.level in ("", level.name)]


def jackpot_terms(
    paytable: str,
    *,
    contribution: BasisPoints | None = None,
    reserve: BasisPoints | None = None,
    seed: Money | None = None,
    levels: Sequence[str] = (),
    game: str | None = None,
    wager: Money = DOLLAR,
    hands_per_hour: Fraction,
    players: int = 6,
    maximum: Money | None = None,
    fixed_pays: Source = Source.TRAY,
    folded_hands_qualify: bool | None = None,
    preset_contribution: BasisPoints | None = None,
    preset_seed: Money | None = None,
) -> Terms:
    """Check what an operator asks for, and count the chances. Presets and maximum are those of the top level."""
    rules, spot, table, notes = find_jackpot(paytable, game)
    settings = settings_for(rules, spot, wager, folded_hands_qualify)
    prize = exact_chances(settings, spot, table)
    if levels and not contribution == reserve == seed is None:
        raise CardroomError(
            "two-ways", "Give either a --level for each level, or --contribution, --reserve and --seed."
        )
    if levels:
        top, *others = parse_levels(prize, levels)
    elif contribution is None or seed is None:
        names = ", ".join(level_names(prize))
        raise CardroomError("no-rates", f"Give --contribution and --seed, or a --level for each of: {names}.")
    else:
        top, *others = split_levels(prize, contribution, reserve or 0, seed)
    top = msgspec.structs.replace(
        top, maximum=maximum, preset_seed=preset_seed, preset_contribution=None if others else preset_contribution
    )
    terms = Terms(
        game=rules.id,
        paytable=table,
        prize=prize,
        wager=wager,
        levels=(top, *others),
        fixed_pays=fixed_pays,
        players=players,
        hands_per_hour=hands_per_hour,
        preset_contribution=preset_contribution,
        notes=notes,
    )
    validate_terms(terms, rules, spot)
    return terms


# --- the pay table ----------------------------------------------------------------------------------------------------


def find_jackpot(name: str, game: str | None = None) -> tuple[Game, Wager, PayTable, tuple[str, ...]]:
    """A jackpot pay table by its printed id or from a file of the operator's own; and what to note about it."""
    if name.endswith(".toml"):
        own = load_paytable(Path(name))
        places, notes = [(own.game, own.wager, own.table)], own.warnings
    else:
        places, notes = locate_paytable(name), ()
    if game is not None:
        places = [place for place in places if place[0] is find_game(game)] or places
        if places[0][0] is not find_game(game):
            raise CardroomError("other-game", f"{find_game(game).name} has no pay table “{name}”.")
    jackpots = [place for place in places if place[1].kind is Kind.JACKPOT]
    if not jackpots:
        raise CardroomError("not-a-jackpot", f"“{name}” is for the {places[0][1].name} wager, which is not a jackpot.")
    games = list(dict.fromkeys(place[0].id for place in jackpots))
    if len(games) > 1:
        notes = (*notes, f"Chances are those of {games[0]}; this pay table also stands in {', '.join(games[1:])}.")
    return *jackpots[0], notes


def settings_for(game: Game, wager: Wager, stake: Money, folded_hands_qualify: bool | None) -> TableSettings:
    if folded_hands_qualify is not None and wager.live_after_fold not in (None, folded_hands_qualify):
        stays = "stays live" if wager.live_after_fold else "loses"
        raise CardroomError("folded-hands", f"Not a choice: by the sheet of {game.name} a folded hand {stays}.")
    folded = True if folded_hands_qualify is None else folded_hands_qualify
    return table_settings(game.id, jackpot_wagers={wager.id: stake}, folded_hands_qualify=folded)


def exact_chances(settings: TableSettings, wager: Wager, table: PayTable) -> Jackpot:
    """Counted, not simulated; folding as the best strategy does where folded hands do not qualify."""
    from cardroom.lab.analysis.side_bets import jackpot
    from cardroom.lab.solvers import solve

    return jackpot(settings.rules, wager, table, solve(settings).spreads(wager)[None])


# --- levels -----------------------------------------------------------------------------------------------------------


def level_names(prize: Jackpot) -> list[str]:
    names = dict.fromkeys(award.level for award in prize.awards if award.share)
    if not names:
        raise CardroomError("not-a-jackpot", f"{prize.paytable} pays no share of a jackpot, so there is no meter.")
    for name in names:
        if not _chance_of_all(prize, name):
            raise CardroomError("never-hit", f"{prize.paytable}: no hand takes 100% of {name or 'the meter'}.")
    return [name or ONLY_LEVEL for name in names]


def split_levels(
    prize: Jackpot, contribution: BasisPoints, reserve: BasisPoints, seed: Money
) -> tuple[LevelConfig, ...]:
    """One set of figures for all levels: rates shared evenly; seeds so that each level's cost the same for each wager.

    The top level gets the seed itself, and a level that is hit nine times as often a ninth of it.
    """
    names = level_names(prize)
    chances = [_chance_of_all(prize, name) for name in names]
    return tuple(
        LevelConfig(
            name=name,
            seed=whole_cents(seed * chances[0] / chance),
            contribution=_part(contribution, len(names), place),
            reserve=_part(reserve, len(names), place),
        )
        for place, (name, chance) in enumerate(zip(names, chances, strict=True))
    )


def parse_levels(prize: Jackpot, texts: Sequence[str]) -> tuple[LevelConfig, ...]:
    """Read "Mega:12%:2%:10000" for every level of the pay table: contribution, reserve and seed."""
    names = level_names(prize)
    found: dict[str, LevelConfig] = {}
    for text in texts:
        parts = [part.strip() for part in text.split(":")]
        if len(parts) != 4:
            raise CardroomError(
                "bad-level", f"“{text}” is not a level: write NAME:CONTRIBUTION:RESERVE:SEED, like Mega:12%:2%:10000."
            )
        name = next((known for known in names if known.lower() == parts[0].lower()), None)
        if name is None or name in found:
            problem = "given twice" if name else "not one of its levels"
            raise CardroomError("bad-level", f"“{parts[0]}” is {problem}: {prize.paytable} has {', '.join(names)}.")
        found[name] = LevelConfig(
            name=name, contribution=parse_rate(parts[1]), reserve=parse_rate(parts[2]), seed=parse_money(parts[3])
        )
    if missing := [name for name in names if name not in found]:
        raise CardroomError("bad-level", f"{prize.paytable} also has {', '.join(missing)}: give a --level for each.")
    return tuple(found[name] for name in names)


def validate_terms(terms: Terms, game: Game, wager: Wager) -> None:
    """Refuse what no meter could be run with, or what cannot be planned."""
    top = terms.levels[0]
    if terms.hands_per_hour <= 0:
        raise CardroomError("bad-pace", "Hands per hour must be above 0.")
    if not 1 <= terms.players <= game.seats:
        raise CardroomError("bad-players", f"{game.name} seats 1 to {game.seats} players, not {terms.players}.")
    if terms.contribution + terms.reserve > 1:
        total = show_rate(int((terms.contribution + terms.reserve) * WHOLE))
        raise CardroomError("bad-rate", f"Contribution and reserve add up to {total} of the wager; 100% is all of it.")
    if top.maximum is not None and (top.maximum < top.seed or top.maximum == 0):
        raise CardroomError(
            "bad-maximum", f"A maximum of {show_money(top.maximum)} is below the seed of {show_money(top.seed)}."
        )
    if terms.fixed_pays is not Source.METER:
        return
    require_source(wager, terms.paytable, terms.fixed_pays)
    if top.maximum is not None or any(0 < award.share < 1 for award in terms.prize.awards):
        raise CardroomError(
            "not-planned", "With fixed pays off the meter, a maximum or a part share of the meter cannot be planned."
        )


# --- recommendations --------------------------------------------------------------------------------------------------


def warnings_and_notes(terms: Terms) -> tuple[list[str], list[str]]:
    """Recommendations of the sheets that are broken, and what could not be checked."""
    warnings: list[str] = []
    notes: list[str] = list(terms.notes)
    if not terms.paytable.is_printed:
        notes.append(f"{terms.paytable.title}.")
    several = len(terms.levels) > 1
    unscaled = list(_unscaled_seeds(terms))
    for advice in _advice(terms):
        if several and advice.code in ("above-preset", "no-preset"):
            continue  # a preset is one rate for the whole wager: see below
        if unscaled and advice.code == "no-preset-seed":
            continue
        (warnings if advice.is_warning else notes).append(advice.text)
    if several and terms.preset_contribution is None:
        notes.append("No preset contribution is recorded to compare with.")
    elif several and terms.preset_contribution is not None and terms.contribution * WHOLE > terms.preset_contribution:
        warnings.append(
            f"Contributions of {show_rate(int(terms.contribution * WHOLE))} in all are above the preset"
            f" {show_rate(terms.preset_contribution)}, which lowers the house advantage."
        )
    return warnings + unscaled, notes


def _advice(terms: Terms) -> Iterator[Advice]:
    for level in terms.levels:
        yield from level_recommendations(level, terms.paytable, terms.wager, terms.fixed_pays)


def _unscaled_seeds(terms: Terms) -> Iterator[str]:
    """Without a recorded preset the seed is held against the fixed awards, which do grow with the wager."""
    largest = max((award.fixed for award in terms.prize.awards), default=Fraction(0))
    for level in terms.levels:
        for_a_dollar = Fraction(level.seed, terms.wager)
        looks_low = level.seed and for_a_dollar < CLEARLY_ABOVE * largest
        if terms.wager > DOLLAR and level.preset_seed is None and looks_low:
            yield (
                f"{level.name}: the seed of {show_money(level.seed)} does not look multiplied with the wager of"
                f" {show_money(terms.wager)}; it makes {show_money(whole_cents(for_a_dollar * DOLLAR))} for each $1."
            )


def _chance_of_all(prize: Jackpot, name: str) -> Fraction:
    level = "" if name == ONLY_LEVEL else name
    return sum((award.probability for award in prize.awards if award.share == 1 and award.level == level), Fraction(0))


def _part(rate: BasisPoints, levels: int, place: int) -> BasisPoints:
    """An even share of a rate; basis points that do not divide go to the top level."""
    return rate // levels + (rate % levels if place == 0 else 0)
