"""Who someone is: passwords, sessions and guests. Only hashes are kept."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, OrderedDict
from datetime import timedelta

import msgspec
from argon2 import PasswordHasher

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core.acts.seats import GUESTS_ARE_KEPT
from cardroom.house.core.house import House
from cardroom.house.core.people import PLAYERS, SERVICE, Person, Role, require, require_reader
from cardroom.house.running.hashing import LONGEST_PASSWORD, Hashing, is_right, new_hasher, new_token, token_hash
from cardroom.house.running.now import now
from cardroom.house.running.service import Service
from cardroom.house.running.staff_cards import NewCard, StaffCards, keep, new_card
from cardroom.house.running.starting import left_cards, stopped_house_from
from cardroom.house.running.threads import DOOR, in_thread
from cardroom.house.storage.ownership import owned
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom.auth")

STAFF_SESSION = timedelta(hours=12)  # a shift
PLAYER_SESSION = GUESTS_ARE_KEPT
TERMINAL_SESSION = timedelta(days=365)
# Before the name of a terminal and the number of a card, where sessions have their holder; a person's id has no colon.
TERMINAL, CARD = "terminal:", "card:"
WRONG_PASSWORDS_EVERY = 60.0  # seconds between two records about one source
SHORTEST_PASSWORD = 10
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


def friendly_name() -> str:
    return f"{secrets.choice(_MANNERS)} {secrets.choice(_BIRDS)}"


class Entrance:
    """The door of a running house."""

    def __init__(self, service: Service, hasher: PasswordHasher | None = None) -> None:
        self._service = service
        self._hashing = Hashing(hasher or new_hasher())
        self.cards = StaffCards(service, self._hashing)
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()  # sessions by hash: holder, when to ask again
        self._wrong: dict[str, Counter[str]] = {}  # passwords since the last record, by source and person
        self._minutes: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Write down what is counted."""
        for task in list(self._minutes):
            task.cancel()
        for source in list(self._wrong):
            await self._count_wrong(source)

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
        stored = await in_thread(DOOR, self._service.store.password_of, person_id)
        is_right = await self._hashing.is_right(stored, password, is_stranger=is_stranger)
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
            task = self._service.background.once("counting wrong passwords", self._count_every_minute(source))
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
        hashed = await self._hashing.hash(password)
        await in_thread(DOOR, self._service.store.set_password, person_id, hashed)

    async def enrol(
        self, by: Person, new: Person, password: str, *, with_card: bool = False, pin: str | None = None
    ) -> NewCard | None:
        """A person with an account; returns the staff card, whose code nobody can look up later."""
        check_new_password(password)
        await self._service.submit(by, c.Enrol(new.id, new.name, new.role))
        await self.set_password(new.id, password)
        if not with_card and new.role not in HOLDS_CARD:
            return None
        return await self.cards.issue(by, new.id, pin=pin)

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
        """For those who may enrol people, and auditors."""
        require_reader(by, c.Enrol)
        holders = await in_thread(DOOR, self._service.store.holders_of_sessions, TERMINAL)
        return [holder.removeprefix(TERMINAL) for holder in holders]

    async def remove_terminal(self, by: Person, name: str) -> None:
        require(by, c.Enrol(person="", name="", role=Role.DEALER))
        if name not in await self.terminals(by):
            raise CardroomError("unknown-terminal", f"There is no terminal “{name}”.")
        holder = TERMINAL + name
        await in_thread(DOOR, self._service.store.end_sessions_of, holder)
        self._known = OrderedDict((token, known) for token, known in self._known.items() if known[0] != holder)
        log.warning("%s has removed the terminal %s", by.id, name)

    # --- staying ------------------------------------------------------------------------------------------------------

    def session_length(self, person: Person) -> timedelta:
        return PLAYER_SESSION if person.role in PLAYERS else STAFF_SESSION

    async def open_session(self, person: Person, *, by_card: bool = False) -> str:
        """A token for the browser to hold; it ends at a fixed time, one that a card has opened with the card."""
        token = new_token()
        number = self._service.house.card_of(person.id) if by_card else None
        holder = person.id if number is None else CARD + number
        expires = now() + self.session_length(person)
        await in_thread(DOOR, self._service.store.add_session, token_hash(token), holder, expires)
        return token

    def remembers(self, token: str) -> bool:
        """Whether this session has been seen lately, so that asking who holds it is cheap."""
        return token_hash(token) in self._known

    async def person_of(self, token: str) -> Person | None:
        """Who holds this session, if it has not ended."""
        holder = await self.holder_of(token)
        return self.person_named(holder) if holder else None

    def person_named(self, holder: str) -> Person | None:
        """Whose id this is, or whose card, if it still counts."""
        house = self._service.house
        if not holder.startswith(CARD):
            return house.people.get(holder)
        card = house.cards.get(holder.removeprefix(CARD))
        return house.people.get(card.person) if card is not None and card.is_valid else None

    async def holder_of(self, token: str) -> str | None:
        """The id of a person, or the number of a card or the name of a terminal after its prefix."""
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


class SignedIn(msgspec.Struct, frozen=True):
    """Who somebody says to be, and the password that shows it."""

    person: str
    password: str


def person_of(store: Store, house: House, who: SignedIn) -> Person:
    """Somebody who has the password of an account, on the command line of a house that is closed."""
    person = house.people.get(who.person)
    if not is_right(new_hasher(), store.password_of(who.person), who.password) or person is None:
        raise CardroomError("wrong-password", f"That password is not {who.person}'s, or nobody here has that name.")
    return person


def enrol_while_stopped(
    store: Store, new: Person, password: str, *, with_card: bool = False, pin: str | None = None
) -> NewCard | None:
    """Write a person into the log of a house that is not running; returns the staff card, if any."""
    check_new_password(password)
    enrol, hashed = c.Enrol(new.id, new.name, new.role), new_hasher().hash(password)
    with owned(store):
        card = None
        if with_card or new.role in HOLDS_CARD:
            card = _issue(store, new.id, pin, enrol)
        else:
            _do(store, enrol)
        store.set_password(new.id, hashed)
    return card


def issue_while_stopped(store: Store, person: str, *, pin: str | None = None, why: str = "") -> NewCard:
    """The same for a staff card of somebody who is enrolled."""
    with owned(store):
        return _issue(store, person, pin, why=why)


def revoke_while_stopped(store: Store, number: str, why: str) -> None:
    with owned(store):
        _do(store, c.RevokeCard(number, why))


def _issue(store: Store, person: str, pin: str | None, *first: c.AnyCommand, why: str = "") -> NewCard:
    card = new_card(person, {kept.number for kept in store.cards()})
    hashed = None if pin is None else new_hasher().hash(pin)
    _do(store, *first, c.IssueCard(person, card.number, why))
    keep(store, card, hashed)
    return card


def _do(store: Store, *commands: c.AnyCommand) -> None:
    """All of it or nothing, by the house itself."""
    house = stopped_house_from(store)
    done = [house.do(SERVICE, command, "", now()) for command in (*left_cards(house, store), *commands)]
    for error in (one.error for one in done if one.error is not None):
        raise error
    store.write(done)
