"""Where people deal nobody makes an award alone, a win knows everyone who took part, and one swipe signs for all."""

from __future__ import annotations

import random

import pytest

from cardroom.errors import CardroomError
from cardroom.house.engine.next_step import next_step
from cardroom.house.floor.floor_check import check_floor
from cardroom.house.kernel.people import Role
from cardroom.house.log import commands as c
from cardroom.house.reports.pending_awards import pending_awards
from cardroom.house.views.staff.terminal import terminal_view
from cardroom.jackpots import commands as j
from cardroom.jackpots.commands import KeySwitch, StaffCard, Till
from cardroom.jackpots.events import AwardRecorded

from .felt import REAL, cards

TABLE, KEYPAD = "delta-1", "edge-1"
SEVEN, EIGHT = "2c 3d 4h 5s 6c 7d 8h", "3c 4d 5h 6s 7c 8d 9h Kd"
SIGN = j.SwipeCard(table=TABLE, card=StaffCard.SUPERVISOR)
EXECUTIVES = j.SwipeCard(table=TABLE, card=StaffCard.EXECUTIVE)


@pytest.fixture
def room(make, floor):
    room = make(floor({TABLE: REAL, KEYPAD: REAL}, service="$0"))
    room.enrol("boris", Role.EXECUTIVE)
    return room


def at(press: j.StaffPress, link: str = "delta") -> c.AtConsole:
    return c.AtConsole(link, press)


def told(hand: str = "straight_flush", own: str = "9s 8s") -> c.VerifyHand:
    return c.VerifyHand("delta", TABLE, 1, hand, cards(own), community=cards("10s Js Qs"))


def told_at_keypad() -> c.VerifyHand:
    return c.VerifyHand("bad-beat", KEYPAD, 2, "7-card_straight", cards(SEVEN), cards(EIGHT), stayed_in=True)


def light(room, person: str, hand: str = "straight_flush") -> None:
    room.do(person, c.CountSensors("delta", TABLE, (1, 2)))
    for press in (j.PressSeat(table=TABLE, seat=1), j.PressHand(table=TABLE, line=hand)):
        room.do(person, at(press))


def win_of(room, link: str = "delta"):
    (win,) = room.house.links[link].state.wins.values()
    return win


# --- nobody alone -----------------------------------------------------------------------------------------------------


def test_one_person_cannot_enter_verify_and_approve_a_win(room):
    light(room, "executive")
    room.do("executive", told())
    room.do("executive", at(j.Confirm(table=TABLE)))
    refusal = room.refused("executive", at(SIGN))
    assert refusal.code == "two-people"
    assert refusal.message.startswith(
        "An award of $500.04 where people deal takes two people, and Executive has done all of it so far. Another"
        " supervisor or executive is needed for this step."
    )
    room.do("supervisor", at(SIGN))
    assert win_of(room).people == {"executive", "supervisor"}
    room.prove()


def test_a_card_of_ones_own_does_not_make_a_second_person(room):
    light(room, "executive")
    room.do("executive", told())
    room.do("executive", at(j.Confirm(table=TABLE)))
    assert room.refused("executive", c.Lent("executive", at(SIGN))).code == "two-people"


def test_one_person_cannot_do_it_at_a_keypad_either(room):
    room.do("executive", c.CountSensors("bad-beat", KEYPAD, (2, 4)))
    room.do("executive", at(j.PressHand(table=KEYPAD, line="7-card_straight"), "bad-beat"))
    room.do("executive", told_at_keypad())
    room.do("executive", at(j.TurnKey(table=KEYPAD, to=KeySwitch.JPH), "bad-beat"))
    for person in ("executive", "dealer"):  # whoever presses: the key is the executive's
        assert room.refused(person, at(j.PressJackpot(table=KEYPAD, seat=2), "bad-beat")).code == "two-people"
    assert not room.events(AwardRecorded)


