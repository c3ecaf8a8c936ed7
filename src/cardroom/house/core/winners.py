"""Who has won: which fields are told of a winner, and from when on. What they say is in no command and in no record."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

Written = Annotated[str, Meta(max_length=200, pattern="^[^\\u0000-\\u001f\\u007f]*$")]


class WinnerField(StrEnum):
    NAME = "name"
    IDENTIFICATION = "identification"
    ADDRESS = "address"
    TAX_NUMBER = "tax_number"


TAX_DATA = frozenset({WinnerField.ADDRESS, WinnerField.TAX_NUMBER})


class Winner(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A winner's own data, as somebody of the staff has written it down. "" has not been told."""

    name: Written = ""
    identification: Written = ""  # which document was seen, and its number
    address: Written = ""
    tax_number: Written = ""

    @property
    def fields(self) -> tuple[WinnerField, ...]:
        """Those that say something."""
        return tuple(field for field in WinnerField if getattr(self, field).strip())
