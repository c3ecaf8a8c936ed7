"""People play: every game, two at a table, with a forced fold or a lost connection, without a mouse, on a phone."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cardroom.cards import SUIT_NAMES, Card
from cardroom.fairness.shuffler import shuffle
from cardroom.games import find_game
from cardroom.money import parse_money

from .conftest import PHONE
from .looking import PLACES, require_accessible, require_fitting
from .rooms import GAMES, floor

RANKS = "23456789TJQKA"
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _in_all(visitor) -> int:
    """What the page says the round came to."""
    text = visitor.results.get_by_text("In all").inner_text().removeprefix("In all").strip()
    return 0 if text == "even" else parse_money(text.lstrip("+−")) * (-1 if text.startswith("−") else 1)


def _in_history(round_: dict) -> int:
    """The same of a round in a person's history; chance may have dealt a jackpot hand."""
    return round_["net"] + round_["jackpots"]


def _settled_wagers(story: dict, names: dict[str, str]) -> list[str]:
    """Of a seat in a round as the server tells it, in the order of settlement."""
    events = story["events"]
    return [
        names[event["wager"]]
        for event in events
        if event["type"] in ("WagerSettled", "Qualified") and event["seat"] == story["your_seat"]
    ]


# One of every shape: one bet, streets, nothing to decide, cards of the table. All others are in the soak.
SHAPES = ("keep-it-straight", "mississippi-stud", "ez-baccarat", "ultimate-texas-holdem")
FEW = [*SHAPES, *(pytest.param(game, marks=pytest.mark.soak) for game in GAMES if game not in SHAPES)]


SET_CLOCK = """
  const { now } = Date;
  window.ahead = 17 * 60_000;
  Date.now = () => now() + window.ahead;
"""


def test_a_device_whose_clock_is_wrong_and_is_set_plays_like_any_other(room, arrive):
    """Seventeen minutes fast, then nine slow in the middle of a hand: the page goes by the house's clock."""
    table, player = room.table("keep-it-straight"), arrive(room)
    player.page.add_init_script(SET_CLOCK)
    player.open(f"/tables/{table}")
    player.button("Sit down at seat 1").click()
    player.bet("Ante")
    player.page.evaluate("window.ahead = -9 * 60_000")
    player.play_on()
    assert len(player.ask("/api/history")) == 1


@pytest.mark.parametrize("game", FEW)
def test_a_newcomer_plays_a_round_to_its_settlement(room, arrive, game):
    table, newcomer = room.table(game), arrive(room)
    newcomer.open("/")
    newcomer.page.locator(f'main a[href="/tables/{table}"]').first.click()
    newcomer.button("Sit down at seat 1").click()
    newcomer.bet(*newcomer.wagers(table))
    newcomer.play_on()

    played = newcomer.ask("/api/history")
    assert [_in_all(newcomer)] == [_in_history(round_) for round_ in played]
    story = newcomer.ask(f"/api/rounds/{played[0]['round_id']}")
    names = {spot["wager"]: spot["name"] for spot in newcomer.ask(f"/api/tables/{table}/layout")["spots"]}
    of_wagers = newcomer.page.get_by_role("button", name=re.compile("^Why[?] "))  # a jackpot's award has a line besides
    lines = newcomer.results.get_by_role("listitem").filter(has=of_wagers)
    wagers = _settled_wagers(story, names)
    assert wagers
    assert len(wagers) == lines.count()
    for line, wager in zip(lines.all(), wagers, strict=True):
        line.get_by_role("button", name=f"Why? {wager}", exact=True).click()
        expect(line.get_by_role("paragraph").last).to_contain_text(re.compile(": .{20}"))  # a rule and its words
    newcomer.button("Check the shuffle").click()
    expect(newcomer.page.get_by_text("The shuffle holds.")).to_be_visible()


