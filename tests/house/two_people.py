"""What must hold of every log of whoever takes two.

Doors are opened by two people of different lines, or by the command line on record; nobody makes an award alone where
people deal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from cardroom.house.kernel.dual_control import LINES
from cardroom.house.kernel.people import Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import Record
from cardroom.jackpots import Source
from cardroom.jackpots import events as j

OPENS = (e.AccountInvited, e.RoleChanged, e.AccountReinstated, e.TerminalAdded)


class TwoPeople:
    """Counts along, from the records alone.

    Who has which role, whose account is not active, and who has taken part in what may become an award.
    """

    def __init__(self) -> None:
        self.roles: dict[str, Role] = {"house": Role.SERVICE}
        self.inactive: set[str] = set()
        self.dealt_by: dict[str, str] = {}  # by table
        self.part: defaultdict[tuple[str, int], set[str]] = defaultdict(set)  # by table and seat
        self.lit_by: dict[str, str] = {}  # who has declared the hand that is lit on a console, by table
        self.awards = 0  # where people deal

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
            self._follow_award(event)

    def _follow(self, event: object) -> None:
        match event:
            case e.Enrolled() | e.RoleChanged():
                self.roles[event.person] = Role(event.role)
            case e.GuestExpired():
                self.roles.pop(event.person)
            case e.AccountInvited(sets_password=True) | e.AccountSuspended() | e.AccountEnded():
                self.inactive.add(event.person)
            case e.CodeRedeemed():
                self.inactive.discard(event.person)
            case e.AccountReinstated():
                self.inactive.discard(event.person)
            case _:
                pass

    def _follow_award(self, event: object) -> None:
        match event:
            case j.GameStarted():
                self.dealt_by[event.table] = event.dealer
                for place in [place for place in self.part if place[0] == event.table]:
                    del self.part[place]
            case j.HandPressed():
                self.lit_by[event.table] = event.by if event.lit else ""
            case j.HandEntered() | j.HandQualified() if event.proof:
                # Cards that are told again are another proof: whoever had told them before has no part in it.
                self.part[event.table, event.seat] = {event.proof.entered_by, event.proof.verified_by} - {""}
            case j.WinConfirmed() | j.WinSigned():
                self.part[event.table, event.seat].add(event.by)
            case j.AwardRecorded() if event.source is not Source.TRAY and self.dealt_by.get(event.table):
                people = self.part.pop((event.table, event.seat), set())
                people |= {event.by, event.approved_by, self.lit_by.pop(event.table, "")} - {""}
                assert len(people) > 1, f"an award by {', '.join(people)} alone"
                self.awards += 1
            case _:
                pass


def require_two_people(records: Iterable[Record]) -> None:
    counted = TwoPeople()
    for record in records:
        counted.see(record)
