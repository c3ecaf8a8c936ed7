"""Who someone is: passwords, staff cards, sessions and guests. Only hashes are kept.

A password is hashed with argon2. Cards and sessions are random numbers of 256 bits, for which SHA-256 is enough: there
is nothing to guess.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections import Counter, OrderedDict
from datetime import timedelta
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core.acts.seats import GUESTS_ARE_KEPT
from cardroom.house.core.people import PLAYERS, SERVICE, Person, Role, require
from cardroom.house.running.now import now
from cardroom.house.running.service import Service
from cardroom.house.running.starting import stopped_house_from
from cardroom.house.running.threads import DOOR, in_thread
from cardroom.house.storage.ownership import owned
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom.auth")

STAFF_SESSION = timedelta(hours=12)  # a shift
PLAYER_SESSION = GUESTS_ARE_KEPT
TERMINAL_SESSION = timedelta(days=365)
TERMINAL = "terminal:"  # before the name of one, where sessions have their holder; a person's id has no colon
WRONG_PASSWORDS_EVERY = 60.0  # seconds between two records about one source
STRANGERS_IN_LINE = 20  # whose passwords wait to be compared
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200
RECHECK_SECONDS = 60.0  # how long a session is believed before the database is asked again
SESSIONS_REMEMBERED = 10_000
HOLDS_CARD = frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.TECHNICIAN})

_MANNERS = (
    "Amber", "Brisk", "Calm", "Clever", "Dapper", "Eager", "Gentle", "Jolly", "Lucky", "Merry", "Nimble", "Patient",
    "Quiet", "Silver", "Steady", "Sunny", "Velvet", "Witty",
)  # fmt: skip
_BIRDS = (
    "Avocet", "Bittern", "Curlew", "Dipper", "Egret", "Finch", "Goldeneye", "Heron", "Ibis", "Jay", "Kestrel",
    "Lapwing", "Magpie", "Nuthatch", "Osprey", "Plover", "Robin", "Siskin", "Tern", "Wren",
)  # fmt: skip


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_hasher() -> PasswordHasher:
    return PasswordHasher(parallelism=1)  # one processor at a time: the others are for the tables


def new_token() -> str:
    return secrets.token_urlsafe(32)


def friendly_name() -> str:
    return f"{secrets.choice(_MANNERS)} {secrets.choice(_BIRDS)}"


class Entrance:
    """The door of a running house."""

    def __init__(self, service: Service, hasher: PasswordHasher | None = None) -> None:
        self._service = service
        self._hasher = hasher or new_hasher()
        self._hashing = asyncio.Semaphore(2)  # argon2 takes 64 MB at a time, and should
        self._hashing_for_strangers = asyncio.Semaphore(1)
        self._strangers_waiting = 0
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()  # sessions by hash: holder, when to ask again
        self._wrong: dict[str, Counter[str]] = {}  # passwords since the last record, by source and person
        self._minutes: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Write down what is counted."""
        for task in list(self._minutes):
            task.cancel()
        for source in list(self._wrong):
            await self._count_wrong(source)

    @cached_property
    def _nobody(self) -> str:
        """What an unknown person's password is compared with."""
        return self._hasher.hash(new_token())

    # --- coming in ----------------------------------------------------------------------------------------------------

    async def welcome_guest(self) -> Person:
        """A new person with a friendly name, and play money where the house gives it."""
        service = self._service
        guest = Person(f"guest-{secrets.token_hex(6)}", friendly_name(), Role.GUEST)
        await service.submit(SERVICE, c.Enrol(guest.id, guest.name, guest.role))
        if service.house.floor.play_money:
            await service.submit(guest, c.IssuePlayMoney())
        return guest

    async def check_password(
        self, person_id: str, password: str, source: str = "here", *, is_stranger: bool = False
    ) -> Person:
        """The person, if the password is right. An unknown person takes as long as a wrong password."""
        stored, _ = await in_thread(DOOR, self._service.store.credentials_of, person_id)
        is_right = await self._verify(stored, password, is_stranger=is_stranger)
        person = self._service.house.people.get(person_id)
        if not is_right or person is None:
            await self._note_refusal(person, source)
            raise CardroomError("wrong-password", "That name and password do not belong together.")
        return person

    async def _note_refusal(self, person: Person | None, source: str) -> None:
        """A source's first wrong password is written down at once, all others of the next minute in one record.

        What an unknown person typed is not kept: it may be someone's password in the wrong field.
        """
        if person is None:
            self._service.refusals["Login"] += 1
        elif source in self._wrong:
            self._wrong[source][person.id] += 1
        else:
            self._wrong[source] = Counter()
            task = asyncio.create_task(self._count_every_minute(source))
            self._minutes.add(task)
            task.add_done_callback(self._minutes.discard)
            await self._write_refusal(person.id, f"A wrong password for {person.id}, from {source}.")

    async def _count_every_minute(self, source: str) -> None:
        """As long as there is something to count."""
        counting = True
        while counting:
            await asyncio.sleep(WRONG_PASSWORDS_EVERY)
            counting = bool(self._wrong[source])
            await self._count_wrong(source)
        self._wrong.pop(source)

    async def _count_wrong(self, source: str) -> None:
        if people := self._wrong[source].most_common():
            self._wrong[source].clear()
            times = sum(count for _, count in people)
            more = "One more wrong password" if times == 1 else f"{times} more wrong passwords"
            counts = ", ".join(f"{count} for {person}" for person, count in people)
            await self._write_refusal(people[0][0], f"{more} from {source} within a minute: {counts}.")

    async def _write_refusal(self, person: str, reason: str) -> None:
        log.warning("failed login: %s", reason)
        await self._service.submit(SERVICE, c.NoteRefusal(person, reason))

    async def set_password(self, person_id: str, password: str) -> None:
        check_new_password(password)
        async with self._hashing:
            hashed = await in_thread(DOOR, self._hasher.hash, password)
        await in_thread(DOOR, lambda: self._service.store.set_credentials(person_id, password=hashed))

    async def enrol(self, by: Person, new: Person, password: str, *, with_card: bool = False) -> str | None:
        """A person with an account; returns the number of the staff card, which nobody can look up later."""
        check_new_password(password)
        await self._service.submit(by, c.Enrol(new.id, new.name, new.role))
        await self.set_password(new.id, password)
        if not with_card and new.role not in HOLDS_CARD:
            return None
        card = new_token()
        await in_thread(DOOR, lambda: self._service.store.set_credentials(new.id, card=token_hash(card)))
        return card

    async def bearer(self, card: str) -> Person:
        """Whose staff card this is."""
        person_id = await in_thread(DOOR, self._service.store.person_of_card, token_hash(card))
        person = self._service.house.people.get(person_id) if person_id else None
        if person is None:
            raise CardroomError("unknown-card", "This card is not enrolled here.")
        return person

    async def holds_card(self, person: Person) -> bool:
        _, card = await in_thread(DOOR, self._service.store.credentials_of, person.id)
        return card is not None

    async def _verify(self, stored: str | None, password: str, *, is_stranger: bool) -> bool:
        """Strangers stand in a line of their own, so that nobody who is known waits behind them."""
        if not is_stranger:
            async with self._hashing:
                return await in_thread(DOOR, self._fits, stored, password)
        if self._strangers_waiting >= STRANGERS_IN_LINE:
            raise CardroomError("too-fast", "Many people are signing in now; try again in a moment.")
        self._strangers_waiting += 1
        try:
            async with self._hashing_for_strangers:
                return await in_thread(DOOR, self._fits, stored, password)
        finally:
            self._strangers_waiting -= 1

    def _fits(self, stored: str | None, password: str) -> bool:
        try:
            self._hasher.verify(stored or self._nobody, password[: LONGEST_PASSWORD + 1])
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    # --- terminals ----------------------------------------------------------------------------------------------------

    async def enrol_terminal(self, by: Person, name: str) -> str:
        """A token for a browser to hold: the house knows its place from then on, whoever sits there."""
        require(by, c.Enrol(person=name, name=name, role=Role.DEALER))
        holder, store, token = TERMINAL + name, self._service.store, new_token()
        if holder in await in_thread(DOOR, store.holders_of_sessions, TERMINAL):
            raise CardroomError("known-terminal", f"There is a terminal “{name}” already.")
        await in_thread(DOOR, store.add_session, token_hash(token), holder, now() + TERMINAL_SESSION)
        log.warning("%s has enrolled the terminal %s", by.id, name)
        return token

    async def terminals(self, by: Person) -> list[str]:
        require(by, c.Enrol(person="", name="", role=Role.DEALER))
        holders = await in_thread(DOOR, self._service.store.holders_of_sessions, TERMINAL)
        return [holder.removeprefix(TERMINAL) for holder in holders]

    async def remove_terminal(self, by: Person, name: str) -> None:
        if name not in await self.terminals(by):
            raise CardroomError("unknown-terminal", f"There is no terminal “{name}”.")
        holder = TERMINAL + name
        await in_thread(DOOR, self._service.store.end_sessions_of, holder)
        self._known = OrderedDict((token, known) for token, known in self._known.items() if known[0] != holder)
        log.warning("%s has removed the terminal %s", by.id, name)

    # --- staying ------------------------------------------------------------------------------------------------------

    def session_length(self, person: Person) -> timedelta:
        return PLAYER_SESSION if person.role in PLAYERS else STAFF_SESSION

    async def open_session(self, person: Person) -> str:
        """A token for the browser to hold; it ends at a fixed time."""
        token = new_token()
        expires = now() + self.session_length(person)
        await in_thread(DOOR, self._service.store.add_session, token_hash(token), person.id, expires)
        return token

    def remembers(self, token: str) -> bool:
        """Whether this session has been seen lately, so that asking who holds it is cheap."""
        return token_hash(token) in self._known

    async def person_of(self, token: str) -> Person | None:
        """Who holds this session, if it has not ended."""
        holder = await self.holder_of(token)
        return self._service.house.people.get(holder) if holder else None

    async def holder_of(self, token: str) -> str | None:
        """The id of a person, or the name of a terminal after its prefix."""
        hashed = token_hash(token)
        known = self._known.get(hashed)
        if known is None or known[1] < time.monotonic():
            holder = await in_thread(DOOR, self._service.store.session_person, hashed, now())
            if holder is None:
                self._known.pop(hashed, None)
                return None
            self._known[hashed] = known = (holder, time.monotonic() + RECHECK_SECONDS)
            while len(self._known) > SESSIONS_REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(hashed)
        return known[0]

    async def close_session(self, token: str) -> None:
        hashed = token_hash(token)
        await in_thread(DOOR, self._service.store.end_session, hashed)
        self._known.pop(hashed, None)


def terminal_named(holder: str | None) -> str | None:
    return holder.removeprefix(TERMINAL) if holder and holder.startswith(TERMINAL) else None


def check_new_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise CardroomError(
            "weak-password", f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters; a sentence is best."
        )


def enrol_while_stopped(store: Store, new: Person, password: str, *, with_card: bool = False) -> str | None:
    """Write a person into the log of a house that is not running; returns the number of the staff card, if any."""
    check_new_password(password)
    card = new_token() if with_card or new.role in HOLDS_CARD else None
    hashed = new_hasher().hash(password)
    with owned(store):
        done = stopped_house_from(store).do(SERVICE, c.Enrol(new.id, new.name, new.role), "", now())
        if done.error is not None:
            raise done.error
        store.write([done])
        store.set_credentials(new.id, password=hashed, card=token_hash(card) if card else None)
    return card
