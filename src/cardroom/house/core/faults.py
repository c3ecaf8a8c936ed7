"""What has failed at a table: its game could not go on, or it could not be shown."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta


class Part(StrEnum):
    GAME = "game"  # what is done at the table: a round that is in play cannot go on
    VIEW = "view"  # what is shown or said of it: the round itself stands


class Fault(msgspec.Struct, frozen=True):
    part: Part
    error: Annotated[str, Meta(max_length=100)]  # the kind of the error; the server's own log has the rest

    @property
    def says(self) -> str:
        """To everyone."""
        if self.part is Part.GAME:
            return (
                "The table is closed: its game could not go on. What was paid stays paid, and the stakes of a round"
                " that was in play are back. The staff has been told."
            )
        return (
            "The table is closed: it cannot be shown at the moment. Every chip lies where it lay, and is yours. The"
            " staff has been told, and sees to it."
        )
