"""Whole evenings of the guard's log, each about something that random play seldom comes to."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import date, timedelta

from cardroom.cards import parse_cards
from cardroom.errors import CardroomError
from cardroom.house.engine.next_step import next_step
from cardroom.house.features.accounting.messages import NoteAbout, StatementLine
from cardroom.house.features.alerts.causes import AlertKind
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.features.staff_cards.messages import CardRefusal
from cardroom.house.features.tables.messages import Fault, FaultyPart
from cardroom.house.features.winner_data.messages import WinnerField
from cardroom.house.floor import Dealer
from cardroom.house.floor.chips import CHIPS
from cardroom.house.log import commands as c
from cardroom.house.log.events import RoundCorrected
from cardroom.jackpots import commands as j
from cardroom.jackpots.commands import EnvyFate, KeySwitch, StaffCard, Till
from cardroom.jackpots.setup.config import Source
from cardroom.money import CENT, DOLLAR
from cardroom.table import commands as t
from cardroom.table.events import HandRemoved, WagerSettled

from ..causes import cause_of
from ..floors import (
    TABLES,
    as_rack,
    floor_text,
)
from ..house.logs import FOUR_TO_A_FLUSH, STRAIGHT_FLUSH, SeededRoom

REAL, BY_HAND = 'cards = "real"', 'dealer = "human"'
LINKS = ("delta", "bad-beat", "house-flush")
TOUCH, KEYPAD, POSTED = "delta-1", "edge-1", "straight-1"
BOARD, ROYAL, STRAIGHT, FLUSH = "10s Js Qs", "As Ks", "9s 8s", "2s 4s"
SEVEN, SIX, EIGHT = "2c 3d 4h 5s 6c 7d 8h", "2c 3d 4h 5s 6c 7d 10h", "3c 4d 5h 6s 7c 8d 9h Kd"
HASH = "ab" * 32
A_WIN = 2  # a seed: at Straight Edge 2 the first seat wins Ante and Play
BY_HAND_AT = (*TABLES, "harbour-tides-1")  # where cards are burned in every round


def tries(room: SeededRoom, person: str, command: c.AnyCommand) -> None:
    """What may be refused."""
    with suppress(CardroomError):
        room.do(person, command)


def cards(text: str):
    return tuple(parse_cards(text))


def agreed(room: SeededRoom, link: str, change: j.ByTwoPeople, asks: str = "accounting") -> None:
    """One asks, another approves."""
    room.do(asks, c.AskChange(link, change))
    room.do("executive", c.ApproveChange(next(reversed(room.house.requests))))


# --- people deal ------------------------------------------------------------------------------------------------------


def dealt_by_hand() -> None:
    """Every game, two rounds each: payouts are checked in the first house, and assisted in the second."""
    chance = random.Random(25)
    own = {"caribbean-1": "cover_all = true", "straight-1": 'deal = "dice"'}
    checked = {name: f'{BY_HAND}\npays = "checked"\n{own.get(name, "")}' for name in BY_HAND_AT}
    room = SeededRoom(floor_text(checked, links=(), house='play_money_grant = "$50,000"'))
    people = ((1, "ann"), (2, "bob"), (5, "cid"))
    for _, person in people:
        room.enrol(person, "guest")
        room.do(person, c.IssuePlayMoney())
    for table in BY_HAND_AT:
        for seat, person in people:
            room.do(person, c.SitDown(table, seat, 900 * DOLLAR))
        room.do("dealer", c.TapIn(table))
        for _ in range(2):
            by_hand(room, table, people, chance)
        tries(room, "supervisor", c.TapOut(table))
    assisted = {name: lines.replace('pays = "checked"\n', "").replace('"dice"', '"dice counter-clockwise"')
                for name, lines in checked.items()}  # fmt: skip
    room.open(floor_text(assisted, links=(), house='play_money_grant = "$50,000"'))
    for table in ("caribbean-1", "straight-1", "edge-2"):
        room.do("dealer", c.TapIn(table))
        by_hand(room, table, people, chance)
    room.do("supervisor", c.ChangeTable("caribbean-1", dealer=Dealer.AUTOMATIC))
    while not room.events(HandRemoved):  # from the felt, as a better one is found
        room.play("caribbean-1", "ann", "bob", "cid", cover_all=5)


def by_hand(room: SeededRoom, table: str, people, chance: random.Random) -> None:
    """A round, from the shuffler's mode to the locked cards, with what goes wrong on the way."""
    house, live = room.house, room.house.tables[table]
    while (step := next_step(house, live)) is not None and not isinstance(step.command, c.BeginRound):
        assert step.command is not None
        room.do("dealer", step.command)
    room.do("dealer", c.BeginRound(table))
    settings = live.plan.settings
    for seat, person in people:
        stakes = {settings.rules.base_wagers[0].id: settings.minimum}
        for name in settings.offered:
            if chance.random() < 0.7:
                stakes[name] = settings.side_minimum
        tries(room, person, c.AtTable(table, t.Bet(seat, stakes)))
    if not room.round(table).state.seats:
        room.bet("ann", table)
    is_late = is_called = False
    while live.is_playing:
        step = next_step(house, live)
        assert step is not None
        if step.command is not None:
            room.do("dealer", step.command)
            if isinstance(step.command, c.AtTable) and not is_late:
                base = settings.rules.base_wagers[0].id
                tries(room, "dealer", c.AtTable(table, t.RefuseLateBet(2, base, 5 * DOLLAR)))
                is_late = True
        elif step.asks_figure:
            seat, due = room.round(table).next_act().seat, due_next(room, table)
            is_wrong = chance.random() < 0.4
            room.do("dealer", c.PaySeat(table, seat, due + 5 * DOLLAR if is_wrong else due))
            if is_wrong:
                tries(room, "dealer", c.PaySeat(table, seat, due))
                room.do("supervisor", c.CorrectPayout(table, "miscounted", handed_over=chance.random() < 0.5))
        else:
            if not is_called and chance.random() < 0.3:
                room.do("dealer", c.CallSupervisor(table, "a dispute"))
                room.do("supervisor", c.AnswerCall(table))
                room.do("dealer", c.SuspendTable(table, "a dispute"))
                room.do("supervisor", c.ResumeTable(table))
                is_called = True
            round_ = room.round(table)
            for seat in round_.awaited_seats():
                option = chance.choice([option.name for option in round_.options(seat)])
                room.do(live.people()[seat], c.AtTable(table, t.Choose(seat, option)))
    settled = [(seat, wager) for seat, one in room.round(table).state.seats.items() for wager in one.paid_back]
    if settled and chance.random() < 0.5:
        seat, wager = chance.choice(settled)
        tries(room, "supervisor", c.AtTable(table, t.CorrectMispay(seat, wager, 3 * DOLLAR, "a wrong stack")))


