"""The front desk: what every handler needs, and how a command is carried out for someone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple, cast

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency

from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done
from cardroom.house.engine.permissions import may, permission_name
from cardroom.house.features.staff_cards.messages import CardRefusal
from cardroom.house.floor import Floor
from cardroom.house.history.round_lookup import AboutRounds, with_logged_round
from cardroom.house.kernel.people import PLAYERS, SERVICE, Person
from cardroom.house.log import commands as c
from cardroom.house.runtime.backup_maker import BackupMaker
from cardroom.house.runtime.demonstration_staff import enrol_staff, may_demonstrate
from cardroom.house.runtime.examinations import Examiner
from cardroom.house.runtime.floor_checker import FloorChecker
from cardroom.house.runtime.identity.auth import SignInService
from cardroom.house.runtime.identity.invitations import Invitations
from cardroom.house.runtime.identity.staff_cards import CardRefusedError, Keyed, Swipe
from cardroom.house.runtime.lab.hold_band_watch import HoldWatch
from cardroom.house.runtime.lab.lab_service import LabService
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.jackpots import commands as j
from cardroom.table.commands import CorrectMispay
from cardroom.web.gateway.callers import Caller
from cardroom.web.gateway.rate_limits import Effort, Gate, Limits
from cardroom.web.gateway.security import DEMONSTRATION_COOKIE
from cardroom.web.gateway.sign_in_throttle import Guesses
from cardroom.web.messages import Accepted, Submit
from cardroom.web.metrics import Metrics
from cardroom.web.sockets.hub import Hub
from cardroom.web.sockets.pit_watch import PitWatch


class Attempt(NamedTuple):
    """What a staff card is swiped for."""

    place: str  # a table; where there is none, who is signed in, or the terminal
    what: str
    entered_by: str  # who is signed in there; "" for nobody


@dataclass
class Desk:
    service: Service
    entrance: SignInService
    invitations: Invitations
    hub: Hub
    gate: Gate
    guesses: Guesses
    metrics: Metrics
    reading_room: LabService
    pit: PitWatch
    backups: BackupMaker
    floor_checker: FloorChecker
    examiner: Examiner
    is_ready: bool = False
    metrics_token: str = ""  # of whoever may read the metrics; "": nobody
    demonstration: str = ""  # the token that opens the staff's doors to whoever started it; "": there are none
    origins: frozenset[str] = field(default_factory=frozenset)  # allowed besides the server's own

    def has_doors_for(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Whether this browser has come by the address that was printed where the demonstration was started.

        Where a request seems to come from says nothing: a proxy on this machine may carry anyone's.
        """
        held = connection.cookies.get(DEMONSTRATION_COOKIE, "")
        return bool(self.demonstration) and compare_digest(held.encode(), self.demonstration.encode())

    async def carry_out(self, caller: Caller, person: Person, submitted: Submit) -> Accepted:
        """Do what a person asks for; returns when it is on disk. Refusals are raised."""
        name = permission_name(submitted.command.permission)
        try:
            self.gate.require(self.gate.commands, person.id)
            await self.gate.spend(caller, Effort.COMMAND)
            if submitted.card is not None:
                done = await self._lend(caller, person, submitted, submitted.card)
            else:
                command = await self._prepared_for(person, submitted.command)
                self._require_card(person, command)
                done = await self.service.submit(person, command, submitted.key)
        except CardroomError as error:
            self.metrics.refused(name, error.code)
            raise
        self.metrics.accepted(name)
        assert done.receipt is not None
        return Accepted(key=submitted.key, position=done.receipt.position, is_repeat=done.is_repeat)

    async def _prepared_for(self, person: Person, command: c.Sent) -> c.Sent:
        """Nothing is looked up for somebody who may not do it: the house refuses him, whatever there is."""
        if may(person.role, command.permission):
            return await self.prepared(command)
        return cast("c.Sent", c.without_lookups(command))

    async def prepared(self, command: c.Sent) -> c.Sent:
        """With what the log has of a round, where a command is about one that is over."""
        if isinstance(command, c.AtTable) and isinstance(command.command, CorrectMispay):
            raise CardroomError(
                "by-two-people",
                "A mispay is put right by two people, whenever it was: look the round up and correct it.",
            )
        if not isinstance(command, AboutRounds):
            return command
        await self.service.flush()
        return await in_thread(READING, self._looked_up, command)

    def _looked_up(self, command: AboutRounds) -> AboutRounds:
        with self.service.store.reading() as reader:
            return with_logged_round(reader, self.service.house.documents, command)

    def _require_card(self, person: Person, command: c.Sent) -> None:
        """At a card reader whoever holds a card has to show it."""
        is_reader = isinstance(command, c.AtConsole) and isinstance(command.press, j.SwipeCard)
        if is_reader and self.service.house.card_of(person.id) is not None:
            raise CardroomError("no-card", "Swipe your staff card: it is what the console asks for.")

    async def _lend(self, caller: Caller, person: Person, submitted: Submit, swipe: Swipe) -> Done:
        """A swiped card lends its authority to one act; who is signed in stays so."""
        if person.role in PLAYERS:
            raise CardroomError("not-allowed", "Staff cards are swiped where somebody of the staff is signed in.")
        command = submitted.command
        table = command.target
        place = table if table in self.service.house.tables else person.id
        attempt = Attempt(place, permission_name(command.permission), person.id)
        bearer = await self.bearer(caller, swipe, attempt)
        try:
            lent = c.Lent(to=person.id, command=await self._prepared_for(bearer, command))
            return await self.service.submit(bearer, lent, submitted.key)
        except CardroomError as error:
            if error.code == "wrong-card":  # which card an award takes is known only when it is tried
                await self._note(attempt, self.service.house.card_of(bearer.id) or "", CardRefusal.WRONG_CARD)
            raise

    async def bearer(self, caller: Caller, swipe: Swipe, attempt: Attempt, only: str = "") -> Person:
        """Whose card this is. One that does not count is written down; guessing gets slower and slower.

        Where it has to be the card of `only` this person, any other is refused as a wrong one: whether somebody else's
        PIN was right is told by no answer, no record and no wait.
        """
        accounts = [f"card:{attempt.entered_by}"]
        accounts += [f"card number:{swipe.number}"] if isinstance(swipe, Keyed) else []
        for account in accounts:
            self.guesses.begin(account, caller)
        try:
            bearer = await self.entrance.cards.bearer(swipe)
            if only and bearer.id != only:
                raise _not_yours(self.service.house.card_of(bearer.id) or "")
        except CardRefusedError as error:
            refused = _not_yours(error.number) if only else error
            await self._note(attempt, refused.number, refused.refusal)
            raise refused from None
        for account in accounts:
            self.guesses.was_right(account, caller)
        return bearer

    async def _note(self, attempt: Attempt, number: str, refusal: CardRefusal) -> None:
        """What strangers try at a terminal is written down once a minute, and otherwise counted."""
        if not attempt.entered_by and not self.gate.refused_cards.take(attempt.place):
            self.service.refusals["Card"] += 1
            return
        note = c.NoteRefusedCard(attempt.place, number, attempt.entered_by, attempt.what, refusal)
        await self.service.submit(SERVICE, note)


