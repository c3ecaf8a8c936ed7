"""The root of all commands, apart from them so that they can stand in more than one file."""

from __future__ import annotations

import msgspec


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The root of all commands."""