def due_next(room: SeededRoom, table: str) -> int:
    """What is pushed to the next seat, by a round that is settled beside this one."""
    round_ = room.round(table).copy()
    act = round_.next_act()
    before = dict(round_.state.seats[act.seat].stakes)
    settled = [event for event in round_.do(act) if isinstance(event, WagerSettled)]
    return sum(max(event.back - before.get(event.wager, 0), 0) for event in settled)


# --- tables among friends ---------------------------------------------------------------------------------------------


def among_friends() -> None:
    room = SeededRoom(floor_text(("edge-1",), house='play_money_grant = "$5,000"'))
    for person in ("ann", "bob", "cid", "dan"):
        room.enrol(person, "guest")
        room.do(person, c.IssuePlayMoney())
    for number, game in enumerate(("solitaire-stud", "casino-war", "three-card-poker"), 1):
        table = f"friends-{number}"
        room.do("ann", c.HostTable(game, 5 * DOLLAR, 50 * DOLLAR, "Friday night"))
        tries(room, "bob", c.SitDown(table, 2, 100 * DOLLAR))  # before he is let in
        for seat, person in enumerate(("ann", "bob", "cid"), 1):
            room.do("house", c.Admit(table, person))
            room.do(person, c.SitDown(table, seat, 200 * DOLLAR))
        for seat, person in enumerate(("ann", "bob", "cid"), 1):
            tries(room, person, c.SetPace(table, c.Pace.QUICK if seat < 3 else c.Pace.CALM))
        room.play(table, "ann", "bob", "cid")
        room.do("bob", c.SitOut(table))
        room.play(table, "ann", "cid")
        room.do("bob", c.ComeBack(table))
        room.do("house", c.SitOut(table, 3, c.Absence.NO_BET))
        tries(room, "bob", c.KickOut(table, 1))
        room.do("ann", c.VoidInvitation(table))
        room.do("ann", c.KickOut(table, 3))
        tries(room, "house", c.Admit(table, "cid"))
        room.do("house", c.Admit(table, "dan"))
        room.do("dan", c.SitDown(table, 4, 100 * DOLLAR))
        room.do("dan", c.SetName(f"Danny {number}"))
        room.do("ann", c.HandHostOver(table, 2))
        room.begin(table)
        for person in ("ann", "bob", "dan"):
            room.bet(person, table)
        room.deal(table)
        tries(room, "bob", c.KickOut(table, 4))  # his hand is in play
        room.do("bob", c.EndTable(table))
        room.finish(table)
    room.do("ann", c.SetOwnLimits(loss=100 * DOLLAR, minutes=30))
    room.do("ann", c.SitDown("edge-1", 1, 100 * DOLLAR))
    room.play("edge-1", "ann")
    room.do("ann", c.SetOwnLimits(loss=10 * DOLLAR, minutes=30))
    room.begin("edge-1")
    tries(room, "ann", room.bets("ann", "edge-1", 20))  # more than she lets herself lose
    tries(room, "ann", c.TopUp("edge-1", 500 * DOLLAR))
    room.do("ann", c.SetOwnLimits(keeps_loss=True))
    room.now += timedelta(hours=1)
    tries(room, "ann", c.BeginRound("edge-1"))
    room.do("ann", c.StandUp("edge-1"))
    room.now += timedelta(days=40)
    room.do("house", c.ExpireGuests(("dan",)))


# --- doors ------------------------------------------------------------------------------------------------------------


def visit(room: SeededRoom) -> None:
    """A regulator's account, from two people to its own end."""
    change = c.EnrolStaff("rosa", "Rosa", "regulator", until=room.now + timedelta(hours=1))
    request = f"request-{room.do('technician', c.AskAccess(change)).record.position}"
    room.do("executive", c.ApproveAccess(request))
    room.do("house", c.RedeemInvitation("rosa"))
    room.do("house", c.NoteVisit("rosa", c.VisitKind.SIGN_IN))
    tries(room, "rosa", c.CloseTable("delta-1"))
    room.do("house", c.NoteVisit("rosa", c.VisitKind.EVIDENCE, "2026-03-01", "2026-03-02"))
    tries(room, "house", c.EndVisit("rosa"))
    room.now += timedelta(hours=1)
    room.do("house", c.EndVisit("rosa"))