def test_one_person_cannot_do_it_where_cardroom_knows_the_cards(make, floor):
    room = make(
        floor((TABLE,), more='dealer = "human"')
    )  # and the house approves nothing there, whatever the file says
    room.guest("ann", TABLE, 1)
    room.stack("10s Js Qs", "9s 8s")
    room.begin(TABLE)
    room.bet("ann", TABLE, 5, progressive=1)
    room.deal_by_hand(TABLE)
    for press in (j.PressSeat(table=TABLE, seat=1), j.PressHand(table=TABLE, line="straight_flush")):
        room.do("executive", at(press))
    room.do("executive", at(j.Confirm(table=TABLE)))
    assert room.refused("executive", at(SIGN)).code == "two-people"
    room.do("supervisor", at(SIGN))
    assert (win_of(room).dealt_by, win_of(room).entered_by) == ("dealer", "executive")


def test_a_table_that_is_changed_while_an_award_waits_is_still_one_that_people_deal(make, floor):
    room = make(floor((TABLE,), more='dealer = "human"'))
    room.guest("ann", TABLE, 1)
    room.stack("10s Js Qs", "9s 8s")
    room.begin(TABLE)
    room.bet("ann", TABLE, 5, progressive=1)
    room.deal_by_hand(TABLE)
    room.do("executive", c.ChangeTable(TABLE, dealer="automatic"))
    room.begin(TABLE)
    room.bet("ann", TABLE, 5)
    room.deal(TABLE)
    room.finish(TABLE)
    assert not room.house.links["delta"].state.wins, "the service supervisor has approved it"


@pytest.mark.parametrize("who", ["executive", "supervisor"])
@pytest.mark.parametrize("table", [TABLE, KEYPAD])
def test_whatever_one_person_presses_alone_no_award_comes_of_it(room, who, table):
    """Somebody dishonest, alone at a table for a night, who knows what comes next and tries the rest as well."""
    chance, link = random.Random(7), "delta" if table == TABLE else "bad-beat"
    lent = [False, True]  # with the card of one's own, too
    hands = {TABLE: ("straight_flush", told()), KEYPAD: ("7-card_straight", told_at_keypad())}
    hand, shown = hands[table]
    presses = [
        j.PressSeat(table=table, seat=1), j.PressHand(table=table, line=hand), j.Confirm(table=table),
        j.SwipeCard(table=table, card=StaffCard.SUPERVISOR), j.SwipeCard(table=table, card=StaffCard.EXECUTIVE),
        j.TurnKey(table=table, to=KeySwitch.JPH), j.TurnKey(table=table, to=KeySwitch.RUN),
        j.PressJackpot(table=table, seat=2),
    ]  # fmt: skip
    reached = 0
    for _ in range(250):
        step = next_step(room.house, room.house.tables[table])
        known = step.command if step.command is not None and chance.random() < 0.5 else None
        command = known or chance.choice([
            c.TapIn(table), c.CountSensors(link, table, (1, 2)), shown, c.HandOver(link, f"{link}-1", Till.TRAY),
            *[at(press, link) for press in presses],
        ])  # fmt: skip
        try:
            room.do(who, c.Lent(who, command) if chance.choice(lent) else command)
        except CardroomError as error:
            reached += error.code == "two-people"
    assert reached, "it was tried to the end"
    assert not room.events(AwardRecorded)
    room.prove()


def test_from_an_amount_of_the_house_it_takes_three(make, floor):
    text = floor({TABLE: REAL}, service="$0").replace("[approvals]", '[approvals]\nthree_people_from = "$500"')
    room = make(text)
    room.enrol("boris", Role.EXECUTIVE)
    light(room, "dealer")
    room.do("dealer", told())
    room.do("dealer", at(j.Confirm(table=TABLE)))
    room.do("supervisor", at(SIGN))
    refusal = room.refused("supervisor", c.HandOver("delta", "delta-1", Till.TRAY))
    assert refusal.code == "two-people"
    assert "takes three people, and Dealer and Supervisor have done all of it so far. A third person" in refusal.message
    room.do("boris", c.HandOver("delta", "delta-1", Till.TRAY))
    assert win_of(room).people == {"dealer", "supervisor", "boris"}
    room.prove()


