"""A link played again: every change of a meter must follow from what somebody did, under its own configuration."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from cardroom.errors import CardroomError
from cardroom.jackpots import Console, Link, LinkConfig
from cardroom.jackpots import commands as j
from cardroom.jackpots import events as e


def play_on(link: Link | None, events: Sequence[e.AnyEvent]) -> Link:
    """Go on with a link by the commands behind some recorded events; refuse events that they do not lead to."""
    place = 0
    while place < len(events):
        if link is None:
            opened = events[0]
            if not isinstance(opened, e.LinkOpened):
                raise CardroomError("no-opening", "the link does not begin with its opening")
            link = Link.open(opened.config, at=opened.at, by=opened.by)
            again = list(link.events)
        else:
            again = link.do(_command_behind(link.state.config, events[place:]))
        recorded = list(events[place : place + len(again)])
        if again != recorded:
            kind = type(events[place]).__name__
            raise CardroomError("other-events", f"{kind} does not follow from what was done before")
        place += len(again)
    assert link is not None, "a record has events"
    return link


def _command_behind(config: LinkConfig, events: Sequence[e.AnyEvent]) -> j.AnyCommand:
    """What somebody did that led to the first of these events, and to some of those after it."""
    first = events[0]
    at, by = first.at, first.by
    match first:
        case e.GameStarted():
            start = j.CoinIn if _is_keypad(config, first.table) else j.StartGame
            taken = takewhile(lambda event: isinstance(event, e.WagerTaken), events[1:])
            wagers = {event.seat: event.amount for event in taken if isinstance(event, e.WagerTaken)}
            return start(at=at, by=by, table=first.table, round_id=first.round_id, wagers=wagers)
        case e.WagerRefunded() | e.GameVoided():
            after = next((event for event in events if not isinstance(event, e.WagerRefunded)), None)
            if isinstance(after, e.GameVoided) and after.round_id == first.round_id:
                return j.VoidGame(at=at, by=by, table=first.table, round_id=first.round_id, reason=after.reason)
            assert isinstance(first, e.WagerRefunded)
            return j.RefundWager(
                at=at, by=by, table=first.table, round_id=first.round_id, seat=first.seat, reason=first.reason
            )
        case e.HandQualified():
            return j.Qualify(
                at=at, by=by, table=first.table, round_id=first.round_id, seat=first.seat,
                paytable=config.paytable.id, line=first.line,
            )  # fmt: skip
        case e.SeatsSettled():
            return j.FinishSettling(at=at, by=by, table=first.table, round_id=first.round_id)
        case e.EnvyPaid() | e.GameEnded():
            end = j.GameOver if _is_keypad(config, first.table) else j.EndGame
            return end(at=at, by=by, table=first.table)
        case e.SeatPressed() | e.HandPressed() | e.KeyTurned() | e.WinConfirmed() | e.AwardRecorded():
            return _press_behind(config, first)
        case _:
            return _management_behind(first)


def _press_behind(
    config: LinkConfig, event: e.SeatPressed | e.HandPressed | e.KeyTurned | e.WinConfirmed | e.AwardRecorded
) -> j.Press:
    at, by, table = event.at, event.by, event.table
    match event:
        case e.SeatPressed():
            return j.PressSeat(at=at, by=by, table=table, seat=event.seat)
        case e.HandPressed():
            return j.PressHand(at=at, by=by, table=table, hand=event.hand)
        case e.KeyTurned():
            return j.TurnKey(at=at, by=by, table=table, to=event.to)
        case e.WinConfirmed():
            return j.Confirm(at=at, by=by, table=table)
        case e.AwardRecorded():
            if event.card is None or _is_keypad(config, table):
                return j.PressJackpot(at=at, by=by, table=table, seat=event.seat)
            return j.SwipeCard(at=at, by=by, table=table, card=event.card)


def _management_behind(event: e.AnyEvent) -> j.Management:
    at, by = event.at, event.by
    match event:
        case e.TableClosed():
            return j.CloseTable(at=at, by=by, table=event.table)
        case e.TableOpened():
            return j.OpenTable(at=at, by=by, table=event.table)
        case e.LinkChanged():
            return j.ChangeLink(at=at, by=by, approved_by=event.approved_by, why=event.why, config=event.config)
        case e.Adjusted():
            return j.Adjust(
                at=at, by=by, approved_by=event.approved_by, why=event.why, level=event.level, change=event.change,
                reason=event.reason, fund=event.fund, win=event.win,
            )  # fmt: skip
        case e.WinBackedOut():
            return j.BackOut(at=at, by=by, approved_by=event.approved_by, why=event.why, win=event.win)
        case e.Deposited():
            return j.RecordDeposit(at=at, by=by, amount=event.amount)
        case e.BankReconciled():
            return j.Reconcile(at=at, by=by, balance=event.balance)
        case e.NoticeGiven():
            return j.GiveNotice(at=at, by=by, last_day=event.last_day, why=event.why)
        case e.JackpotRemoved():
            return j.RemoveJackpot(
                at=at, by=by, approved_by=event.approved_by, why=event.why, destination=event.destination
            )
        case _:
            raise CardroomError("unexplained", f"{type(event).__name__} follows from nothing that was done")


def _is_keypad(config: LinkConfig, table: str) -> bool:
    return config.table(table).console is Console.KEYPAD
