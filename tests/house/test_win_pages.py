"""The page of a win, on the screen and on paper, and the list of a day's wins."""

from __future__ import annotations

import shutil
import subprocess
from datetime import date

import msgspec
import pytest

from cardroom.cards import parse_cards
from cardroom.errors import CardroomError
from cardroom.house.history.round_histories import find_round
from cardroom.house.log import commands as c
from cardroom.house.reports.win_pages import win_page, win_page_as_pdf, wins_of_day
from cardroom.house.storage.database_reader import Reader
from cardroom.house.views.table_frames import displays
from cardroom.jackpots.commands import (
    BackOut,
    Confirm,
    EndGame,
    EnvyFate,
    PressHand,
    PressSeat,
    StaffCard,
    SwipeCard,
    Till,
)
from cardroom.money import DOLLAR, parse_money, spell_money

from .felt import REAL, win_on_the_felt
from .logs import STRAIGHT_FLUSH, SeededRoom, stored

END = c.AtConsole("delta", EndGame(table="delta-1"))


class Desk:
    """A room whose log is written as it goes, and read for its pages."""

    def __init__(self, room, path) -> None:
        self.room, self.path, self.number = room, path, 0

    def read(self, function, *things):
        self.number += 1
        store = stored(self.room, self.path / f"{self.number}.sqlite")
        try:
            with store.reading() as reader:
                return function(reader, *things)
        finally:
            store.engine.dispose()

    def page(self, win="delta-1"):
        return self.read(win_page, self.room.house, "delta", win)

    def do(self, person, command):
        return self.room.do(person, command)


@pytest.fixture
def desk(floor, tmp_path):
    """Ann has won 10% at a table with a human dealer, approved by a supervisor."""
    text = floor(("delta-1",), service="$0", more='dealer = "human"')
    room = SeededRoom(text.replace("[approvals]", '[approvals]\nkeep_cards_days = 10\nexecutive_from = "$500"'))
    room.guest("ann", "delta-1", 1)
    room.guest("bob", "delta-1", 2)
    room.next_seed = STRAIGHT_FLUSH
    room.do("dealer", c.BeginRound("delta-1"))
    for person in ("ann", "bob"):
        room.bet(person, "delta-1", progressive=1)
    room.deal_by_hand("delta-1")
    presses = [
        ("dealer", PressSeat(table="delta-1", seat=1)),
        ("dealer", PressHand(table="delta-1", line="straight_flush")),
        ("dealer", Confirm(table="delta-1")),
        ("supervisor", SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR)),
        ("executive", SwipeCard(table="delta-1", card=StaffCard.EXECUTIVE)),
    ]
    for person, press in presses:
        room.do(person, c.AtConsole("delta", press))
    return Desk(room, tmp_path)


def told(page) -> dict[str, str]:
    return {particular.what: particular.text for particular in page.particulars}


def test_a_page_tells_what_was_won_on_which_cards_and_by_whom(desk):
    page = desk.page()
    assert (page.house, page.jackpot, page.hand) == ("Test Room", "Delta", "straight flush")
    assert (page.figures, page.words) == ("$500.04", "five hundred dollars and 04 cents")
    assert (page.table, page.seat, page.round_id) == ("delta-1", 1, "delta-1-1")
    assert sorted(card for held in page.cards for card in held.cards) == sorted(parse_cards("2d 3d 4d 5d 6d"))
    assert [held.holder for held in page.cards] == ["seat", "community"]
    assert told(page) | {"Won": ""} == {
        "Won": "", "Table": "delta-1 (Mississippi Stud), seat 1", "Round": "delta-1-1",
        "Pay table": "MS Stud-01", "Pays": "10%",
        "Paid from": "the meter of Progressive, in chips to the player's stack",
        "Meter before": "$5,000.40", "Meter after": "$4,500.36", "Player": "Ann (ann)", "Dealer": "Dealer (dealer)",
        "Entered by": "Dealer (dealer)", "Verified by": "Supervisor (supervisor)",
        "Confirmed by": "Supervisor (supervisor)",
        "Approved by": "Executive (executive), executive's card",
    }  # fmt: skip
    assert page.keep_until == date(2026, 3, 12)
    assert [(line.whose, line.name) for line in page.signatures] == [
        ("Player", "Ann (ann)"), ("Dealer", "Dealer (dealer)"), ("Supervisor", "Supervisor (supervisor)"),
        ("Executive", "Executive (executive)"),
    ]  # fmt: skip
    assert (page.notices, page.is_paid, page.is_backed_out, page.printed) == ((), True, False, None)