def test_two_people_play_at_one_table_and_see_each_others_bets_but_not_cards(room, arrive):
    table = room.table("mississippi-stud")
    anna, ben = arrive(room), arrive(room, reduced_motion="no-preference")
    anna.sit_down(table, 1)
    places = anna.page.evaluate(PLACES)
    ben.sit_down(table, 3)
    expect(anna.page.get_by_text("Seat 3, free")).to_have_count(0)
    assert anna.page.evaluate(PLACES) == places, "nothing jumps when somebody else sits down"
    anna.put_chips("Ante")
    pressed = anna.place.bounding_box()
    anna.place.click()
    expect(ben.page.get_by_role("listitem").filter(has_text="$5 bet")).to_be_visible()
    taken_back = anna.button("Take it back").bounding_box()
    assert taken_back["y"] + taken_back["height"] < pressed["y"], "a second press on Bet takes nothing back"
    ben.bet("Ante", "Ante")
    for visitor, other in ((anna, 3), (ben, 1)):
        expect(visitor.decision).to_be_visible()
        expect(visitor.cards).to_be_visible()
        expect(visitor.page.get_by_role("group", name=f"Seat {other}'s cards: 2 face down")).to_be_visible()
    while not anna.results.get_by_text("In all").is_visible():
        for visitor in (anna, ben):
            expect(visitor.decision.or_(visitor.results).first).to_be_visible()
            if visitor.decision.is_visible():
                least = visitor.button(re.compile(" 1x, ")).inner_text()
                visitor.button(least).click()
                expect(visitor.button(least)).to_have_count(0)
    expect(ben.results.get_by_text("In all")).to_be_visible()
    (of_anna,), (of_ben,) = (visitor.ask("/api/history") for visitor in (anna, ben))
    assert of_anna["round_id"] == of_ben["round_id"]
    assert [_in_all(anna), _in_all(ben)] == [_in_history(of_anna), _in_history(of_ben)]
    assert of_ben["staked"] == 2 * of_anna["staked"]


def _must_fold(hand: tuple[Card, ...]) -> bool:
    """Without two cards in a row; an ace is low or high."""
    values = {value for card in hand for value in ({1, 14} if str(card)[:-1] == "A" else {_value(card)})}
    return not any(value + 1 in values for value in values)


def _value(card: Card) -> int:
    rank = str(card)[:-1]
    return 2 + RANKS.index("T" if rank == "10" else rank)


def test_a_hand_without_two_cards_in_a_row_must_fold(open_room, arrive):
    candidates = (number.to_bytes(32, "big") for number in itertools.count())
    seed = next(seed for seed in candidates if _must_fold(shuffle(seed)[0][:7]))
    room = open_room(seeds=(seed,))
    player = arrive(room)
    player.sit_down("keep-it-straight-1")
    player.bet("Ante")
    expect(player.decision.get_by_role("button")).to_have_text(["Fold"])
    expect(player.page.get_by_text("only with a two-card straight or better. Fold.").first).to_be_visible()
    player.button("Fold").click()
    expect(player.results.get_by_text("In all")).to_contain_text("−$5")
    expect(player.page.get_by_text("You folded", exact=True)).to_be_visible()


def test_who_does_not_decide_in_time_folds(open_room, arrive):
    player = arrive(open_room(floor=floor(decision=1)))
    player.sit_down("caribbean-stud-1")
    player.bet("Ante")
    expect(player.decision).to_be_visible()
    expect(player.results.get_by_text("In all")).to_contain_text("−$5")
    expect(player.page.get_by_text("Time was up: your hand was folded")).to_be_visible()


def test_who_is_away_takes_the_first_option_at_every_decision(open_room, arrive):
    player = arrive(open_room(floor=floor(decision=1)))
    player.sit_down("ultimate-texas-holdem-1")
    player.bet("Ante")
    expect(player.decision.get_by_role("button")).to_have_text(["Check", "Play 3x, $15", "Play 4x, $20"])
    expect(player.over).to_contain_text("−$10")
    expect(player.page.get_by_text("Time was up: your hand was folded")).to_be_visible()


def test_a_bet_is_taken_back_and_another_rides(room, arrive):
    table, player = room.table("let-it-ride"), arrive(room)
    player.sit_down(table)
    player.bet("Bet $")
    player.button("Take back Bet 1, $5").click()
    expect(player.spot("Bet 1")).to_have_accessible_name(re.compile("nothing staked, taken back"))
    player.button("Let it ride").click()
    expect(player.over).to_be_visible()
    assert [line.inner_text().split(" ")[:2] for line in player.results.locator(".wager").all()] == [
        ["Bet", "$"],
        ["Bet", "2"],
    ]
    assert [_in_all(player)] == [_in_history(round_) for round_ in player.ask("/api/history")]


def _shoe_that(game: str, fits: Callable[[tuple[Card, ...]], bool]) -> bytes:
    candidates = (number.to_bytes(32, "big") for number in itertools.count())
    cards = find_game(game).deck.cards
    return next(seed for seed in candidates if fits(shuffle(seed, cards)[0]))


