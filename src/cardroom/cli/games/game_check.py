"""What `cardroom games check` finds in a game file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec

from cardroom.cli.games.operator_games import ROUNDS
from cardroom.cli.house.database_options import progress
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.catalogue import add_file, external_origin, factories, forget_file
from cardroom.games.checks import Mistake, mistakes_in
from cardroom.games.external_games import ANYTHING, error_line, games_in, import_file, read_text
from cardroom.games.fingerprint import fingerprint
from cardroom.games.rule_parameters import CHANGED, settings_of
from cardroom.number_format import percent
from cardroom.table import table_settings
from cardroom.table.trial_rounds import Tried, faults_of, settings_to_try, try_round

SET_ROUNDS = 50  # under each other value of a rule that may be set
REHEARSED = 50  # rounds at a table of a house
MOST_ROUNDS, TRIES = 2_000, 20  # of a small deck: all that it can come to, and those that say what it reaches


class Checked(msgspec.Struct):
    """What was found in a file."""

    file: str
    games: list[str]
    mistakes: list[Mistake]
    rounds: int = 0  # dealt of each game
    counted: dict[str, list[str]] = {}  # by game: the small decks on which its figures are those of the reference
    not_counted: dict[str, str] = {}  # by game: why no figure of it is counted
    not_compared: dict[str, list[str]] = {}  # by game: what of its figures is not held against the reference, and why
    fingerprints: dict[str, str] = {}  # by game: what stands as `reviewed` in a file that is approved as it is

    @property
    def is_in_order(self) -> bool:
        return all(mistake.is_warning for mistake in self.mistakes)


def check_file(file: Path, rounds: int = ROUNDS, seed: int = 1) -> Checked:
    text = read_text(file)
    made = games_in(import_file(file), file)
    found = Checked(str(file), list(made), [])
    for game, factory in made.items():
        if game in factories() and external_origin(game) != str(file.resolve()):
            found.mistakes.append(Mistake(factory.__code__.co_firstlineno, f"“{game}” is the id of another game."))
        found.mistakes += mistakes_in(factory, text, file)
    if found.is_in_order:
        with _in_catalogue(file):
            for game in made:
                found.mistakes += _deal(game, file, rounds, seed)
            found.rounds = rounds
            for check in (_deal_under_set_rules, _rehearse) if found.is_in_order else ():
                for game in made:
                    found.mistakes += check(game, file, seed)
            for game in made if found.is_in_order else ():
                found.mistakes += _review(game, found)
                found.mistakes += _count(game, found)
    found.mistakes = sorted(set(found.mistakes))
    return found


@contextmanager
def _in_catalogue(file: Path) -> Iterator[None]:
    is_known = any(external_origin(game) == str(file.resolve()) for game in factories())
    add_file(file)
    try:
        yield
    finally:
        if not is_known:
            forget_file(file)


def _deal(game_id: str, file: Path, rounds: int, seed: int) -> Iterator[Mistake]:
    """Deal random rounds until one breaks a rule."""
    game, chance, tried = find_game(game_id), Random(seed), Tried()  # noqa: S311 - nothing is at stake
    line = factories()[game_id].__code__.co_firstlineno
    settings = settings_to_try(game)
    with progress(f"dealing {game.name} …", rounds) as bar:
        for number in range(rounds):
            try:
                played = try_round(settings[number % len(settings)], chance, tried)
                fault = next(faults_of(*played), "")
            except ANYTHING as error:
                yield Mistake(error_line(error, file) or line, f"Round {number + 1} fails: {_said(error)}")
                return
            if fault:
                yield Mistake(line, f"Round {number + 1}: {fault}.")
                return
            bar.advance(bar.task_ids[0])
    for decision in game.decisions:
        for option in decision.options:
            if (decision.id, option.name) not in tried.options:
                what = f"“{option.name}” of decision “{decision.id}” was open to nobody in {rounds:,} rounds."
                yield Mistake(line, what, is_warning=True)


def _deal_under_set_rules(game_id: str, file: Path, seed: int) -> Iterator[Mistake]:
    """Deal some rounds under every other value of a rule that may be set, until one breaks a rule."""
    for variant in _variants(game_id):
        chance = Random(seed)  # noqa: S311 - nothing is at stake
        settings = settings_to_try(find_game(variant))
        try:
            for number in range(SET_ROUNDS):
                played = try_round(settings[number % len(settings)], chance, Tried())
                if fault := next(faults_of(*played), ""):
                    raise CardroomError("bad-game-file", fault)
        except ANYTHING as error:
            yield Mistake(_line(game_id, error, file), f"A round of {variant} fails: {_said(error)}")


def _rehearse(game_id: str, file: Path, seed: int) -> Iterator[Mistake]:
    """Play rounds at a table of a house, making everyone's view and every sentence."""
    from cardroom.house.runtime.game_rehearsal import rehearse

    rounds = {game_id: REHEARSED} | dict.fromkeys(_variants(game_id), REHEARSED // 10)
    for variant, number in rounds.items():
        try:
            rehearse(variant, number, Random(seed))  # noqa: S311 - nothing is at stake
        except ANYTHING as error:
            yield Mistake(_line(game_id, error, file), f"Fails at a table: {variant}: {_said(error)}")
            return


def _variants(game_id: str) -> list[str]:
    """The game under every other value of each rule that may be set."""
    settings = settings_of(factories()[game_id])
    return [f"{game_id}?{s.name}={value}" for s in settings for value in s.values if value != s.default]


def _line(game_id: str, error: BaseException, file: Path) -> int:
    return error_line(error, file) or factories()[game_id].__code__.co_firstlineno


def _said(error: BaseException) -> str:
    said = error.message if isinstance(error, CardroomError) else f"{type(error).__name__}: {error}"
    return " ".join(said.split())


def _review(game_id: str, found: Checked) -> Iterator[Mistake]:
    """The fingerprint of a game, with a warning if the file carries another one."""
    game = find_game(game_id)
    found.fingerprints[game_id] = fingerprint(game)
    if game.reviewed not in ("", found.fingerprints[game_id]):
        what = f"{CHANGED.capitalize()}: it was reviewed with the fingerprint {game.reviewed}."
        yield Mistake(factories()[game_id].__code__.co_firstlineno, what, is_warning=True)


def _count(game_id: str, found: Checked) -> Iterator[Mistake]:
    """Compare the fast way of counting with the reference, on small decks that reach every outcome they can."""
    from cardroom.lab.solvers import is_counted
    from cardroom.lab.solvers.reference.deck_comparison import compare_on
    from cardroom.lab.solvers.reference.deck_search import small_decks

    game = find_game(game_id)
    if not is_counted(game):
        found.not_counted[game_id] = "no way of counting fits it: it can be dealt and played, not analysed"
        return
    with progress(f"choosing small decks for {game.name} …", 1):
        decks = list(small_decks(game, most=MOST_ROUNDS, tries=TRIES))
    with progress(f"holding figures of {game.name} against the reference …", len(decks)) as bar:
        compared = compare_on(game, bar.track(decks, task_id=bar.task_ids[0]))
    found.counted[game_id] = compared.held
    found.not_compared |= {game_id: compared.untold} if compared.untold else {}
    line = factories()[game_id].__code__.co_firstlineno
    for difference in compared.differ:
        yield Mistake(line, difference)
    if not compared.differ:
        for gain in _gains(game_id):
            yield Mistake(line, gain, is_warning=True)


def _gains(game_id: str) -> Iterator[str]:
    """Wagers on which the players have the edge, on the whole deck and with best play."""
    from cardroom.lab.analysis.game_analysis import analyze

    game = find_game(game_id)
    try:
        with progress(f"counting {game.name} …", 1):
            found = analyze(table_settings(game_id))
    except CardroomError:
        return  # it was not counted on small decks either, and told so
    if found.base.house_edge < 0:
        edge, unit = percent(-found.base.house_edge), game.base_wager.name
        yield f"The game itself has an edge for the player: {edge} of the {unit}, with best play."
    for bet in found.side_bets:
        if bet.house_edge < 0:
            on = f", {bet.hands} hands" if bet.hands else ""
            yield f"{bet.name} has an edge for the player: {percent(-bet.house_edge)} ({bet.paytable}{on})."
