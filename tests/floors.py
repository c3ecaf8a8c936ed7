"""The one builder of floor files for tests: tables by their ids, and the links that their games play for.

Every game of the catalogue has a table, and so has one from outside, which its floor takes in as an operator's would.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from cardroom.games import find_game, games
from cardroom.house.floor import Floor
from cardroom.house.floor.chips import COINS, Chip, Rack, cut_into_chips
from cardroom.house.floor.floor_check import check_floor
from cardroom.house.floor.floor_file import Absent
from cardroom.house.floor.link_sections import Chances
from cardroom.money import CENT, Money

# The games by the first word of a table's id; otherwise an id begins with its game, as in "straight-edge-1-3".
GAMES = {
    "edge-1": "straight-edge-1",
    "edge-2": "straight-edge-2",
    "solitaire": "solitaire-stud",
    "straight": "keep-it-straight",
    "delta": "mississippi-stud",
    "caribbean": "caribbean-stud",
}
OUTSIDE = Path(__file__).parent / "outside"
FROM_OUTSIDE = {
    "harbour-stud": OUTSIDE / "harbour.py",
    "harbour-tides": OUTSIDE / "harbour.py",
    "lighthouse": OUTSIDE / "lighthouse.py",
}
# Enough where it does not matter which games are played.
SHORT = ("edge-1", "edge-2", "solitaire-1", "straight-1", "delta-1", "caribbean-1")
TABLES = (*SHORT, *(f"{game}-1" for game in games() if game not in GAMES.values()), "harbour-stud-1")  # of every game


class LinkText(NamedTuple):
    game: str  # that plays for it
    of_table: str
    own: str


LINKS = {
    "delta": LinkText(
        "mississippi-stud",
        'jackpots = ["delta"]',
        """\
paytable = "MS Stud-01"
wager = "$1"
envy = true
award_order = "{order}"
[[link.level]]
name = "Progressive"
seed = "{seed}"
contribution = "20%"
reserve = "{reserve}"
""",
    ),
    "bad-beat": LinkText(
        "straight-edge-1",
        'jackpots = ["bad-beat"]\nconsole = "keypad"',
        """\
paytable = "Two Way Bad Beat 1"
wager = "$1"
envy = true
[[link.level]]
name = "Bad Beat"
seed = "$2,500"
contribution = "15%"
""",
    ),
    "house-flush": LinkText(
        "keep-it-straight",
        'jackpots = ["house-flush"]',
        """\
kind = "house"
paytable = "PT-BJS-HCF-SF-E01"
wager = "$1"
envy = true
[[link.level]]
name = "Posted prize"
seed = "$5,000"
""",
    ),
}


def game_of(table: str, lines: str = "") -> str:
    """By the lines of a table, or by its id.

    >>> game_of("delta-2"), game_of("edge-2"), game_of("straight-edge-1-3")
    ('mississippi-stud', 'straight-edge-2', 'straight-edge-1')
    >>> game_of("human-1", 'game = "caribbean-stud"')
    'caribbean-stud'
    """
    if named := re.search(r'^game = "(.*)"$', lines, re.MULTILINE):
        return named[1]
    first, _, _ = table.rpartition("-")
    return GAMES.get(table) or GAMES.get(first) or first


def base_of(table: str) -> str:
    """The first wager with which a hand is opened there.

    >>> base_of("edge-1"), base_of("casino-war-1")
    ('ante', 'bet')
    """
    return find_game(game_of(table)).base_wagers[0].id


def floor_text(
    tables: Iterable[str] | Mapping[str, str] = SHORT,
    *,
    links: Iterable[str] = ("delta", "bad-beat"),
    own_links: Mapping[str, str] | None = None,
    service: str = "$100,000",
    seed: str = "$5,000",
    reserve: str = "2%",
    order: str = "counter-clockwise",
    house: str = "play_money = true",
    timers: Mapping[str, float] | None = None,
    more: str = "",
    of_game: Mapping[str, str] | None = None,
    game_files: Iterable[Path] = (),
) -> str:
    """A floor file.

    `tables` are ids, or ids with lines of their own; `more` are lines for every table, and `of_game` for those of a
    game. `game_files` are taken in besides those of `FROM_OUTSIDE`. A link is there if a table plays its game;
    `own_links` are ids with all lines, for tables that name them.
    """
    own = dict(tables) if isinstance(tables, Mapping) else dict.fromkeys(tables, "")
    games = {game_of(table, lines) for table, lines in own.items()}
    played = [name for name in links if LINKS[name].game in games]
    files = sorted(
        {str(FROM_OUTSIDE[game]) for game in games if game in FROM_OUTSIDE} | {str(file) for file in game_files}
    )
    text = f"games = {json.dumps(files)}\n" if files else ""
    text += f'[house]\nname = "Test Room"\n{house}\n[approvals]\n'
    if "play_money = false" not in house:  # elsewhere the house itself approves nothing
        text += f'service_supervisor_up_to = "{service}"\n'
    if timers:
        text += "[timers]\n" + "".join(f"{name} = {seconds}\n" for name, seconds in timers.items())
    for name in played:
        text += f'[[link]]\nid = "{name}"\n' + LINKS[name].own.format(seed=seed, reserve=reserve, order=order)
    for name, lines_of_link in (own_links or {}).items():
        text += f'[[link]]\nid = "{name}"\n{lines_of_link}\n'
    for table, of_table in own.items():
        game = game_of(table, of_table)
        named = "" if "game = " in of_table else f'game = "{game}"'
        lines = [LINKS[name].of_table for name in played if LINKS[name].game == game and "jackpots" not in of_table]
        lines += [named, of_table, more, (of_game or {}).get(game, "")]
        text += f'[[table]]\nid = "{table}"\nminimum = "$5"\n' + "\n".join(filter(None, lines)) + "\n"
    return text


def read_floor(
    text: str, name: str, chances: Chances, today: date | None = None, absent: Absent | None = None
) -> tuple[Floor | None, list[str]]:
    """The floor, and the mistakes as "file:line: sentence"."""
    checked = check_floor(text, name, chances, today, absent)
    return checked.floor, checked.mistakes


def as_rack(amount: Money, chips: Iterable[Chip]) -> Rack:
    """The same piles by value; coins are counted in cents."""
    return {
        CENT if chip.colour == COINS else chip.value: chip.value // CENT if chip.colour == COINS else count
        for chip, count in cut_into_chips(amount, chips)
    }
