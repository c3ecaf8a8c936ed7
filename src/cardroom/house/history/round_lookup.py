"""What the log has of a round, for a command about it: who held the seat and what the books have given back.

The house itself remembers no round but the last of each table. So what a command needs is looked up before it is given,
and goes into the record with it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from cardroom.errors import CardroomError
from cardroom.house.features.awards.rows import WinRow
from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.features.rounds.rows import RoundRow
from cardroom.house.history.real_card_rounds import find_real_round
from cardroom.house.kernel.document_store import Documents
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import TablePart, table_stream
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import Win
from cardroom.money import Money
from cardroom.table import TableSettings
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import EventOfRound, RoundOpened
from cardroom.table.round_state import Phase, RoundState, replay

Later = e.RoundCorrected | e.RoundPrinted
AboutRounds = c.CorrectRound | c.PrintRound | c.TakeReturn


def with_logged_round(
    reader: Reader, documents: Documents, command: AboutRounds, as_of: int | None = None
) -> AboutRounds:
    """The command with what the log has of its round, now or as of a record; or why nothing can be done about it."""
    if isinstance(command, c.TakeReturn):
        return replace(command, person=_holder(reader, command))
    as_of = reader.last() if as_of is None else as_of
    later = [event for row, event in later_changes(reader, command.round_id) if row.position <= as_of]
    row = reader.row(RoundRow, round_id=command.round_id)
    if row is not None and row.table_id != command.table:
        raise CardroomError("unknown-round", f"Round {command.round_id} was not played at table {command.table}.")
    if isinstance(command, c.PrintRound):
        if row is None:
            find_real_round(reader, command.round_id)
        return replace(command, prints=sum(isinstance(event, e.RoundPrinted) for event in later))
    if row is None:
        find_real_round(reader, command.round_id)
        raise CardroomError(
            "real-cards", "The cards of this round were real: what its wagers were paid is not in the books."
        )
    person = next((one.person for one in reader.players_of([row.round_id]) if one.seat == command.seat), None)
    if person is None:
        raise CardroomError("no-hand", f"Seat {command.seat} had no hand in round {row.round_id}.")
    state, caps = _played(reader, documents, row, as_of)
    booked = booked_return(state, command.seat, command.wager)
    corrections = [event for event in later if isinstance(event, e.RoundCorrected) and event.seat == command.seat]
    dues = {event.wager: event.due for event in corrections}
    found = c.InLog(
        person=person,
        booked=dues.get(command.wager, booked),
        is_over=state.phase in (Phase.CLOSED, Phase.VOID),
        later=len(later),
        as_of=as_of,
        of_seat=_of_seat(state, command, dues, corrections, caps.get(command.seat)),
    )
    return replace(command, found=found)


def differs_from_log(reader: Reader, documents: Documents, command: c.AnyCommand, position: int) -> str:
    """What a recorded command says of its round and the records before it do not; "" where it is as it was found."""
    act = command.act
    match act:
        case c.CorrectRound(found=c.InLog(as_of=as_of, of_seat=of_seat)):
            again = with_logged_round(reader, documents, act, min(as_of, position - 1))
            if of_seat is None and isinstance(again, c.CorrectRound) and again.found is not None:
                again = replace(again, found=replace(again.found, of_seat=None))  # caps were not looked up then
        case c.TakeReturn():
            is_so = _holder(reader, act) == act.person
            return "" if is_so else f"says who held seat {act.seat}, and the records before it do not"
        case c.PrintRound(prints=int()):
            again = with_logged_round(reader, documents, act, position - 1)
        case _:
            return ""
    return "" if again == act else f"says of round {act.round_id} what is not in the records before it"


def _holder(reader: Reader, command: c.TakeReturn) -> str | None:
    """Who held the seat in the round of a win; None where the cards were real, or nobody did."""
    row = reader.row(WinRow, link=command.link, win=command.win)
    if row is None:
        return None
    players = reader.players_of([msgspec.json.decode(row.body, type=Win).round_id])
    return next((one.person for one in players if one.seat == command.seat), None)


def later_changes(reader: Reader, round_id: str) -> list[tuple[LaterRow, Later]]:
    """What was done about a round after it was over, in its order."""
    return [(row, msgspec.json.decode(row.body, type=Later)) for row in reader.later([round_id])]


def _of_seat(
    state: RoundState,
    command: c.CorrectRound,
    dues: Mapping[str, Money],
    corrections: list[e.RoundCorrected],
    capped: e.PayoutCapped | None,
) -> c.SeatInLog:
    hand = state.seats[command.seat]
    results = hand.results | {wager: due - hand.stakes.get(wager, 0) for wager, due in dues.items()}
    return c.SeatInLog(
        stake=hand.stakes.get(command.wager, 0),
        others=sum(max(amount, 0) for wager, amount in results.items() if wager != command.wager),
        kept=(0 if capped is None else capped.won - capped.cap) + sum(event.kept for event in corrections),
        cap=None if capped is None else capped.cap,
    )


def _played(
    reader: Reader, documents: Documents, row: RoundRow, as_of: int
) -> tuple[RoundState, dict[Seat, e.PayoutCapped]]:
    """A round as its records leave it, and which seats a cap was reached by; cards that lie face down are not in it."""
    events: list[RoundEvent] = []
    caps: dict[Seat, e.PayoutCapped] = {}
    for record in reader.of_stream(table_stream(row.table_id), row.first - 1, min(row.last or as_of, as_of)):
        for part in record.parts:
            if isinstance(part, TablePart) and part.table == row.table_id:
                events += [event for event in part.events if isinstance(event, EventOfRound)]
                caps |= {event.seat: event for event in part.events if isinstance(event, e.PayoutCapped)}
    opened = events[0]
    assert isinstance(opened, RoundOpened), "a round begins with its opening"
    return replay(events, documents.get(opened.settings, TableSettings)), caps


def booked_return(state: RoundState, seat: Seat, wager: str) -> Money:
    """What a settled wager has given back by the books; stakes of a void hand have gone back whole."""
    hand = state.seats.get(seat)
    if wager in state.settings.jackpot_wagers:
        raise CardroomError("jackpot-wager", "A jackpot's wager or award is put right on its jackpot, by a request.")
    if hand is not None and wager in hand.paid_back:
        return hand.paid_back[wager]
    if hand is not None and wager in hand.stakes and (hand.fouled or state.phase is Phase.VOID):
        return hand.stakes[wager]
    raise CardroomError("not-settled", f"Seat {seat} has no settled wager “{wager}” to correct in this round.")
