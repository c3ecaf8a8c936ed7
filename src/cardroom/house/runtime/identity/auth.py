"""Who someone is: passwords, sessions and guests. Only hashes are kept."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, OrderedDict
from datetime import timedelta

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done, House
from cardroom.house.engine.permissions import require
from cardroom.house.features.players.handlers import GUESTS_ARE_KEPT
from cardroom.house.kernel.dual_control import AccountState, require_active, state_of
from cardroom.house.kernel.people import PLAYERS, SERVICE, STAFF, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.commands import SignInRefusal
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.one_time_codes import APPROVER, ASKER, HalfCode, hash_of_half, is_code, new_half
from cardroom.house.runtime.identity.secret_hashes import (
    LONGEST_PASSWORD,
    Hashing,
    matches_hash,
    new_hasher,
    new_token,
    token_hash,
)
from cardroom.house.runtime.identity.staff_cards import NewCard, StaffCards, new_card, new_number
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.thread_pools import DOOR, READING, in_thread
from cardroom.house.storage.credential_revocation import CARD, TERMINAL
from cardroom.house.storage.store import KeptSession, Store

log = logging.getLogger("cardroom.auth")

Tried = tuple[str, SignInRefusal]  # from where, and what was wrong

STAFF_SESSION = timedelta(hours=12)  # a shift
PLAYER_SESSION = GUESTS_ARE_KEPT
TERMINAL_SESSION = timedelta(days=365)
WRONG_PASSWORDS_EVERY = 60.0  # seconds between two records about one source
SHORTEST_PASSWORD = 10
RECHECK_SECONDS = 60.0  # how long a session is believed before the database is asked again
SESSIONS_REMEMBERED = 10_000
# After these somebody's sessions are others than before.
ENDS_SESSIONS = (
    e.AccountInvited, e.AccountSuspended, e.AccountEnded, e.RoleChanged, e.PasswordChanged, e.CardRevoked,
    e.TerminalRemoved, e.SessionClosed,
)  # fmt: skip

_MANNERS = (
    "Amber", "Brisk", "Calm", "Clever", "Dapper", "Eager", "Gentle", "Jolly", "Lucky", "Merry", "Nimble", "Patient",
    "Quiet", "Silver", "Steady", "Sunny", "Velvet", "Witty",
)  # fmt: skip
_BIRDS = (
    "Avocet", "Bittern", "Curlew", "Dipper", "Egret", "Finch", "Goldeneye", "Heron", "Ibis", "Jay", "Kestrel",
    "Lapwing", "Magpie", "Nuthatch", "Osprey", "Plover", "Robin", "Siskin", "Tern", "Wren",
)  # fmt: skip


def random_guest_name() -> str:
    return f"{secrets.choice(_MANNERS)} {secrets.choice(_BIRDS)}"


class SignInService:
    """The door of a running house."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._hashing = Hashing(new_hasher())
        self.cards = StaffCards(service, self._hashing)
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()  # sessions by hash: holder, when to ask again
        self._wrong: dict[Tried, Counter[str]] = {}  # since the last record, by person
        self._minutes: set[asyncio.Task[None]] = set()
        service.listeners.add(self._hear)

    async def close(self) -> None:
        """Write down what is counted."""
        self._service.listeners.discard(self._hear)
        for task in list(self._minutes):
            task.cancel()
        for tried in list(self._wrong):
            await self._count_wrong(tried)

    def _hear(self, written: list[Done]) -> None:
        """Sessions that a record has ended are gone from the database with it: nothing is believed of them any more."""
        for done in written:
            for part in done.record.parts if done.record is not None else ():
                if any(isinstance(event, ENDS_SESSIONS) for event in part.events):
                    self._known.clear()

    # --- coming in ----------------------------------------------------------------------------------------------------

    async def welcome_guest(self) -> Person:
        """A new person with a friendly name, and play money where the house gives it."""
        service = self._service
        guest = Person(f"guest-{secrets.token_hex(6)}", random_guest_name(), Role.GUEST)
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
            await self._note_refusal(person, source, SignInRefusal.WRONG_PASSWORD)
            raise CardroomError("wrong-password", "That name and password do not belong together.")
        await self._require_active(person, source)
        return person

    async def _require_active(self, person: Person, source: str) -> None:
        try:
            require_active(self._service.house, person, now())
        except CardroomError:
            await self._note_refusal(person, source, SignInRefusal.NOT_ACTIVE)
            raise

    async def _note_refusal(self, person: Person | None, source: str, refusal: SignInRefusal) -> None:
        """A source's first one is written down at once, all others of the next minute in one record.

        What an unknown person typed is not kept: it may be someone's password in the wrong field.
        """
        tried = source, refusal
        if person is None:
            self._service.refusals["Login"] += 1
        elif tried in self._wrong:
            self._wrong[tried][person.id] += 1
        else:
            self._wrong[tried] = Counter()
            task = self._service.background.once("counting-wrong-passwords", self._count_every_minute(tried))
            self._minutes.add(task)
            task.add_done_callback(self._minutes.discard)
            await self._write_refusal(c.NoteRefusedSignIn(person.id, refusal, source))

    async def _count_every_minute(self, tried: Tried) -> None:
        """As long as there is something to count."""
        counting = True
        while counting:
            await asyncio.sleep(WRONG_PASSWORDS_EVERY)
            counting = bool(self._wrong[tried])
            await self._count_wrong(tried)
        self._wrong.pop(tried)

    async def _count_wrong(self, tried: Tried) -> None:
        if people := self._wrong[tried].most_common():
            self._wrong[tried].clear()
            source, refusal = tried
            await self._write_refusal(c.NoteRefusedSignIn(people[0][0], refusal, source, dict(people)))

    async def _write_refusal(self, note: c.NoteRefusedSignIn) -> None:
        log.warning("failed login: %s for %s from %s", note.refusal, note.person, note.source)
        await self._service.submit(SERVICE, note)

    # --- passwords and one-time codes ---------------------------------------------------------------------------------

    async def set_password(self, person_id: str, password: str) -> None:
        check_new_password(password)
        hashed = await self._hashing.hash(password)
        await in_thread(DOOR, self._service.store.set_password, person_id, hashed)

    async def change_password(self, person: Person, password: str) -> None:
        """By its holder. All sessions end, this one included."""
        await self.set_password(person.id, password)
        await self._service.submit(SERVICE, c.EndSessions(person.id))

    async def take_half(self, by: Person, person: str) -> HalfCode:
        """One's own half of somebody's one-time code, as the one who asked for it or the one who approved it."""
        invitation = self._service.house.invitations.get(person)
        if invitation is None or invitation.ends < now():
            raise CardroomError("no-code", f"No one-time code waits for “{person}”.")
        if by.id not in (invitation.asked_by, invitation.approved_by):
            raise CardroomError(
                "not-your-code", "A half of this code has whoever asked for it, and one whoever approved it."
            )
        which, half = ASKER if by.id == invitation.asked_by else APPROVER, new_half()
        await in_thread(DOOR, self._service.store.set_code, person, which, hash_of_half(half))
        return HalfCode(person=person, half=half, is_first=which == ASKER, ends=invitation.ends)

    async def redeem(
        self, person_id: str, code: str, password: str | None, pin: str | None, source: str
    ) -> NewCard | None:
        """The holder of an account sets password and PIN; returns the staff card, if there is to be one."""
        house, store = self._service.house, self._service.store
        kept = await in_thread(DOOR, store.code_of, person_id)
        person = house.people.get(person_id)
        if not is_code(code, kept) or person is None:
            await self._note_refusal(person, source, SignInRefusal.WRONG_CODE)
            raise CardroomError("wrong-code", "That name and one-time code do not belong together.")
        number = validate_redemption(house, person_id, password, pin)
        if password is not None:
            await self.set_password(person_id, password)
        card = new_card(person_id, house.cards, number) if number else None
        if card is not None:
            await self.cards.keep(card, pin)
        elif pin is not None:
            await self.cards.set_pin(person, pin)
        await self._service.submit(SERVICE, c.RedeemInvitation(person_id, number))
        return card

    # --- terminals ----------------------------------------------------------------------------------------------------

    async def place_terminal(self, by: Person, name: str) -> str:
        """A token for the browser that becomes a terminal which two people have agreed on."""
        require(by, c.AskAccess(c.AddTerminal(name)))
        holder, store, token = TERMINAL + name, self._service.store, new_token()
        if name not in self._service.house.terminals:
            raise CardroomError("unknown-terminal", f"No terminal “{name}” has been approved: ask for it first.")
        if holder in await in_thread(DOOR, store.holders_of_sessions, TERMINAL):
            raise CardroomError("known-terminal", f"Another browser is the terminal “{name}” already.")
        await in_thread(DOOR, store.add_session, token_hash(token), holder, now() + TERMINAL_SESSION)
        log.warning("%s has placed the terminal %s", by.id, name)
        return token

    async def terminals(self) -> dict[str, bool]:
        """By name, and whether a browser is it."""
        placed = await in_thread(DOOR, self._service.store.holders_of_sessions, TERMINAL)
        return {name: TERMINAL + name in placed for name in self._service.house.terminals}

    def terminal_named(self, holder: str | None) -> str | None:
        """Which terminal a session is, if it has not been removed."""
        name = holder.removeprefix(TERMINAL) if holder and holder.startswith(TERMINAL) else None
        return name if name in self._service.house.terminals else None

    # --- staying ------------------------------------------------------------------------------------------------------

    def session_length(self, person: Person) -> timedelta:
        return PLAYER_SESSION if person.role in PLAYERS else STAFF_SESSION

    async def open_session(self, person: Person, *, by_card: bool = False, terminal: str = "") -> str:
        """A token for the browser to hold; it ends at a fixed time, one that a card has opened with the card."""
        require_active(self._service.house, person, now())
        token = new_token()
        number = self._service.house.card_of(person.id) if by_card else None
        holder = person.id if number is None else CARD + number
        since = now()
        expires = since + self.session_length(person)
        await in_thread(DOOR, self._service.store.add_session, token_hash(token), holder, expires, since, terminal)
        return token

    def remembers(self, token: str) -> bool:
        """Whether this session has been seen lately, so that asking who holds it is cheap."""
        return token_hash(token) in self._known

    async def person_of(self, token: str) -> Person | None:
        """Who holds this session, if it has not ended."""
        holder = await self.holder_of(token)
        return self.person_named(holder) if holder else None

    def person_named(self, holder: str) -> Person | None:
        """Whose id this is, or whose card, if it still counts and the account is active."""
        house, name = self._service.house, holder
        if holder.startswith(CARD):
            card = house.cards.get(holder.removeprefix(CARD))
            name = card.person if card is not None and card.is_valid else ""
        return house.people.get(name) if state_of(house, name, now()) is AccountState.ACTIVE else None

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

    async def staff_sessions(self) -> list[tuple[Person, KeptSession]]:
        """Who of the staff is signed in, the first one first."""
        staff = [person.id for person in self._service.house.people.values() if person.role in STAFF]
        kept = await in_thread(READING, self._service.store.sessions_of, staff, CARD, now())
        found = ((self.person_named(session.holder), session) for session in kept)
        return [(person, session) for person, session in found if person is not None and person.role in STAFF]

    async def close_session(self, token: str) -> None:
        hashed = token_hash(token)
        await in_thread(DOOR, self._service.store.end_session, hashed)
        self._known.pop(hashed, None)


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
    if not matches_hash(new_hasher(), store.password_of(who.person), who.password) or person is None:
        raise CardroomError("wrong-password", f"That password is not {who.person}'s, or nobody here has that name.")
    require_active(house, person, now())
    return person


def validate_redemption(house: House, person: str, password: str | None, pin: str | None) -> str | None:
    """Refuse what does not fit before anything is set; the number of the card that is to be given, if one is."""
    invitation = house.invitations.get(person)
    number = new_number(house.cards) if invitation is not None and invitation.card else None
    tried = house.rehearse(SERVICE, c.RedeemInvitation(person, number), now())
    if isinstance(tried, CardroomError):
        raise tried
    assert invitation is not None
    if invitation.password and password is None:
        raise CardroomError("no-password", "Choose a password as well: the account has none.")
    if password is not None:
        if not invitation.password:
            raise CardroomError("has-password", "This code is for a card: the password stays as it is.")
        check_new_password(password)
    if pin is not None and number is None and house.card_of(person) is None:
        raise CardroomError("no-card", "A PIN belongs to a staff card, and this account has none.")
    return number
