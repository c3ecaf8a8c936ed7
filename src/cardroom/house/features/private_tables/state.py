"""Who hosts a table among friends, and who may come to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.house.features.private_tables.messages import Admitted, HostNamed, InvitationVoided, KickedOut
from cardroom.house.features.tables.messages import TablePlaced

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.kernel.document_store import Documents
    from cardroom.house.log.records import Record


# --- reducers ---------------------------------------------------------------------------------------------------------


def host_named(table: LiveTable, event: HostNamed, documents: Documents) -> None:
    table.host = event.person
    table.admit(event.person)


def admitted(table: LiveTable, event: Admitted, documents: Documents) -> None:
    table.admit(event.person)


def kicked_out(table: LiveTable, event: KickedOut, documents: Documents) -> None:
    table.kicked = tuple(sorted({*table.kicked, event.person}))
    table.admitted = tuple(person for person in table.admitted if person != event.person)
    table.invitation += 1  # or he would come back by it under another name


def invitation_voided(table: LiveTable, event: InvitationVoided, documents: Documents) -> None:
    table.invitation += 1


def placed(house: House, table: LiveTable, event: TablePlaced, record: Record) -> None:
    house.private_tables += table.plan.is_private
