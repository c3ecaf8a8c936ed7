"""Secrets are kept as hashes only.

A password and a PIN are hashed with argon2. Sessions and the codes of cards are random numbers of 128 bits and more,
for which SHA-256 is enough: there is nothing to guess.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from functools import cached_property
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cardroom.errors import CardroomError
from cardroom.house.runtime.thread_pools import DOOR, in_thread

LONGEST_PASSWORD = 200
COST: dict[str, Any] = {"parallelism": 1}  # one processor at a time: the others are for the tables
STRANGERS_IN_LINE = 20  # whose passwords wait to be compared


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_hasher() -> PasswordHasher:
    return PasswordHasher(**COST)


def matches_hash(hasher: PasswordHasher, stored: str | None, secret: str) -> bool:
    """Whether a secret is the one that was kept; where none was, no secret is."""
    try:
        return stored is not None and hasher.verify(stored, secret[: LONGEST_PASSWORD + 1])
    except (VerificationError, InvalidHashError):
        return False


class Hashing:
    """Argon2 beside the running house."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._hashing = asyncio.Semaphore(2)  # argon2 takes 64 MB at a time, and should
        self._hashing_for_strangers = asyncio.Semaphore(1)
        self._strangers_waiting = 0

    @cached_property
    def _nobody(self) -> str:
        """What an unknown person's password is compared with."""
        return self._hasher.hash(new_token())

    async def hash(self, secret: str) -> str:
        async with self._hashing:
            return await in_thread(DOOR, self._hasher.hash, secret)

    async def is_right(self, stored: str | None, secret: str, *, is_stranger: bool = False) -> bool:
        """Strangers stand in a line of their own, so that nobody who is known waits behind them."""
        if not is_stranger:
            async with self._hashing:
                return await in_thread(DOOR, self._fits, stored, secret)
        if self._strangers_waiting >= STRANGERS_IN_LINE:
            raise CardroomError("too-fast", "Many people are signing in now; try again in a moment.")
        self._strangers_waiting += 1
        try:
            async with self._hashing_for_strangers:
                return await in_thread(DOOR, self._fits, stored, secret)
        finally:
            self._strangers_waiting -= 1

    def _fits(self, stored: str | None, secret: str) -> bool:
        return matches_hash(self._hasher, stored or self._nobody, secret) and stored is not None
