"""A week of a card room on a fast clock: real-card and dealt tables, every kind of win, and everything that goes wrong.

Seven gaming days are played and closed; the eighth has begun.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from cardroom.house.engine.next_step import next_step
from cardroom.house.features.accounting.messages import NoteAbout, StatementLine
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.floor.chips import CHIPS
from cardroom.house.log import commands as c
from cardroom.jackpots import commands as j
from cardroom.jackpots.commands import StaffCard, Till
from cardroom.money import CENT, DOLLAR
from cardroom.table import commands as t

from ..by_table import by_table
from ..floors import as_rack, floor_text
from .felt import cards, due_next, win_on_the_felt
from .logs import FOUR_TO_A_FLUSH, LINKS, STRAIGHT_FLUSH, TWO_LONG_STRAIGHTS, SeededRoom

FIRST = date(2026, 3, 2)
DAYS = [str(FIRST + timedelta(days=number)) for number in range(7)]
TOUCH, KEYPAD, BY_HAND = "delta-3", "edge-1-2", "human-1"
BY_PEOPLE = (TOUCH, KEYPAD, BY_HAND)
TABLES = {
    "delta-1": "",
    "straight-1": "",
    "edge-1": 'payout_cap = "$900"',
    TOUCH: 'cards = "real"',
    KEYPAD: 'cards = "real"',
    BY_HAND: 'game = "caribbean-stud"\ndealer = "human"\npays = "checked"',
}
BOARD, ROYAL, FLUSH = "10s Js Qs", "As Ks", "2s 4s"
SEVEN, EIGHT = "2c 3d 4h 5s 6c 7d 8h", "3c 4d 5h 6s 7c 8d 9h Kd"


def _floor() -> str:
    text = floor_text(TABLES, links=LINKS, house='play_money = true\nplay_money_grant = "$20,000"')
    return text.replace('paytable = "Two Way Bad Beat 1"', 'paytable = "Two Way Bad Beat 1"\nfixed_pays = "meter"')


class Week(SeededRoom):
    """Its days, one a method."""

    def __init__(self) -> None:
        super().__init__(_floor())
        for person, role in (("dora", "dealer"), ("cage", "cage"), ("zoe", "supervisor")):
            self.enrol(person, role)
        for seat, person in enumerate(("ann", "bob"), 1):
            for table in ("delta-1", "straight-1", "edge-1"):
                if table == "delta-1":
                    self.guest(person, table, seat, chips=400)
                else:
                    self.do(person, c.SitDown(table, seat, 400 * DOLLAR))
        days = (self.monday, self.tuesday, self.wednesday, self.thursday, self.friday, self.saturday, self.sunday)
        for number, day in enumerate(days):
            self.play_day(number, day)
        self.play("delta-1", "ann", progressive=1)

    def at(self, hour: int, minute: int = 0) -> None:
        self.now = max(self.now, self.now.replace(hour=hour, minute=minute, second=0))

    def play_day(self, number: int, day: Callable[[], None]) -> None:
        if number:
            for table in BY_PEOPLE:
                self.open_by_count(table)
        self.everyday(number)
        self.at(19)
        day()
        self.at(23)
        for place, table in enumerate(BY_PEOPLE):
            self.close_by_count(table, difference=(-5, 0, 25, 0, 0, 5, 0)[(number + place) % 7], won=30 * number - 60)
        self.next_day()
        self.do("accounting", c.CloseDay(DAYS[number]))

    def everyday(self, number: int) -> None:
        """Rounds everywhere, and two dealers who relieve each other."""
        self.do("ann", c.SitDown(BY_HAND, 1, (100 + 20 * number) * DOLLAR))
        for hour, dealer in ((13, "dealer"), (17, "dora")):
            self.at(hour)
            self.do(dealer, c.TapIn(BY_HAND))
            self.deal_checked(dealer, differs=number % 3 == 1 and dealer == "dora")
            self.do("ann", c.TopUp(BY_HAND, 15 * DOLLAR))
            self.do(dealer, c.TapOut(BY_HAND))
        self.play("delta-1", "ann", "bob", progressive=1)
        self.play("edge-1", "bob", "ann", ante=10, two_way_bad_beat=1)
        self.play("straight-1", "ann", ante=5 + number, jackpot_1=1)
        self.real_game("delta", TOUCH, (1, 2, 5))
        self.real_game("bad-beat", KEYPAD, (2, 4))
        self.slip("fill", "edge-1", 75 + number)
        if number % 2:
            self.slip("credit", BY_HAND, 60)
            self.slip("fill", TOUCH, 40 * number)

    # --- the days -----------------------------------------------------------------------------------------------------

    def monday(self) -> None:
        """A part of the meter at a dealt table, with envy; the seats of a real game after a dispute."""
        self.next_seed = STRAIGHT_FLUSH
        self.play("delta-1", "ann", "bob", progressive=1)
        self.do("supervisor", c.AtTable("delta-1", t.CorrectMispay(2, "ante", 3 * DOLLAR, "a wrong stack")))
        self.do("dealer", c.CountSensors("delta", TOUCH, (1, 2)))
        self.do("supervisor", c.CorrectSensor("delta", TOUCH, 3, lit=True, why="the chip was there"))
        self.do("supervisor", c.RefundHand(TOUCH, 2, "dealt six cards"))
        self.end(TOUCH)

    def tuesday(self) -> None:
        """All of the meter at a real table, which starts again: on a slip that the cage pays."""
        self.do("dealer", c.CountSensors("delta", TOUCH, (2, 3, 4)))
        for press in (j.PressSeat(table=TOUCH, seat=3), j.PressHand(table=TOUCH, line="royal_flush")):
            self.do("dealer", c.AtConsole("delta", press))
        self.do("supervisor", c.VerifyHand("delta", TOUCH, 3, "royal_flush", cards(ROYAL), community=cards(BOARD)))
        self.do("supervisor", c.AtConsole("delta", j.Confirm(table=TOUCH)))
        for person, card in (("supervisor", StaffCard.SUPERVISOR), ("executive", StaffCard.EXECUTIVE)):
            if next_step(self.house, self.house.tables[TOUCH]).label == f"{card.value.upper()} CARD":
                self.do(person, c.AtConsole("delta", j.SwipeCard(table=TOUCH, card=card)))
        win = self.house.links["delta"].state.tables[TOUCH].wins[-1]
        self.do("supervisor", c.HandOver("delta", win, Till.CAGE))
        self.end(TOUCH)
        self.do("cage", c.PayHandPay("delta", win))

    def wednesday(self) -> None:
        """The posted prize of the house, and fixed pays: off the meter, and out of a tray."""
        self.stack("2c 3c 4c 5c 6c 7c 8c", "As Qd 10h 8s 6d 4h 2h")
        self.play("straight-1", "ann", "bob", jackpot_1=1)
        self.next_seed = FOUR_TO_A_FLUSH
        self.play("straight-1", "ann", "bob", jackpot_1=1)
        self.next_seed = TWO_LONG_STRAIGHTS
        self.play("edge-1", "ann", two_way_bad_beat=1)
        self.do("dealer", c.CountSensors("delta", TOUCH, (1, 2)))
        self.do("dealer", c.DeclareHand("delta", TOUCH, 2, "flush", cards(FLUSH), community=cards(BOARD)))
        self.end(TOUCH)
        self.do("accounting", c.OnBank("delta", j.RecordDeposit(amount=self.undeposited("delta"))))

    def thursday(self) -> None:
        """A misdeal, a fouled hand, a void game with real cards; Monday's win is backed out, and some is given back."""
        self.begin("delta-1")
        for person in ("ann", "bob"):
            self.bet(person, "delta-1", progressive=1)
        self.deal("delta-1")
        self.do("supervisor", c.AtTable("delta-1", t.FoulHand(1, "dropped")))
        self.do("supervisor", c.AtTable("delta-1", t.DeclareMisdeal("a boxed card")))
        self.begin("delta-1")
        for person in ("ann", "bob"):
            self.bet(person, "delta-1", progressive=1)
        self.deal("delta-1")
        self.do("supervisor", c.AtTable("delta-1", t.FoulHand(1, "dropped")))
        self.finish("delta-1")
        self.do("dealer", c.CountSensors("delta", TOUCH, (1, 2)))
        self.do("supervisor", c.VoidGame(TOUCH, "a card was exposed"))
        self.asked_for("delta", j.BackOut(win="delta-1", why="a boxed card", envy_fate=j.EnvyFate.LEFT))
        self.asked_for("delta", j.Adjust(level="Progressive", change=7 * CENT, reason=j.Reason.MALFUNCTION, why="lost"))
        number = self.ask_slip("fill", "edge-1", {25: 4})
        self.do("supervisor", c.ApproveSlip(number))
        self.do("cage", c.VoidSlip(number, "asked for twice"))

    def friday(self) -> None:
        """A part of the meter in chips at a real table, backed out and asked back; rounds are corrected."""
        win = win_on_the_felt(self, TOUCH, lit=(1, 2, 3))
        self.do("supervisor", c.HandOver("delta", win, Till.TRAY))
        self.end(TOUCH)
        self.asked_for("delta", j.BackOut(win=win, why="a marked card", envy_fate=j.EnvyFate.ASKED_BACK))
        self.do("cage", c.TakeReturn("delta", win, 2, 300 * DOLLAR))
        self.do("cage", c.TakeReturn("delta", win, 1, 100 * DOLLAR))
        self.correct("edge-1", 1, 12 * DOLLAR)
        self.correct("delta-1", 2, -5 * DOLLAR)
        self.do("supervisor", c.CloseTable("edge-1"))
        self.correct("edge-1", 2, 4 * DOLLAR)
        for seat, person in enumerate(("ann", "bob"), 1):
            self.stand_up(person, "edge-1")
            self.do("supervisor", c.OpenTable("edge-1", 1_000 * DOLLAR)) if seat == 1 else None
        for seat, person in enumerate(("ann", "bob"), 1):
            self.do(person, c.SitDown("edge-1", seat, 300 * DOLLAR))
        self.play("edge-1", "ann", "bob", two_way_bad_beat=1)

    def saturday(self) -> None:
        """The keypad's meter, by key; the bank is short, which closes the link until it has been made good."""
        self.do("dealer", c.CountSensors("bad-beat", KEYPAD, (2, 4)))
        self.do("dealer", c.AtConsole("bad-beat", j.PressHand(table=KEYPAD, line="7-card_straight")))
        hand = {"dealer": cards(EIGHT), "stayed_in": True}
        self.do("supervisor", c.VerifyHand("bad-beat", KEYPAD, 2, "7-card_straight", cards(SEVEN), **hand))
        for press in (
            j.TurnKey(table=KEYPAD, to=j.KeySwitch.JPH),
            j.PressJackpot(table=KEYPAD, seat=2),
            j.TurnKey(table=KEYPAD, to=j.KeySwitch.RUN),
        ):
            self.do("executive", c.AtConsole("bad-beat", press))
        win = self.house.links["bad-beat"].state.tables[KEYPAD].wins[-1]
        self.do("supervisor", c.HandOver("bad-beat", win, Till.TRAY))
        self.end(KEYPAD)
        balance = self.booked("delta")
        lines = (StatementLine(dated=FIRST + timedelta(days=5), amount=-300 * DOLLAR, text="a fee"),)
        self.do("accounting", c.EnterStatement("delta", "March", balance - 300 * DOLLAR, lines))
        assert self.house.link("delta").state.shortfall, "too little is at the bank"
        self.play("delta-1", "ann")
        self.do("accounting", c.OnBank("delta", j.RecordDeposit(amount=300 * DOLLAR)))
        self.do("accounting", c.EnterStatement("delta", "March", self.booked("delta"), lines))
        assert not self.house.link("delta").state.shortfall
        self.do("accounting", c.WriteNote(NoteAbout.BANK_LINE, DAYS[5], "delta/March/1", "a fee, made good"))

    def sunday(self) -> None:
        """Much cash at once; the terms of a jackpot are changed."""
        self.enrol("cid", "guest")
        self.do("cid", c.IssuePlayMoney())
        self.do("cid", c.SitDown("straight-1", 4, 12_000 * DOLLAR))
        self.play("straight-1", "cid", "bob", jackpot_1=1)
        self.stand_up("cid", "straight-1")
        self.asked_for("delta", j.ChangeRates(level="Progressive", contribution=2_500, reserve=100, why="by the plan"))
        self.play("delta-1", "ann", "bob", progressive=1)

    # --- what is done often -------------------------------------------------------------------------------------------

    def undeposited(self, link: str) -> int:
        return self.house.link(link).state.undeposited // CENT * CENT

    def booked(self, link: str) -> int:
        state = self.house.link(link).state
        return (state.held - state.undeposited) // CENT * CENT

    def end(self, table: str) -> None:
        """Whatever ends the game: the next press until the round is over."""
        live = self.house.tables[table]
        while live.real_round is not None and self.house.games_on(table):
            step = next_step(self.house, live)
            assert step is not None
            assert step.command is not None, step.says
            self.do(step.whose.value, step.command)

    def real_game(self, link: str, table: str, seats: tuple[int, ...]) -> None:
        self.do("dealer", c.CountSensors(link, table, seats))
        self.end(table)

    def deal_checked(self, dealer: str, *, differs: bool) -> None:
        """A round that a person deals, whose payouts are held against what is due."""
        self.do(dealer, c.BeginRound(BY_HAND))
        self.bet("ann", BY_HAND)
        live = self.house.tables[BY_HAND]
        while live.is_playing:
            step = next_step(self.house, live)
            assert step is not None
            if step.command is not None:
                self.do(dealer, step.command)
            elif step.asks_figure:
                act = self.round(BY_HAND).next_act()
                assert isinstance(act, t.SettleSeat)
                due = due_next(self.round(BY_HAND))
                self.do(dealer, c.PaySeat(BY_HAND, act.seat, due + DOLLAR if differs else due))
                if differs:
                    self.do("supervisor", c.CorrectPayout(BY_HAND, "miscounted", handed_over=True))
            else:
                self.choose("ann", BY_HAND, self.round(BY_HAND).options(1)[1].name)

    def correct(self, table: str, seat: int, more: int) -> None:
        """A wager of the round that lies on the table is put right: by so much."""
        live = self.house.tables[table]
        state = self.round(table).state
        wager, booked = next(iter(state.seats[seat].paid_back.items()))
        due = booked + (more if booked + more >= 0 else -more)
        person = live.round_people[seat]
        found = c.InLog(person, booked, is_over=True, later=0, as_of=self.house.position)
        command = c.CorrectRound(table, live.round_id, seat, wager, "misread", due=due, found=found)
        self.do("supervisor", c.Lent("dealer", command))

    def stand_up(self, person: str, table: str) -> None:
        if any(sitter.person == person for sitter in self.house.tables[table].seats.values()):
            self.do(person, c.StandUp(table))

    def open_by_count(self, table: str) -> None:
        rack = by_table(self.house, "closer")[table].rack
        self.do("dealer", c.CountTray(table, Purpose.OPENING, rack))
        self.do("supervisor", c.CheckCount(table, rack))

    def close_by_count(self, table: str, *, difference: int, won: int) -> None:
        """Two people count, and miss or find some; of a real table nobody knows what patrons have won."""
        self.stand_up("ann", table)
        self.do("supervisor", c.CloseTable(table))
        is_real = self.house.tables[table].plan.is_real
        box = 300 if is_real else self.house.balance(f"drop:{table}") // DOLLAR
        self.count_drop(table, box + (20 if difference == 25 else 0))
        held = self.house.balance(f"tray:{table}") + (won if is_real else difference) * DOLLAR
        rack = as_rack(held // CENT * CENT, CHIPS)
        self.do("dealer", c.CountTray(table, Purpose.CLOSING, rack))
        self.do("zoe", c.CheckCount(table, rack, "counted twice" if difference or is_real else ""))
        if difference:
            note = c.WriteNote(NoteAbout.DIFFERENCE, self.house.day, table, "looked for, and not found")
            self.do("accounting", note)
