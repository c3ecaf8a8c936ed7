"""A floor file as a document with a memory of its lines, so that every mistake can be named with its own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.floor.floor_file_keys import KEYS, STRUCTS, yes_or_no

Value = TypeVar("Value")
Struct = TypeVar("Struct", bound=msgspec.Struct)
Place = tuple[str | int, ...]  # like ("table", 2, "maximum")


@dataclass
class Absent:
    """What a floor file names and is not there: game files, tables of games that nobody knows, and their links."""

    files: list[str] = field(default_factory=list)  # what is wrong with each
    tables: dict[str, str] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)


class FloorFile:
    """A document with a memory of where everything stands."""

    def __init__(self, text: str, name: str, absent: Absent | None = None) -> None:
        self.name = name
        self.absent = absent  # None: what is not there is a mistake
        self.lines = text.splitlines()
        self.mistakes: list[tuple[int, str]] = []
        self.warnings: list[tuple[int, str]] = []  # what is allowed, and not recommended
        self.notes: list[tuple[int, str]] = []
        try:
            self.document: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            match = re.search(r"line (\d+)", str(error))
            raise CardroomError("bad-floor", f"{name}:{match[1] if match else 1}: not a TOML file: {error}") from None

    def line_of(self, place: Place) -> int:
        """The line that a place of the document stands on; that of its section where the key is missing."""
        number, section = 1, list(place)
        key = section.pop() if section and isinstance(section[-1], str) and section[-1] not in KEYS else None
        wanted: list[tuple[str, int]] = []
        for part in section:
            if isinstance(part, int):
                wanted[-1] = (wanted[-1][0], part)
            else:
                wanted.append((part, 0))
        path = ""
        for name, count in wanted:
            path = f"{path}.{name}" if path else name
            seen = -1
            for index in range(number - 1, len(self.lines)):
                if re.match(rf"\s*\[\[?\s*{re.escape(path)}\s*\]", self.lines[index]):
                    seen += 1
                    number = index + 1
                    if seen == count:
                        break
        if key is not None:
            for index in range(number, len(self.lines)):
                if re.match(r"\s*\[", self.lines[index]):
                    break
                if re.match(rf"\s*{re.escape(str(key))}\s*=", self.lines[index]):
                    return index + 1
        return number

    def line_of_text(self, place: Place, text: str) -> int:
        """The line below a place that a text stands on, as in a list over several lines."""
        first = self.line_of(place)
        found = (number for number in range(first, len(self.lines) + 1) if text in self.lines[number - 1])
        return next(found, first)

    def complain(self, place: Place, message: str) -> None:
        self.mistakes.append((self.line_of(place), message))

    def warn(self, place: Place, message: str) -> None:
        self.warnings.append((self.line_of(place), message))

    def told(self, messages: Iterable[tuple[int, str]]) -> list[str]:
        """Each once, as "file:line: sentence", in the order of the lines."""
        return [f"{self.name}:{line}: {message}" for line, message in sorted(set(messages))]

    def sections(self, of: Mapping[str, Any], kind: str, place: Place = ()) -> list[dict[str, Any]]:
        """All sections of a kind, like [[link]]; something else under that name is a mistake."""
        found = of.get(kind, [])
        if not isinstance(found, list) or not all(isinstance(section, dict) for section in found):
            name = ".".join([*(part for part in place if isinstance(part, str)), kind])
            self.complain((*place, kind), f"Write every {kind} as a section of its own, under [[{name}]].")
            return []
        return found

    def section(self, kind: str) -> dict[str, Any]:
        """The only section of a kind, like [house]."""
        found = self.document.get(kind, {})
        return found if self.check_keys(found, kind, (kind,)) else {}

    def struct(self, kind: type[Struct]) -> Struct:
        """The section that is a struct; what is not said is as in the struct."""
        name, parsers = next((name, parsers) for name, (known, parsers) in STRUCTS.items() if known is kind)
        usual, raw = kind(), self.section(name)
        return kind(**{key: self.read(raw, (name,), key, parse, getattr(usual, key)) for key, parse in parsers.items()})

    def flag(self, section: Mapping[str, Any], place: Place, key: str, default: bool) -> bool:
        return self.read(section, place, key, yes_or_no(key), default)

    def names(self, section: Mapping[str, Any], place: Place, key: str) -> list[str]:
        """A list of names, each of them once."""

        def parse(value: object) -> list[str]:
            if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
                raise CardroomError("bad-list", f'“{key}” is a list of names, like ["one", "two"].')
            for name in value:
                if value.count(name) > 1:
                    raise CardroomError("bad-list", f"“{name}” stands in “{key}” twice.")
            return value

        return self.read(section, place, key, parse, [])

    def choice(
        self, section: Mapping[str, Any], place: Place, key: str, choices: Mapping[str, Value], default: Value
    ) -> Value:
        def parse(value: object) -> Value:
            if not isinstance(value, str) or value not in choices:
                raise CardroomError("bad-choice", f"“{value}” is no “{key}”; there are: {', '.join(choices)}.")
            return choices[value]

        return self.read(section, place, key, parse, default)

    def read(
        self, section: Mapping[str, Any], place: Place, key: str, parse: Callable[[Any], Value], default: Value
    ) -> Value:
        """One value; a bad one is noted and the default goes on, so that all mistakes are found in one pass."""
        if key not in section:
            return default
        try:
            return parse(section[key])
        except CardroomError as error:
            self.complain((*place, key), error.message)
        except (TypeError, ValueError, AttributeError):
            self.complain((*place, key), f"“{section[key]}” does not fit “{key}”.")
        return default

    def check_keys(self, section: Any, kind: str, place: Place, *also: str) -> bool:
        if not isinstance(section, dict):
            self.complain(place, f"“{kind}” must be a section.")
            return False
        known = KEYS[kind].union(also)
        for key in section.keys() - known:
            self.complain((*place, key), f"“{key}” is not known here; known are: {', '.join(sorted(known))}.")
        return True
