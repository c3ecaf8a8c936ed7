"""What a command would do is told before it is done, and nothing changes by it."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import STAFF
from cardroom.house.log import commands as c
from cardroom.house.views.staff.command_previews import preview
from cardroom.money import DOLLAR
from cardroom.table import commands as t

from ..floors import TABLES
from .chaos import Chaos, floor_with

A_CARD = re.compile(r"\b(?:10|[2-9JQKA])[cdhs]\b")


def foreseen(room, person: str, command: c.Sent, *, with_card: bool = False):
    """The preview, which leaves everything as it is to the byte."""
    before, new = room.state(), dict(room.house.documents.new)
    told = preview(room.house, room.house.people[person], command, room.now, with_card=with_card)
    assert room.state() == before
    assert room.house.documents.new == new
    return told


def words(told) -> list[str]:
    return [one.words for one in told.money if one.words]


def dealt(room, table: str = "delta-1") -> None:
    room.guest("ann", table, 1)
    room.guest("bob", table, 3)
    room.begin(table)
    room.bet("ann", table, 5, progressive=1)
    room.bet("bob", table, 10)
    room.deal(table)


def test_a_misdeal_is_told_seat_by_seat_with_the_jackpot(room):
    dealt(room)
    told = foreseen(room, "supervisor", c.AtTable("delta-1", t.DeclareMisdeal("a card was exposed")))
    assert words(told) == [
        "Seat 1 (Ann) gets $6 back: Ante returned $5, wager back to seat 1 $1.",
        "Seat 3 (Bob) gets $10 back: Ante returned.",
        "Jackpot Delta gives $1: wager back to seat 1.",
    ]
    assert told.words[0] == "The round is void (a card was exposed); every stake goes back."
    assert "Delta: Delta 1, seat 1: $1 goes back (a card was exposed)." in told.words
    assert not any("able delta-1" in one for one in told.words), "people know the table by its title"
    assert not told.refusal
    assert not told.needs_card
    assert sum(one.amount for one in told.money) == 0


def test_a_fouled_hand_is_told_without_what_the_dealer_does_next(room):
    """Were bob's decision the last one, the rest of the round would follow at once; no card of it is told before."""
    dealt(room)
    room.choose("bob", "delta-1", "fold")
    command = c.AtTable("delta-1", t.FoulHand(1, "a card too many"))
    told = foreseen(room, "dealer", command)
    assert told.needs_card
    assert words(told)[0] == "Seat 1 (Ann) gets $6 back: Ante returned $5, wager back to seat 1 $1."
    assert not A_CARD.search(msgspec.json.encode(told).decode())
    assert not any("Bob" in one for one in words(told))


def test_a_mispay_is_told_as_it_goes_out_and_comes_back(room):
    dealt(room)
    room.finish("delta-1")
    due = room.round("delta-1").state.seats[1].paid_back["ante"]
    command = c.AtTable("delta-1", t.CorrectMispay(1, "ante", due + 12 * DOLLAR, "paid twice"))
    tray, ann = words(foreseen(room, "supervisor", command))
    assert tray == (
        "The tray of Delta 1 ends with nothing more or less:"
        " −$12 for mispay on Ante, +$12 for mispay on Ante made good."
    )
    assert ann.startswith("Seat 1 (Ann) ends with nothing more or less: +$12")


def test_what_would_be_refused_says_why_and_what_needs_a_card_says_so(room):
    told = foreseen(room, "dealer", c.ApproveSlip(7))
    assert told.code == "unknown-slip"
    assert told.needs_card
    assert not told.money
    told = foreseen(room, "supervisor", c.AtTable("delta-1", t.DeclareMisdeal("nothing lies there")))
    assert (told.code, told.needs_card) == ("no-round", False)
    told = foreseen(room, "supervisor", c.ResumeTable("delta-1"))
    assert told.refusal == "Delta 1 is not suspended."


@pytest.mark.parametrize(
    ("person", "command", "code"),
    [
        ("dealer", c.BeginRound("delta-1"), "not-foretold"),
        ("dealer", c.AtTable("delta-1", t.ExposeCard()), "not-foretold"),
        ("supervisor", c.SitDown("delta-1", 1, 5 * DOLLAR), "not-allowed"),
        ("ann", c.StandUp("delta-1"), "not-allowed"),
    ],
)
def test_cards_and_players_have_no_preview(room, person, command, code):
    dealt(room)
    with pytest.raises(CardroomError) as refusal:
        foreseen(room, person, command)
    assert refusal.value.code == code


def totals(amounts) -> dict[str, int]:
    """By the kind of account."""
    found: Counter[str] = Counter()
    for account, amount in amounts:
        found[account.partition(":")[0] or "link"] += amount
    return {kind: amount for kind, amount in found.items() if amount}


def tried(attempt):
    """What it comes to, or the code of its refusal."""
    try:
        return attempt()
    except CardroomError as error:
        return error.code


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(20))])
def test_an_evening_comes_out_as_it_was_told(make, floor, seed):
    """Every command of the staff on an eventful evening: what is told changes nothing, and then it is what happens."""
    table = TABLES[seed % len(TABLES)]
    room = make(floor(floor_with(table)))
    chaos, seen = Chaos(room, seed, on_trial=table), set()
    for _ in range(1_000):
        person, command = chaos.next()
        is_staff = isinstance(command, c.Sent) and room.house.people[person].role in STAFF
        told = tried(lambda: foreseen(room, person, command)) if is_staff else "not-staff"  # noqa: B023
        done = tried(lambda: room.do(person, command))  # noqa: B023
        if isinstance(told, str):
            assert told in ("not-staff", "not-foretold", "not-allowed")
        elif isinstance(done, str):
            assert told.needs_card or told.code == done
        else:
            assert not told.refusal
            seen.add(type(command))
            postings = [posting for part in done.record.parts for posting in part.postings]
            booked = totals((entry.account, entry.amount) for posting in postings for entry in posting.entries)
            if not isinstance(command, c.AtTable):  # after which an automatic dealer goes on
                assert totals((one.account, one.amount) for one in told.money) == booked
    assert len(seen) > 12, seen
