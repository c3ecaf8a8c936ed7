"""Tables with real cards: Cardroom never knows the deck, and runs the jackpots all the same."""

from __future__ import annotations

import pytest

from cardroom.cards import parse_cards
from cardroom.house.engine.next_step import next_step
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.jackpots import commands as j
from cardroom.jackpots.commands import KeySwitch, StaffCard, Till
from cardroom.jackpots.events import AwardPaid, EnvyPaid, SeatsSettled, WagerTaken
from cardroom.money import CENT, DOLLAR

REAL = 'cards = "real"'
TOUCH, KEYPAD = "delta-1", "edge-1"
BOARD = "10s Js Qs"
ROYAL, STRAIGHT_FLUSH, FLUSH, NOTHING = "As Ks", "9s 8s", "2s 4s", "2h 7d"
# Version 1: seven cards against eight, both a seven-card straight and the dealer's ending higher.
SEVEN, EIGHT = "2c 3d 4h 5s 6c 7d 8h", "3c 4d 5h 6s 7c 8d 9h Kd"


@pytest.fixture
def room(make, floor):
    return make(floor({TOUCH: REAL, "delta-2": "", KEYPAD: REAL}, service="$0"))


def cards(text: str):
    return tuple(parse_cards(text)) if text else ()


def count(link: str, table: str, *seats: int) -> c.CountSensors:
    return c.CountSensors(link, table, seats)


def verify(table: str, seat: int, hand: str, own: str, **more) -> c.VerifyHand:
    link = "delta" if table == TOUCH else "bad-beat"
    told = {name: cards(value) if isinstance(value, str) else value for name, value in more.items()}
    return c.VerifyHand(link, table, seat, hand, cards(own), **told)


def press(room, person: str, link: str, command: j.StaffPress) -> None:
    room.do(person, c.AtConsole(link, command))


def declare(room, seat: int, hand: str) -> None:
    press(room, "dealer", "delta", j.PressSeat(table=TOUCH, seat=seat))
    press(room, "dealer", "delta", j.PressHand(table=TOUCH, line=hand))


def award(room, seat: int, hand: str, own: str, card: StaffCard = StaffCard.SUPERVISOR, **more) -> str:
    """A meter award on the touch display, from the declaration to the winner's hands."""
    declare(room, seat, hand)
    room.do("supervisor", verify(TOUCH, seat, hand, own, **more))
    press(room, "supervisor", "delta", j.Confirm(table=TOUCH))
    press(room, "supervisor", "delta", j.SwipeCard(table=TOUCH, card=StaffCard.SUPERVISOR))
    if card is StaffCard.EXECUTIVE:
        press(room, "executive", "delta", j.SwipeCard(table=TOUCH, card=card))
    win = room.house.links["delta"].state.tables[TOUCH].wins[-1]
    room.do("supervisor", c.HandOver("delta", win, Till.TRAY))
    return win


def end(room) -> None:
    press(room, "dealer", "delta", j.EndGame(table=TOUCH))


def displayed(room, link: str = "delta") -> float:
    state = room.house.links[link].state
    return state.displayed(state.config.levels[0].name) / DOLLAR


def test_nobody_sits_down_and_no_round_is_dealt_where_the_cards_are_real(room):
    room.enrol("ann", "guest")
    room.do("ann", c.IssuePlayMoney())
    assert room.refused("ann", c.SitDown(TOUCH, 1, 100 * DOLLAR)).code == "real-cards"
    assert room.refused("dealer", c.BeginRound(TOUCH)).code == "real-cards"


