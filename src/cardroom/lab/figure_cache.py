"""What took long to find is kept: with the package for the games that come with it, on disk for everything else.

What comes with the package is a file a game in `games/figures`, and stands for one version, one set of rules and the
pay tables printed for it: for anything else it is not there. What is true of a deck whatever the game is in one file
beside them, by the facts that it stands for. What is kept on disk goes by the code that counts as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import msgspec
import platformdirs

from cardroom import __version__
from cardroom.games.catalogue import external_origin
from cardroom.games.fingerprint import rules_hash
from cardroom.lab.results import Result, Struct, from_bytes, to_bytes
from cardroom.table import TableSettings, table_settings

# The rooms whose code decides a figure, or counts it.
DECIDING = ("hands", "games", "lab")
SHIPPED = Path(__file__).parent.parent / "games" / "figures"
BY_FACTS = "decks.json"


def cached_result(
    settings: TableSettings, kind: type[Result], find: Callable[[], Result], *, use_cache: bool
) -> Result:
    """A result of one kind, found anew only where nobody has yet; without the cache it is found anew in any case."""
    if use_cache and (found := packaged_result(settings, kind)) is not None:
        return found
    path = _path(settings, kind)
    if use_cache and (found := _read(path, kind)) is not None:
        return found
    result = find()
    _write(path, result)
    return result


def cached_by_facts(facts: str, kind: type[Result], find: Callable[[], Result]) -> Result:
    """A result that hangs on these facts and on no game, found only where nobody has yet."""
    known = _facts_file().get(facts)
    if known is not None:
        return from_bytes(bytes(known), kind)
    digest = hashlib.sha256(facts.encode())
    _add_code(digest)
    path = cache_folder() / f"{_name(kind)}-{digest.hexdigest()[:32]}.json"
    if (found := _read(path, kind)) is not None:
        return found
    result = find()
    _write(path, result)
    return result


def is_cached(settings: TableSettings, kind: type[Struct]) -> bool:
    """Whether `cached_result` would answer at once."""
    return packaged_result(settings, kind) is not None or _path(settings, kind).exists()


def cache_folder() -> Path:
    return Path(platformdirs.user_cache_dir("cardroom")) / "lab"


def _path(settings: TableSettings, kind: type[Struct]) -> Path:
    return cache_folder() / f"{settings.game}-{_name(kind)}-{_key(settings)}.json"


def _write(path: Path, result: Struct) -> None:
    """Whole or not at all; where nothing can be kept it is counted again the next time."""
    scratch = path.with_suffix(".part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(to_bytes(result))
        scratch.replace(path)


def _read(path: Path, kind: type[Result]) -> Result | None:
    try:
        return from_bytes(path.read_bytes(), kind)
    except OSError:
        return None
    except msgspec.MsgspecError:
        path.unlink(missing_ok=True)  # half written by a machine that went down
        return None


def _key(settings: TableSettings) -> str:
    """Changes with the rules, the settings, and the code that decides or counts."""
    digest = hashlib.sha256(msgspec.json.encode(settings, order="deterministic"))
    digest.update(rules_hash(settings.rules, settings.paytables).encode())
    _add_code(digest)
    return digest.hexdigest()[:32]


def _add_code(digest: hashlib._Hash) -> None:
    root = Path(__file__).parent.parent
    for source in sorted(path for room in DECIDING for path in (root / room).rglob("*.py")):
        digest.update(source.read_bytes())


# --- what comes with the package --------------------------------------------------------------------------------------


class Shipped(Struct, frozen=True, kw_only=True):
    """What was found of a game, and what it was found for."""

    stands_for: str
    results: dict[str, msgspec.Raw]  # by the kind of result


def packaged_result(settings: TableSettings, kind: type[Result]) -> Result | None:
    """What comes with the package, if it stands for this very game under these very rules and pay tables."""
    if external_origin(settings.game) or not _is_as_printed(settings):
        return None
    found = _file(settings.game)
    if found is None or found.stands_for != figures_key(settings) or _name(kind) not in found.results:
        return None
    return from_bytes(bytes(found.results[_name(kind)]), kind)


def _is_as_printed(settings: TableSettings) -> bool:
    """Limits, seats and what is offered change no figure."""
    printed = table_settings(settings.game)
    return (
        settings.paytables == printed.paytables
        and settings.folded_hands_qualify == printed.folded_hands_qualify
        and "?" not in settings.game
    )


@lru_cache(maxsize=64)
def _file(game: str) -> Shipped | None:
    try:
        return from_bytes((SHIPPED / f"{game}.json").read_bytes(), Shipped)
    except (OSError, msgspec.MsgspecError):
        return None  # then it is found anew


def write_packaged(settings: TableSettings, *results: Struct) -> None:
    """Write the file that comes with the package, one figure a line, so that a change of one can be seen."""
    parts = {_name(type(result)): msgspec.Raw(to_bytes(result)) for result in results}
    document = to_bytes(Shipped(stands_for=figures_key(settings), results=parts))
    SHIPPED.mkdir(exist_ok=True)
    (SHIPPED / f"{settings.game}.json").write_bytes(msgspec.json.format(document, indent=1) + b"\n")


@lru_cache(maxsize=1)
def _facts_file() -> dict[str, msgspec.Raw]:
    try:
        return msgspec.json.decode((SHIPPED / BY_FACTS).read_bytes(), type=dict[str, msgspec.Raw])
    except (OSError, msgspec.MsgspecError):
        return {}


def write_packaged_facts(results: Mapping[str, Struct]) -> None:
    """Write what comes with the package of decks, by the facts that it stands for."""
    parts = {facts: msgspec.Raw(to_bytes(result)) for facts, result in results.items()}
    SHIPPED.mkdir(exist_ok=True)
    (SHIPPED / BY_FACTS).write_bytes(msgspec.json.format(msgspec.json.encode(parts), indent=1) + b"\n")
    _facts_file.cache_clear()


def _name(kind: type[Struct]) -> str:
    return kind.__name__.lower()


def figures_key(settings: TableSettings) -> str:
    """Of all that decides a figure, or names one: the version, the rules, and every printed pay table."""
    game = settings.rules
    named = [(wager.id, wager.name, wager.paytables) for wager in game.wagers]
    facts = (__version__, rules_hash(game, settings.paytables), game.name, named)
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()
