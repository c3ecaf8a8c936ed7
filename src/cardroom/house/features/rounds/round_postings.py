"""The money of a round: what each event moves between stack, layout and tray."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardroom.house.kernel import accounts
from cardroom.ledger import Account, Entry, Posting, PostingCode, transfer
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    HandFouled,
    JackpotBetTaken,
    MispayCorrected,
    Raised,
    RoundVoided,
    Surrendered,
    TakenBack,
    WagerSettled,
)
from cardroom.table.round_state import Phase, RoundState


def postings_for(table: str, people: Mapping[Seat, str], state: RoundState, event: AnyEvent) -> list[Posting]:
    """What an event moves, given the state before it. A jackpot stake goes to its link, which books it there."""
    return list(_postings(table, people, state, event))


def _postings(table: str, people: Mapping[Seat, str], state: RoundState, event: AnyEvent) -> Iterator[Posting]:
    match event:
        case BetPlaced():
            before = state.seats[event.seat].stakes if event.seat in state.seats else {}
            yield from _put_down(table, people[event.seat], sum(event.stakes.values()) - sum(before.values()))
        case Raised():
            yield from _put_down(table, people[event.seat], event.stake)
        case TakenBack():
            yield from _put_down(table, people[event.seat], -event.stake)
        case Surrendered():
            yield _settle(table, people[event.seat], event, PostingCode.SURRENDERED)
        case JackpotBetTaken():
            yield _give_back(table, people[event.seat], event.stake, PostingCode.JACKPOT_WAGER, seat=event.seat)
        case WagerSettled() if not _is_jackpot(state, event.wager):
            yield _settle(table, people[event.seat], event, PostingCode.SETTLED, event.verdict)
        case RoundVoided():
            for seat in event.refunds:
                if not state.seats[seat].fouled:  # a fouled hand has its stakes back already
                    yield from _refund(table, people, state, seat)
        case HandFouled():
            yield from _refund(table, people, state, event.seat)
        case MispayCorrected():
            yield from _correct(table, people[event.seat], event)
        case _:
            pass


def _is_jackpot(state: RoundState, wager: str) -> bool:
    return wager in state.settings.jackpot_wagers


def _put_down(table: str, person: str, amount: Money) -> Iterator[Posting]:
    stack, layout = accounts.stack(table, person), accounts.layout(table, person)
    if amount > 0:
        yield transfer(stack, layout, amount, PostingCode.STAKES)
    elif amount < 0:
        yield transfer(layout, stack, -amount, PostingCode.STAKES_BACK)


def _give_back(
    table: str, person: str, amount: Money, code: PostingCode, *, wager: str = "", seat: Seat = 0
) -> Posting:
    layout, stack = accounts.layout(table, person), accounts.stack(table, person)
    return transfer(layout, stack, amount, code, wager=wager, seat=seat)


def _settle(
    table: str, person: str, event: WagerSettled | Surrendered, code: PostingCode, verdict: str = ""
) -> Posting:
    """The stake leaves the layout; what is due goes to the player, the rest is the tray's, or from it."""
    entries = (
        Entry(accounts.layout(table, person), -event.stake),
        Entry(accounts.stack(table, person), event.back),
        Entry(accounts.tray(table), event.stake - event.back),
    )
    return Posting(tuple(entry for entry in entries if entry.amount), code, event.wager, verdict)


def _refund(table: str, people: Mapping[Seat, str], state: RoundState, number: Seat) -> Iterator[Posting]:
    """Stakes still on the layout go back; settled wagers are undone. Jackpot stakes already taken are the link's."""
    seat, person = state.seats[number], people[number]
    riders = {wager: 0 for wager in seat.paid_back if wager not in seat.stakes}
    for wager, stake in (*seat.stakes.items(), *riders.items()):
        if _is_jackpot(state, wager) and state.phase is not Phase.BETTING:
            continue
        if wager in seat.paid_back:
            undone = stake - seat.paid_back[wager]
            entries = (Entry(accounts.tray(table), -undone), Entry(accounts.stack(table, person), undone))
            yield Posting(entries if undone else (), PostingCode.UNDONE, wager)
        else:
            yield _give_back(table, person, stake, PostingCode.RETURNED, wager=wager)


def _correct(table: str, person: str, event: MispayCorrected) -> Iterator[Posting]:
    """The wrong amount as it was handed over, and the difference made good."""
    tray, stack = accounts.tray(table), accounts.stack(table, person)
    yield from correction_postings(tray, stack, event.wager, event.due, event.paid, event.due)


def correction_postings(
    house: Account, player: Account, wager: str, booked: Money, paid: Money, due: Money
) -> Iterator[Posting]:
    """What was handed over besides what is booked, and the way from there to what is right."""
    yield from net_to_player(house, player, paid - booked, PostingCode.MISPAY, wager)
    code = PostingCode.CORRECTION if paid == booked else PostingCode.MADE_GOOD
    yield from net_to_player(house, player, due - paid, code, wager)


def over_cap(table: str, person: str, amount: Money) -> Posting:
    return transfer(accounts.stack(table, person), accounts.tray(table), amount, PostingCode.OVER_CAP)


def net_to_player(
    house: Account, player: Account, amount: Money, code: PostingCode, wager: str = ""
) -> Iterator[Posting]:
    """Below nothing: from the player."""
    if amount:
        giver, receiver = (house, player) if amount > 0 else (player, house)
        yield transfer(giver, receiver, abs(amount), code, wager=wager)