def test_a_win_on_the_touch_display_from_wager_to_paid(room):
    room.do("dealer", count("delta", TOUCH, 1, 3, 5))
    assert displayed(room) == 5_000.60
    assert room.dollars(f"patrons:{TOUCH}") == -3
    win = award(room, 3, "straight_flush", STRAIGHT_FLUSH, community=BOARD)
    end(room)
    (paid,) = room.events(AwardPaid)
    assert paid.win == win
    assert paid.amount == 500.06 * DOLLAR
    assert [(one.seat, one.amount // DOLLAR) for one in room.events(EnvyPaid)] == [(1, 300), (5, 300)]
    shown = {one.holder: one for one in room.events(e.CardsShown)}
    assert shown["seat"].cards == cards(STRAIGHT_FLUSH)
    assert shown["community"].cards == cards(BOARD)
    assert {one.verified_by for one in shown.values()} == {"supervisor"}
    assert room.dollars(f"patrons:{TOUCH}") == pytest.approx(-3 + 500.06 + 600)
    assert not room.house.games_on(TOUCH)
    room.prove()


def test_a_win_on_the_keypad_needs_its_verification_before_j_pot(room):
    room.do("dealer", count("bad-beat", KEYPAD, 2, 4))
    press(room, "dealer", "bad-beat", j.PressHand(table=KEYPAD, line="7-card_straight"))
    press(room, "supervisor", "bad-beat", j.TurnKey(table=KEYPAD, to=KeySwitch.JPH))
    refusal = room.refused("supervisor", c.AtConsole("bad-beat", j.PressJackpot(table=KEYPAD, seat=2)))
    assert refusal.code == "not-qualified"
    assert "VERIFY" in refusal.message
    room.do("supervisor", verify(KEYPAD, 2, "7-card_straight", SEVEN, dealer=EIGHT, stayed_in=True))
    press(room, "supervisor", "bad-beat", j.PressJackpot(table=KEYPAD, seat=2))
    press(room, "supervisor", "bad-beat", j.TurnKey(table=KEYPAD, to=KeySwitch.RUN))
    assert room.refused("dealer", c.AtConsole("bad-beat", j.GameOver(table=KEYPAD))).code == "not-handed-over"
    room.do("supervisor", c.HandOver("bad-beat", "bad-beat-1", Till.CAGE))
    press(room, "dealer", "bad-beat", j.GameOver(table=KEYPAD))
    assert [one.amount for one in room.events(AwardPaid)] == [2_500.30 * DOLLAR]
    room.prove()


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"own": "As Ks Qs"}, "wrong-count"),
        ({"community": ""}, "wrong-count"),
        ({"own": "Qs Ks"}, "impossible-card"),
        ({"own": NOTHING}, "other-hand"),
        ({"own": STRAIGHT_FLUSH}, "other-hand"),
        ({"dealer": "2c 3c"}, "wrong-count"),
    ],
)
def test_cards_that_do_not_make_the_hand_are_refused(room, told, code):
    room.do("dealer", count("delta", TOUCH, 1))
    declare(room, 1, "royal_flush")
    right = {"own": ROYAL, "community": BOARD} | told
    refusal = room.refused("supervisor", verify(TOUCH, 1, "royal_flush", right.pop("own"), **right))
    assert refusal.code == code
    room.do("supervisor", verify(TOUCH, 1, "royal_flush", ROYAL, community=BOARD))


def test_a_card_shown_before_in_the_round_is_refused_and_the_board_is_told_once(room):
    room.do("dealer", count("delta", TOUCH, 1, 2))
    award(room, 1, "straight_flush", STRAIGHT_FLUSH, community=BOARD)
    declare(room, 2, "straight_flush")
    assert room.refused("supervisor", verify(TOUCH, 2, "straight_flush", STRAIGHT_FLUSH)).code == "card-shown"
    other = room.refused("supervisor", verify(TOUCH, 2, "straight_flush", "Ks 9h", community="10s Js Qh"))
    assert other.code == "other-cards"
    assert room.refused("supervisor", verify(TOUCH, 2, "royal_flush", ROYAL)).code == "not-declared"
    press(room, "dealer", "delta", j.PressHand(table=TOUCH, line="straight_flush"))
    award(room, 2, "royal_flush", ROYAL)
    assert len([one for one in room.events(e.CardsShown) if one.holder == "community"]) == 1
    end(room)
    room.prove()


def test_a_folded_bad_beat_does_not_win_and_it_is_asked_for(room):
    room.do("dealer", count("bad-beat", KEYPAD, 2))
    press(room, "dealer", "bad-beat", j.PressHand(table=KEYPAD, line="7-card_straight"))
    assert room.refused("supervisor", verify(KEYPAD, 2, "7-card_straight", SEVEN, dealer=EIGHT)).code == "folded-or-not"
    folded = verify(KEYPAD, 2, "7-card_straight", SEVEN, dealer=EIGHT, stayed_in=False)
    assert room.refused("supervisor", folded).code == "folded"
    unlit = verify(KEYPAD, 6, "7-card_straight", SEVEN, dealer=EIGHT, stayed_in=False)
    assert room.refused("supervisor", unlit).code == "no-wager"  # whatever else is said of it


def test_a_tied_bad_beat_loses_though_both_have_the_hand(room):
    room.do("dealer", count("bad-beat", KEYPAD, 2))
    press(room, "dealer", "bad-beat", j.PressHand(table=KEYPAD, line="7-card_straight"))
    same = "2d 3h 4s 5c 6d 7h 8s Kd"
    refusal = room.refused("supervisor", verify(KEYPAD, 2, "7-card_straight", SEVEN, dealer=same, stayed_in=True))
    assert refusal.code == "no-win"
    assert "the two hands differ" in refusal.message


