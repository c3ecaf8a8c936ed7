"""What keeps the cards of a round unknown to whoever reads the log before it is over."""

from __future__ import annotations

from typing import Protocol

import msgspec


class Seal(msgspec.Struct, frozen=True):
    """What a round began with: its seed is made from the nonce and one of the house's keys."""

    nonce: str  # hexadecimal digits
    key: str  # the short name of the key


class Seals(Protocol):
    """Whoever holds the keys."""

    def draw(self, round_id: str, /) -> Seal:
        """For a new round."""
        ...

    def seed_of(self, round_id: str, seal: Seal, /) -> bytes:
        """The seed of a round, or a refusal that says what is missing."""
        ...
