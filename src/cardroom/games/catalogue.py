"""All games and all pay tables."""

from __future__ import annotations

from difflib import get_close_matches

from cardroom.errors import CardroomError
from cardroom.games.caribbean_stud import CARIBBEAN_STUD
from cardroom.games.keep_it_straight import KEEP_IT_STRAIGHT
from cardroom.games.mississippi_stud import MISSISSIPPI_STUD
from cardroom.games.model import Game, Wager
from cardroom.games.paytable import PayTable
from cardroom.games.solitaire_stud import SOLITAIRE_STUD
from cardroom.games.straight_edge import STRAIGHT_EDGE_1, STRAIGHT_EDGE_2

GAMES: dict[str, Game] = {
    game.id: game
    for game in (STRAIGHT_EDGE_1, STRAIGHT_EDGE_2, SOLITAIRE_STUD, KEEP_IT_STRAIGHT, MISSISSIPPI_STUD, CARIBBEAN_STUD)
}


def find_game(game_id: str) -> Game:
    if game := GAMES.get(game_id.strip().lower()):
        return game
    close = get_close_matches(game_id, GAMES, n=1, cutoff=0.5)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise CardroomError("unknown-game", f"There is no game “{game_id}”.{hint} The games are: {', '.join(GAMES)}.")


def find_paytable(wager: Wager, name: str) -> PayTable:
    """A wager's pay table by its printed id or another name it is known by."""
    for table in wager.paytables:
        if table.is_called(name):
            return table
    known = ", ".join(table.id for table in wager.paytables) or "none"
    raise CardroomError("unknown-paytable", f"{wager.name} has no pay table “{name}”; it has: {known}.")


def locate_paytable(path: str) -> list[tuple[Game, Wager, PayTable]]:
    """Every place in the catalogue where a pay table stands, from "ML03" or "mississippi-stud/progressive/ML03"."""
    *where, name = path.split("/", 2) if path.count("/") >= 2 else [path]  # “03a/b” has a stroke of its own
    found = [
        (game, wager, table)
        for game in GAMES.values()
        for wager in game.wagers
        for table in wager.paytables
        if table.is_called(name) and (not where or where == [game.id, wager.id])
    ]
    if not found:
        raise CardroomError("unknown-paytable", f"There is no pay table “{path}”; `cardroom rules GAME` lists them.")
    return found
