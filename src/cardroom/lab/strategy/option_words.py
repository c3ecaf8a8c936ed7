"""What players say; apart from the rest of the lab, which takes longer to import."""

from __future__ import annotations

from cardroom.games.model import Decide, Game, MakeBet, TakeBack


def option_words(game: Game, decision: Decide, name: str) -> str:
    """An option by its name, with the wager that it is about where that says more.

    >>> from cardroom.games import games
    >>> game = next(iter(games().values()))
    >>> decision = game.decisions[0]
    >>> [option_words(game, decision, option.name) for option in decision.options][0]
    'fold'
    """
    option = decision.option(name)
    match option:
        case MakeBet(wager, called=called) if not called:
            return f"{game.wager(wager).name} {option.name}"
        case TakeBack(wager):
            return f"{option.name} {game.wager(wager).name}"
    return option.name


def decision_words(game: Game, decision: Decide) -> str:
    """What a decision is called: by its own name, or the wager that it is about."""
    return decision.called or game.wager(decision.wager).name
