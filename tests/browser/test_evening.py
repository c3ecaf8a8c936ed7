"""A whole evening of a table that a person deals: counted, dealt, mispaid, disputed and counted again; it adds up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardroom.house.kernel.people import Role
from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.money import DOLLAR, show_money

from ..floors import floor_text
from ..patience import PATIENCE
from ..reckoning import Clerk, records_of
from .felt import TABLET, House, Terminal, come_in, open_felt, sign_in
from .people import Visitor
from .test_dealing import deal_by_key
from .test_staff import NO_PRINTER, Employee, fill_in, look_at, take_on

TABLE, AUTOMATIC = "evening-1", "bots-1"
GAME = 'game = "solitaire-stud"'
OF_TABLE = f'{GAME}\nname = "Evening"\ndealer = "human"\npays = "checked"\npaytables = {{ three_plus = "SS-01" }}'
FLOOR = floor_text(
    {TABLE: OF_TABLE, AUTOMATIC: f'{GAME}\nname = "Bots"'},
    links=(),
    house='play_money = true\nopen_tables = "by count"',
    timers={"bets": 300, "decision": 300, "pause": 3},
)
CARDROOM = Path(sys.executable).with_name("cardroom")
CARD = re.compile(r'"(?:[2-9TJQKA]|10)[cdhs]\\?"')
KEYS = count()
STAKES = {"ante": 5 * DOLLAR, "super_bonus": 5 * DOLLAR}
SUPER_BONUS = {0: 0, 1: 1, 2: 2, 3: 5, 4: 20, 5: 100, 6: 1_000}  # to one, by how many cards a hand is longer
THREE_PLUS = {3: 3, 4: 6, 5: 20, 6: 50, 7: 500}


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory):
    more = {"cal": Role.CAGE, "ada": Role.ACCOUNTING}
    with open_felt(tmp_path_factory.mktemp("evening"), FLOOR, bots=1, more=more) as house:
        yield house


# --- what a dealer knows ----------------------------------------------------------------------------------------------


def run_of(cards: list[str]) -> tuple[int, int]:
    """The longest run in alternating colours: how many cards, and its highest."""
    ranks = ["A", *"23456789TJQK"]
    held = {(ranks.index(card[:-1].replace("10", "T")), card[-1] in "dh") for card in cards}

    def below(rank: int, is_red: bool) -> int:
        return 1 + below(rank - 1, not is_red) if (rank, is_red) in held else 0

    return max((below(*card), card[0] + 1) for card in held)


def counted_out(dealing: dict[str, Any]) -> int:
    """What the next seat wins beyond its stakes, by the rules of the sheet and the cards on the felt."""
    due = dealing["settlement"]
    (dealers,) = [turned["cards"] for turned in dealing["turned"] if turned["whose"] == "the dealer"]
    mine, his = run_of(due["cards"]), run_of(dealers)
    stakes = {wager["wager"]: wager["stake"] for wager in due["wagers"]}
    pays = {"three_plus": THREE_PLUS.get(mine[0], 0)}
    if mine > his:
        pays |= {"play": 1, "super_bonus": SUPER_BONUS[mine[0] - his[0]], "ante": 1 if his >= (2, 5) else 0}
    return sum(stake * pays.get(wager, 0) for wager, stake in stakes.items())


# --- people -----------------------------------------------------------------------------------------------------------


def do(visitor: Visitor, **command: Any) -> None:
    """What has been pressed on a page before."""
    body = {"type": "Submit", "key": new_key(now(), str(next(KEYS))), "command": command}
    answer = visitor.page.request.post(f"{visitor.room.url}/api/commands", data=body)
    assert answer.ok, (command, answer.text())


@dataclass
class Player:
    visitor: Visitor
    seat: int

    def bet(self) -> None:
        do(self.visitor, type="AtTable", table=TABLE, command={"type": "Bet", "seat": self.seat, "stakes": STAKES})

    def play(self) -> None:
        option = self.visitor.ask(f"/api/tables/{TABLE}")["yours"]["options"][1]["name"]
        do(self.visitor, type="AtTable", table=TABLE, command={"type": "Choose", "seat": self.seat, "option": option})

    @property
    def wallet(self) -> tuple[str, int]:
        me = self.visitor.ask("/api/me")
        assert me["wallet"] == me["in_all"], "no chip is left on a table"
        return me["person"]["id"], me["wallet"]


def sit_down(visitor: Visitor) -> Player:
    """Wherever no computer player sits."""
    visitor.open(f"/tables/{TABLE}")
    visitor.wait_until(lambda: len(seats_of(visitor)) > 0)
    seat = min({1, 2, 3} - seats_of(visitor))
    visitor.sit_down(TABLE, seat)
    return Player(visitor, seat)


def seats_of(visitor: Visitor) -> set[int]:
    return {seat["seat"] for seat in visitor.ask(f"/api/tables/{TABLE}")["standing"]["seats"]}


def terminal_of(at: Terminal) -> dict[str, Any]:
    return dict(at.visitor.ask(f"/api/tables/{TABLE}/terminal"))


def begin(at: Terminal, *players: Player) -> None:
    """A round is bet on and dealt, up to the decisions."""
    do(at.visitor, type="BeginRound", table=TABLE)
    for player in players:
        player.bet()
    go_on(at)


def go_on(at: Terminal) -> None:
    """Whatever the dealer does next, until players decide or the round is over."""
    while (step := terminal_of(at)["next"]) and (step["command"] or step["asks_figure"]):
        if step["asks_figure"]:
            dealing = terminal_of(at)["dealing"]
            do(at.visitor, type="PaySeat", table=TABLE, seat=dealing["settlement"]["seat"], paid=counted_out(dealing))
        elif step["command"]["type"] == "BeginRound":
            return
        else:
            do(at.visitor, **step["command"])


def finish(at: Terminal, *players: Player) -> None:
    for player in players:
        player.play()
    at.visitor.wait_until(lambda: terminal_of(at)["next"]["whose"] == "dealer")  # a computer player has decided, too
    go_on(at)


# --- the evening ------------------------------------------------------------------------------------------------------


def open_with_a_count(dealer: Employee, supervisor: Employee) -> None:
    for person in (dealer, supervisor):
        person.open(f"/staff/pit/{TABLE}")
    fill_in(dealer, {"$100": 100, "$25": 300, "$5": 500}, "That is in the tray")
    supervisor.page.get_by_role("button", name=re.compile("^Checked, it is so")).click()
    expect(dealer.page.get_by_text("The table is open.")).to_be_visible()


def deal_with_wrong_figures(at: Terminal, *players: Player) -> None:
    """By keyboard, every figure by hand; two are wrong, and a supervisor's card puts them right.

    The first one was handed over, and the other one only told.
    """
    deal_by_key(at, "Players put their bets down|NO MORE BETS")
    for player in players:
        player.visitor.bet("Ante")
        expect(at.page.get_by_role("list", name="Seats").get_by_role("listitem").nth(player.seat - 1)).to_contain_text(
            "Super Bonus $5"
        )
    deal_by_key(at, "decides?[.]")
    for player in players:
        player.visitor.decide()
    expect(at.comes_next).not_to_contain_text(re.compile("decides?[.]"))
    wrongs = ["These chips were handed over", "Only the figure was wrong"]
    while True:
        deal_by_key(at, "enter what you push|CLOSE ROUND")
        if not (view := terminal_of(at))["next"]["asks_figure"]:
            break
        told, figure = at.comes_next.inner_text(), counted_out(view["dealing"]) + 5 * DOLLAR * len(wrongs)
        at.page.get_by_role("textbox", name=re.compile("^Pushed to seat")).fill(show_money(figure))
        at.press("ENTER")
        if wrongs:
            differs = at.page.get_by_role("alert", name="The payout differs")
            expect(differs).to_contain_text(f"Dora counted out {show_money(figure)} for seat")
            expect(players[0].visitor.page.get_by_text("A supervisor looks into the payout").first).to_be_visible()
            at.page.get_by_role("radio", name=re.compile(f"^{wrongs.pop(0)}")).check()
            at.press("PUT RIGHT")
            at.swipe("sue")
        expect(at.comes_next).not_to_have_text(told, use_inner_text=True)
        expect(at.page.get_by_role("alert", name="The payout differs")).to_have_count(0)
    assert not wrongs
    at.press("CLOSE ROUND")
    expect(at.page.get_by_role("button", name="NEW ROUND")).to_be_visible()


def hold_and_misdeal(at: Terminal, player: Player) -> None:
    """A dispute while cards are out ends in a misdeal, whose money is told before it moves."""
    at.press("Suspend the table …")
    at.press("Cards were exposed")
    expect(player.visitor.page.get_by_text("The table is suspended").first).to_be_visible()
    at.press("RESUME", at.comes_next)
    at.swipe("sue")
    at.press("Put right …")
    at.sheet.get_by_label("What happened").select_option("void")
    at.sheet.get_by_label("Why").fill("a card was exposed")
    expect(at.sheet.get_by_role("status", name="What it would do")).to_contain_text(re.compile(r"gets \$10 back"))
    at.press("Put it right")
    at.swipe("sue")
    expect(at.page.get_by_role("button", name="NEW ROUND")).to_be_visible()


def clear_seat(supervisor: Employee, player: Player) -> None:
    """What becomes of the chips is told before, and then to the player."""
    supervisor.visitor.button(f"Clear seat {player.seat} …").click()
    question = supervisor.page.get_by_role("dialog", name=f"Clear seat {player.seat}")
    expect(question.get_by_role("status", name="What it would do")).to_contain_text("$")
    question.get_by_role("button", name="Clear the seat").click()
    told = "A supervisor has cleared your seat. Your chips, "
    expect(player.visitor.page.get_by_role("main").get_by_text(told).first).to_be_visible()
    expect(question).to_have_count(0)


def fill_by_slip(supervisor: Employee, another: Employee, cage: Employee) -> None:
    """Asked, approved, sent, received and printed."""
    supervisor.page.get_by_role("button", name="Ask for a fill").click()
    fill_in(supervisor, {"$25": 40}, "Ask for this fill")
    expect(supervisor.sheet("Slip 1")).to_contain_text("fill of $1,000 to Evening")
    do(another.visitor, type="ApproveSlip", slip=1)
    take_on(cage, 1, "Send the chips")
    take_on(supervisor, 1, "Received at the table")
    cage.open("/staff/cage/1")
    cage.visitor.button("Print").click()
    cage.visitor.wait_until(lambda: cage.page.evaluate("() => window.prints") == 1)


def settle_a_dispute(house: House, supervisor: Employee, player: Player) -> None:
    """About the first round, of somebody who has left, while the third one is played; two people, and a print."""
    page = supervisor.page
    page.get_by_role("navigation", name="Rooms of the staff").get_by_role("link", name="Rounds").click()
    page.get_by_label("Table").select_option(TABLE)
    page.get_by_label("Seat").select_option(str(player.seat))
    expect(page.get_by_role("row").filter(has_text="void")).to_contain_text(f"{TABLE}-2")
    first = page.get_by_role("row").filter(has_text=f"{TABLE}-1")
    expect(first).to_contain_text(re.compile(r"\$[\d,.]+; \d "))  # one seat after the other
    page.get_by_role("link", name=f"{TABLE}-1").click()
    page.get_by_role("button", name=f"Correct Ante of seat {player.seat}").click()
    form = page.get_by_role("dialog", name=f"Correct Ante of seat {player.seat}")
    form.get_by_label("What is due in all, stake and winnings").fill("$1,015")
    form.get_by_label("Why").fill("the hand was misread")
    expect(form.get_by_role("status", name="What it would do")).to_contain_text("The tray of Evening gives $1,0")
    form.get_by_role("button", name="Swipe a card for it").click()
    prompt = page.get_by_role("dialog", name="Swipe a card")
    prompt.get_by_label("Staff card: scan it now").fill(house.codes["sam"])
    prompt.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("region", name="Corrections")).to_contain_text("Entered by Sue, approved by Sam")
    page.get_by_role("button", name=re.compile("^Print")).click()
    supervisor.visitor.wait_until(lambda: page.evaluate("() => window.prints") == 1)


def close_with_a_count(house: House, dealer: Employee, supervisor: Employee) -> None:
    """The page does not tell what should be in the tray. $5 are missing, which is told, and stays in the books."""
    supervisor.open(f"/staff/pit/{TABLE}")
    supervisor.visitor.button("Close the table").click()
    expect(supervisor.page.get_by_role("form", name="Count the tray for the closing")).to_be_visible()
    dealer.open(f"/staff/pit/{TABLE}")
    held = read_by_clerk(house.room.database).tables[TABLE].tray
    hundreds, rest = divmod(held // DOLLAR - 5, 100)
    fill_in(dealer, {"$100": hundreds, "$1": rest}, "That is in the tray")
    expect(supervisor.page.get_by_text(f"That is $5 less than the {show_money(held)} expected.")).to_be_visible()
    supervisor.page.get_by_role("button", name=re.compile("^Checked, it is so")).click()
    expect(dealer.page.get_by_text(f"As it was closed with {show_money(held - 5 * DOLLAR)}")).to_be_visible()


def count_the_drop(accounting: Employee, cage: Employee) -> None:
    """By note. $25 are missing, so that whoever checks it writes down why."""
    held = accounting.visitor.ask(f"/api/tables/{TABLE}/bank")["drop"]
    hundreds, rest = divmod(held // DOLLAR - 25, 100)
    fill_in(accounting, {"$100": hundreds, "$1": rest}, "That was in the box")
    told = f"That is $25 less than the {show_money(held)} expected."
    expect(accounting.page.get_by_text(told)).to_be_visible()
    expect(accounting.page.get_by_text("You have counted it yourself")).to_be_visible()
    cage.open(f"/staff/pit/{TABLE}")
    cage.page.get_by_role("textbox", name="Why it differs").fill("a note was torn")
    cage.visitor.button("Checked, it is so: into the cage").click()
    expect(accounting.page.get_by_text(re.compile(r"drop box \$0"))).to_be_visible()


def test_a_whole_evening_reconciles_to_the_cent(house, arrive):
    def employ(person: str, path: str, **wishes: Any) -> Employee:
        visitor = arrive(house.room, **wishes)
        visitor.page.add_init_script(NO_PRINTER)
        come_in(house, visitor, person, path)
        return Employee(visitor, person)

    sam = employ("sam", "/staff/pit")  # watches the pit all evening
    dora, sue = employ("dora", "/staff", viewport=TABLET), employ("sue", "/staff")
    open_with_a_count(dora, sue)
    ann, bob = sit_down(arrive(house.room)), sit_down(arrive(house.room))
    at = sign_in(house, dora.visitor, "dora", TABLE)
    at.press("Tap in")
    deal_with_wrong_figures(at, ann, bob)

    # the relief comes to the same terminal
    at = sign_in(house, dora.visitor, "rolf", TABLE)
    at.press("Tap in")
    expect(at.page.get_by_text("Dealer: Rolf")).to_be_visible()
    begin(at, ann, bob)
    hold_and_misdeal(at, ann)
    clear_seat(sue, bob)

    # chips come by a slip, and another one is void, while the third round is dealt
    begin(at, ann)
    cal = employ("cal", "/staff/cage")
    fill_by_slip(sue, sam, cal)
    do(at.visitor, type="AskSlip", table=TABLE, kind="fill", rack={5 * DOLLAR: 20})
    do(cal.visitor, type="VoidSlip", slip=2, why="not needed")
    settle_a_dispute(house, sue, bob)
    assert terminal_of(at)["round_id"] == f"{TABLE}-3"
    in_play = json.dumps(sam.visitor.ask("/api/pit"))
    finish(at, ann)

    # a credit, the drop, and the end
    do(at.visitor, type="AskSlip", table=TABLE, kind="credit", rack={100 * DOLLAR: 15})
    do(sue.visitor, type="ApproveSlip", slip=3)
    do(at.visitor, type="SendCredit", slip=3)
    cal.open("/staff/cage")
    take_on(cal, 3, "Received in the cage")
    ada = employ("ada", f"/staff/pit/{TABLE}")
    count_the_drop(ada, cal)
    close_with_a_count(house, dora, sue)
    tile = sam.page.get_by_role("article", name="Evening")
    expect(tile).to_contain_text("closed")
    shown = next(one["money"] for one in sam.visitor.ask("/api/pit")["tables"] if one["table"] == TABLE)
    drop, win = (re.escape(show_money(abs(shown[what]))) for what in ("drop", "win"))
    expect(tile).to_contain_text(re.compile(rf"Drop\s*{drop} Win\s*[+−]?{win} Tray\s*\$0"))
    look_at_rooms(sam, sue)
    wallets = dict(player.wallet for player in (ann, bob))
    assert CARD.search("".join(ann.visitor.frames)), "as a player hears them"
    assert sam.visitor.frames
    assert not CARD.search(in_play + "".join(sam.visitor.frames)), "no card of a round is told in the pit"
    for visitor in (sam.visitor, dora.visitor, sue.visitor, cal.visitor, ada.visitor, ann.visitor, bob.visitor):
        visitor.page.close()
    assert house.room.stop() == 0, house.room.errors
    reconcile(house.room.database, shown, wallets)


def look_at_rooms(*people: Employee) -> None:
    """The staff's rooms with all that an evening leaves in them."""
    rooms = (
        "/staff/pit", f"/staff/pit/{TABLE}", "/staff/rounds", f"/staff/rounds/{TABLE}-1", "/staff/cage", "/staff/cage/1"
    )  # fmt: skip
    for path, person in zip(rooms, cycle(people), strict=False):
        person.open(path)
        look_at(person)