def test_a_win_knows_everyone_who_took_part(room):
    light(room, "dealer")
    room.do("dealer", told())
    room.do("dealer", at(j.Confirm(table=TABLE)))
    room.do("supervisor", at(SIGN))
    room.do("executive", c.HandOver("delta", "delta-1", Till.TRAY))
    win = win_of(room)
    assert (win.dealt_by, win.entered_by, win.verified_by, win.confirmed_by, win.approved_by, win.handed_over.by) == (
        "dealer", "dealer", "supervisor", "supervisor", "supervisor", "executive"
    )  # fmt: skip
    (view,) = terminal_view(room.house, room.house.tables[TABLE]).consoles
    assert view.wins[0].verified_by == "supervisor"


def test_a_game_starts_with_somebody_who_deals(room):
    room.taps_in = False
    assert room.refused("dealer", c.CountSensors("delta", TABLE, (1, 2))).code == "nobody-deals"
    step = next_step(room.house, room.house.tables[TABLE])
    assert (step.label, step.command) == ("TAP IN", c.TapIn(TABLE))
    room.do("executive", c.TapIn(TABLE))
    room.do("dealer", c.CountSensors("delta", TABLE, (1, 2)))
    assert room.house.links["delta"].state.tables[TABLE].dealer == "executive"


def test_what_the_tray_pays_is_the_dealers_alone(room):
    room.do("dealer", c.CountSensors("delta", TABLE, (1, 2)))
    room.do("dealer", c.DeclareHand("delta", TABLE, 2, "flush"))
    assert (win_of(room).entered_by, win_of(room).people) == ("dealer", {"dealer"})
    room.do("dealer", at(j.EndGame(table=TABLE)))
    room.prove()


def test_the_house_itself_approves_only_where_it_deals_for_play_money(floor):
    def said(text: str):
        checked = check_floor(text, "floor.toml", lambda *_: {})
        return checked.mistakes, checked.file.told(checked.file.warnings)

    money = floor((TABLE,)).replace("play_money = true", "play_money = false")
    (mistake,), _ = said(money)
    assert "The house itself approves awards only where it deals for play money" in mistake
    mistakes, warnings = said(floor({TABLE: REAL}))
    assert not mistakes
    assert any("there the house itself approves nothing" in warning for warning in warnings)


# --- one swipe --------------------------------------------------------------------------------------------------------


def test_one_swipe_signs_for_verification_confirm_and_award_and_shows_what_for(room):
    light(room, "dealer")
    room.do("dealer", told())
    assert room.house.links["delta"].state.tables[TABLE].waiting == ()  # nobody has signed for it
    room.do("dealer", at(j.Confirm(table=TABLE)))
    step = next_step(room.house, room.house.tables[TABLE])
    assert (step.label, step.whose.value) == ("SUPERVISOR CARD", "supervisor")
    assert step.says.endswith("signs for the win, and records it: seat 1, straight flush, $500.04.")
    assert room.turned_away("dealer", at(SIGN)).command == "SwipeCard"
    room.do("supervisor", c.Lent("dealer", at(SIGN)))
    assert win_of(room).is_paid
    assert win_of(room).proof.verified_by == "supervisor"
    room.prove()


def test_what_nobody_has_signed_for_is_taken_back_by_its_button_and_ends_no_game(room):
    light(room, "dealer")
    room.do("dealer", told())
    assert room.refused("dealer", at(j.EndGame(table=TABLE))).code == "award-waiting"
    room.do("dealer", at(j.PressHand(table=TABLE, line="straight_flush")))
    room.do("dealer", at(j.PressHand(table=TABLE, line="royal_flush")))
    room.do("dealer", told("royal_flush", "As Ks"))
    room.do("dealer", at(j.PressHand(table=TABLE, line="royal_flush")))
    room.do("dealer", at(j.EndGame(table=TABLE)))
    assert not room.house.links["delta"].state.wins
    room.prove()


def test_the_executives_award_takes_the_supervisors_card_and_then_another_persons(make, floor):
    room = make(floor({TABLE: REAL}, service="$0", seed="$12,000"))
    room.enrol("boris", Role.EXECUTIVE)
    light(room, "dealer", "royal_flush")
    room.do("dealer", told("royal_flush", "As Ks"))
    room.do("dealer", at(j.Confirm(table=TABLE)))
    room.do("executive", at(SIGN))
    assert room.refused("executive", at(EXECUTIVES)).code == "two-people"
    room.do("boris", at(EXECUTIVES))
    win = win_of(room)
    assert (win.verified_by, win.confirmed_by, win.approved_by) == ("executive", "executive", "boris")
    room.prove()


