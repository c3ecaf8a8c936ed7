"""What the administrator reads: who is signed in, servers, backups, and keys with where their copies lie."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from datetime import date, datetime

import msgspec

from cardroom.house.audit.signed_heads import public_key_of
from cardroom.house.engine.house import House
from cardroom.house.kernel.people import READING, Person, Role
from cardroom.house.storage import log_ownership
from cardroom.house.storage.backups import Backup
from cardroom.house.storage.credential_revocation import CARD
from cardroom.house.storage.seed_key_ring import load_keys
from cardroom.house.storage.store import LEASE, KeptSession, Store

FINGERPRINT_DIGITS = 8


class StaffSession(msgspec.Struct, frozen=True, kw_only=True):
    """One browser in which somebody of the staff is signed in."""

    session: str
    person: Person
    since: datetime | None  # None: an older version has opened it
    terminal: str  # where it was opened; "": at no terminal of the house
    by_card: bool
    is_this: bool  # in which this is read
    may_end: bool


class ServerView(msgspec.Struct, frozen=True, kw_only=True):
    """A server of the house, which runs it or stands by."""

    server: str
    address: str
    version: str
    is_owner: bool
    is_silent: bool
    position: int  # of the last record that it has followed; 0 for the owner
    not_ready: str  # why it could not take over; "": it could


class BackupView(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    at: datetime
    size: int  # bytes; 0: not known
    verified: datetime | None
    findings: int
    is_at_hand: bool  # its file is in the folder for backups


class KeyView(msgspec.Struct, frozen=True, kw_only=True):
    """A key of the house by its fingerprint. The key itself is shown to nobody."""

    name: str
    seals: bool  # cards; the other kind signs the ends of days
    is_used: bool  # for new rounds, or new days
    source: str  # where the server has it from
    public_key: str  # of what signs: as in signed heads
    copies: str  # where they lie; "": nobody has noted it
    seen: date | None
    noted_by: str
    noted_at: datetime | None


def staff_sessions(
    house: House, reader: Person, session: str, found: Iterable[tuple[Person, KeptSession]]
) -> tuple[StaffSession, ...]:
    """`session` is the hash of the reader's own."""
    return tuple(
        StaffSession(
            session=kept.name,
            person=person,
            since=kept.since,
            terminal=kept.terminal if kept.terminal in house.terminals else "",
            by_card=kept.holder.startswith(CARD),
            is_this=session.startswith(kept.name),
            may_end=reader.role not in READING and (person.id == reader.id or reader.role is Role.ADMINISTRATOR),
        )
        for person, kept in found
    )


def servers(store: Store) -> tuple[ServerView, ...]:
    """The one that runs the house first."""
    owner, others = log_ownership.current_lease(store), log_ownership.waiting_servers(store)
    first = ServerView(
        server=owner.server,
        address=owner.address,
        version=owner.version,
        is_owner=True,
        is_silent=owner.is_over,
        position=0,
        not_ready="",
    )
    more = (
        ServerView(
            server=other.server,
            address=other.address,
            version=other.version,
            is_owner=False,
            is_silent=other.silent > LEASE,
            position=other.position,
            not_ready=log_ownership.standby_in_words(other.lacks_key) if other.lacks_key else "",
        )
        for other in others
    )
    return (first, *more)


def backup_views(made: Iterable[Backup], at_hand: Collection[str], most: int) -> tuple[BackupView, ...]:
    """The last ones, the latest first."""
    last = sorted(made, key=lambda one: one.at, reverse=True)[:most]
    return tuple(
        BackupView(
            name=one.name,
            at=one.at,
            size=one.size,
            verified=one.verified,
            findings=one.findings,
            is_at_hand=one.name in at_hand,
        )
        for one in last
    )


def keys(house: House, store: Store) -> tuple[KeyView, ...]:
    """As the server reads them now: those that seal cards, the one for new rounds first, and the one that signs."""
    ring, public = load_keys(store.seal_file, store.house), public_key_of(store.key_file, store.house)
    found = [
        _key(house, name, source=ring.source, seals=True, is_used=number == 0) for number, name in enumerate(ring.names)
    ]
    if public:
        name = hashlib.sha256(bytes.fromhex(public)).hexdigest()[:FINGERPRINT_DIGITS]
        found.append(_key(house, name, source=str(store.key_file), seals=False, is_used=True, public_key=public))
    return tuple(found)


def _key(house: House, name: str, *, source: str, seals: bool, is_used: bool, public_key: str = "") -> KeyView:
    copies = house.key_copies.get(name)
    return KeyView(
        name=name,
        seals=seals,
        is_used=is_used,
        source=source,
        public_key=public_key,
        copies=copies.where if copies else "",
        seen=copies.seen if copies else None,
        noted_by=copies.by if copies else "",
        noted_at=copies.at if copies else None,
    )