def reconcile(database: str, shown: dict[str, int], wallets: dict[str, int]) -> None:
    """What the log says happened, counted without a posting, against what pages and reports said."""
    clerk = read_by_clerk(database)
    evening = clerk.tables[TABLE]
    reports = {one["table"]: one for one in told(database, "report", "table")["tables"]}
    for name, chips in clerk.tables.items():
        found = chips.difference + chips.of_drop
        report, figures = reports[name], (chips.drop, chips.win, chips.fills, chips.credits, found)
        assert tuple(report[what] for what in ("drop", "win", "fills", "credits", "over_short")) == figures
    assert (shown["drop"], shown["win"], shown["tray"]) == (evening.drop, evening.win, 0)
    assert (evening.difference, evening.of_drop, evening.box) == (-5 * DOLLAR, -25 * DOLLAR, 0)
    assert evening.credits == 1_500 * DOLLAR
    assert clerk.tables[AUTOMATIC].drop > 0, "computer players played"
    assert {person: clerk.wallets[person] for person in wallets} == wallets
    lost = sum(chips.win - chips.difference for chips in clerk.tables.values())
    assert clerk.with_players == clerk.issued - lost, "what players have lost is what tables have won"
    assert [(slip.kind, slip.stage) for slip in clerk.slips.values()] == [
        ("fill", "received"), ("fill", "void"), ("credit", "received"),
    ]  # fmt: skip
    assert clerk.on_slips(TABLE, "fill", "received") == evening.fills == 1_000 * DOLLAR
    assert clerk.on_slips(TABLE, "credit", "sent", "received") == evening.credits
    assert [slip["number"] for slip in told(database, "report", "slips")["slips"]] == [1, 2, 3]
    (dora,) = [one for one in told(database, "report", "dealers")["dealers"] if one["dealer"] == "dora"]
    assert dora["differed"] == 2
    told(database, "audit", "verify", "--all")


def read_by_clerk(database: str) -> Clerk:
    return Clerk().read(records_of(Path(database.removeprefix("sqlite:///"))))


def told(database: str, *command: str) -> Any:
    ran = subprocess.run(
        [CARDROOM, *command, "--database", database, "--json"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, (command, ran.stdout, ran.stderr)
    return json.loads(ran.stdout)