def test_the_card_at_jph_is_the_key_until_run_and_j_pot_and_run_ask_for_no_other(room):
    room.do("dealer", c.CountSensors("bad-beat", KEYPAD, (2, 4)))
    room.do("dealer", at(j.PressHand(table=KEYPAD, line="7-card_straight"), "bad-beat"))
    room.do("dealer", told_at_keypad())
    jph = at(j.TurnKey(table=KEYPAD, to=KeySwitch.JPH), "bad-beat")
    assert room.turned_away("dealer", jph).command == "TurnKey"
    room.do("supervisor", jph)
    room.do("dealer", at(j.PressJackpot(table=KEYPAD, seat=2), "bad-beat"))
    room.do("dealer", at(j.TurnKey(table=KEYPAD, to=KeySwitch.RUN), "bad-beat"))
    win = win_of(room, "bad-beat")
    assert (win.entered_by, win.verified_by, win.confirmed_by, win.approved_by) == ("dealer", *["supervisor"] * 3)
    assert win.is_paid
    room.prove()


def test_a_keypad_speaks_of_no_executive_unless_the_house_wants_one(make, floor):
    for is_on in (False, True):
        text = floor({KEYPAD: REAL}, service="$0")
        on = "\nexecutive_at_keypads = true" if is_on else ""
        room = make(text.replace("[approvals]", f'[approvals]\nexecutive_from = "$100"{on}'))
        room.do("dealer", c.CountSensors("bad-beat", KEYPAD, (2, 4)))
        room.do("dealer", at(j.PressHand(table=KEYPAD, line="7-card_straight"), "bad-beat"))
        room.do("dealer", told_at_keypad())
        (view,) = terminal_view(room.house, room.house.tables[KEYPAD]).consoles
        (award,) = pending_awards(room.house)
        assert (view.card, view.takes_executive) == (None, is_on)
        assert award.needs is (StaffCard.EXECUTIVE if is_on else StaffCard.SUPERVISOR)
        assert ("executive" in award.why) is is_on
        room.do("supervisor", at(j.TurnKey(table=KEYPAD, to=KeySwitch.JPH), "bad-beat"))
        if is_on:
            assert room.refused("dealer", at(j.PressJackpot(table=KEYPAD, seat=2), "bad-beat")).code == "wrong-card"
        room.do("executive" if is_on else "dealer", at(j.PressJackpot(table=KEYPAD, seat=2), "bad-beat"))
        assert win_of(room, "bad-beat").approved_by == ("executive" if is_on else "supervisor")


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hand", "own", "is_asked"),
    [
        ("", "flush", "", False),
        ('cards_from = "$40"', "flush", "", True),
        ('cards_from = "$41"', "flush", "", False),
    ],
)
def test_small_pays_of_the_tray_that_give_no_envy_are_told_without_cards(make, floor, line, hand, own, is_asked):
    room = make(floor({TABLE: REAL}, service="$0").replace("[approvals]", f"[approvals]\n{line}"))
    room.do("dealer", c.CountSensors("delta", TABLE, (1, 2)))
    declared = c.DeclareHand("delta", TABLE, 1, hand)
    (view,) = terminal_view(room.house, room.house.tables[TABLE]).consoles
    assert next(button for button in view.hands if button.hand == hand.lower()).asks_cards is is_asked
    if is_asked:
        assert room.refused("dealer", declared).code == "wrong-count"
    else:
        room.do("dealer", declared)
        assert win_of(room).amount == 40_000_000


def test_a_hand_that_gives_envy_is_always_proven(make, floor):
    room = make(floor({TABLE: REAL}, service="$0"))
    (view,) = terminal_view(room.house, room.house.tables[TABLE]).consoles
    assert [button.hand for button in view.hands if button.envy and not button.asks_cards] == []
    assert [button.hand for button in view.hands if button.source != "tray" and not button.asks_cards] == []
