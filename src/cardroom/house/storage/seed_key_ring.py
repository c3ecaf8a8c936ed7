"""The keys that the cards of a house are sealed with. They are never in the database.

They come from the environment (CARDROOM_KEY) or from a file beside the database, one a line and the newest first: new
rounds are sealed with the first, and rounds in progress go on under the one that they name. Whoever has the database
and not the key knows of a round in progress what a spectator knows.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import logging
import os
import re
import secrets
from pathlib import Path

from cardroom.errors import CardroomError
from cardroom.fairness.seed_derivation import KEY_BYTES, NONCE_BYTES, derived_seed, key_name, link_mac
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.storage.private_files import read_secret, write_secret

log = logging.getLogger("cardroom")

VARIABLE = "CARDROOM_KEY"


class KeyRing:
    """The keys at hand, by their short names; the first one seals new rounds."""

    def __init__(self, keys: list[bytes], source: str) -> None:
        self._keys = {key_name(key): key for key in keys}
        self._newest = next(iter(self._keys), "")
        self.source = source  # where they come from, for people

    @property
    def is_empty(self) -> bool:
        return not self._keys

    @property
    def names(self) -> tuple[str, ...]:
        """Their fingerprints, that of the key for new rounds first."""
        return tuple(self._keys)

    def knows(self, seal: Seal) -> bool:
        return seal.key in self._keys

    def lacks(self, seal: Seal | None) -> str:
        """The name of the key that a round was sealed with, if it is none of these."""
        return seal.key if seal is not None and not self.knows(seal) else ""

    def draw(self) -> Seal:
        return Seal(secrets.token_hex(NONCE_BYTES), self._newest)

    def seed_of(self, round_id: str, seal: Seal) -> bytes:
        return derived_seed(self._keys[seal.key], round_id, bytes.fromhex(seal.nonce))

    def vouch(self, what: str) -> str:
        """By the newest key; the house must have one, which it has as soon as it is open."""
        return link_mac(self._keys[self._newest], what)

    def stands_for(self, what: str, given: str) -> bool:
        """Whether any of the keys at hand was used."""
        return any(hmac.compare_digest(link_mac(key, what), given) for key in self._keys.values())


class HouseSeals:
    """What a running house seals with."""

    def __init__(self, ring: KeyRing) -> None:
        self.ring = ring

    def draw(self, _: str) -> Seal:
        return self.ring.draw()

    def seed_of(self, round_id: str, seal: Seal) -> bytes:
        if not self.ring.knows(seal):
            raise CardroomError(
                "key-missing",
                f"Round {round_id} is in progress and needs the key {seal.key}, which is not in {self.ring.source}."
                " Put back the file that was there, or set the key in CARDROOM_KEY; nothing has been changed. If it is"
                " lost for good, two people give back the bets with `cardroom rounds void --without-key`.",
            )
        return self.ring.seed_of(round_id, seal)


def load_keys(file: Path, house: str = "") -> KeyRing:
    """Those of the environment, or of the file; none where there is no file, or none that may be read."""
    if given := os.environ.get(VARIABLE, ""):
        return KeyRing(_parsed(given, VARIABLE), VARIABLE)
    try:
        return KeyRing(_parsed(read_secret(file, house), str(file)), str(file))
    except (FileNotFoundError, PermissionError):
        return KeyRing([], str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise CardroomError("bad-key-file", f"{file}: not a file of keys: {error}.") from None


def make_key(file: Path, house: str) -> KeyRing:
    """The first key of a house, or one in the place of those that are lost. No file that is there is written over."""
    try:
        write_secret(file, house, secrets.token_hex(KEY_BYTES))
    except OSError as error:
        raise CardroomError("no-key-file", f"{file}: the key to seal cards with is not to be had: {error}.") from None
    log.warning("A key to seal cards with has been made: %s. Keep a copy of it apart from the database.", file)
    return load_keys(file, house)


def _parsed(text: str, source: str) -> list[bytes]:
    keys = [_key(word, source) for word in re.split(r"[\s,]+", text) if word]
    if not keys:
        raise CardroomError("bad-key-file", f"{source}: there is no key in it.")
    return keys


def _key(word: str, source: str) -> bytes:
    """Hexadecimal digits, or base64 of either alphabet. What is wrong is said without the key."""
    try:
        if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", word):
            key = bytes.fromhex(word)
        else:
            key = base64.b64decode(word.replace("-", "+").replace("_", "/") + "=" * (-len(word) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise CardroomError("bad-key", f"{source}: a key is written in hexadecimal digits or base64.") from None
    if len(key) < KEY_BYTES:
        raise CardroomError("bad-key", f"{source}: a key has at least {KEY_BYTES} bytes, not {len(key)}.")
    return key