def doors() -> None:
    """Accounts from enrolment to their end, cards, terminals, and the command line."""
    room = SeededRoom(floor_text(("delta-1",)))

    def opens(change: c.AccessChange, asks: str = "technician", approves: str = "executive") -> None:
        request = f"request-{room.do(asks, c.AskAccess(change)).record.position}"
        tries(room, asks, c.ApproveAccess(request))
        room.do(approves, c.ApproveAccess(request))

    room.enrol("administrator", "administrator")
    opens(c.EnrolStaff("nora", "Nora", "dealer", gets_card=True))
    tries(room, "nora", c.TapIn("delta-1"))  # she has not redeemed her code
    room.do("house", c.RedeemInvitation("nora", "200001"))
    opens(c.EnrolStaff("omar", "Omar", "accounting"), "administrator", "accounting")
    room.do("house", c.RedeemInvitation("omar"))
    opens(c.ChangeRole("nora", "supervisor"))
    tries(room, "house", c.RedeemInvitation("nora", "200002"))
    opens(c.GiveCard("nora", "lost"), "accounting", "technician")
    room.do("house", c.RedeemInvitation("nora", "200003"))
    opens(c.ResetAccount("omar"))
    room.do("house", c.RedeemInvitation("omar"))
    request = room.do("technician", c.AskAccess(c.AddTerminal("Pit 2"))).record.position
    room.do("executive", c.DeclineAccess(f"request-{request}"))
    opens(c.AddTerminal("Pit 1"))
    room.do("supervisor", c.RemoveTerminal("Pit 1"))
    room.do("supervisor", c.SuspendAccount("nora", "an inquiry"))
    tries(room, "nora", c.TapIn("delta-1"))
    tries(room, "house", c.NoteRefusedSignIn("nora", c.SignInRefusal.NOT_ACTIVE, "here"))
    opens(c.ReinstateAccount("nora"), "accounting", "technician")
    room.do("house", c.IssueCard("dealer", "300001"))
    tries(room, "house", c.IssueCard("supervisor", "300001"))  # another's
    tries(room, "house", c.Enrol("dealer", "Dealer", "dealer"))
    tries(room, "technician", c.AskAccess(c.EnrolStaff("nora", "Nora", "dealer")))
    room.do("supervisor", c.RevokeCard("300001", "found in a drawer"))
    tries(room, "supervisor", c.RevokeCard("300001", "found in a drawer"))
    room.do("house", c.NoteRefusedCard("delta-1", "300001", "dealer", "ApproveSlip", CardRefusal.REVOKED))
    room.do("supervisor", c.AcknowledgeRefusal("delta-1"))
    room.do("house", c.NoteRefusedSignIn("dealer", c.SignInRefusal.WRONG_PASSWORD, "here", {"omar": 2}))
    room.do("house", c.EndSessions("dealer"))
    room.do("executive", c.EndAccount("omar", "has left"))
    tries(room, "omar", c.OnBank("delta", j.Reconcile()))
    room.do("house", c.BreakGlass(c.EnrolStaff("pia", "Pia", "technician")))
    for person in ("technician", "executive", "supervisor"):
        for alert in list(room.house.alerts):
            tries(room, person, c.AcknowledgeAlert(alert, "seen"))
            tries(room, person, c.AcknowledgeFault(alert, "seen"))
    for kind in AlertKind:
        tries(room, "house", c.RaiseAlert("delta-1", cause_of(kind, "first")))
        tries(room, "house", c.RaiseAlert("delta", cause_of(kind, "first")))
    for number, alert in enumerate(list(room.house.alerts)):
        if number % 2:
            tries(room, "house", c.ClearAlert(alert))
        tries(room, "accounting", c.AcknowledgeDeposit(alert, "paid in"))
        tries(room, "technician", c.AcknowledgeFault(alert, "mended"))
        tries(room, "supervisor", c.AcknowledgeAlert(alert, "seen"))
    room.do("house", c.CountRefusals({"ApproveSlip": 2}))
    visit(room)
    seen = date(2026, 1, 7)
    room.do("accounting", c.FileCondition("mississippi-stud", "internal-controls", "binder 2", seen))
    tries(room, "executive", c.FileCondition("mississippi-stud", "no-such", "binder 2", seen))
    room.do("executive", c.FileCondition("mississippi-stud", "licensed-makers", "licence 1", seen))
    room.do("executive", c.WithdrawCondition("mississippi-stud", "licensed-makers", "lapsed"))
    room.do("accounting", c.WriteNote(NoteAbout.WIN, room.house.day, "delta-1", "a short day"))
    tries(room, "accounting", c.WriteNote(NoteAbout.WIN, "2999-01-01", "delta-1", "a day to come"))
    lines = (StatementLine(dated=seen, amount=DOLLAR, text="by courier"),)
    room.do("accounting", c.EnterStatement("delta", "March", 6_000 * DOLLAR, lines))
    room.do("technician", c.NoteBackup("monday.sqlite", 1_000_000))
    room.do("technician", c.NoteVerifiedBackup("monday.sqlite", 0))
    room.do("technician", c.NoteKeyCopies("ab12cd34", "safe 2", seen))
    tries(room, "technician", c.NoteKeyCopies("ab12cd34", "safe 2", date(2999, 1, 1)))
    room.do("dealer", c.CloseSession("dealer", "0123456789abcdef"))
    tries(room, "dealer", c.CloseSession("supervisor", "0123456789abcdef"))
    another = room.house.documents.add(room.read(floor_text(("delta-1", "edge-1"))))
    for answer in (c.DeclineFloor, c.ApproveFloor):
        request = f"request-{room.do('technician', c.AskFloor(another, 'floor.toml', 'more tables')).record.position}"
        tries(room, "technician", c.ApproveFloor(request))
        room.do("executive", answer(request))


# --- real cards -------------------------------------------------------------------------------------------------------


def pressed(room: SeededRoom, person: str, link: str, press: j.StaffPress) -> None:
    room.do(person, c.AtConsole(link, press))


