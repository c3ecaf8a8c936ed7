"""A person deals: the next act in spoken words, what is due to a seat, and figures that are held against it."""

from __future__ import annotations

import random

import msgspec
import pytest

from cardroom.games import games
from cardroom.house.engine.next_step import next_step
from cardroom.house.engine.table_wait import Wait, table_wait, waits_for
from cardroom.house.kernel import accounts
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.views.staff.manual_dealing import dealing_view
from cardroom.house.views.staff.terminal import terminal_view
from cardroom.house.views.wait_text import waits_in_words
from cardroom.money import DOLLAR
from cardroom.table import commands as t
from cardroom.table.events import HandShown
from cardroom.table.text.spoken_hands import spoken_to

from ..by_table import by_table
from .felt import due_next

CHECKED = 'dealer = "human"\npays = "checked"'
EVERY_GAME = sorted(games())
TABLE = "by-hand"


def room_with(make, floor, game: str, more: str = CHECKED):
    """Three at a table of a game, that somebody deals."""
    room = make(floor({TABLE: f'game = "{game}"\n{more}'}, links=()))
    for seat, person in ((1, "ann"), (2, "bob"), (5, "cid")):
        room.guest(person, TABLE, seat, 900)
    room.do("dealer", c.TapIn(TABLE))
    return room


def bet_everything(room, chance: random.Random) -> None:
    settings = room.house.tables[TABLE].plan.settings
    for seat, person in ((1, "ann"), (2, "bob"), (5, "cid")):
        bases = {wager.id: settings.minimum for wager in settings.rules.base_wagers[:1]}
        sides = {
            w.id: settings.side_minimum
            for w in settings.rules.wagers
            if w.kind == "optional" and w.id in settings.offered
        }
        room.do(
            person, c.AtTable(TABLE, t.Bet(seat, bases | {w: s for w, s in sides.items() if chance.random() < 0.8}))
        )


def says(room):
    return next_step(room.house, room.house.tables[TABLE])


