"""A link of jackpots: pure and deterministic. Give it commands; it answers with events.

>>> from datetime import UTC, datetime
>>> from cardroom.jackpots.commands import Confirm, PressHand, PressSeat, Qualify, StartGame, SwipeCard, StaffCard
>>> from cardroom.jackpots.config import LevelConfig, LinkTable
>>> from cardroom.jackpots.setup import link_config
>>> from cardroom.money import DOLLAR, show_money
>>> config = link_config(
...     "river", "MS Stud-01",
...     levels=[LevelConfig(name="Progressive", seed=5_000 * DOLLAR, contribution=2_000, reserve=200)],
...     tables=[LinkTable(id="ms-1", game="mississippi-stud")],
... )
>>> now = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
>>> link = Link.open(config, at=now, by="ann")
>>> who = {"at": now, "by": "dan", "table": "ms-1"}
>>> events = link.do(StartGame(**who, round_id="r1", wagers={2: DOLLAR, 5: DOLLAR}))
>>> show_money(link.state.displayed("Progressive"))
'$5,000.40'
>>> events = link.do(Qualify(**who, round_id="r1", seat=5, paytable="MS Stud-01", line="straight flush"))
>>> for press in (PressSeat(**who, seat=5), PressHand(**who, hand="straight flush"), Confirm(**who)):
...     events = link.do(press)
>>> recorded, paid = link.do(SwipeCard(at=now, by="sue", table="ms-1", card=StaffCard.SUPERVISOR))
>>> show_money(recorded.amount), show_money(link.state.displayed("Progressive"))
('$500.04', '$4,500.36')
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from cardroom.errors import CardroomError
from cardroom.jackpots import accounts, adjusting, banking, consoles, play
from cardroom.jackpots.citing import ACCOUNTING
from cardroom.jackpots.commands import (
    Adjust,
    AnyCommand,
    AtTable,
    BackOut,
    ChangeLink,
    CloseTable,
    FinishSettling,
    GiveNotice,
    OpenTable,
    Qualify,
    Reconcile,
    RecordDeposit,
    RefundWager,
    RemoveJackpot,
    VoidGame,
)
from cardroom.jackpots.config import LinkConfig
from cardroom.jackpots.events import AnyEvent, LinkChanged, LinkOpened, TableClosed, TableOpened
from cardroom.jackpots.funds import Funds, reseeded
from cardroom.jackpots.setup import verify_config
from cardroom.jackpots.state import LinkState, replay
from cardroom.money import show_money


class Link:
    """A link in operation: its events so far and the state they make."""

    def __init__(self, events: Iterable[AnyEvent]) -> None:
        """Go on from these events. `Link.open` starts a new link."""
        self.events: list[AnyEvent] = list(events)
        self.state: LinkState = replay(self.events)

    @classmethod
    def open(cls, config: LinkConfig, *, at: datetime, by: str) -> Link:
        """The beginning amount of each level is its seed."""
        _require_person_and_time(by, at)
        verify_config(config)
        postings = []
        for level in () if config.is_house else config.levels:
            entries = accounts.entries_for(level.name, reseeded(Funds(), level))
            if entries:
                postings.append(
                    accounts.balanced(entries, accounts.seed_fund(level.name), f"beginning of {level.name}")
                )
        return cls([LinkOpened(at=at, by=by, cite="WAC 230-15-685", postings=tuple(postings), config=config)])

    def verify(self, command: AnyCommand) -> None:
        """Raise the reason why a command is not allowed now; the link stays as it is."""
        self._events_for(command)

    def can(self, command: AnyCommand) -> bool:
        try:
            self.verify(command)
        except CardroomError:
            return False
        return True

    def do(self, command: AnyCommand) -> list[AnyEvent]:
        """Carry out a command and return what happened."""
        events = self._events_for(command)
        for event in events:
            self.state.apply(event)
        self.events += events
        return events

    def _events_for(self, command: AnyCommand) -> list[AnyEvent]:
        """What a command would make happen. Nothing changes here."""
        state = self.state
        _require_person_and_time(command.by, command.at)
        if isinstance(command, AtTable):
            state.config.table(command.table)
        match command:
            case Qualify():
                return play.qualify(state, command)
            case FinishSettling():
                return [play.finish_settling(state, command)]
            case RefundWager():
                return play.refund(state, command)
            case VoidGame():
                return play.void(state, command)
            case OpenTable() | CloseTable():
                return [self._open_or_close(command)]
            case ChangeLink():
                return [self._change(command)]
            case Adjust():
                return [adjusting.adjust(state, command)]
            case BackOut():
                return [adjusting.back_out(state, command)]
            case RecordDeposit():
                return [banking.deposit(state, command)]
            case Reconcile():
                return banking.reconcile(state, command)
            case GiveNotice():
                return [banking.give_notice(state, command)]
            case RemoveJackpot():
                return [banking.remove(state, command)]
            case _:
                return consoles.perform(state, command)

    def _open_or_close(self, command: OpenTable | CloseTable) -> TableOpened | TableClosed:
        table = self.state.tables[command.table]
        if table.round_id:
            raise CardroomError("game-in-progress", f"Table {command.table} is in a game; end it first.")
        if table.is_closed is isinstance(command, CloseTable):
            raise CardroomError(
                "no-change", f"Table {command.table} is {'closed' if table.is_closed else 'open'} already."
            )
        kind = TableClosed if isinstance(command, CloseTable) else TableOpened
        return kind(at=command.at, by=command.by, cite=ACCOUNTING, table=command.table)

    def _change(self, command: ChangeLink) -> LinkChanged:
        """Parameters change between games only, and the money on the meters stays where it is."""
        state, old, new = self.state, self.state.config, command.config
        adjusting.require_two_people(command)
        if state.is_removed:
            raise CardroomError("link-closed", f"Jackpot {old.id} has been removed.")
        if state.in_progress:
            raise CardroomError(
                "game-in-progress",
                f"Nothing changes while a round is in progress; table {', '.join(state.in_progress)} is in a game.",
            )
        verify_config(new)
        if (new.id, new.kind) != (old.id, old.kind):
            raise CardroomError(
                "other-link",
                f"Link {old.id} is a {old.kind} jackpot and stays one;"
                f" remove it and open {new.id} ({new.kind}) instead.",
            )
        before, after = ({level.name for level in config.levels} for config in (old, new))
        if before != after:
            raise CardroomError(
                "other-levels",
                f"Link {old.id} holds money on {', '.join(sorted(before))};"
                f" it cannot change to {', '.join(sorted(after))}.",
            )
        for level in new.levels:
            shown = state.displayed(level.name)
            if level.maximum is not None and level.maximum < shown:
                raise CardroomError(
                    "bad-maximum",
                    f"{level.name} stands at {show_money(shown)};"
                    f" a maximum of {show_money(level.maximum)} is below that.",
                )
        return LinkChanged(
            at=command.at,
            by=command.by,
            cite=ACCOUNTING,
            config=new,
            approved_by=command.approved_by,
            why=command.why,
        )


def _require_person_and_time(by: str, at: datetime) -> None:
    if not by.strip():
        raise CardroomError("no-person", "Say who does this: every act on a jackpot has a name to it.")
    if at.tzinfo is None:
        raise CardroomError("no-time-zone", "Say when this happens, with the time zone.")
