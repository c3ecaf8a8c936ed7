"""People who do whatever comes to their minds: mostly what could be meant, now and then any nonsense."""

from __future__ import annotations

import random
from datetime import date, timedelta

from cardroom.cards import parse_cards
from cardroom.house.engine.house import House
from cardroom.house.engine.next_step import next_step
from cardroom.house.features.accounting.messages import NoteAbout
from cardroom.house.features.alerts.causes import AlertKind
from cardroom.house.features.awards.handlers import to_hand_over
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.features.players.handlers import GUESTS_ARE_KEPT
from cardroom.house.features.promotions.handlers import bonus_lines
from cardroom.house.features.rounds.consoles import is_game_on
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.features.slips.state import SlipStage
from cardroom.house.features.staff_cards.messages import CardRefusal
from cardroom.house.features.tables.messages import Fault, FaultyPart
from cardroom.house.floor import Dealer
from cardroom.house.floor.chips import CHIPS
from cardroom.house.kernel.gaming_days import day_of
from cardroom.house.log import commands as c
from cardroom.house.reports.hand_pays import hand_pays
from cardroom.jackpots import Console, next_press
from cardroom.jackpots import commands as j
from cardroom.jackpots.setup.config import Source
from cardroom.money import CENT, DOLLAR
from cardroom.table import commands as t
from cardroom.table.round_state import Phase

from ..by_table import by_table
from ..causes import cause_of
from ..floors import as_rack

PLAYERS = ("ann", "bob", "cid")
LINKS = ("delta", "bad-beat", "house-flush", "nowhere")
# Jackpots of every kind, a posted cap, a dealer of flesh and blood, and real cards on each kind of console.
STANDING = {
    "edge-1": 'payout_cap = "$20"', "straight-1": "", "delta-1": "",
    "delta-2": 'dealer = "human"', "delta-3": 'cards = "real"', "edge-1-2": 'cards = "real"',
}  # fmt: skip
OWN_LINES = {"caribbean-1": "cover_all = true"}
# Packets that win a jackpot, for whoever sits first.
HITS = {"delta": ("10s Js Qs", "9s 8s", "As Ks"), "edge-1": ("3s 4s 5s 6s 7s 8s 9s", "3h 4h 5h 6h 7h 8h 9h 10h")}

BOARD = "10s Js Qs"
# Hands that real cards make, by table: what is declared, the player's cards, and the dealer's or the community's.
REAL = {
    "delta-3": (("straight_flush", "9s 8s", BOARD), ("royal_flush", "As Ks", BOARD), ("flush", "2s 4s", BOARD)),
    "edge-1-2": (
        ("7-card_straight", "2c 3d 4h 5s 6c 7d 8h", "3c 4d 5h 6s 7c 8d 9h Kd"),
        ("6-card_straight", "2c 3d 4h 5s 6c 7d 10h", "3c 4d 5h 6s 7c 8d 9h Kd"),
    ),
}

Doing = tuple[str, c.AnyCommand]


def floor_with(table: str) -> dict[str, str]:
    """The tables that are always there, and one whose game is on trial."""
    return STANDING | {table: OWN_LINES.get(table, "")}


