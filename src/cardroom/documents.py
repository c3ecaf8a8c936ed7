"""Documents: what many records speak of and few differ in (settings, configurations, floors), named by their hash.

>>> import msgspec
>>> class Note(msgspec.Struct):
...     text: str
>>> document_hash(Note("hello")) == document_hash(Note("hello"))
True
"""

from __future__ import annotations

import hashlib

import msgspec

Hash = str  # SHA-256, in hexadecimal digits


def encode_document(document: msgspec.Struct) -> bytes:
    """A document to the byte: the same content in the same order gives the same bytes."""
    return msgspec.json.encode(document)


def hash_of(body: bytes) -> Hash:
    return hashlib.sha256(body).hexdigest()


def document_hash(document: msgspec.Struct) -> Hash:
    return hash_of(encode_document(document))
