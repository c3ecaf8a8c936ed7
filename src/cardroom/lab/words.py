"""What players say; apart from the rest of the lab, which takes longer to import."""

from __future__ import annotations

from cardroom.games.model import Game


def bet_words(game: Game, decision: str, multiple: int) -> str:
    """Fold, or the wager and its multiple."""
    return f"{game.wager(decision).name} {multiple}x" if multiple else "fold"
