"""A game's name is in its file and nowhere else: what the house does with a game follows from the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom.games import games

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "src" / "cardroom"
PAGES = [ROOT / "ui" / "src", ROOT / "ui" / "index.html", ROOT / "ui" / "public"]

# What may name games: their own room, the floor that demonstrates them, and what is built from the pages.
EXCEPTED = [HOUSE / "games", HOUSE / "house" / "floor" / "demonstration.toml", HOUSE / "web" / "static"]
TEXTS = {".py", ".toml", ".css", ".html", ".svelte", ".ts", ".js", ".json", ".svg", ".md"}


def names_of_games() -> set[str]:
    """Ids, also as they would stand in code, and names, also without what follows a comma or “with”."""
    found = set()
    for game in games().values():
        short = game.name.partition(",")[0].partition(" with ")[0]
        found |= {game.id, game.id.replace("-", "_"), game.name, short}
    return {name.lower() for name in found}


def named_in(text: str) -> list[str]:
    """The games that a text names. The names of rankings are not names of games, nor are their constants."""
    for ranking in {ranking for game in games().values() for ranking in game.rankings}:
        for called in (ranking.name, ranking.name.upper().replace("-", "_").replace(" ", "_")):
            text = text.replace(called, "")
    text = text.lower()
    return sorted(name for name in names_of_games() if name in text)


def texts() -> list[Path]:
    files = [path for place in (HOUSE, *PAGES) for path in ([place] if place.is_file() else place.rglob("*"))]
    return [
        path
        for path in files
        if path.suffix in TEXTS and not any(path.is_relative_to(place) for place in EXCEPTED)
    ]  # fmt: skip


def test_a_name_is_found_where_there_is_one():
    first = next(iter(games().values()))
    assert first.id in named_in(f"if game.id == '{first.id}':")
    assert named_in(f"from sheets import {first.id.replace('-', '_')}")
    assert named_in(f"Only {first.name} may")
    assert not named_in("THREE_CARD_POKER is called three-card poker")
    assert {path.suffix for path in texts()} >= {".py", ".css", ".svelte", ".ts"}


def test_no_source_and_no_page_names_a_game():
    found = {str(path.relative_to(ROOT)): named for path in texts() if (named := named_in(path.read_text("utf-8")))}
    assert not found


def all_commands() -> list[list[str]]:
    import typer

    from cardroom.cli.app import make_app

    def below(command, words: list[str]):
        yield words
        for name, inner in getattr(command, "commands", {}).items():
            yield from below(inner, [*words, name])

    return list(below(typer.main.get_command(make_app()), []))


def test_no_help_text_names_a_game(capsys):
    from cardroom.cli.app import main

    commands = all_commands()
    assert len(commands) > 20
    for words in commands:
        with pytest.raises(SystemExit) as left:
            main([*words, "--help"])
        shown = capsys.readouterr().out
        assert left.value.code == 0
        assert shown
        assert not named_in(shown), f"cardroom {' '.join(words)} --help"