def test_a_tie_is_surrendered_or_goes_to_war_with_another_card(open_room, arrive):
    tie = _shoe_that("casino-war", lambda deck: deck[0].rank == deck[1].rank and deck[5].rank < deck[6].rank)
    room = open_room(seeds=(tie, tie))
    coward, hero = arrive(room), arrive(room)
    coward.sit_down("casino-war-1")
    coward.bet("Bet")
    coward.button("Surrender").click()
    expect(coward.results.get_by_text("Bet surrendered, $2.50 back")).to_be_visible()
    expect(coward.over).to_contain_text("−$2.50")
    expect(coward.page.get_by_text("You surrendered", exact=True)).to_be_visible()

    hero.sit_down("casino-war-2")
    hero.bet("Bet", "Tie")
    hero.button("War, $5").click()
    expect(hero.over).to_contain_text("+$40")
    deck, _ = shuffle(tie, find_game("casino-war").deck.cards)
    for whose, cards in (("Your cards", (deck[0], deck[5])), ("The dealer's cards", (deck[1], deck[6]))):
        names = ", ".join(f"{_name(card)} of {SUIT_NAMES[card.suit]}" for card in cards)
        expect(hero.page.get_by_role("group", name=f"{whose}: {names}", exact=True)).to_be_visible()
    hero.button("Why? Tie").click()
    expect(hero.results.get_by_text(f"Your hand: {deck[0].rank_name}.")).to_be_visible()  # not the card of the war
    hero.button("Check the shuffle").click()
    expect(hero.page.get_by_text("all 4 cards you have seen came off this deck in order")).to_be_visible()


def _name(card: Card) -> str:
    return card.rank_name if str(card)[0] in "JQKA" else str(card)[:-1]


def test_hands_of_the_table_are_drawn_and_counted_before_everyone(open_room, arrive):
    draws = _shoe_that("ez-baccarat", lambda deck: _points(deck[:2]) < 4 and _points(deck[2:4]) < 3)
    player = arrive(open_room(seeds=(draws,)))
    player.sit_down("ez-baccarat-1")
    expect(player.cards).to_have_count(0)
    player.bet("Player", "Dragon 7")
    expect(player.over).to_be_visible()
    felt = player.page.get_by_role("region", name="The table")
    for whose, points in (("player", 0), ("banker", 1)):
        hand = player.page.get_by_role("group", name=re.compile(f"^The {whose}'s cards: (.* of .*, ){{2}}.* of "))
        expect(hand).to_be_visible()
        deck, _ = shuffle(draws, find_game("ez-baccarat").deck.cards)
        cards = (*deck[2 * points : 2 * points + 2], deck[4 + points])
        expect(felt.get_by_text(NUMBERS[_points(cards)].capitalize(), exact=True).first).to_be_visible()


def _points(cards: tuple[Card, ...]) -> int:
    """Aces one, court cards and tens nothing."""
    return sum(1 if str(card)[:-1] == "A" else min(_value(card), 10) % 10 for card in cards) % 10


def test_nothing_can_be_put_on_a_wager_that_rides_on_another(room, arrive):
    player = arrive(room)
    player.sit_down(room.table("three-card-poker"))
    expect(player.spots.get_by_text("Ante Bonus", exact=True)).to_be_visible()
    expect(player.spots.get_by_role("row", name="straight flush 5 to 1")).to_be_visible()
    expect(player.spots.get_by_role("button", name=re.compile("^Ante Bonus"))).to_have_count(0)


def test_a_hand_goes_on_after_a_reload_and_in_another_tab(room, arrive):
    table, player = room.table("caribbean-stud"), arrive(room)
    player.sit_down(table)
    player.bet("Ante")
    expect(player.decision).to_be_visible()
    hand = player.cards.get_attribute("aria-label")
    player.page.reload()
    expect(player.decision).to_be_visible()
    expect(player.cards).to_have_attribute("aria-label", hand)
    player.page.goto("about:blank")
    player.open(f"/tables/{table}")
    expect(player.cards).to_have_attribute("aria-label", hand)
    player.play_on()
    assert [_in_all(player)] == [_in_history(round_) for round_ in player.ask("/api/history")]


@pytest.mark.soak
def test_a_decision_made_while_the_server_is_down_is_carried_out_once_it_is_back(open_room, arrive):
    room = open_room()
    player = arrive(room)
    player.allow("ERR_CONNECTION_REFUSED", "WebSocket connection to .* failed", "ERR_EMPTY_RESPONSE")
    player.sit_down("caribbean-stud-1")
    player.bet("Ante")
    expect(player.decision).to_be_visible()
    room.kill()
    expect(player.page.get_by_text("The connection to the card room is lost.")).to_be_visible()
    player.decision.get_by_role("button").nth(1).click()
    room.start()
    expect(player.results.get_by_text("In all")).to_be_visible()
    assert [_in_all(player)] == [_in_history(round_) for round_ in player.ask("/api/history")]