class Chaos:
    """Draws the next command."""

    def __init__(self, room, seed: int, floors: tuple[str, ...] = (), on_trial: str = "") -> None:
        self.room, self.random, self.floors = room, random.Random(seed), floors
        self.at_cage = random.Random(f"cage {seed}")  # which leaves the rest of the story as it is
        room.taps_in = False  # as anything else that happens or not
        self.here = self.on_trial = on_trial  # most of what happens is at one table for a while

    @property
    def house(self) -> House:
        return self.room.house

    def next(self) -> Doing:
        if self.at_cage.random() < 0.06:
            return self.cage() if self.at_cage.random() < 0.6 else self.promotion()
        if self.random.random() < 0.015:
            self.room.now += timedelta(hours=self.random.choice((1, 12, 25, 25, 31 * 24)))
        is_tried = self.on_trial not in self.house.tables or self.house.tables[self.on_trial].rounds > 3
        if self.here not in self.house.tables or (is_tried and self.random.random() < 0.02):
            self.here = self.random.choice(sorted(self.house.tables))
        table = self.here if self.random.random() < 0.9 else self.random.choice(sorted(self.house.tables))
        old = [name for name, since in self.house.guests.items() if since < self.room.now - GUESTS_ARE_KEPT]
        if old and self.random.random() < 0.3:
            return self.see_out(old[0])
        if self.random.random() < 0.05:
            return self.random.choice((self.slip, self.drop, self.refunded))(table)
        if self.random.random() < 0.06:
            return self.access()
        if self.random.random() < 0.003:
            return "house", c.StopTable(table, Fault(self.random.choice(list(FaultyPart)), "ValueError"))
        others = (self.player, self.player, self.console, self.staff, self.office, self.office, self.duty, self.pit)
        if self.house.tables[table].plan.is_real and self.random.random() < 0.9:
            doing = self.real(table)
        else:
            doing = self.sensible(table) if self.random.random() < 0.5 else self.random.choice(others)(table)
        return self.on_a_card(*doing) if self.random.random() < 0.1 else doing

    def on_a_card(self, person: str, command: c.AnyCommand) -> Doing:
        """The same by a card that is swiped where the dealer is signed in."""
        is_lent = person not in (*PLAYERS, "house") and isinstance(command, c.Sent)
        return person, c.Lent("dealer", command) if is_lent else command

    def seat(self) -> int:
        return self.random.randint(1, 7)

    def sensible(self, table: str) -> Doing:
        """What takes the game at a table on."""
        live = self.house.tables[table]
        seated = {sitter.person: seat for seat, sitter in live.seats.items()}
        newcomer = self.random.choice([person for person in PLAYERS if person not in seated] or ["ann"])
        if newcomer not in self.house.people:
            return "house", c.Enrol(newcomer, newcomer.title(), "guest")
        if not live.is_open:
            return self.opening(table)
        if len(seated) < 2:
            if self.house.balance(f"wallet:{newcomer}") < 200 * DOLLAR:
                return newcomer, c.IssuePlayMoney()
            if live.plan.is_private and newcomer not in live.admitted:
                return "house", c.Admit(table, newcomer)
            return newcomer, c.SitDown(table, self.seat(), 200 * DOLLAR)
        closed = [link.state.config.id for link in self.house.links_of(table) if link.state.shortfall]
        if closed and self.random.random() < 0.5:
            return "accounting", c.OnBank(closed[0], j.Reconcile())
        if live.round is None or not live.is_playing:
            if is_game_on(self.house, live) and self.random.random() < 0.6:
                return self.console(table)
            hit = next((cards for first, cards in HITS.items() if table.startswith(first)), None)
            if hit is not None and self.random.random() < 0.5:
                self.room.stack(*hit)
            return "house", c.BeginRound(table)
        if live.round.state.phase is Phase.BETTING:
            waiting = [person for person, seat in seated.items() if seat not in live.round.state.seats]
            return (waiting[0], self.bet(table, seated[waiting[0]])) if waiting else ("dealer", self.act(table))
        if seats := live.round.awaited_seats():
            options = [option.name for option in live.round.options(seats[0])]
            return live.people()[seats[0]], c.AtTable(table, t.Choose(seats[0], self.random.choice(options)))
        return "dealer", self.act(table)

    def bet(self, table: str, seat: int) -> c.AtTable:
        settings = self.house.tables[table].plan.settings
        wagers = [name for name in settings.offered if self.random.random() < 0.7]
        base = self.random.choice(settings.rules.base_wagers).id
        stakes = {base: settings.minimum} | {name: settings.jackpot_wagers.get(name, DOLLAR) for name in wagers}
        return c.AtTable(table, t.Bet(seat, stakes))

    def act(self, table: str) -> c.AtTable:
        live = self.house.tables[table]
        act = live.round.next_act() if live.round is not None and live.is_playing else None
        return c.AtTable(table, act or t.CloseBets())

    # --- where the cards are real ---

    def real(self, table: str) -> Doing:
        """What comes next, or what might as well be meant."""
        live = self.house.tables[table]
        step = next_step(self.house, live)
        if self.random.random() < 0.25 or step is None:
            return self.put_right(table)
        if not live.is_open:
            return self.opening(table)
        link = live.plan.links[0]
        hand, own, others = self.random.choice(REAL[table])
        if step.label in ("END GAME", "GAME OVER") and self.random.random() < 0.6:
            return self.declare(table, link, hand, own, others)
        if step.command is not None:
            return step.whose.value, step.command
        match step.label:
            case "VERIFY":
                console = self.house.links[link].state.tables[table].console
                fitting = [one for one in REAL[table] if one[0].lower() == console.line.lower()]
                right = self.random.choice(fitting or [(hand, own, others)])
                told = self.shown(c.VerifyHand, table, link, right, console.seat or self.seat())
                return self.random.choice((step.whose.value, "supervisor", "executive")), told
            case "HAND OVER":
                if (due := hand_pays(self.house).owed) and self.random.random() < 0.5:
                    return self.paid(due[0].link, due[0].win)
                (win, *_) = to_hand_over(self.house.links[link], live)
                return "supervisor", c.HandOver(link, win.id, self.random.choice(list(j.Till)))
            case _:
                return "dealer", c.CountSensors(link, table, tuple(sorted({self.seat(), self.seat(), 2, 3})))

    def declare(self, table: str, link: str, hand: str, own: str, others: str) -> Doing:
        config, of_table = self.house.links[link].state.config, self.house.links[link].state.tables[table]
        if config.source(config.pay(hand)) is Source.TRAY:
            return "dealer", self.shown(c.DeclareHand, table, link, (hand, own, others), self.seat())
        if config.table(table).console is Console.TOUCH and of_table.console.seat is None:
            return "dealer", c.AtConsole(link, j.PressSeat(table=table, seat=self.seat()))
        return "dealer", c.AtConsole(link, j.PressHand(table=table, line=hand))

    def shown(self, kind, table: str, link: str, told: tuple[str, str, str], seat: int):
        hand, own, others = told
        name = "community" if table.startswith("delta") else "dealer"
        more = {name: tuple(parse_cards(others))} if self.random.random() < 0.9 else {}
        return kind(link, table, seat, hand, tuple(parse_cards(own)), stayed_in=self.random.random() < 0.9, **more)

    def put_right(self, table: str) -> Doing:
        link = self.house.tables[table].plan.links[0]
        told = self.random.choice(REAL[table])
        return self.random.choice([
            ("supervisor", c.CorrectSensor(link, table, self.seat(), lit=self.random.random() < 0.5, why="test")),
            ("supervisor", c.RefundHand(table, self.seat(), "test")),
            ("supervisor", c.VoidGame(table, "test")),
            ("dealer", c.ReopenSeats(table)),
            ("dealer", self.shown(c.DeclareHand, table, link, told, self.seat())),
            ("supervisor", self.shown(c.VerifyHand, table, link, told, self.seat())),
            self.counting(table),
            self.drop(table),
            self.console(table),
            self.staff(table),
        ])  # fmt: skip

    def player(self, table: str) -> Doing:
        live, person = self.house.tables[table], self.random.choice(PLAYERS)
        if person not in self.house.people:
            return "house", c.Enrol(person, person.title(), "guest")
        seat = next((number for number, sitter in live.seats.items() if sitter.person == person), None)
        if seat is None and live.plan.is_private and person not in live.admitted and self.random.random() < 0.7:
            return "house", c.Admit(table, person)
        if seat is None:
            return person, self.random.choice([c.IssuePlayMoney(), c.SitDown(table, self.seat(), 200 * DOLLAR)])
        if live.host == person and len(live.seats) > 1 and self.random.random() < 0.5:
            others = sorted(live.seats.keys() - {seat})
            return person, self.random.choice([c.KickOut(table, self.random.choice(others)), c.VoidInvitation(table)])
        return person, self.random.choice([
            self.bet(table, seat), self.bet(table, self.seat()), self.act(table),
            c.AtTable(table, t.Bet(seat, {})), c.AtTable(table, t.Bet(seat, {"ante": 7 * DOLLAR, "nonsense": 1})),
            c.AtTable(table, t.Choose(seat, "2x")), c.AtTable(table, t.Choose(seat, "fold")), c.StandUp(table),
            c.SetPace(table, self.random.choice(list(c.Pace))), c.SitOut(table), c.ComeBack(table),
            c.SetName(self.random.choice(("Zoe", "Dealer"))), c.EndTable(table),
            c.HostTable("casino-war", DOLLAR, DOLLAR, "Fun"),
            c.KickOut(table, self.seat()), c.HandHostOver(table, self.seat()), c.TopUp(table, 50 * DOLLAR),
            c.TopUp(table, 50 * DOLLAR), c.TopUp(table, 50 * DOLLAR), c.BeginRound(table),
            c.ApproveSlip(1), c.SetOwnLimits(loss=self.random.choice([None, 900 * DOLLAR])),
        ])  # fmt: skip

    def console(self, table: str) -> Doing:
        """What is next at a console, or anything that can be pressed there."""
        link = self.random.choice([link.state.config.id for link in self.house.links_of(table)] or ["nowhere"])
        due = next_press(self.house.links[link].state, table) if link in self.house.links else None
        if due is not None and self.random.random() < 0.9:
            return self.random.choice(("executive", "supervisor", "supervisor")), c.AtConsole(link, due)
        return self.random.choice(("supervisor", "executive", "dealer")), c.AtConsole(link, self.random.choice([
            j.Confirm(table=table), j.SwipeCard(table=table, card=j.StaffCard.SUPERVISOR), j.EndGame(table=table),
            j.TurnKey(table=table, to=self.random.choice(list(j.KeySwitch))),
            j.PressJackpot(table=table, seat=self.seat()),
            j.PressSeat(table=table, seat=self.seat()), j.PressHand(table=table, line="straight_flush"),
            j.GameOver(table=table),
        ]))  # fmt: skip

    def staff(self, table: str) -> Doing:
        """Irregularities and the table's bank."""
        why = self.random.choice(("dropped", "dropped", " "))
        foul = t.FoulHand(self.random.choice((1, 2, 3, "dealer")), why)
        who, command = self.random.choice([
            ("supervisor", c.AtTable(table, t.DeclareMisdeal(why))),
            ("supervisor", c.AtTable(table, foul)),
            ("supervisor", c.AtTable(table, foul)),
            ("supervisor", c.AtTable(table, t.CorrectMispay(self.seat(), "ante", 3 * DOLLAR, why))),
            ("supervisor", c.AtTable(table, t.CorrectMispay(1, "ante", 4 * DOLLAR, why))),
            ("dealer", c.AtTable(table, t.RefuseLateBet(self.seat(), "ante", DOLLAR))),
            self.slip(table), self.slip(table), self.slip(table), self.counting(table),
            ("supervisor", c.ChangeTable(table, minimum=self.random.choice((5, 6, 10)) * DOLLAR)),
            ("supervisor", c.StandUp(table, self.seat())),
            ("house", c.SitOut(table, self.seat(), c.Absence.GONE)),
            ("supervisor", c.CloseTable(table)),
            ("supervisor", c.OpenTable(table, 1_000 * DOLLAR)),
            ("accounting", c.CollectDrop(table)),
            self.drop(table),
        ])  # fmt: skip
        return ("technician" if self.random.random() < 0.05 else who), command

    def drop(self, table: str) -> Doing:
        """Counted by one, sometimes with more or less in it than the books know of, and checked by another."""
        live = self.house.tables[table]
        if live.drop_count and self.random.random() < 0.8:
            why = self.random.choice(("", "a note stuck in the box"))
            return self.random.choice(("executive", "accounting")), c.CheckDrop(table, live.drop_count.rack, why)
        books = self.random.randint(1, 500) if live.plan.is_real else self.house.balance(f"drop:{table}") // DOLLAR
        return "accounting", c.CountDrop(table, {DOLLAR: max(0, books + self.random.choice((0, 0, 5, -5, 50)))})

    def opening(self, table: str) -> Doing:
        """By the house, or by two people who count."""
        if self.house.tables[table].plan.dealer is Dealer.AUTOMATIC:
            return "supervisor", c.OpenTable(table, 1_000 * DOLLAR)
        if (pending := by_table(self.house, "tray_count").get(table)) is None:
            closer = by_table(self.house, "closer").get(table)
            rack = closer.rack if closer and self.random.random() < 0.5 else {5 * DOLLAR: 200}
            return "dealer", c.CountTray(table, Purpose.OPENING, rack)
        return "supervisor", c.CheckCount(table, pending.rack)

    def counting(self, table: str) -> Doing:
        """The tray of a table that closes, sometimes with more or less in it than there should be."""
        if not self.house.tables[table].is_open:
            return self.opening(table)
        if table not in by_table(self.house, "is_closing"):
            return "supervisor", c.CloseTable(table)
        pending = by_table(self.house, "tray_count").get(table)
        if pending is None and self.random.random() < 0.2:
            return "supervisor", c.KeepOpen(table)
        if pending is None or self.random.random() < 0.2:
            held = max(0, self.house.balance(f"tray:{table}") + self.random.choice((0, 0, 5, -5)) * DOLLAR)
            rack = as_rack(held, CHIPS)
            return self.random.choice(("dealer", "supervisor")), c.CountTray(table, Purpose.CLOSING, rack)
        return self.random.choice(("supervisor", "executive")), c.CheckCount(table, pending.rack)

    def slip(self, table: str) -> Doing:
        """What is next about the last slip, or a new one."""
        if "cage" not in self.house.people:
            return "house", c.Enrol("cage", "Cage", "cage")
        on = [slip for slip in self.house.chip_slips.values() if slip.is_on]
        if not on or self.random.random() < 0.2:
            kind = self.random.choice(list(SlipKind))
            return self.random.choice(("dealer", "supervisor")), c.AskSlip(table, kind, {25 * DOLLAR: 4})
        slip = self.random.choice(on)
        number, is_fill = slip.number, slip.kind is SlipKind.FILL
        if self.random.random() < 0.15:
            return self.random.choice([("cage", c.VoidSlip(number, "test")), ("cage", c.PrintSlip(number))])
        match slip.stage:
            case SlipStage.ASKED:
                return self.random.choice(("supervisor", "executive")), c.ApproveSlip(number)
            case SlipStage.APPROVED:
                return ("cage", c.SendFill(number)) if is_fill else ("dealer", c.SendCredit(number))
            case _:
                return ("dealer", c.ReceiveFill(number)) if is_fill else ("cage", c.ReceiveCredit(number))

    def cage(self) -> Doing:
        """Cash and chips over the counter, in and out of the drawers, and their count, sometimes with a difference."""
        for person in ("cage", "carl"):
            if person not in self.house.people:
                return "house", c.Enrol(person, person.title(), "cage")
        book, draw = self.house.cage, self.at_cage
        if book.pending is not None and draw.random() < 0.7:
            check = c.CheckCageCount(book.pending.cash, book.pending.chips, draw.choice(("", "miscounted")))
            return draw.choice(("cage", "carl", "accounting")), check
        if book.count is None or draw.random() < 0.1:
            held = [self.house.balance(account) + draw.choice((0, 0, 5, -50)) * DOLLAR
                    for account in ("cage-cash", "cage-chips")]  # fmt: skip
            cash, chips = (max(0, amount) if book.count else 9_000 * DOLLAR for amount in held)
            rack = {value: count for value, count in as_rack(chips, CHIPS).items() if value != CENT}
            return "cage", c.CountCage({DOLLAR: cash // DOLLAR, CENT: cash % DOLLAR // CENT}, rack)
        amount, person = draw.choice((5, 20, 300, 12_000)) * DOLLAR, draw.choice((None, *PLAYERS))
        number = draw.choice([one.moved.number for one in book.movements] or [1])
        taken = c.TakeFromCage("test", cash=amount, chips=draw.choice((0, amount)))
        return draw.choice([
            ("cage", c.SellChips(amount, person, to_wallet=draw.random() < 0.1)),
            ("cage", c.RedeemChips(amount, person, from_wallet=draw.random() < 0.1)),
            ("cage", c.BringToCage("test", cash=amount, chips=draw.choice((0, amount)))),
            ("supervisor", c.Lent("cage", taken)), ("cage", taken), ("cage", c.UndoCageMove(number, "test")),
        ])  # fmt: skip

    def promotion(self) -> Doing:
        """On a bonus wager of the table where most happens, or anything that may be said of one."""
        draw, known = self.at_cage, self.house.promotions.promotions
        waiting = [name for name, one in known.items() if not one.began]
        if waiting and draw.random() < 0.7:
            kind = c.ApprovePromotion if draw.random() < 0.9 else c.DeclinePromotion
            return draw.choice(("executive", "executive", "accounting")), kind(waiting[0])
        if known and draw.random() < 0.1:
            return "supervisor", c.EndPromotion(draw.choice(sorted(known)), "test")
        table = self.house.tables.get(self.here) or next(iter(self.house.tables.values()))
        lines = list(bonus_lines(table)) if not table.plan.is_real else []
        wager, line = lines[-1] if lines and draw.random() < 0.8 else draw.choice([*lines, ("ante", "pair")])
        first = date.fromisoformat(day_of(self.room.now, self.house.floor.hours)) - timedelta(days=draw.choice((0, 3)))
        last = first + timedelta(days=draw.choice((0, 40)))
        asked = c.AskPromotion(table.id, wager, line, 25 * DOLLAR, first, last, "letter", date(2020, 1, 1))
        return draw.choice(("accounting", "supervisor")), asked

    def pit(self, table: str) -> Doing:
        """Alerts, and rounds that are over."""
        alert = self.random.choice(sorted(self.house.alerts) or ["alert-1"])
        live, why = self.house.tables[table], self.random.choice(("dispute", "dispute", " "))
        state = live.round.state if live.round is not None and not live.is_playing else None
        settled = [
            (seat, wager) for seat, of_seat in (state.seats if state else {}).items() for wager in of_seat.paid_back
        ]
        seat, wager = self.random.choice(settled or [(1, "ante")])
        booked = state.seats[seat].paid_back.get(wager, 0) if state and seat in state.seats else 0
        found = c.InLog(live.round_people.get(seat, "ann"), booked, is_over=True, later=0, as_of=self.house.position)
        due = self.random.choice((0, booked, booked + 5 * DOLLAR))
        correction = c.CorrectRound(table, live.round_id or "r", seat, wager, why, due=due, found=found)
        return self.random.choice([
            ("house", c.RaiseAlert(table, cause_of(self.random.choice(list(AlertKind)), self.random.choice("ab")))),
            ("house", c.ClearAlert(alert)),
            ("supervisor", c.AcknowledgeAlert(alert, "seen")),
            ("house", c.NoteVerification(self.house.position, self.house.head, 0)),
            ("supervisor", c.Lent("dealer", correction)),
            ("supervisor", c.PrintRound(table, live.round_id or "r", prints=0)),
        ])  # fmt: skip

    def duty(self, table: str) -> Doing:
        """Dealers who come and go, calls, cards."""
        number, holder = str(self.random.randint(100_001, 100_005)), self.random.choice(("dealer", "supervisor"))
        return self.random.choice([
            ("dealer", c.TapIn(table)), ("supervisor", c.TapIn("delta-2")), ("dealer", c.TapIn("delta-2")),
            ("dealer", c.TapOut(table)), ("supervisor", c.TapOut("delta-2")),
            ("dealer", c.CallSupervisor(table, self.random.choice(("", "a dispute")))),
            ("supervisor", c.AnswerCall(table)),
            ("dealer", c.SuspendTable(table, "a dispute")),
            *(("supervisor", c.ResumeTable(next(iter(by_table(self.house, "suspended")), table))) for _ in range(3)),
            ("house", c.IssueCard(holder, number, self.random.choice(("", "lost")))),
            ("supervisor", c.RevokeCard(number, "lost")),
            ("house", c.NoteRefusedCard(table, number, "dealer", "ApproveSlip", CardRefusal.WRONG_PIN)),
            ("dealer", c.Lent("supervisor", c.ApproveSlip(1))),
            ("supervisor", c.AcknowledgeRefusal(table)),
        ])  # fmt: skip

    def access(self) -> Doing:
        """Doors that are asked for, approved by anyone, and closed; most of it about newcomers."""
        able, house = ("technician", "administrator", "executive", "accounting"), self.house
        newcomer = f"new-{self.random.randint(1, 6)}"
        if "administrator" not in house.people:
            return "house", c.Enrol("administrator", "Administrator", "administrator")
        new = [name for name in house.people if name.startswith("new-")]
        if new and self.random.random() < 0.7:
            newcomer = self.random.choice(new)
        here = [*able, *new]
        who, number = self.random.choice(here), str(self.random.randint(200_000, 999_999))
        if house.access_requests and self.random.random() < 0.5:
            request = self.random.choice(sorted(house.access_requests))
            answer = c.DeclineAccess if self.random.random() < 0.1 else c.ApproveAccess
            return who, answer(request)
        if house.invitations and self.random.random() < 0.4:
            person = self.random.choice(sorted(house.invitations))
            return "house", c.RedeemInvitation(person, number if house.invitations[person].card else None)
        role = self.random.choice(("dealer", "accounting", "executive", "technician"))
        change = self.random.choice([
            c.EnrolStaff(newcomer, newcomer, role), c.ChangeRole(newcomer, role), c.ResetAccount(newcomer),
            c.GiveCard(newcomer, "lost"), c.AddTerminal("Pit 1"),
            c.EnrolStaff(newcomer, newcomer, "regulator", until=self.room.now + timedelta(minutes=5)),
            *(c.ReinstateAccount(name) for name in house.account_states for _ in range(2)),
        ])  # fmt: skip
        return self.random.choice([
            *((who, c.AskAccess(change)) for _ in range(6)),
            ("supervisor", c.SuspendAccount(newcomer, "test")), (who, c.EndAccount("new-6", "test")),
            ("supervisor", c.RemoveTerminal("Pit 1")),
            ("house", c.EndSessions("dealer")), ("house", c.BreakGlass(change)), ("house", c.EndVisit(newcomer)),
            ("house", c.NoteVisit("auditor", c.VisitKind.EVIDENCE, "2026-03-01", "2026-03-02")),
            ("house", c.NoteRefusedSignIn("dealer", c.SignInRefusal.WRONG_PASSWORD, "here")),
        ])  # fmt: skip

    def paid(self, link: str, win: str) -> Doing:
        """A hand-pay slip, by the cage."""
        if "cage" not in self.house.people:
            return "house", c.Enrol("cage", "Cage", "cage")
        return "cage", c.PayHandPay(link, win)

    def refunded(self, _: str) -> Doing:
        """What waits for an answer, or is owed back of any link."""
        if self.house.requests and self.random.random() < 0.5:
            return "executive", c.ApproveChange(next(iter(self.house.requests)))
        return self.returned(self.random.choice(LINKS))

    def returned(self, link: str) -> Doing:
        """Some of what a player has of a win that was backed out, where the cards are real; or a win is backed out."""
        state = self.house.links[link].state if link in self.house.links else None
        wins = [win for win in state.wins.values() if win.proof] if state else []
        owed = [(win.id, seat, amount) for win in wins for seat, amount in win.owed_back().items()]
        if not owed:
            win = self.random.choice(wins).id if wins else f"{link}-1"
            return "accounting", c.AskChange(link, j.BackOut(win=win, why="test", envy_fate=j.EnvyFate.ASKED_BACK))
        win, seat, amount = self.random.choice(owed)
        given = self.random.choice((amount, max(1, amount // 2), amount + 1))
        return "accounting", c.TakeReturn(link, win, seat, given)

    def office(self, table: str) -> Doing:
        """The jackpots' money, requests, days, checkpoints, guests who are gone, another floor."""
        link = self.random.choice(LINKS)
        state = self.house.links[link].state if link in self.house.links else None
        level = next(iter(state.config.level_names)) if state else "Progressive"
        win = self.random.choice(sorted(state.wins)) if state and state.wins else "delta-9"
        request = next(iter(self.house.requests), "request-1")
        change = self.random.choice((-CENT, CENT, -9_000 * DOLLAR))
        yesterday = min(self.house.figures, default=day_of(self.room.now, self.house.floor.hours))
        open_again = self.random.choice(self.floors) if self.floors and self.random.random() < 0.25 else None
        if open_again is not None:
            return "house", c.OpenHouse(self.house.documents.add(self.room.read(open_again)))
        adjust = j.Adjust(level=level, change=change, reason=j.Reason.MALFUNCTION, why="test")
        return self.random.choice([
            ("accounting", c.OnBank(link, j.Reconcile(balance=self.random.choice((None, None, 0, 10_000 * DOLLAR))))),
            ("accounting", c.OnBank(link, j.Reconcile(balance=0))),
            ("accounting", c.OnBank(link, j.RecordDeposit(amount=5 * CENT))),
            ("accounting", c.AskChange(link, adjust)),
            ("accounting", c.AskChange(link, j.BackOut(win=win, why="test"))),
            (
                "accounting",
                c.AskChange(link, j.BackOut(win=win, why="test", envy_fate=self.random.choice(list(j.EnvyFate)))),
            ),
            ("accounting", c.AskChange(link, self.change(level))),
            ("executive", c.ApproveChange(request)),
            ("accounting", c.PrintWin(link, win)),
            ("supervisor", c.HandOver(link, win, self.random.choice(list(j.Till)))),
            self.paid(link, win),
            ("technician", c.AskChange(link, j.ChangeRates(level=level, contribution=1_000, reserve=100, why="test"))),
            ("executive", c.ApproveChange(request)),
            ("executive", c.ApproveChange(request)),
            ("executive", c.DeclineChange(request)),
            ("accounting", c.CloseDay(yesterday)),
            ("accounting", c.FileCondition("keep-it-straight", "rules-in-force", "binder 4", date(2020, 1, 1))),
            ("executive", c.WithdrawCondition("keep-it-straight", "rules-in-force", "expired")),
            ("accounting", c.WriteNote(NoteAbout.WIN, yesterday, table, "a short day")),
            ("accounting", c.EnterStatement(link, "March", 10_000 * DOLLAR)),
            ("executive", c.ApproveFloor(asked.request if (asked := self.house.floor_request) else "request-1")),
            ("technician", c.AskFloor(self.house.documents.add(self.room.floor), "floor.toml", "test")),
            ("technician", c.NoteBackup("monday.sqlite", 1_000_000)),
            ("technician", c.NoteVerifiedBackup("monday.sqlite", 1)),
            ("technician", c.NoteKeyCopies("ab12cd34", "safe 2", date(2020, 1, 1))),
            ("dealer", c.CloseSession("dealer", "0123456789abcdef")),
            ("house", c.TakeCheckpoint()),
            ("house", c.ExpireGuests(("ann",))),
            ("house", c.CountRefusals({"ApproveSlip": 2})),
        ])  # fmt: skip

    def change(self, level: str) -> j.ByTwoPeople:
        """Something about a jackpot that two people agree on."""
        some = self.random.randint(0, 9)
        return self.random.choice([
            j.ChangeRates(level=level, contribution=1_000 + some, reserve=100, why="test"),
            j.ChangeWager(wager=(1 + some % 3) * DOLLAR, why="test"),
            j.ChangeSeed(level=level, seed=some * 100 * DOLLAR, why="test"),
            j.ChangeMaximum(level=level, maximum=some * 2_000 * DOLLAR or None, why="test"),
            j.ChangePrize(level=level, prize=(4_000 + some) * DOLLAR, why="test"),
            j.GiveNotice(last_day=self.room.now.date() + timedelta(days=9 + some % 2), why="test"),
            *([j.RemoveJackpot(destination=self.random.choice(LINKS), why="test")] if some == 0 else []),
        ])  # fmt: skip

    def see_out(self, person: str) -> Doing:
        """Somebody whose time is over leaves the seats and then the house."""
        for table in self.house.tables.values():
            if seat := next((number for number, sitter in table.seats.items() if sitter.person == person), None):
                return "supervisor", c.StandUp(table.id, seat)
        return "house", c.ExpireGuests((person,))
