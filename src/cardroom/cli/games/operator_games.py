"""`cardroom games check` and `games new`: games of the operator's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli.options import AsJson
from cardroom.cli.output import console, errors, print_json
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.cli.games.game_check import Checked

ROUNDS = 1_000  # of each game

GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game file, in Python.")]


def check(
    file: GameFile,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, help="How many rounds of each game are dealt.")] = ROUNDS,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed deals the same rounds.")] = 1,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", min=1, help="Refuse the file if its check takes longer.")
    ] = 600,
    as_json: AsJson = False,
) -> None:
    """Check a game file: every mistake with its line, rounds dealt and shown, and its figures counted twice.

    A game file is a program, and checking it runs it: in its own process, with a time limit and without your
    environment, but with your rights. Check only files from people you trust.
    """
    from cardroom.cli.games.check_subprocess import check_in_subprocess
    from cardroom.cli.house.database_options import progress

    with progress(f"checking {file} …", None):
        found = check_in_subprocess(file, rounds, seed, time_limit)
    if as_json:
        print_json(found)
    else:
        _print(found)
    if not found.is_in_order:
        raise typer.Exit(2)


def _print(found: Checked) -> None:
    for mistake in found.mistakes:
        errors.print(mistake.told(found.file))
    if found.is_in_order:
        names = ", ".join(found.games)
        console.print(f"{found.file}: {names}: all in order.", soft_wrap=True)
        held = "no card twice, all money accounted for, nothing seen too early"
        console.print(
            f"{found.rounds:,} rounds dealt: {held}, all that is said and shown of them made.", soft_wrap=True
        )
        for game, decks in found.counted.items():
            small = "small deck" if len(decks) == 1 else "small decks"
            on = f"; on {len(decks)} {small} ({', '.join(decks)}) the same as played card by card" if decks else ""
            console.print(f"{game}: counted{on}.", soft_wrap=True)
            for why in found.not_compared.get(game, ()):
                console.print(f"{game}: not compared: {why}", soft_wrap=True)
        for game, taken in found.fingerprints.items():
            console.print(f"{game}: fingerprint {taken}.", soft_wrap=True)
        for game, why in found.not_counted.items():
            console.print(f"{game}: not counted: {why}.", soft_wrap=True)


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called, like “Lucky Seven”.")],
    file: Annotated[
        Path | None,
        typer.Option(
            "--output", metavar="FILE", help="The file to write; by default named after the game, in this folder."
        ),
    ] = None,
) -> None:
    """Start a game of your own: write a small, playable game file with comments."""
    import re

    from cardroom.games.catalogue import factories
    from cardroom.games.game_template import START

    words = re.findall(r"[a-z0-9]+", name.lower())
    if not words or words[0][0].isdigit():
        raise CardroomError("bad-name", f"“{name}” is no name for a game: begin it with a letter.")
    if (game := "-".join(words)) in factories():
        raise CardroomError("game-taken", f"“{game}” is the id of a game already; choose another name.")
    path = file or Path(f"{'_'.join(words)}.py")
    text = START.replace("NAME", " ".join(name.split())).replace("FUNCTION", "_".join(words)).replace("GAME-ID", game)
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise CardroomError("file-exists", f"{path} is there already; it is not written over.") from None
    except OSError as error:
        raise CardroomError("no-file", f"{path}: cannot be written ({error.strerror}).") from None
    console.print(f"{path}: {game}. Next: `cardroom games check {path}`, then edit it.", soft_wrap=True)
