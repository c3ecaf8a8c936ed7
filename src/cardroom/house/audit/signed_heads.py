"""The end of a day, signed: whoever keeps the statement elsewhere can prove later that nothing was cut off or replaced.

The key signs and never leaves its file; anyone can check a statement with the public key that stands in it, and should
compare that with the one noted when the house was set up.
"""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.log import events as e
from cardroom.house.log.records import Record
from cardroom.house.storage.private_files import read_secret, write_secret

log = logging.getLogger("cardroom")


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What is signed: the record that closed the day, and with it all before it."""

    house: str
    day: str
    position: int
    hash: Hash
    figures: Hash


class SignedHead(msgspec.Struct, frozen=True, kw_only=True):
    head: Head
    public_key: str  # Ed25519, as all three in hexadecimal digits
    signature: str

    @property
    def is_genuine(self) -> bool:
        return is_signed(msgspec.json.encode(self.head), self.public_key, self.signature)


def is_signed(body: bytes, public_key: str, signature: str) -> bool:
    """Whether this is a signature of these bytes, both written as they are made: in lower case, without blanks."""
    try:
        key, signed = bytes.fromhex(public_key), bytes.fromhex(signature)
        Ed25519PublicKey.from_public_bytes(key).verify(signed, body)
    except (InvalidSignature, ValueError):
        return False
    return (key.hex(), signed.hex()) == (public_key, signature)


def head_of(house: str, record: Record, digest: Hash) -> Head:
    """The head that a record which closes a day makes."""
    closed = next(event for part in record.parts for event in part.events if isinstance(event, e.DayClosed))
    return Head(house=house, day=closed.day, position=record.position, hash=digest, figures=closed.figures)


def sign(head: Head, key: Ed25519PrivateKey) -> SignedHead:
    public_key, signature = sign_bytes(msgspec.json.encode(head), key)
    return SignedHead(head=head, public_key=public_key, signature=signature)


def sign_bytes(body: bytes, key: Ed25519PrivateKey) -> tuple[str, str]:
    """The public key and the signature, in hexadecimal digits."""
    return key.public_key().public_bytes_raw().hex(), key.sign(body).hex()


def load_key(path: Path, house: str) -> Ed25519PrivateKey:
    """The house's key; made when it is first needed, and readable by its owner only."""
    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(read_secret(path, house)))
    except FileNotFoundError:
        key = Ed25519PrivateKey.generate()
        write_secret(path, house, key.private_bytes_raw().hex())
        log.warning("A key to sign the ends of days with has been made: %s.", path)
        return key
    except (OSError, ValueError) as error:
        raise CardroomError("bad-key-file", f"{path}: not a key to sign with: {error}.") from None


def public_key_of(path: Path, house: str) -> str:
    """Of the house's key, in hexadecimal digits; "" where there is none that may be read. Nothing is made."""
    try:
        key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(read_secret(path, house)))
    except (OSError, ValueError, CardroomError):
        return ""
    return key.public_key().public_bytes_raw().hex()


def read_head(path: Path) -> SignedHead:
    """A statement from a file, if it is one and its signature fits."""
    try:
        signed = msgspec.json.decode(path.read_bytes(), type=SignedHead)
    except (OSError, msgspec.MsgspecError) as error:
        raise CardroomError("no-head", f"{path}: not a signed head: {error}.") from None
    if not signed.is_genuine:
        raise CardroomError("false-head", f"{path}: the signature does not fit; somebody has changed this statement.")
    return signed