@pytest.mark.parametrize("game", FEW)
def test_a_round_is_played_without_a_mouse(room, arrive, game):
    table, player = room.table(game), arrive(room)
    keyboard = player.page.keyboard
    player.open(f"/tables/{table}")
    player.tab_to(player.button("Sit down at seat 3"))
    keyboard.press("Enter")
    expect(player.button("chip $5")).to_be_visible()
    wager = player.wagers(table, "base")[0]
    player.tab_to(player.spot(wager))
    keyboard.press("2")
    keyboard.press("Enter")
    expect(player.spot(wager)).to_have_accessible_name(re.compile(r"\$5 put down"))
    keyboard.press("b")
    while player.is_asked:
        player.decide_by_key()
    assert [_in_all(player)] == [_in_history(round_) for round_ in player.ask("/api/history")]


@pytest.mark.soak
def test_two_rounds_are_played_without_a_mouse(open_room, arrive):
    player = arrive(open_room(once=False))
    keyboard = player.page.keyboard
    player.open("/")
    player.tab_to(player.page.locator('main a[href="/tables/solitaire-stud-1"]').first)
    keyboard.press("Enter")
    player.tab_to(player.button("Sit down at seat 1"))
    keyboard.press("Enter")
    expect(player.button("chip $5")).to_be_visible()
    player.tab_to(player.spot("Ante"))
    keyboard.press("2")
    expect(player.button("chip $5")).to_have_attribute("aria-pressed", "true")
    keyboard.press("Enter")
    expect(player.spot("Ante")).to_have_accessible_name(re.compile(r"\$5 put down"))
    for again in (False, True):
        if again:
            expect(player.button("Rebet")).to_be_enabled()
            keyboard.press("r")
        expect(player.place).to_have_text(re.compile(r"^Bet \$"))
        keyboard.press("b")
        expect(player.decision).to_be_visible()
        keyboard.press("f" if again else "p")
        player.wait_until(lambda: len(player.ask("/api/history")) > again)  # noqa: B023 - asked at once
    assert len(player.ask("/api/history")) == 2


def test_a_round_is_played_on_a_phone(room, arrive):
    table, player = room.table("straight-edge-2"), arrive(room, viewport=PHONE, has_touch=True, is_mobile=True)
    player.open(f"/tables/{table}")
    player.page.get_by_role("button", name="Sit down at seat 2").tap()
    expect(player.spots).to_be_visible()
    require_fitting(player.page)
    player.button("chip $5").tap()
    for wager in player.wagers(table):
        player.spot(wager).tap()
    player.place.tap()
    expect(player.decision).to_be_visible()
    require_fitting(player.page)
    player.play_on()
    require_fitting(player.page)
    assert [_in_all(player)] == [_in_history(round_) for round_ in player.ask("/api/history")]


@pytest.mark.parametrize("game", FEW)
def test_a_table_can_be_used_by_everyone_while_it_is_played(room, arrive, game):
    """In the dark and in the light, on a phone, from the bets to the last rule; then again as a past round."""
    table, player = room.table(game), arrive(room, viewport=PHONE)
    player.sit_down(table)
    wagers = player.wagers(table)
    player.put_chips(*wagers)
    require_fitting(player.page)
    player.place.click()
    while player.is_asked:
        require_fitting(player.page)
        player.decide()
    player.button(f"Why? {wagers[0]}").click()
    player.button("Check the shuffle").click()
    expect(player.page.get_by_text("The shuffle holds.")).to_be_visible()
    require_accessible(player.page)
    require_fitting(player.page)
    player.open(f"/history/{player.ask('/api/history')[0]['round_id']}")
    require_accessible(player.page)
    require_fitting(player.page)


def test_a_desk_can_be_used_by_everyone_at_every_moment(room, arrive):
    table, player = room.table("ultimate-texas-holdem"), arrive(room)
    player.sit_down(table)
    player.put_chips("Ante")
    require_accessible(player.page)
    player.place.click()
    expect(player.decision).to_be_visible()
    require_accessible(player.page)
    player.play_on()
    for path in ("/history", f"/history/{player.ask('/api/history')[0]['round_id']}"):
        player.open(path)
        require_accessible(player.page)
        require_fitting(player.page)


@pytest.mark.soak
def test_computer_players_keep_a_visitor_company(open_room, arrive):
    player = arrive(open_room(bots=2, once=False))
    player.open("/tables/mississippi-stud-1")
    expect(player.page.get_by_text("computer", exact=True).first).to_be_visible()
    player.button(re.compile("^Sit down at seat")).first.click()
    expect(player.spots).to_be_visible()
    player.bet("Ante")
    player.play_on()
    (played,) = player.ask("/api/history")
    assert _in_all(player) == _in_history(played)
    raised = [
        event["seat"] for event in player.ask(f"/api/rounds/{played['round_id']}")["events"] if "multiple" in event
    ]
    assert set(raised) - {played["seat"]}, "they stayed in"
