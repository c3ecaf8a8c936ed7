"""One-time codes, with which the holder of an account sets password and PIN.

A code has two halves. One is told to whoever asked for it, the other to whoever approved it: neither can be somebody
else with it. Only hashes are kept.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.house.runtime.identity.secret_hashes import token_hash

OneTimeCode = Annotated[str, Meta(max_length=80)]

ASKER, APPROVER = 1, 2  # whose half it is
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that looks like another
LONG = 8  # letters of a half, nearly 40 bits: guesses are slowed


class HalfCode(msgspec.Struct, frozen=True, kw_only=True):
    """What one of two people tells the holder of an account. It is shown once; another one takes its place."""

    person: str
    half: str
    is_first: bool
    ends: datetime


def new_half() -> str:
    drawn = "".join(secrets.choice(LETTERS) for _ in range(LONG))
    return f"{drawn[:4]}-{drawn[4:]}"


def normalized_code(typed: str) -> str:
    """As it is hashed, however it is written.

    >>> normalized_code(" abcd-efgh jkmn2345")
    'ABCDEFGHJKMN2345'
    """
    return re.sub("[^A-Z0-9]", "", typed.upper())


def hash_of_half(half: str) -> str:
    return token_hash(normalized_code(half))


def is_code(typed: str, kept: Mapping[int, str]) -> bool:
    """Whether these are the two halves, in their order."""
    whole = normalized_code(typed)
    halves = {ASKER: whole[:LONG], APPROVER: whole[LONG:]}
    found = [hmac.compare_digest(token_hash(halves[half]), kept.get(half, "")) for half in (ASKER, APPROVER)]
    return all(found)
