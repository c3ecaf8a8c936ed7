"""Games of the operator's own in a floor file, and what becomes of tables whose game is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardroom.errors import CardroomError
from cardroom.games.catalogue import add_file, is_known
from cardroom.games.external_games import add_to_environment
from cardroom.house.floor.floor_file import FloorFile, Place


def take_in_games(file: FloorFile) -> None:
    """Game files of the operator's own, beside the floor file; processes started from here know them too."""
    listed = file.document.get("games", [])
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        file.complain(("games",), "“games” is a list of game files.")
        return
    for name in listed:
        path = Path(file.name).parent / name
        try:
            add_file(path)
            add_to_environment(path)
        except CardroomError as error:
            line = file.line_of_text(("games",), name)
            if file.absent is None:
                file.mistakes.append((line, error.message))
            else:
                file.absent.files.append(f"{file.name}:{line}: {error.message}")


def note_absent_game(file: FloorFile, raw: dict[str, Any], place: Place) -> bool:
    """Whether a table's game is not there, and that is noted instead of told as a mistake."""
    if file.absent is None or not isinstance(raw.get("game"), str) or is_known(raw["game"]):
        return False
    why = f"There is no game “{raw['game']}”: table {raw.get('id')} is closed."
    file.absent.tables[str(raw.get("id"))] = f"{file.name}:{file.line_of((*place, 'game'))}: {why}"
    return True


def note_left_out_link(file: FloorFile, raw: dict[str, Any], tables: list[dict[str, Any]]) -> bool:
    """A link with a table whose game is gone goes on as it was, if it was before."""
    on_it = {str(table.get("id")) for table in tables if raw.get("id") in table.get("jackpots", [])}
    if file.absent is None or not on_it & file.absent.tables.keys():
        return False
    file.absent.links.append(str(raw.get("id")))
    return True
