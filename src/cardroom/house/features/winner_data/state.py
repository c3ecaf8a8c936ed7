"""A winner's own data, which lies outside of the log."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.house.features.winner_data.messages import WinnerField

Written = Annotated[str, Meta(max_length=200, pattern="^[^\\u0000-\\u001f\\u007f]*$")]


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
