"""Floor files that people upload, checked in a process beside the tables as `cardroom check-config` does it.

Such a file names no other: what lies on the server's disk is no business of whoever uploads.
"""

from __future__ import annotations

import msgspec

from cardroom.documents import encode_document
from cardroom.errors import CardroomError
from cardroom.house.floor import Floor
from cardroom.house.floor.floor_file import FloorFile
from cardroom.house.runtime.lab.lab_process import LabProcess

NAME = "floor.toml"  # in messages, whatever the file is called
FILES = (".toml", ".py")


class UploadedFloor(msgspec.Struct, frozen=True, kw_only=True):
    """What an uploaded file comes to, each message as "floor.toml:line: sentence"."""

    floor: Floor | None  # None: there are mistakes
    mistakes: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class FloorChecker:
    def __init__(self) -> None:
        self._process = LabProcess()

    async def check(self, text: str, *, risks: bool) -> UploadedFloor:
        """With the risks of its limits, pay-outs and banks, games are counted, which may take a while."""
        return msgspec.json.decode(await self._process.ask(_checked, text, risks), type=UploadedFloor)

    def close(self) -> None:
        self._process.close()


# --- in the worker ----------------------------------------------------------------------------------------------------


def _checked(text: str, risks: bool) -> bytes:
    from cardroom.house.floor.config_warnings import warn_of_risks
    from cardroom.house.floor.floor_check import check_floor

    laboratory = LabProcess()
    try:
        if named := _names_files(FloorFile(text, NAME)):
            return encode_document(UploadedFloor(floor=None, mistakes=tuple(named)))
        checked = check_floor(text, NAME, laboratory.chances)
        if checked.floor is not None and risks:
            warn_of_risks(checked.file, checked.floor)
    except CardroomError as error:
        return encode_document(UploadedFloor(floor=None, mistakes=(error.message,)))
    finally:
        laboratory.close()
    return encode_document(
        UploadedFloor(
            floor=checked.floor,
            mistakes=tuple(checked.mistakes),
            warnings=tuple(checked.warnings),
            notes=tuple(checked.notes),
        )
    )


def _names_files(file: FloorFile) -> list[str]:
    """Games that the server was started with are known without."""
    games = _texts(file.document.get("games", []))
    named = sorted({*games, *(text for text in _texts(file.document) if text.endswith(FILES))})
    found = [
        (
            file.line_of_text((), text),
            f"An uploaded floor names no file, and this one names “{text}”: have the server started with such a file.",
        )
        for text in named
    ]
    return file.told(found)


def _texts(part: object) -> list[str]:
    match part:
        case str():
            return [part]
        case dict():
            return [text for one in part.values() for text in _texts(one)]
        case list():
            return [text for one in part for text in _texts(one)]
        case _:
            return []