def test_the_page_stays_when_the_table_has_long_gone_on(desk):
    desk.do("dealer", END)
    before = desk.page()
    assert before.envy == {2: 300 * DOLLAR}
    for _ in range(2):
        desk.do("dealer", c.BeginRound("delta-1"))
        desk.room.bet("bob", "delta-1", progressive=1)
        desk.room.deal_by_hand("delta-1")
        desk.do("dealer", END)
    assert desk.page() == before


def test_a_win_knows_all_that_its_page_tells_of_people(desk, monkeypatch):
    """Nothing of the link is read for it, however much has happened there since."""
    desk.do("dealer", END)
    desk.do("accounting", c.PrintWin("delta", "delta-1"))
    desk.do(
        "accounting", c.AskChange("delta", BackOut(win="delta-1", why="the deck was short", envy_fate=EnvyFate.LEFT))
    )
    desk.do("executive", c.ApproveChange(next(reversed(desk.room.house.requests))))
    win = desk.room.house.links["delta"].state.wins["delta-1"]
    assert (win.player, win.dealt_by, win.printed.by) == ("ann", "dealer", "accounting")
    told = (win.backed_out.at, win.backed_out.by, win.backed_out.approved_by, win.backed_out.why)
    assert told == (desk.room.now, "accounting", "executive", "the deck was short")
    of_stream = Reader.of_stream

    def of_tables(reader, stream, *span):
        assert not stream.startswith("link:")
        return of_stream(reader, stream, *span)

    monkeypatch.setattr(Reader, "of_stream", of_tables)
    page = desk.page()
    assert page.notices[0] == "BACKED OUT by accounting and executive: the deck was short"
    assert page.signatures[0].name == "Ann (ann)"


def test_a_sign_tells_nobody_who_has_won_or_who_backed_it_out(desk):
    """In the game itself, in which the win stands on the sign."""
    desk.do(
        "accounting", c.AskChange("delta", BackOut(win="delta-1", why="the deck was short", envy_fate=EnvyFate.LEFT))
    )
    desk.do("executive", c.ApproveChange(next(reversed(desk.room.house.requests))))
    (sign,) = displays(desk.room.house, desk.room.house.tables["delta-1"])
    assert [win.is_backed_out for win in sign.won] == [True]
    told = msgspec.json.encode(sign).decode()
    assert not [word for word in (*desk.room.house.people, "the deck was short") if f'"{word}"' in told]


def test_every_print_but_the_first_says_reprint(desk):
    with pytest.raises(CardroomError, match="PrintWin comes first"):
        win_page_as_pdf(desk.page())
    desk.do("supervisor", c.PrintWin("delta", "delta-1"))
    first = desk.page()
    assert (first.printed.number, first.notices) == (1, ())
    desk.do("accounting", c.PrintWin("delta", "delta-1"))
    second = desk.page()
    assert second.printed.number == 2
    assert second.notices == ("REPRINT: print 2, by Accounting (accounting)",)
    prints = [win_page_as_pdf(page) for page in (first, second)]
    assert all(pdf.startswith(b"%PDF") for pdf in prints)
    assert prints[0] != prints[1]
    if shutil.which("pdftotext"):
        texts = [text_of(pdf, desk.path) for pdf in prints]
        assert ["REPRINT" in text for text in texts] == [False, True]
        assert all("$500.04" in text and "Hand and deck kept until 2026-03-12" in text for text in texts)