def _not_yours(number: str) -> CardRefusedError:
    return CardRefusedError(CardRefusal.NOT_YOURS, number)


TheDesk = NamedDependency[Desk]  # as handlers ask for it


def create_desk(
    service: Service,
    limits: Limits | None = None,
    origins: frozenset[str] = frozenset(),
    backups: Path | None = None,
) -> Desk:
    hub, held_to, room = Hub(service), limits or Limits(), LabService(service.background)
    return Desk(
        service=service,
        entrance=SignInService(service),
        invitations=Invitations(service),
        hub=hub,
        gate=Gate(held_to),
        guesses=Guesses(held_to),
        metrics=Metrics(service, hub),
        reading_room=room,
        pit=PitWatch(service, hub, HoldWatch(service, room)),
        backups=BackupMaker(service, backups),
        floor_checker=FloorChecker(),
        examiner=Examiner(service),
        origins=origins,
    )


@asynccontextmanager
async def open_desk(
    service: Service,
    floor: Floor,
    *,
    limits: Limits | None = None,
    origins: frozenset[str] = frozenset(),
    demonstration: str = "",
    backups: Path | None = None,
) -> AsyncIterator[Desk]:
    """The desk of a house that is open on this floor, and closed in the end."""
    desk = create_desk(service, limits, origins, backups)
    desk.hub.start()
    await service.start(floor)
    desk.pit.start()
    if demonstration and floor.play_money and may_demonstrate(service.house):
        await enrol_staff(service, desk.entrance.cards)
        desk.demonstration = demonstration
    desk.is_ready = True
    try:
        yield desk
    finally:
        desk.is_ready = False
        await desk.pit.stop()
        desk.backups.close()
        desk.floor_checker.close()
        desk.examiner.close()
        desk.reading_room.close()
        await desk.hub.stop()
        await desk.entrance.close()
        await service.stop()
