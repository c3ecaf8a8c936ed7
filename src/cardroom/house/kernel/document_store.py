"""The documents that records name by hash: floors, plans of tables, settings of rounds, configurations of links."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from cardroom.documents import Hash, encode_document, hash_of
from cardroom.errors import CardroomError

Kind = TypeVar("Kind", bound=msgspec.Struct)


class Documents:
    """Those at hand; others are fetched when they are asked for. New ones are to be stored with the next record."""

    def __init__(self, fetch: Callable[[Hash], bytes | None] = lambda _: None) -> None:
        self._fetch = fetch
        self._known: dict[Hash, msgspec.Struct] = {}
        self._named: dict[int, tuple[msgspec.Struct, Hash]] = {}  # by identity: hashing one takes longer
        self.new: dict[Hash, bytes] = {}

    def add(self, document: msgspec.Struct) -> Hash:
        known = self._named.get(id(document))
        if known is not None:
            return known[1]
        body = encode_document(document)
        name = hash_of(body)
        if name not in self._known:
            self._take(name, body, type(document))
            if self._fetch(name) is None:
                self.new[name] = body
        self._named[id(document)] = (document, name)
        return name

    def keep(self, document: msgspec.Struct) -> Hash:
        """A document that nobody asks the house for again, such as figures that are final."""
        body = encode_document(document)
        self.new[hash_of(body)] = body
        return hash_of(body)

    def get(self, name: Hash, kind: type[Kind]) -> Kind:
        found = self._known.get(name)
        if found is None:
            body = self._fetch(name)
            if body is None or hash_of(body) != name:
                what = "is missing" if body is None else "has been changed"
                raise CardroomError("broken-document", f"the document {name[:12]}… ({kind.__name__}) {what}")
            found = self._take(name, body, kind)
        assert isinstance(found, kind), "a hash names one document"
        return found

    def _take(self, name: Hash, body: bytes, kind: type[Kind]) -> Kind:
        """As its bytes have it, also where it has just been made: its dictionaries are in the same order for all."""
        found = msgspec.json.decode(body, type=kind)
        self._known[name] = found
        self._named[id(found)] = (found, name)
        return found

    def mark(self) -> frozenset[Hash]:
        """What is to be stored with the next record so far, to go back to."""
        return frozenset(self.new)

    def go_back_to(self, mark: frozenset[Hash]) -> None:
        """Forget what has been made since and nobody needs after all."""
        for name in self.new.keys() - mark:
            del self.new[name]
            self._known.pop(name, None)
            self._named = {key: named for key, named in self._named.items() if named[1] != name}

    def take_new(self) -> dict[Hash, bytes]:
        new, self.new = self.new, {}
        return new
