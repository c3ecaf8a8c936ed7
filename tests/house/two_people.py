"""What must hold of every log: doors are opened by two people of different lines, or by the command line on record."""

from __future__ import annotations

from collections.abc import Iterable

from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.approvals import LINES
from cardroom.house.core.people import Role
from cardroom.house.core.records import Record

OPENS = (e.AccountInvited, e.RoleChanged, e.AccountReinstated, e.TerminalAdded)


class TwoPeople:
    """Counts along, from the records alone: who has which role, and whose account is not active."""

    def __init__(self) -> None:
        self.roles: dict[str, Role] = {"house": Role.SERVICE}
        self.inactive: set[str] = set()

    def see(self, record: Record) -> None:
        events = [event for part in record.parts for event in part.events]
        assert record.by not in self.inactive, record.command
        assert record.role == self.roles[record.by]
        if isinstance(record.command, c.Lent):
            assert record.command.to not in self.inactive
        approved = [event for event in events if isinstance(event, e.AccessAnswered) and event.approved]
        for event in approved:
            pair = (event.asked_by, record.by)
            assert len(set(pair)) == 2, "one person alone"
            lines = {LINES[self.roles[person]] for person in pair}
            assert len(lines) == 2, "two people of one line"
            assert not self.inactive & set(pair)
        if any(isinstance(event, OPENS) for event in events):
            assert approved or isinstance(record.command, c.BreakGlass), record.command
        for event in events:
            self._follow(event)

    def _follow(self, event: object) -> None:
        match event:
            case e.Enrolled() | e.RoleChanged():
                self.roles[event.person] = Role(event.role)
            case e.Expired():
                self.roles.pop(event.person)
            case e.AccountInvited(password=True) | e.AccountSuspended() | e.AccountEnded():
                self.inactive.add(event.person)
            case e.CodeRedeemed():
                self.inactive.discard(event.person)
            case e.AccountReinstated():
                self.inactive.discard(event.person)
            case _:
                pass


def require_two_people(records: Iterable[Record]) -> None:
    counted = TwoPeople()
    for record in records:
        counted.see(record)
