"""The seed of a round, made from a nonce that the log has and a key that it has not.

>>> derived_seed(bytes(32), "edge-1-42", bytes(16)).hex()
'8ba0f92f8cddf94c081d08235a56be88fb99a404447387f55533dc97f9517f73'
"""

from __future__ import annotations

import hashlib
import hmac

NONCE_BYTES = 16
KEY_BYTES = 32  # at least
VOUCHER_DIGITS = 32


def derived_seed(key: bytes, round_id: str, nonce: bytes) -> bytes:
    """HMAC-SHA256 of round and nonce; the nonce has one length, so no two pairs are written alike."""
    assert len(nonce) == NONCE_BYTES
    return hmac.digest(key, round_id.encode() + nonce, "sha256")


def link_mac(key: bytes, what: str) -> str:
    """Shows that whoever holds the key stands for something; of another kind than any seed."""
    return hmac.digest(key, b"cardroom link\0" + what.encode(), "sha256").hex()[:VOUCHER_DIGITS]


def key_name(key: bytes) -> str:
    """A short name of a key, which tells nothing of it."""
    return hashlib.sha256(b"cardroom key\0" + key).hexdigest()[:8]