def test_two_full_awards_in_one_round_come_off_the_meter_one_after_the_other(make, floor):
    quick = floor({TOUCH: REAL}, service="$0").replace("MS Stud-01", "Quick Hit")
    room = make(quick)
    room.do("dealer", count("delta", TOUCH, 5, 6))
    award(room, 6, "straight_flush", STRAIGHT_FLUSH, community=BOARD)
    award(room, 5, "straight_flush", ROYAL)
    end(room)
    assert [one.amount / DOLLAR for one in room.events(AwardPaid)] == [5_000.40, 5_000.04]  # seed and reserve
    assert [(one.hitter, one.seat) for one in room.events(EnvyPaid)] == [(6, 5), (5, 6)]
    room.prove()


def test_fixed_pays_are_declared_by_the_dealer_with_their_cards(room):
    room.do("dealer", count("delta", TOUCH, 1, 2))
    told = c.DeclareHand("delta", TOUCH, 2, "flush", cards(FLUSH), community=cards(BOARD))
    assert (
        room.refused("dealer", c.DeclareHand("delta", TOUCH, 2, "royal_flush", cards(ROYAL))).code
        == "needs-verification"
    )
    room.do("dealer", told)
    assert room.refused("dealer", told).code == "one-award"
    (paid,) = room.events(AwardPaid)
    assert (paid.source, paid.amount) == ("tray", 40 * DOLLAR)
    end(room)
    room.prove()


def test_real_and_dealt_tables_share_a_link(room):
    room.guest("ann", "delta-2", 1)
    room.do("dealer", count("delta", TOUCH, 1))
    room.play("delta-2", "ann", progressive=1)
    assert displayed(room) == 5_000.40
    award(room, 1, "royal_flush", ROYAL, community=BOARD)
    assert displayed(room) == pytest.approx(5_000.04)  # the seed and the reserve
    end(room)
    room.prove()


def test_sensors_in_dispute_fouled_hands_and_misdeals(room):
    room.do("dealer", count("delta", TOUCH, 1, 2))
    room.do("supervisor", c.CorrectSensor("delta", TOUCH, 3, lit=True, why="the chip was there"))
    assert [one.seat for one in room.events(WagerTaken)] == [1, 2, 3]
    room.do("supervisor", c.CorrectSensor("delta", TOUCH, 1, lit=False, why="no chip"))
    room.do("supervisor", c.RefundHand(TOUCH, 2, "dealt six cards"))
    assert displayed(room) == 5_000.20
    assert room.dollars(f"patrons:{TOUCH}") == -1
    room.do("supervisor", c.VoidGame(TOUCH, "a card was exposed"))
    assert displayed(room) == 5_000
    assert room.dollars(f"patrons:{TOUCH}") == 0
    assert not room.house.games_on(TOUCH)
    room.do("dealer", count("delta", TOUCH, 1))
    assert room.house.tables[TOUCH].round_id == f"{TOUCH}-2"
    room.prove()


def test_the_press_that_ends_a_game_says_that_all_seats_are_checked(room):
    room.do("dealer", count("delta", TOUCH, 1, 2))
    assert "When all seats are checked" in next_step(room.house, room.house.tables[TOUCH]).says
    end(room)
    assert len(room.events(SeatsSettled)) == 1
    assert room.refused("dealer", c.AtConsole("delta", j.EndGame(table=TOUCH))).code == "no-game"
    room.prove()


def test_clockwise_the_first_confirm_says_it_and_an_overlooked_seat_can_be_taken_up_again(make, floor):
    room = make(floor({TOUCH: REAL}, service="$0", order="clockwise"))
    room.do("dealer", count("delta", TOUCH, 1, 2))
    declare(room, 2, "straight_flush")
    told = verify(TOUCH, 2, "straight_flush", STRAIGHT_FLUSH, community=BOARD)
    assert room.refused("dealer", told).code == "needs-verification"  # another seat may come first
    room.do("supervisor", told)
    step = next_step(room.house, room.house.tables[TOUCH])
    assert (step.label, step.says.split(".")[0]) == ("CONFIRM", "Declare every other hand that wins")
    assert room.refused("dealer", c.ReopenSeats(TOUCH)).code == "not-settled"
    press(room, "dealer", "delta", j.Confirm(table=TOUCH))
    late = c.DeclareHand("delta", TOUCH, 1, "flush")
    assert room.refused("dealer", late).code == "settled"
    room.do("dealer", c.ReopenSeats(TOUCH))
    room.do("dealer", late)
    for label in ("CONFIRM", "SUPERVISOR CARD"):
        step = next_step(room.house, room.house.tables[TOUCH])
        assert step.label == label, "seats are checked again by the same press"
        room.do("supervisor", step.command)
    assert {win.seat for win in room.house.links["delta"].state.wins.values()} == {1, 2}
    room.prove()


