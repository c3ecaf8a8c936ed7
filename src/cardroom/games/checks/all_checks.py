"""All checks of a game file, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from cardroom.errors import CardroomError
from cardroom.games.checks import cross_references, fact_references, paytables, stages
from cardroom.games.checks.mistakes import Mistake
from cardroom.games.checks.source_lines import Source
from cardroom.games.external_games import error_line
from cardroom.games.model import Game
from cardroom.games.rule_parameters import settings_of, with_rules

Factory = Callable[..., Game]


def mistakes_in(factory: Factory, text: str, path: Path) -> list[Mistake]:
    """What is wrong with a game, as the file has it and under every rule that may be set, one at a time."""
    source = Source(text, factory.__name__)
    found: dict[Mistake, None] = {}
    games: list[Game] = []
    for made in _variants(factory, source):
        if isinstance(made, Mistake):
            found[made] = None
        else:
            games.append(made)
            found |= dict.fromkeys(_mistakes(made, source, path))
    if all(mistake.is_warning for mistake in found):
        found |= dict.fromkeys(_never_cited(games, source))
    return sorted(found)


def _variants(factory: Factory, source: Source) -> Iterator[Game | Mistake]:
    yield with_rules(factory, {})
    for setting in settings_of(factory):
        for value in setting.values:
            if value != setting.default:
                try:
                    yield with_rules(factory, {setting.name: str(value)})
                except Exception as error:  # noqa: BLE001 - whatever the file's own function raises
                    said = error.message if isinstance(error, CardroomError) else f"{type(error).__name__}: {error}"
                    what = f"Cannot be made with {setting.name} {value}: {' '.join(said.split())}"
                    yield Mistake(source.parameter(setting.name), what)


def _mistakes(game: Game, source: Source, path: Path) -> list[Mistake]:
    """What is built on something that is wrong is looked at as far as it goes."""
    found = list(cross_references.check_shape(game, source))
    if found:
        return found
    checks: tuple[Iterator[Mistake], ...] = (
        cross_references.check_wagers(game, source),
        cross_references.check_felt(game, source),
        cross_references.check_readings(game, source),
        cross_references.check_citations(game, source),
        stages.check_stages(game, source),
        stages.check_decisions(game, source),
        stages.check_decision_wagers(game, source),
        stages.check_deck(game, source),
        paytables.check_paytables(game, source),
        fact_references.check_conditions(game, source, path),
        fact_references.check_settlements(game, source, path),
        fact_references.check_unlosable_wagers(game, source),
    )
    for check in checks:
        try:
            found.extend(check)
        except Exception as error:  # noqa: BLE001 - a check that stumbles over a mistake is given up
            if all(mistake.is_warning for mistake in found):
                said = error.message if isinstance(error, CardroomError) else f"{type(error).__name__}: {error}"
                found.append(
                    Mistake(error_line(error, path) or source.line, f"Cannot be checked: {' '.join(said.split())}")
                )
    return found


def _never_cited(games: list[Game], source: Source) -> Iterator[Mistake]:
    """Rules that no variant of a game cites may be a slip."""
    cited = {rule for game in games for rule in cross_references.rules_cited(game)}
    cited |= {
        rule for game in games for wager in game.wagers for rule in fact_references.cited_in_settlements(game, wager)
    }
    for rule in games[0].rules:
        if rule not in cited:
            yield Mistake(source.key("rules", rule), f"Rule “{rule}” is cited nowhere.", is_warning=True)
