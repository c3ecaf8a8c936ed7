"""Invitations to tables among friends: random, known to whoever was given the link, and kept as hashes.

A table's id invites nobody. An invitation is exchanged for being let in, which the log has; the invitation it has not.
"""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.kernel.people import PLAYERS, SERVICE, Person
from cardroom.house.log import commands as c
from cardroom.house.runtime.identity.secret_hashes import new_token, token_hash
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.thread_pools import DOOR, in_thread
from cardroom.house.storage.invitations import Invited, invitation_by_token, invitation_to_table, keep_invitation


class Invitations:
    """Those of a running house."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def renew(self, host: Person, name: str) -> str:
        """Another invitation to one's table; the one before counts no more."""
        service, table = self._service, self._service.house.table_for(host, name)
        if not table.plan.is_private or table.host != host.id:
            raise CardroomError("not-host", "Only the host of a table among friends does this.")
        before = await in_thread(DOOR, invitation_to_table, service.store, name)
        if before is not None and before.number == table.invitation:
            await service.submit(host, c.VoidInvitation(name))
        token = new_token()
        invited = Invited(name, table.invitation)
        await in_thread(DOOR, keep_invitation, service.store, token_hash(token), invited)
        return token

    async def table_of(self, invitation: str) -> LiveTable:
        """Where an invitation leads that counts."""
        service = self._service
        found = await in_thread(DOOR, invitation_by_token, service.store, token_hash(invitation))
        table = service.house.tables.get(found.table) if found is not None else None
        if found is None or table is None or table.invitation != found.number:
            raise CardroomError(
                "unknown-invitation", "This invitation counts no more. Ask whoever sent it to you for a new one."
            )
        return table

    async def accept(self, person: Person, invitation: str) -> LiveTable:
        """Whoever has the invitation is let in."""
        table = await self.table_of(invitation)
        if person.role in PLAYERS and person.id not in table.admitted:
            await self._service.submit(SERVICE, c.Admit(table.id, person.id))
        return table