def text_of(pdf: bytes, folder) -> str:
    (folder / "page.pdf").write_bytes(pdf)
    command = ["pdftotext", "-layout", str(folder / "page.pdf"), "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_page_with_strange_names_is_set_as_text(desk):
    desk.do("supervisor", c.PrintWin("delta", "delta-1"))
    page = desk.page()
    for house in ('#panic("x") *bold* $1$', "Казино ☃ 赌场", "a" * 400):
        assert win_page_as_pdf(msgspec.structs.replace(page, house=house)).startswith(b"%PDF")


def test_a_win_that_is_backed_out_says_so_with_who_and_why_also_after_a_later_print(desk):
    desk.do("dealer", END)
    desk.do("accounting", c.AskChange("delta", BackOut(win="delta-1", why="a boxed card", envy_fate=EnvyFate.LEFT)))
    desk.do("executive", c.ApproveChange(next(iter(desk.room.house.requests))))
    out = (
        "BACKED OUT by accounting and executive: a boxed card",
        "The envy of it is left",
        "To be given back: seat 1 $500.04",
    )
    assert (desk.page().is_backed_out, desk.page().notices) == (True, out)
    desk.do("supervisor", c.PrintWin("delta", "delta-1"))
    assert desk.page().notices == out
    story = desk.read(find_round, "delta-1-1")
    assert [type(told.event).__name__ for told in story.jackpots][-2:] == ["WinBackedOut", "WinPrinted"]


@pytest.mark.parametrize(
    ("till", "paid_from", "signs"),
    [
        (None, "the meter of Progressive; to be handed over", "Cage"),
        (Till.CAGE, "the meter of Progressive; handed over by hand-pay slip 1 of the cage", "Cage"),
        (Till.TRAY, "the meter of Progressive; handed over from the tray", "Supervisor"),
    ],
)
def test_with_real_cards_the_page_tells_where_the_money_came_from(floor, tmp_path, till, paid_from, signs):
    desk = Desk(SeededRoom(floor({"delta-1": REAL}, service="$0")), tmp_path)
    win_on_the_felt(desk.room)
    if till is not None:
        desk.do("supervisor", c.HandOver("delta", "delta-1", till))
    page = desk.page()
    assert told(page)["Paid from"] == paid_from
    assert told(page).get("Handed over by", "") == ("Supervisor (supervisor)" if till else "")
    assert page.signatures[-1].whose == signs
    assert [(held.holder, held.cards) for held in page.cards] == [
        ("seat", parse_cards("9s 8s")), ("community", parse_cards("10s Js Qs"))
    ]  # fmt: skip
    assert told(page)["Verified by"] == "Supervisor (supervisor)"


def test_there_is_no_page_of_what_was_not_won(desk):
    for name in ("delta-2", "delta-0", "", "nothing", "delta-1\0"):
        with pytest.raises(CardroomError, match="no recorded win"):
            desk.page(name)


def test_the_list_of_a_day_has_its_awards_and_their_pages(desk):
    desk.do("dealer", END)
    desk.room.next_day()
    desk.room.do("accounting", c.CloseDay("2026-03-02"))
    desk.do("supervisor", c.PrintWin("delta", "delta-1"))  # a print of a later day
    (win,) = desk.read(wins_of_day, desk.room.house, "2026-03-02")
    assert (win.link, win.win, win.amount, win.hand, win.prints) == (
        "delta", "delta-1", 500_040_000, "straight flush", 1
    )  # fmt: skip
    assert (win.page, win.is_paid, win.handed_over) == ("/api/wins/delta/delta-1", True, None)
    assert desk.read(wins_of_day, desk.room.house, "2026-03-03") == []
    assert desk.read(wins_of_day, desk.room.house, "2019-01-01") == []


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("$0", "zero dollars and 00 cents"),
        ("$1.01", "one dollar and 01 cents"),
        ("$19", "nineteen dollars and 00 cents"),
        ("$20", "twenty dollars and 00 cents"),
        ("$110.10", "one hundred ten dollars and 10 cents"),
        ("$12,300", "twelve thousand three hundred dollars and 00 cents"),
        ("$1,000,001", "one million one dollars and 00 cents"),
        (
            "$999,999.99",
            "nine hundred ninety-nine thousand nine hundred ninety-nine dollars and 99 cents",
        ),
    ],
)
def test_amounts_in_words(amount, words):
    assert spell_money(parse_money(amount)) == words
    assert spell_money(parse_money(amount) + 9_999) == words  # parts of a cent are cut off
    assert spell_money(3 * DOLLAR) == "three dollars and 00 cents"