def test_at_a_keypad_seats_that_are_taken_up_again_take_the_key_back_to_run(make, floor):
    text = floor({KEYPAD: REAL}, service="$0").replace('paytable = "Two', 'award_order = "clockwise"\npaytable = "Two')
    room = make(text)
    room.do("dealer", count("bad-beat", KEYPAD, 2, 4))
    press(room, "dealer", "bad-beat", j.PressHand(table=KEYPAD, line="7-card_straight"))
    room.do("supervisor", verify(KEYPAD, 2, "7-card_straight", SEVEN, dealer=EIGHT, stayed_in=True))
    press(room, "supervisor", "bad-beat", j.TurnKey(table=KEYPAD, to=KeySwitch.JPH))
    room.do("dealer", c.ReopenSeats(KEYPAD))
    for label in ("KEY TO RUN", "KEY TO JPH"):
        step = next_step(room.house, room.house.tables[KEYPAD])
        assert step.label == label
        room.do("supervisor", step.command)
    room.do("executive", next_step(room.house, room.house.tables[KEYPAD]).command)
    assert [win.seat for win in room.house.links["bad-beat"].state.wins.values()] == [2]
    room.prove()


def test_the_next_press_is_always_told_and_leads_to_the_end(room):
    table, house = room.house.tables[TOUCH], room.house
    told = []

    def step():
        found = next_step(house, table)
        told.append((found.label, found.whose.value))
        return found

    room.do("dealer", step().command)
    assert step().command is None  # which sensors are lit only the dealer sees
    room.do("dealer", count("delta", TOUCH, 4))
    step()
    declare(room, 4, "straight_flush")
    step()
    room.do("dealer", verify(TOUCH, 4, "straight_flush", STRAIGHT_FLUSH, community=BOARD))
    for _ in range(2):
        found = step()
        room.do(found.whose.value, found.command)
    step()
    room.do("supervisor", c.HandOver("delta", "delta-1", Till.TRAY))
    found = step()
    room.do("dealer", found.command)
    assert told == [
        ("TAP IN", "dealer"),
        ("START GAME", "dealer"),
        ("END GAME", "dealer"),
        ("VERIFY", "dealer"),
        ("CONFIRM", "dealer"),
        ("SUPERVISOR CARD", "supervisor"),
        ("HAND OVER", "supervisor"),
        ("END GAME", "dealer"),
    ]


def test_a_refusal_names_the_next_press(room):
    room.do("dealer", count("delta", TOUCH, 4))
    assert "END GAME" in room.refused("dealer", count("delta", TOUCH, 4)).message
    declare(room, 4, "royal_flush")
    assert "VERIFY" in room.refused("supervisor", c.AtConsole("delta", j.Confirm(table=TOUCH))).message


def test_the_count_closes_what_patrons_gave_into_the_tables_win(room):
    opened = room.dollars(f"tray:{TOUCH}")
    room.do("dealer", count("delta", TOUCH, 1, 2))
    award(room, 1, "royal_flush", ROYAL, community=BOARD)
    end(room)
    room.do("supervisor", c.CloseTable(TOUCH))
    assert room.refused("dealer", count("delta", TOUCH, 1)).code == "table-closing"
    room.count_drop(TOUCH, 300)
    book = room.dollars(f"tray:{TOUCH}")
    rack = {DOLLAR: int(book) - 120, CENT: round(book % 1 * 100)}  # they won 120 of what they bought
    room.do("dealer", c.CountTray(TOUCH, Purpose.CLOSING, rack))
    room.do("supervisor", c.CheckCount(TOUCH, rack))
    assert room.dollars(f"patrons:{TOUCH}") == 0
    assert room.dollars(f"tray:{TOUCH}") == 0
    assert room.events(e.InventoryCounted)[0].found == -120 * DOLLAR
    envy, wagers, won = 1_000, 2, 5_000.40
    assert room.dollars(f"won:{TOUCH}") == pytest.approx(-(300 - 120 - envy + wagers - won))
    room.count_drop(TOUCH, 70)  # a box that was found later: all of it is won, as soon as it is counted
    assert room.dollars(f"patrons:{TOUCH}") == 0
    assert room.dollars(f"won:{TOUCH}") == pytest.approx(-(300 + 70 - 120 - envy + wagers - won))
    figures = room.house.figures[room.house.day].tables[TOUCH]
    tray = figures.closed_with - figures.opening - figures.jackpot_chips
    assert (tray + figures.drop) / DOLLAR == 300 + 70 - 120 - envy  # the jackpot's chips are the link's to count
    assert opened == 20_000
    room.prove()


def test_nothing_of_a_real_table_is_done_at_a_dealt_one(room):
    for command in (c.ReopenSeats("delta-2"), c.VoidGame("delta-2", "why"), c.RefundHand("delta-2", 1, "why")):
        assert room.refused("supervisor", command).code == "dealt-cards"
    assert room.refused("dealer", count("delta", "delta-2", 1)).code == "automatic-dealer"