def touched(
    room: SeededRoom,
    seat: int,
    hand: str,
    own: str,
    *,
    executives: bool = False,
    link: str = "delta",
    board: str = BOARD,
) -> None:
    """An award on the touch display, from the seat's button to the card that records it."""
    pressed(room, "dealer", link, j.PressSeat(table=TOUCH, seat=seat))
    pressed(room, "dealer", link, j.PressHand(table=TOUCH, line=hand))
    told = c.VerifyHand(link, TOUCH, seat, hand, cards(own), community=cards(board), stayed_in=True)
    tries(room, "dealer", told)
    tries(room, "supervisor", told)
    pressed(room, "dealer", link, j.Confirm(table=TOUCH))
    tries(room, "dealer", c.AtConsole(link, j.SwipeCard(table=TOUCH, card=StaffCard.SUPERVISOR)))
    pressed(room, "supervisor", link, j.SwipeCard(table=TOUCH, card=StaffCard.SUPERVISOR))
    if executives:
        pressed(room, "executive", link, j.SwipeCard(table=TOUCH, card=StaffCard.EXECUTIVE))


def keyed(room: SeededRoom, seat: int, hand: str, own: str) -> None:
    """The same on the keypad, by the supervisor's key."""
    locked(room, seat, hand, own)
    pressed(room, "dealer", "bad-beat", j.TurnKey(table=KEYPAD, to=KeySwitch.RUN))


def locked(room: SeededRoom, seat: int, hand: str, own: str) -> None:
    pressed(room, "dealer", "bad-beat", j.PressHand(table=KEYPAD, line=hand))
    told = c.VerifyHand("bad-beat", KEYPAD, seat, hand, cards(own), cards(EIGHT), stayed_in=True)
    room.do("supervisor", told)
    pressed(room, "supervisor", "bad-beat", j.TurnKey(table=KEYPAD, to=KeySwitch.JPH))
    pressed(room, "dealer", "bad-beat", j.PressJackpot(table=KEYPAD, seat=seat))


def three_levels_and_two_tables() -> None:
    """Levels of one jackpot, each with its hand; and a meter that gets wagers while an amount on it is locked."""
    levels = (("Mega", 10_000, 12, 2), ("Major", 1_000, 6, 1), ("Minor", 250, 4, 0))
    multi = 'paytable = "ML03"\nwager = "$1"\nenvy = true\n' + "".join(
        f'[[link.level]]\nname = "{name}"\nseed = "${seed}"\ncontribution = "{rate}%"\nreserve = "{reserve}%"\n'
        for name, seed, rate, reserve in levels
    )
    multi += 'maximum = "$300"\n'
    other = "edge-1-2"
    plays = 'jackpots = ["multi"]'
    tables = {TOUCH: f"{REAL}\n{plays}", "caribbean-1": plays, KEYPAD: REAL, other: REAL}
    room = SeededRoom(floor_text(tables, links=("bad-beat",), own_links={"multi": multi}, service="$0"))
    end = c.AtConsole("multi", j.EndGame(table=TOUCH))
    for hand, own, shown in (
        ("four_of_a_kind", "10h 10d", "10s 10c Qs"),
        ("straight_flush", STRAIGHT, BOARD),
        ("royal_flush", ROYAL, BOARD),
    ):
        room.do("dealer", c.CountSensors("multi", TOUCH, (1, 2, 4)))
        touched(room, 1, hand, own, executives=hand == "royal_flush", link="multi", board=shown)
        number = room.house.links["multi"].state.wins_recorded
        room.do("supervisor", c.HandOver("multi", f"multi-{number}", Till.CAGE))
        room.do("dealer", end)
    for back_out in ("multi-3", "multi-1"):
        fate = EnvyFate.LEFT if room.house.links["multi"].state.wins[back_out].envy else None
        agreed(room, "multi", j.BackOut(win=back_out, why="a boxed card", envy_fate=fate))
    # The keypad's link: an amount is locked at one table, and the other one plays on.
    for table in (KEYPAD, other):
        room.do("dealer", c.CountSensors("bad-beat", table, (1, 2, 3)))
    locked(room, 2, "7-card_straight", SEVEN)
    room.do("supervisor", c.RefundHand(other, 3, "fouled"))
    room.do("supervisor", c.VoidGame(other, "a misdeal"))
    room.do("dealer", c.CountSensors("bad-beat", other, (4, 5, 6)))
    pressed(room, "dealer", "bad-beat", j.TurnKey(table=KEYPAD, to=KeySwitch.RUN))
    room.do("supervisor", c.VoidGame(other, "a misdeal"))
    room.do("supervisor", c.HandOver("bad-beat", "bad-beat-1", Till.TRAY))
    room.do("dealer", c.AtConsole("bad-beat", j.GameOver(table=KEYPAD)))
    # A second award before the meter has recovered: the house advances what it lacks.
    agreed(room, "bad-beat", j.BackOut(win="bad-beat-1", why="a wrong deck", envy_fate=EnvyFate.LEFT))
    room.do("dealer", c.CountSensors("bad-beat", KEYPAD, (1, 2)))
    keyed(room, 1, "7-card_straight", SEVEN)
    room.do("supervisor", c.HandOver("bad-beat", "bad-beat-2", Till.CAGE))
    room.do("dealer", c.AtConsole("bad-beat", j.GameOver(table=KEYPAD)))