def go_on(room, figure, option=lambda names: names[-1]) -> None:
    """Deal until the round is over; `figure` gives what is entered for a seat, by what is due."""
    while room.house.tables[TABLE].is_playing:
        step = says(room)
        if step.command is not None:
            assert step.says[0].isupper(), step.says
            assert step.says.endswith("."), step.says
            room.do("dealer", step.command)
        elif step.asks_figure:
            act = room.round(TABLE).next_act()
            assert room.refused("dealer", c.AtTable(TABLE, act)).code == "figure-first"
            figure(act.seat, due_next(room.round(TABLE)))
        else:
            round_ = room.round(TABLE)
            for seat in round_.awaited_seats():
                name = option([one.name for one in round_.options(seat)])
                room.do(room.house.tables[TABLE].people()[seat], c.AtTable(TABLE, t.Choose(seat, name)))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_figure_that_is_due_always_passes_and_no_other_ever_moves_money(make, floor, game):
    chance = random.Random(game)
    room = room_with(make, floor, game)

    def enter(seat: int, due: int) -> None:
        if chance.random() < 0.5:
            books = dict(room.house.books)
            wrong = chance.choice([figure for figure in (0, due + DOLLAR, due // 2, 3 * due) if figure != due])
            room.do("dealer", c.PaySeat(TABLE, seat, wrong))
            assert room.house.books == books, "no money moves"
            assert waits_for(room.house, room.house.tables[TABLE]) is Wait.SUPERVISOR
            differs = dealing_view(room.house, room.house.tables[TABLE])
            assert (differs.differs.entered, differs.differs.due, differs.settlement.push) == (wrong, due, due)
            assert room.refused("dealer", c.PaySeat(TABLE, seat, due)).code == "payout-differs"
            stack = accounts.stack(TABLE, room.house.tables[TABLE].people()[seat])
            room.do("supervisor", c.CorrectPayout(TABLE, "miscounted", handed_over=chance.random() < 0.5))
            back = sum(
                entry.amount
                for part in room.dones[-1].record.parts
                for posting in part.postings
                for entry in posting.entries
                if entry.account == stack
            )
            assert back >= due
        else:
            room.do("dealer", c.PaySeat(TABLE, seat, due))

    for _ in range(2):
        while says(room).command != c.BeginRound(TABLE):
            room.do("dealer", says(room).command)
        room.do("dealer", c.BeginRound(TABLE))
        bet_everything(room, chance)
        go_on(room, enter, chance.choice)
    assert not by_table(room.house, "mispaid")
    wrong, right = len(room.events(e.PayoutDiffered)), len(room.events(e.PayoutChecked))
    (figures,) = room.house.figures.values()
    counted = figures.tables[TABLE].dealers["dealer"]
    assert (counted.paid, counted.differed) == (wrong + right, wrong)
    room.prove()


def test_a_round_in_spoken_words_with_the_presses_that_the_sheet_prints(make, floor):
    room = room_with(make, floor, "straight-edge-2", 'dealer = "human"')
    room.stack("Ac 2c 3c 4c 5c 9d Jh", "Kd 9s 7h 5h 3s 2h Jd", "2d 4d 6d 8d 10d Qd Kh", "9c 10c Kc Ks 4s 6s 8h")
    spoken = []

    def deal_on(until: type = t.CloseRound) -> None:
        while (step := says(room)) is not None and step.command is not None:
            spoken.append(step.says)
            room.do("dealer", step.command)

    deal_on()
    for person in ("ann", "bob"):
        room.bet(person, TABLE)
    deal_on()
    assert spoken == [
        "Set the shuffler to “Straight Edge”.",
        "The next round can begin.",
        "When all who want to have bet: close the betting.",
        "Press the green button: the shuffler gives out the first packet.",
        "Give seat 1 a packet of seven cards, face down.",
        "Give seat 2 a packet of seven cards, face down.",
        "Take a packet of seven cards yourself, face down.",
        "Press the green button: the remaining cards leave the shuffler.",
    ]
    assert says(room).says == "Seats 1 and 2 decide."
    room.choose("ann", TABLE, "2x")
    room.choose("bob", TABLE, "fold")
    spoken.clear()
    while room.house.tables[TABLE].is_playing:
        step = says(room)
        assert step.cite or step.label in ("CLOSE ROUND", "TAKE SEAT 2")
        view = dealing_view(room.house, room.house.tables[TABLE])
        if view.settlement is not None and view.settlement.wagers:
            assert view.settlement.push == due_next(room.round(TABLE))
            assert all(due.cite and due.rule for due in view.settlement.wagers)
            assert sum(pile.value * pile.count for pile in view.settlement.chips) == view.settlement.push
        spoken.append(step.says)
        room.do("dealer", step.command)
    assert spoken[0] == "Seat 2 has given its hand up: take the Ante and the Blind."
    assert spoken[1] == "Turn your hand over."
    assert spoken[-1] == "All is paid and taken: lock the cards up and close the round."
    assert any(line.startswith("Seat 1: ") and "pay the " in line for line in spoken)
    assert room.events(e.ShufflerPressed)[0].rule == "1"
    room.prove()


def test_the_shuffler_shows_the_column_of_the_hands_in_the_round(make, floor):
    room = room_with(make, floor, "caribbean-stud", 'dealer = "human"\ncover_all = true')
    while (step := says(room)).command is not None:
        room.do("dealer", step.command)
        if isinstance(step.command, c.BeginRound):
            for person in ("ann", "bob", "cid"):
                room.bet(person, TABLE, cover_all=5)
    assert [pressed.press for pressed in room.events(e.ShufflerPressed)] == ["mode", "count"]
    column = dealing_view(room.house, room.house.tables[TABLE]).column
    assert (column.hands, column.pays[0]) == (4, ("royal flush", "250 to 1"))


def test_a_dealer_sees_hands_as_players_do_sorted_by_the_game_with_the_cards_that_make_them(make, floor):
    room = room_with(make, floor, "straight-edge-2")
    room.stack("Ac 9d 3c 5c 2c Jh 4c", "9c 4s Kc 10c 6s Ks 8h")
    for _ in range(2):
        room.do("dealer", says(room).command)
    room.bet("ann", TABLE)
    go_on_until_figure(room)
    view = dealing_view(room.house, room.house.tables[TABLE])
    (dealers,) = view.turned
    own = spoken_to(room.round(TABLE).state, 1)
    assert (view.settlement.cards, view.settlement.makers) == (own.cards, own.makers), "as the player's own page has it"
    assert set(own.makers) == {"Ac", "2c", "3c", "4c", "5c"}
    assert (dealers.whose, " ".join(dealers.cards)) == ("the dealer", "4s 6s 8h 9c 10c Kc Ks")
    assert set(dealers.makers) == {"8h", "9c", "10c"}
    room.do("dealer", c.PaySeat(TABLE, 1, due_next(room.round(TABLE))))
    told = {one.whose: one for one in dealing_view(room.house, room.house.tables[TABLE]).turned}
    assert told["seat 1"].cards == view.settlement.cards


def test_a_wager_that_another_hand_decides_names_it_also_where_it_loses(make, floor):
    room = room_with(make, floor, "three-card-poker", 'dealer = "human"')
    room.stack("9c 4s 2d", "Kc 9d 7h")
    while says(room).command is not None and says(room).label != "NO MORE BETS":
        room.do("dealer", says(room).command)
    room.bet("ann", TABLE, six_card_bonus=5, pair_plus=5)
    while not isinstance((act := room.round(TABLE).next_act()), t.SettleSeat):
        if room.round(TABLE).awaited_seats():
            room.do("ann", c.AtTable(TABLE, t.Choose(1, room.round(TABLE).options(1)[-1].name)))
        else:
            room.do("dealer", c.AtTable(TABLE, act))
    due = dealing_view(room.house, room.house.tables[TABLE]).settlement
    words = {wager.wager: wager.words for wager in due.wagers}
    assert words["six_card_bonus"] == "loses: pair of nines, read on the player's cards with the dealer's cards"
    assert words["pair_plus"] == "loses", "the seat's own hand is called above its cards"


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("pays", ["assisted", "checked"])
def test_no_card_is_on_the_dealers_page_before_it_is_turned(make, floor, game, pays):
    """But the hand that the next act turns: that of the seat whose settlement is next."""
    chance = random.Random(game + pays)
    room = room_with(make, floor, game, f'dealer = "human"\npays = "{pays}"')

    def looks() -> None:
        table = room.house.tables[TABLE]
        body = msgspec.json.encode(terminal_view(room.house, table))
        round_ = table.round
        if round_ is None or not table.is_playing:
            return
        told = {card for turned in dealing_view(room.house, table).turned for card in turned.cards}
        act = round_.next_act()
        if isinstance(act, t.SettleSeat | t.SettleSecondPass):
            told |= {card for event in round_.plan(act) if isinstance(event, HandShown) for card in event.cards}
        for card in round_.state.game.deck.cards:
            if card not in told:
                assert f'"{card}"'.encode() not in body, (card, round_.events[-1])

    def enter(seat: int, due: int) -> None:
        room.do("dealer", c.PaySeat(TABLE, seat, due))

    while says(room).command != c.BeginRound(TABLE):
        room.do("dealer", says(room).command)
    room.do("dealer", c.BeginRound(TABLE))
    bet_everything(room, chance)
    act = room.do

    def watched(person, command, key=""):
        done = act(person, command, key)
        looks()
        return done

    room.do = watched
    go_on(room, enter)


def test_who_corrects_and_what_is_refused_on_the_way(make, floor):
    room = room_with(make, floor, "straight-edge-2")
    for _ in range(2):
        room.do("dealer", says(room).command)
    room.bet("ann", TABLE)
    go_on_until_figure(room)
    seat = room.round(TABLE).next_act().seat
    assert room.refused("dealer", c.PaySeat(TABLE, 2, 0)).code == "out-of-order"
    assert room.refused("supervisor", c.CorrectPayout(TABLE, "why")).code == "no-mispay"
    due = due_next(room.round(TABLE))
    room.do("dealer", c.PaySeat(TABLE, seat, due + DOLLAR))
    room.turned_away("dealer", c.CorrectPayout(TABLE, "my own mistake"))
    assert room.refused("supervisor", c.CorrectPayout(TABLE, " ")).code == "no-reason"
    room.do("supervisor", c.AtTable(TABLE, t.DeclareMisdeal("the cards were mixed up")))
    assert not by_table(room.house, "mispaid"), "nothing is left to be paid"
    room.prove()


def test_no_more_was_handed_over_than_lay_in_the_tray(make, floor):
    room = room_with(make, floor, "straight-edge-2")
    for _ in range(2):
        room.do("dealer", says(room).command)
    room.bet("ann", TABLE)
    go_on_until_figure(room)
    room.do("dealer", c.PaySeat(TABLE, room.round(TABLE).next_act().seat, 5_000_000 * DOLLAR))
    refused = room.refused("supervisor", c.CorrectPayout(TABLE, "miscounted"))
    assert refused.code == "short-tray"
    assert refused.message.startswith("The tray is short of $4,9")
    room.do("supervisor", c.CorrectPayout(TABLE, "mistyped", handed_over=False))
    room.prove()


def test_a_late_bet_is_pushed_back_to_somebody(make, floor):
    """Whoever sits there, whether in the round or not; from an empty seat nobody can have put chips down."""
    room = room_with(make, floor, "straight-edge-2")
    for _ in range(2):
        room.do("dealer", says(room).command)
    room.bet("ann", TABLE)
    go_on_until_figure(room)
    for seat in (1, 2):
        room.do("dealer", c.AtTable(TABLE, t.RefuseLateBet(seat, "ante", 5 * DOLLAR)))
    late = c.AtTable(TABLE, t.RefuseLateBet(4, "ante", 5 * DOLLAR))
    assert room.refused("dealer", late).message == "Nobody sits at seat 4: no bet is pushed back there."
    room.prove()


def go_on_until_figure(room) -> None:
    while not (step := says(room)).asks_figure:
        if step.command is not None:
            room.do("dealer", step.command)
        else:
            room.choose("ann", TABLE, "2x")


def test_a_player_reads_no_order_to_the_dealer_as_one_to_himself(make, floor):
    room = room_with(make, floor, "three-card-poker", 'dealer = "human"')
    table, heard = room.house.tables[TABLE], set()
    while table.rounds < 2:
        heard.add(waits_in_words(room.house, table, table_wait(room.house, table)))
        step = says(room)
        if step.command is not None:
            room.do("dealer", step.command)
        elif not table.round.state.seats:
            room.bet("ann", TABLE)
        else:
            room.choose("ann", TABLE, "1x")
    told = {one.removeprefix("Dealer deals. Next: ") for one in heard}
    assert not [one for one in told if "your" in one or "lock the cards up" in one]
    assert told >= {
        "a new round begins.",
        "the dealer's own cards.",
        "the dealer's hand is turned over.",
        "everything is paid, and the round ends.",
    }


def test_a_player_is_told_truly_what_the_table_waits_for_in_every_state(make, floor):
    room = room_with(make, floor, "straight-edge-2")
    table = room.house.tables[TABLE]

    def told() -> str:
        return waits_in_words(room.house, table, table_wait(room.house, table))

    room.do("dealer", c.TapOut(TABLE))
    assert told() == "No dealer is tapped in; the table goes on when one is."
    room.do("dealer", c.TapIn(TABLE))
    assert told() == "Dealer deals. Next: set the shuffler to “Straight Edge”."
    room.do("dealer", says(room).command)
    assert told() == "Dealer deals. Next: a new round begins."
    room.do("dealer", says(room).command)
    assert told() == "Bets are open, until Dealer closes them."
    room.bet("ann", TABLE)
    room.bet("bob", TABLE)
    room.do("dealer", says(room).command)
    room.do("dealer", says(room).command)
    assert told() == "Dealer deals. Next: give seat 1 a packet of seven cards, face down."
    room.do("dealer", c.SuspendTable(TABLE, "a dispute"))
    assert told().startswith("The table is suspended")
    room.do("supervisor", c.ResumeTable(TABLE))
    while says(room).command is not None:
        room.do("dealer", says(room).command)
    assert told() == "Seats 1 and 2 decide."
    room.choose("ann", TABLE, "2x")
    assert told() == "Seat 2 decides."
    room.choose("bob", TABLE, "2x")
    room.do("dealer", c.CallSupervisor(TABLE))
    room.do("supervisor", c.CloseTable(TABLE))
    while (step := says(room)).command is not None:
        assert told().endswith(" The table closes when this round is over. A supervisor has been called.")
        room.do("dealer", step.command)
    assert step.asks_figure
    seat = room.round(TABLE).next_act().seat
    assert told().startswith(f"Dealer deals. Next: settle seat {seat}. "), "and nothing of what comes of it"
    room.do("dealer", c.PaySeat(TABLE, seat, due_next(room.round(TABLE)) + DOLLAR))
    assert told() == f"A supervisor looks into the payout of seat {seat}."
    room.do("supervisor", c.CorrectPayout(TABLE, "miscounted"))
    go_on(room, lambda seat, due: room.do("dealer", c.PaySeat(TABLE, seat, due)))
    assert told().startswith("The table is being closed")