def with_real_cards() -> None:
    """Both consoles: awards of all of a meter, of a part, from the tray and posted; envy, and wins backed out."""
    text = floor_text({TOUCH: REAL, KEYPAD: REAL, POSTED: REAL}, links=LINKS, service="$0")
    text = text.replace("[approvals]", '[approvals]\nexecutive_from = "$2,000"')
    text += '[winners]\nkeep_days = 30\n[[winners.tax_data]]\nsince = 2026-01-01\namount = "$1,000"\ncites = "rule 9"\n'
    room = SeededRoom(text)
    room.enrol("cage", "cage")
    end_touch, end_keypad = (c.AtConsole("delta", j.EndGame(table=TOUCH)),
                             c.AtConsole("bad-beat", j.GameOver(table=KEYPAD)))  # fmt: skip
    # All of the meter, by three cards; a tenth of it; a fixed pay.
    room.do("dealer", c.CountSensors("delta", TOUCH, (1, 2, 3, 5)))
    touched(room, 1, "royal_flush", ROYAL, executives=True)
    tries(room, "dealer", c.HandOver("delta", "delta-1", Till.CAGE))
    room.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    tries(room, "supervisor", c.PayHandPay("delta", "delta-1"))
    for _ in range(2):
        tries(room, "cage", c.PayHandPay("delta", "delta-1"))
    room.do("dealer", c.DeclareHand("delta", TOUCH, 2, "flush", cards(FLUSH), community=cards(BOARD), stayed_in=True))
    tries(room, "dealer", c.DeclareHand("delta", TOUCH, 4, "flush", cards("3s 5s"), stayed_in=True))
    room.do("dealer", end_touch)
    for number in range(2):
        room.do("dealer", c.CountSensors("delta", TOUCH, (1, 2, 3)))
        touched(room, 2, "straight_flush", STRAIGHT)
        room.do("executive", c.HandOver("delta", f"delta-{3 + number}", (Till.TRAY, Till.CAGE)[number]))
        room.do("dealer", end_touch)
    room.do("supervisor", c.PrintWin("delta", "delta-1"))
    room.do("accounting", c.PrintWin("delta", "delta-1"))
    # Who won, and that nobody knows it any more.
    win = room.house.links["delta"].state.wins["delta-1"]
    fields = (WinnerField.NAME, WinnerField.TAX_NUMBER)
    room.do("cage", c.NoteWinner("delta", win.id, fields, win.source, win.amount, room.house.day))
    tries(room, "cage", c.NoteWinner("delta", "delta-2", fields, Source.TRAY, 40 * DOLLAR, room.house.day))
    tries(room, "executive", c.EraseWinner("delta", win.id, "accounting", room.house.day))
    won_on = room.house.day
    # Backed out: envy left, envy asked back, and the winner's own money.
    agreed(room, "delta", j.BackOut(win="delta-3", why="a boxed card", envy_fate=EnvyFate.LEFT))
    agreed(room, "delta", j.BackOut(win="delta-4", why="a boxed card", envy_fate=EnvyFate.ASKED_BACK))
    tries(room, "cage", c.PayHandPay("delta", "delta-4"))  # its slip is worth nothing now
    for link in ("delta-3", "delta-4"):
        for seat, owed in room.house.links["delta"].state.wins[link].owed_back().items():
            tries(room, "cage", c.TakeReturn("delta", link, seat, owed + CENT))
            room.do("cage", c.TakeReturn("delta", link, seat, owed // 2 // CENT * CENT or owed))
    # The keypad.
    room.do("dealer", c.CountSensors("bad-beat", KEYPAD, (2, 3)))
    keyed(room, 2, "7-card_straight", SEVEN)
    room.do("supervisor", c.HandOver("bad-beat", "bad-beat-1", Till.TRAY))
    room.do("dealer", end_keypad)
    room.do("dealer", c.CountSensors("bad-beat", KEYPAD, (2, 3)))
    told = c.DeclareHand("bad-beat", KEYPAD, 3, "6-card_straight", cards(SIX), cards(EIGHT), stayed_in=True)
    room.do("dealer", told)
    room.do("supervisor", c.CorrectSensor("bad-beat", KEYPAD, 5, lit=True, why="the light was dark"))
    room.do("supervisor", c.CorrectSensor("bad-beat", KEYPAD, 2, lit=False, why="nobody sat there"))
    room.do("dealer", end_keypad)
    agreed(room, "bad-beat", j.BackOut(win="bad-beat-1", why="a wrong deck", envy_fate=EnvyFate.ASKED_BACK))
    # A posted prize; a hand refunded, a game voided, seats reopened.
    room.do("dealer", c.CountSensors("house-flush", POSTED, (1, 4)))
    room.do("supervisor", c.RefundHand(POSTED, 4, "fouled"))
    told = c.VerifyHand(
        "house-flush", POSTED, 1, "6-card_straight_flush", cards("2s 3s 4s 5s 6s 7s Kd"), stayed_in=True
    )
    for press in (j.PressSeat(table=POSTED, seat=1), j.PressHand(table=POSTED, line="6-card_straight_flush")):
        tries(room, "dealer", c.AtConsole("house-flush", press))
    tries(room, "supervisor", told)
    for person, press in (
        ("dealer", j.Confirm(table=POSTED)),
        ("supervisor", j.SwipeCard(table=POSTED, card=StaffCard.SUPERVISOR)),
        ("executive", j.SwipeCard(table=POSTED, card=StaffCard.EXECUTIVE)),
    ):
        tries(room, person, c.AtConsole("house-flush", press))
    tries(room, "supervisor", c.HandOver("house-flush", "house-flush-1", Till.CAGE))
    tries(room, "dealer", c.AtConsole("house-flush", j.EndGame(table=POSTED)))
    agreed(room, "house-flush", j.ChangePrize(level="Posted prize", prize=4_000 * DOLLAR, why="a new month"))
    room.do("dealer", c.CountSensors("delta", TOUCH, (1, 2)))
    room.do("supervisor", c.VoidGame(TOUCH, "a misdeal"))
    # Two seats in clockwise order: one was overlooked.
    room.open(text.replace('award_order = "counter-clockwise"', 'award_order = "clockwise"'))
    room.do("dealer", c.CountSensors("delta", TOUCH, (1, 2)))
    pressed(room, "dealer", "delta", j.PressSeat(table=TOUCH, seat=2))
    pressed(room, "dealer", "delta", j.PressHand(table=TOUCH, line="straight_flush"))
    told = c.VerifyHand("delta", TOUCH, 2, "straight_flush", cards(STRAIGHT), community=cards(BOARD), stayed_in=True)
    tries(room, "dealer", told)
    room.do("supervisor", told)
    pressed(room, "dealer", "delta", j.Confirm(table=TOUCH))
    room.do("dealer", c.ReopenSeats(TOUCH))
    room.do("dealer", c.DeclareHand("delta", TOUCH, 1, "flush", cards(FLUSH), stayed_in=True))
    pressed(room, "dealer", "delta", j.PressHand(table=TOUCH, line="straight_flush"))  # it goes out
    pressed(room, "dealer", "delta", j.PressHand(table=TOUCH, line="straight_flush"))
    pressed(room, "dealer", "delta", j.Confirm(table=TOUCH))
    pressed(room, "supervisor", "delta", j.SwipeCard(table=TOUCH, card=StaffCard.SUPERVISOR))
    room.do("executive", c.HandOver("delta", "delta-6", Till.TRAY))
    tries(room, "cage", c.PayHandPay("delta", "delta-6"))  # its chips came from the tray
    room.do("dealer", end_touch)
    # The end of the evening: trays and drops counted by two.
    for table in (TOUCH, KEYPAD, POSTED):
        tries(room, "supervisor", c.CloseTable(table))
        tries(room, "supervisor", c.KeepOpen(table))
        tries(room, "supervisor", c.CloseTable(table))
        rack = as_rack(room.house.balance(f"tray:{table}") // DOLLAR * DOLLAR, CHIPS)
        for person, command in (
            ("dealer", c.CountTray(table, Purpose.CLOSING, rack)),
            ("dealer", c.CheckCount(table, rack)),
            ("supervisor", c.CheckCount(table, rack, "a chip rolled away")),
            ("accounting", c.CountDrop(table, {20 * DOLLAR: 9})),
            ("accounting", c.CheckDrop(table, {20 * DOLLAR: 9})),
            ("executive", c.CheckDrop(table, {20 * DOLLAR: 9})),
        ):
            tries(room, person, command)
    room.now += timedelta(days=40)
    room.do("executive", c.EraseWinner("delta", win.id, "accounting", won_on))


# --- the jackpots' money ----------------------------------------------------------------------------------------------


def money_of_jackpots() -> None:
    """Other figures, changes by hand, the bank account, and the end of two jackpots."""
    room = SeededRoom(floor_text(("delta-1", "delta-2", "edge-1", "straight-1"), links=LINKS))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat, chips=900)
    room.play("delta-1", "ann", "bob", progressive=1)
    level = "Progressive"
    for asks, change in (
        ("technician", j.ChangeRates(level=level, contribution=1_500, reserve=500, why="x")),
        ("accounting", j.ChangeWager(wager=2 * DOLLAR, why="x")),
        ("accounting", j.ChangeSeed(level=level, seed=3_000 * DOLLAR, why="x")),
        ("accounting", j.ChangeMaximum(level=level, maximum=6_000 * DOLLAR, why="x")),
        ("accounting", j.Adjust(level=level, change=1_200 * DOLLAR, reason=j.Reason.ADDED_BY_HOUSE, why="x")),
        ("supervisor", j.Adjust(level=level, change=-250_000, reason=j.Reason.MALFUNCTION, why="x")),
        ("accounting", j.Adjust(level=level, change=-CENT, reason=j.Reason.MALFUNCTION, fund=j.Fund.RESERVE, why="x")),
    ):
        tries(room, asks, c.AskChange("delta", change))
        for request in list(room.house.requests):
            tries(room, "executive", c.ApproveChange(request))
    room.play("delta-1", "ann", "bob", progressive=2)
    with suppress(CardroomError):  # a link is changed by two people, and not by the file
        room.open(floor_text(("delta-1", "delta-2", "edge-1", "straight-1"), links=LINKS, seed="$7,000"))
    room.next_seed = STRAIGHT_FLUSH
    room.play("delta-1", "ann", "bob", progressive=2)
    room.do(
        "supervisor", c.AskChange("delta", j.Adjust(level=level, change=CENT, reason=j.Reason.MALFUNCTION, why="x"))
    )
    room.do("executive", c.DeclineChange(next(reversed(room.house.requests))))
    room.do("accounting", c.OnBank("delta", j.RecordDeposit(amount=5 * CENT)))
    room.do("accounting", c.OnBank("delta", j.Reconcile(balance=0)))
    room.begin("delta-1")
    tries(room, "ann", room.bets("ann", "delta-1", progressive=2))
    tries(room, "ann", room.bets("ann", "delta-1"))
    room.do("accounting", c.OnBank("delta", j.Reconcile()))
    room.deal("delta-1")
    room.finish("delta-1")
    tries(room, "accounting", c.AskChange("delta", j.RemoveJackpot(destination="bad-beat", why="a new game")))
    agreed(room, "delta", j.GiveNotice(last_day=(room.now + timedelta(days=10)).date(), why="a new game"))
    agreed(room, "bad-beat", j.GiveNotice(last_day=(room.now + timedelta(days=20)).date(), why="a new game"))
    room.now += timedelta(days=11)
    agreed(room, "delta", j.RemoveJackpot(destination="bad-beat", why="a new game"))
    room.play("delta-1", "ann", "bob")
    room.now += timedelta(days=11)
    agreed(room, "bad-beat", j.RemoveJackpot(destination=j.PROBLEM_GAMBLING, why="a new game"))
    agreed(room, "house-flush", j.RemoveJackpot(destination="", why="a new game"))


# --- days -------------------------------------------------------------------------------------------------------------


def the_cages_shift() -> None:
    """Its first count, cash and chips over the counter, what is undone, what else moves its drawers; a short count."""
    room = SeededRoom(floor_text({"straight-1": BY_HAND, "delta-3": REAL}, house="play_money = false"))
    for person in ("cage", "carl"):
        room.enrol(person, "cage")
    room.enrol("ann")
    first = {100 * DOLLAR: 150}, {100 * DOLLAR: 140}
    tries(room, "cage", c.SellChips(100 * DOLLAR))  # nobody has counted yet
    room.do("cage", c.CountCage(*first))
    tries(room, "cage", c.CheckCageCount(*first))
    room.do("carl", c.CheckCageCount(*first))
    room.do("cage", c.SellChips(9_000 * DOLLAR, "ann"))
    room.do("cage", c.SellChips(1_500 * DOLLAR, "ann", to_wallet=True))  # a report is due
    tries(room, "cage", c.SellChips(10_000 * DOLLAR))
    room.do("cage", c.RedeemChips(200 * DOLLAR))
    room.do("cage", c.UndoCageMove(3, "twice"))
    tries(room, "cage", c.UndoCageMove(3, "again"))
    room.do("cage", c.RedeemChips(11_000 * DOLLAR, "ann"))
    room.do("cage", c.BringToCage("from the bank", cash=2_000 * DOLLAR))
    tries(room, "cage", c.TakeFromCage("to the vault", chips=1_000 * DOLLAR))
    room.do("supervisor", c.Lent("cage", c.TakeFromCage("to the vault", chips=1_000 * DOLLAR)))
    for number, kind in enumerate((SlipKind.FILL, SlipKind.CREDIT), 1):
        room.do("dealer", c.AskSlip("straight-1", kind, {25 * DOLLAR: 4}))
        room.do("supervisor", c.ApproveSlip(number))
    room.do("cage", c.SendFill(1))
    room.do("dealer", c.ReceiveFill(1))
    room.do("dealer", c.SendCredit(2))
    room.do("cage", c.ReceiveCredit(2))
    room.count_drop("delta-3", 300, by="cage", checks="accounting")
    held = [room.house.balance(account) for account in ("cage-cash", "cage-chips")]
    short = {DOLLAR: held[0] // DOLLAR - 25}, as_rack(held[1], CHIPS)
    room.do("cage", c.CountCage(*short))
    tries(room, "accounting", c.CheckCageCount(*short))
    room.do("accounting", c.CheckCageCount(*short, why="a note given out twice"))
    tries(room, "cage", c.UndoCageMove(5, "too late"))
    room.do("cage", c.RedeemChips(300 * DOLLAR, "ann", from_wallet=True))


def a_promotion() -> None:
    """On a bonus wager of Keep It Straight: asked for, declined, approved, hit, and ended."""
    room = SeededRoom(floor_text(("straight-1",)))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "straight-1", seat)
    day = date.fromisoformat(room.house.day)
    asked = c.AskPromotion(
        "straight-1", "straight_flush", "4-card_straight_flush", 20 * DOLLAR, day, day, "letter 17", date(2026, 2, 1)
    )
    tries(room, "dealer", asked)
    room.do("supervisor", asked)
    room.do("executive", c.DeclinePromotion("promotion-1"))
    room.do("accounting", asked)
    tries(room, "accounting", c.ApprovePromotion("promotion-2"))
    room.do("executive", c.ApprovePromotion("promotion-2"))
    room.next_seed = FOUR_TO_A_FLUSH  # the first seat has 2s to 5s
    room.play("straight-1", "ann", "bob", straight_flush=5)
    room.do("supervisor", c.EndPromotion("promotion-2", "the budget is used up"))
    tries(room, "supervisor", c.EndPromotion("promotion-2", "again"))
    room.next_seed = FOUR_TO_A_FLUSH
    room.play("straight-1", "ann", "bob", straight_flush=5)


def corrected_days() -> None:
    """A day that began by a wrong clock, rounds put right later, slips, files, and what is lost."""
    tables = {"delta-1": "", "delta-3": REAL, "edge-1": "", "straight-1": BY_HAND, "edge-2": 'payout_cap = "$20"'}
    room = SeededRoom(floor_text(tables))
    room.enrol("cage", "cage")
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat, chips=300)
    room.play("delta-1", "ann", "bob", progressive=1)
    for number, kind in enumerate((SlipKind.FILL, SlipKind.CREDIT), 1):
        room.do("dealer", c.AskSlip("straight-1", kind, {25 * DOLLAR: 4}))
        tries(room, "dealer", c.ApproveSlip(number))
    room.now += timedelta(days=40)
    room.next_seed = STRAIGHT_FLUSH
    room.play("delta-1", "ann", "bob", progressive=1)
    for _ in range(2):
        room.do("dealer", c.CountSensors("delta", "delta-3", (1, 2)))
        room.do("dealer", c.DeclareHand("delta", "delta-3", 1, "three_of_a_kind", stayed_in=True))
        pressed(room, "dealer", "delta", j.EndGame(table="delta-3"))
    room.do("dealer", c.CountSensors("delta", "delta-3", (1, 2)))
    room.do("supervisor", c.ApproveSlip(1))
    tries(room, "dealer", c.SendCredit(1))  # it is a fill
    room.do("cage", c.SendFill(1))
    tries(room, "cage", c.VoidSlip(1, "its chips are on the way"))
    room.do("cage", c.PrintSlip(1))
    room.do("cage", c.PrintSlip(1))
    room.do("dealer", c.ReceiveFill(1))
    room.do("supervisor", c.ApproveSlip(2))
    room.do("dealer", c.SendCredit(2))
    room.do("cage", c.ReceiveCredit(2))
    room.do("dealer", c.AskSlip("straight-1", SlipKind.FILL, {DOLLAR: 7}))
    room.do("supervisor", c.VoidSlip(3, "not needed"))
    room.do("supervisor", c.CloseTable("edge-1"))
    room.do("supervisor", c.OpenTable("edge-1", 5_000 * DOLLAR))
    room.do("supervisor", c.ChangeTable("edge-1", minimum=10 * DOLLAR))
    room.now -= timedelta(days=40)
    fix = c.CorrectDay("2026-03-02", room.house.first_of_day, "the clock was forty days ahead")
    tries(room, "executive", fix)
    room.do("executive", c.Lent("accounting", fix))
    pressed(room, "dealer", "delta", j.EndGame(table="delta-3"))
    room.play("delta-1", "ann", "bob", progressive=1)
    room.do("ann", c.SitDown("edge-2", 1, 200 * DOLLAR))
    room.next_seed = A_WIN
    room.play("edge-2", "ann", ante=10, blind=10)  # more than the posted cap
    book = Book(room)
    for _ in range(3):
        first = room.play("edge-2", "ann", blind=5)
        book.correct("edge-2", first, 1, "ante", 45 * DOLLAR)  # more than the posted cap lets anyone win
        book.correct("edge-2", first, 1, "blind", 0)
        book.correct("edge-2", first, 1, "ante", 15 * DOLLAR)
    room.do("supervisor", c.PrintRound("edge-2", first, prints=0))
    room.do("accounting", c.PrintRound("edge-2", first, prints=1))
    tries(room, "supervisor", c.PrintRound("edge-2", first))
    room.do("house", c.TakeCheckpoint())
    room.next_day()
    room.do("accounting", c.CloseDay("2026-03-02"))
    tries(room, "accounting", c.CloseDay("2026-03-03"))
    book.correct("edge-2", first, 1, "ante", 5 * DOLLAR)
    room.do("supervisor", c.CloseTable("edge-2"))
    book.correct("edge-2", first, 1, "ante", 25 * DOLLAR)
    room.do("accounting", c.CollectDrop("delta-1"))
    tries(room, "supervisor", c.Archive(room.house.position - 3, HASH))
    room.do("house", c.Archive(room.house.position - 3, HASH))
    room.do("house", c.NoteVerification(room.house.position, room.house.head, 0, "auditor"))
    room.do("house", c.NoteLostRecords(room.house.position + 1, room.house.position + 9, HASH))
    for table in ("delta-1", "straight-1"):
        if table == "straight-1":
            room.do("bob", c.SitDown(table, 1, 100 * DOLLAR))
        room.begin(table)
        room.bet("ann" if table == "delta-1" else "bob", table)
        room.do("dealer", c.AtTable(table, t.CloseBets()))
    lost = room.house.tables["delta-1"].round_id
    tries(room, "supervisor", c.VoidWithoutKey("delta-1", lost, "supervisor"))
    room.do("supervisor", c.VoidWithoutKey("delta-1", lost, "dealer"))
    room.do("house", c.StopTable("straight-1", Fault(FaultyPart.VIEW, "ValueError")))
    room.do("house", c.StopTable("straight-1", Fault(FaultyPart.GAME, "ValueError")))
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.bet("bob", "delta-1")
    room.do("house", c.StopTable("delta-1", Fault(FaultyPart.GAME, "KeyError")))
    room.do("supervisor", c.OpenTable("delta-1", 1_000 * DOLLAR))
    room.open(floor_text({"delta-1": "", "delta-3": REAL}))
    room.next_day()
    room.do("accounting", c.CloseDay("2026-03-03"))


class Book:
    """What wagers of rounds that are over have given back, with the corrections so far."""

    def __init__(self, room: SeededRoom) -> None:
        self.room, self.corrections = room, []

    def correct(self, table: str, round_id: str, seat: int, wager: str, due: int) -> None:
        """With what the server would have looked up."""
        live, of_seat = self.room.house.tables[table], self.room.round(table).state.seats[seat]
        backs = of_seat.paid_back | {place[2]: due for *place, due in self.corrections if place[:2] == [round_id, seat]}
        won = {name: max(back - of_seat.stakes[name], 0) for name, back in backs.items()}
        events = [event for event in self.room.events(RoundCorrected) if event.round_id == round_id]
        kept = live.capped.get(seat, 0) + sum(event.kept for event in events)
        cap = live.plan.payout_cap if live.capped.get(seat) else None
        others = sum(amount for name, amount in won.items() if name != wager)
        seen = c.SeatInLog(of_seat.stakes[wager], others, kept, cap)
        booked, later = backs.get(wager, 0), len(events)
        found = c.InLog("ann", booked, is_over=True, later=later, as_of=self.room.house.position, of_seat=seen)
        command = c.CorrectRound(table, round_id, seat, wager, "misread", due=due, found=found)
        tries(self.room, "supervisor", command)  # alone
        if due != booked:
            self.room.do("supervisor", c.Lent("dealer", command))
            self.corrections.append((round_id, seat, wager, due))


EVENINGS = {
    "dealt by hand": dealt_by_hand,
    "among friends": among_friends,
    "doors": doors,
    "real cards": with_real_cards,
    "three levels and two tables": three_levels_and_two_tables,
    "the jackpots' money": money_of_jackpots,
    "corrected days": corrected_days,
    "the cage's shift": the_cages_shift,
    "a promotion": a_promotion,
}
