"""Every numbered rule of the sheets' progressive pages, where people do it: over HTTP, at both consoles.

The five pages say the same things under different numbers: a test runs once a page and is named after the page's rule,
at a table with real cards and, where cards matter, at one that Cardroom deals from an arranged deck. What a link
does by itself is in tests/jackpots/test_sheet_rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardroom.money import CENT, DOLLAR

from ..floors import floor_text
from .pit import Felt, Pit, Tables, opened
from .sheet_pages import DEALT, KEYPAD, PAGES, REAL, TESTED, TOUCH, Hand, Page, rule

SEEDS = {"beat-keypad": 2_500, "beat-touch": 2_500, "stud-keypad": 5_000, "stud-touch": 12_000, "multi": 10_000}
LEVEL = '[[link.level]]\nname = "{name}"\nseed = "${seed}"\ncontribution = "{rate}%"\nreserve = "{reserve}%"\n'
RATES = {"Bad Beat": 15, "Progressive": 20, "Mega": 12, "Major": 6, "Minor": 4}  # percent
RESERVE = {"Mega": 2, "Progressive": 2, "Bad Beat": 2, "Major": 0, "Minor": 0}

ROYAL = ["As", "Ks", "Qs", "Js", "10s"]
# As the sheets print them.
PRINTED = {
    "beat-keypad": (
        ("7-card straight", "100%", 100), ("6-card straight", "$250", 0), ("5-card straight", "$25", 0),
        ("4-card straight", "$5", 0),
    ),
    "stud-keypad": (
        ("straight flush", "100%", 500), ("four of a kind", "10%", 25), ("full house", "$50", 0), ("flush", "$40", 0),
        ("straight", "$30", 0), ("three of a kind", "$9", 0),
    ),
    "stud-touch": (
        ("royal flush", "100%", 1_000), ("straight flush", "10%", 300), ("four of a kind", "$300", 0),
        ("full house", "$50", 0), ("flush", "$40", 0), ("straight", "$30", 0), ("three of a kind", "$9", 0),
    ),
    "multi": (
        ("royal flush", "100% Mega", 1_000), ("straight flush", "100% Major", 300), ("four of a kind", "100% Minor", 0),
        ("full house", "$50", 0), ("flush", "$40", 0), ("straight", "$30", 0), ("three of a kind", "$9", 0),
    ),
}  # fmt: skip
PRINTED["beat-touch"] = PRINTED["beat-keypad"]


def level(name: str, seed: int) -> str:
    return LEVEL.format(name=name, seed=seed, rate=RATES[name], reserve=RESERVE[name])


def link(paytable: str, *levels: str, more: str = "") -> str:
    return f'paytable = "{paytable}"\nwager = "$1"\nenvy = true\n{more}\n' + "".join(levels)


LINKS = {
    "beat-keypad": link("Two Way Bad Beat 1", level("Bad Beat", 2_500)),
    "beat-touch": link("Two Way Bad Beat 1", level("Bad Beat", 2_500)),
    "stud-keypad": link("MS Stud Quick Hit 01", level("Progressive", 5_000)),
    "stud-touch": link("MS Stud-01", level("Progressive", 12_000)),
    "multi": link("ML03", level("Mega", 10_000), level("Major", 1_000), level("Minor", 250)),
    "beat-meter": link("Two Way Bad Beat 1", level("Bad Beat", 2_500), more='fixed_pays = "meter"'),
    "stayed-in": link("MS Stud-01", level("Progressive", 5_000), more="folded_hands_qualify = false"),
}


def lines(game: str, link: str, console: str, kind: str) -> str:
    cards = 'cards = "real"' if kind == REAL else 'dealer = "human"'
    return f'game = "{game}"\njackpots = ["{link}"]\nconsole = "{console}"\ninventory = "$500,000"\n{cards}'


def floor() -> str:
    own = {
        f"{page.link}-{name}-{number}": lines(page.game, page.link, page.console, kind)
        for page in PAGES
        for name, kind in (("real", REAL), ("dealt", DEALT))
        for number in range(1, 6)
    }
    own["multi-caribbean"] = lines("caribbean-stud", "multi", TOUCH, REAL)
    own["beat-meter-real"] = lines("straight-edge-1", "beat-meter", KEYPAD, REAL)
    for name, kind in (("real", REAL), ("dealt", DEALT)):
        own[f"stayed-in-{name}"] = lines("mississippi-stud", "stayed-in", TOUCH, kind)
    timers = {"bets": 3000, "decision": 3000, "pause": 3000}
    return floor_text(own, links=(), own_links=LINKS, service="$0", timers=timers)


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    with opened(tmp_path_factory.mktemp("pit"), floor()) as found:
        yield found


@pytest.fixture(scope="module")
def pool(pit: Pit) -> Tables:
    return Tables(pit)


@pytest.fixture
def felt(pool: Tables, request: pytest.FixtureRequest) -> Iterator[Felt]:
    found = pool.take(*request.param)
    yield found
    pool.give_back(found)


def share(page: Page) -> int:
    """What one wager adds to the meter of the page's first hand."""
    return RATES[page.level] * CENT


# --- the wager and the meter ------------------------------------------------------------------------------------------


@rule("optional")
def test_the_wager_is_optional(felt: Felt) -> None:
    before = felt.meter()
    felt.start(2, unlit=(1,))
    assert felt.console["lit"] == [2]
    assert felt.meter() == before + share(felt.page)
    felt.play()
    felt.end()


@rule("wins", sheets="Mississippi")
def test_the_best_hand_of_all_the_players_cards_counts(felt: Felt) -> None:
    """His two and the board: they make a flush as well, and that is not what is paid."""
    best = felt.page.full
    felt.start(1, hands={1: best})
    felt.play()
    if felt.is_real:
        code, told = felt.refused("DeclareHand", **felt.shown(1, Hand("flush", best.cards)))
        assert (code, f"make {best.name}" in told) == ("other-hand", True)
        felt.light(1, best)
        felt.verify(1, best)
    (award,) = felt.awards()
    assert (award["seat"], award["hand"]) == (1, best.name)
    shown = {one["holder"]: one["cards"] for one in award["cards"]}
    assert shown == {"seat": best.cards.split(), "community": felt.page.board.split()}
    if not felt.is_real:
        felt.light(1, best)
    felt.complete(1)
    felt.end()


@rule("wins", sheets="Bad Beat")
def test_the_bet_wins_in_a_bad_beat_with_the_dealer(felt: Felt) -> None:
    """The dealer's eight cards prove it as much as the player's seven."""
    felt.start(1, hands={1: felt.page.full})
    felt.play()
    if felt.is_real:
        felt.light(1, felt.page.full)
        code, told = felt.refused("VerifyHand", swipe="sue", **felt.shown(1, felt.page.full, dealer=[]))
        assert (code, "8 of the dealer's cards" in told) == ("wrong-count", True)
        felt.verify(1, felt.page.full)
    (award,) = felt.awards()
    shown = {one["holder"]: sorted(one["cards"]) for one in award["cards"]}
    assert shown == {"seat": sorted(felt.page.full.cards.split()), "dealer": sorted(felt.page.dealer.split())}
    if not felt.is_real:
        felt.light(1, felt.page.full)
    felt.complete(1)
    felt.end()


# What the player's 2 to 8 meets: the same straight, a dealer with nothing, and a player with too little.
TIE = ("no-win", "2c 3d 4h 5s 6c 7d 8h", "2d 3h 4s 5c 6d 7h 8s Kd")
NO_DEALER = ("other-hand", "2c 3d 4h 5s 6c 7d 8h", "9s 9d Jc Js Kh Ks 2h 6h")
THREE_CARDS = ("other-hand", "2c 3d 4h 9s Jc Kh Kd", "3c 4d 5h 6s 7c 8d 9h Ks")


@pytest.mark.parametrize("lost", [TIE, NO_DEALER, THREE_CARDS], ids=["tie", "no dealer", "three cards"])
@rule("wins", "a", sheets="Bad Beat")
def test_both_have_four_cards_in_sequence_and_a_tie_loses(felt: Felt, lost: tuple[str, str, str]) -> None:
    code, cards, dealer = lost
    claimed = Hand(felt.page.full.line, cards)
    felt.start(1, hands={1: claimed}, dealer=dealer)
    felt.play()
    if felt.is_real:
        felt.light(1, claimed)
        assert felt.refused("VerifyHand", swipe="sue", **felt.shown(1, claimed))[0] == code
        felt.press("PressHand", line=claimed.line)
    assert felt.awards() == []
    felt.end()


LOWER = "9c 10d Jh Qs Kc 4c 6h"  # five in sequence
BOTH_WAYS = {
    "the dealer is lower": ("2c 3d 4h 5s 6c 7d 8h", f"{LOWER} 2s"),
    "the player is lower": (LOWER, "2c 3d 4h 5s 6s 7d 8h Ks"),
}


@pytest.mark.parametrize(("cards", "dealer"), BOTH_WAYS.values(), ids=BOTH_WAYS)
@rule("wins", "b", sheets="Bad Beat")
def test_the_payout_is_by_the_lowest_hand_whoever_has_it(felt: Felt, cards: str, dealer: str) -> None:
    fixed = Hand("5-card_straight", cards)
    meter = felt.meter()
    felt.start(1, hands={1: fixed}, dealer=dealer)
    felt.play()
    if felt.is_real:
        code, _ = felt.refused("DeclareHand", **felt.shown(1, Hand("6-card_straight", cards)))
        assert code == "other-hand"
        felt.do("DeclareHand", **felt.shown(1, fixed))
    assert [(win["line"], win["amount"]) for win in felt.console["wins"]] == [("5-card_straight", 25 * DOLLAR)]
    felt.end()
    assert felt.meter() == meter + share(felt.page)


@rule("tables", cards=(REAL,))
def test_the_sign_and_the_hand_buttons_show_the_printed_pay_table(felt: Felt) -> None:
    for line in (felt.sign["lines"], felt.console["hands"]):
        told = tuple((one["hand"], one["pays"], one["envy"] // DOLLAR) for one in line)
        assert told == PRINTED[felt.link]


@rule("link", cards=(REAL,))
def test_the_tables_of_a_link_of_several_games_share_its_meters(felt: Felt) -> None:
    """Caribbean Stud: all five cards are the player's own."""
    other = Felt(felt.pit, felt.page, REAL, "multi-caribbean")
    other.start(1, hands={1: felt.page.full})
    assert other.sign["levels"] == felt.sign["levels"]
    other.light(1, felt.page.full)
    assert [one["status"] for one in felt.sign["levels"]] == ["", "", ""]
    other.do("VerifyHand", swipe="sue", link="multi", seat=1, line="royal_flush", cards=ROYAL)
    assert [one["status"] for one in felt.sign["levels"]] == ["PENDING", "", ""]
    other.complete(1)
    other.end()
    assert felt.meter("Mega") < 10_001 * DOLLAR
    assert other.sign["levels"] == felt.sign["levels"]


@rule("reseed", cards=(REAL,))
def test_a_full_award_reseeds_the_meter(felt: Felt) -> None:
    for _ in range(2):  # the first empties the reserve
        felt.game(1, 2, seat_1=felt.page.full)
    assert felt.meter() == SEEDS[felt.link] * DOLLAR + 2 * RESERVE[felt.page.level] * CENT


@rule("place")
def test_the_wager_lies_on_the_sensor_before_the_game_starts(felt: Felt) -> None:
    felt.bet(2, unlit=(1,))
    if felt.is_real:  # only the dealer sees what is lit
        assert felt.refused("CountSensors", link=felt.link, seats=[])[0] == "no-wagers"
    else:
        assert felt.console["lit"] == [2]
    felt.count()
    assert felt.console["lit"] == [2]
    if felt.is_real:
        again = {"link": felt.link, "seats": [1, 2]}
        assert felt.refused("CountSensors", **again)[0] == "game-in-progress"
    else:
        late = {"type": "Bet", "seat": 1, "stakes": {"ante": 5 * DOLLAR, felt.page.wager: DOLLAR}}
        assert felt.pit.refused(felt.guests[1], "AtTable", table=felt.table, command=late)[0]
    assert felt.console["lit"] == [2]
    felt.play()
    felt.end()


@rule("start")
def test_the_dealers_press_counts_the_lit_sensors_and_the_wagers_are_taken_in(felt: Felt) -> None:
    felt.bet(1, 2)
    before = felt.meter()
    assert (felt.console["start"], felt.console["round_id"]) == ("COIN IN" if felt.is_keypad else "START GAME", "")
    assert (felt.view["next"]["label"], felt.view["next"]["whose"]) == (felt.console["start"], "dealer")
    if not felt.is_real:
        assert felt.pit.refused(felt.guests[1], "CountSensors", link=felt.link, table=felt.table)[0] == "not-allowed"
    felt.count()
    assert felt.console["lit"] == [1, 2]
    assert felt.meter() == before + 2 * share(felt.page)
    felt.play()
    felt.end()


@rule("deal")
def test_the_regular_game_is_dealt_by_house_procedures(felt: Felt) -> None:
    """The console has no part in it: it waits until every seat is settled."""
    felt.start(1, 2)
    if not felt.is_real:  # elsewhere the press itself says that every seat is checked
        code, told = felt.press_refused(felt.over)
        assert (code, felt.view["next"]["label"] in told) == ("round-in-play", True)
    felt.play()
    assert felt.view["shown"] == []
    felt.end()
    assert felt.console["wins"] == []


@rule("settle")
def test_all_wagers_are_reconciled_at_the_same_time(felt: Felt) -> None:
    """A hand that the tray pays is paid as its seat is settled; only then the game can be ended."""
    felt.start(1, 2, hands={2: felt.page.fixed})
    felt.play()
    if felt.is_real:
        felt.do("DeclareHand", **felt.shown(2, felt.page.fixed))
    (win,) = felt.console["wins"]
    assert (win["seat"], win["line"], win["source"]) == (2, felt.page.fixed.line, "tray")
    felt.end()


@pytest.mark.parametrize("link", ["", "stayed-in"], ids=["folded hands win", "folded hands lose"])
@rule("settle", sheets="Mississippi", only=TOUCH)
def test_whether_folded_hands_qualify_is_the_casinos_choice(felt: Felt, link: str) -> None:
    page = felt.page._replace(link=link)
    at = Felt(felt.pit, page, felt.kind, f"{link}-{'real' if felt.is_real else 'dealt'}") if link else felt
    at.start(1, hands={1: page.full})
    at.play(folds=(1,))
    wins = not link
    if at.is_real:
        at.light(1, page.full)
        assert at.console["asks_stayed_in"] is not wins
        if wins:
            at.verify(1, page.full)
        else:
            assert at.refused("VerifyHand", swipe="sue", **at.shown(1, page.full))[0] == "folded-or-not"
            told = at.shown(1, page.full, stayed_in=False)
            assert at.refused("VerifyHand", swipe="sue", **told)[0] == "folded"
            at.press("PressHand", line=page.full.line)
    assert [award["seat"] for award in at.awards()] == ([1] if wins else [])
    if wins:
        if not at.is_real:
            at.light(1, page.full)
        at.complete(1)
    at.end()
    for guest in at.guests.values() if link else ():
        at.pit.do(guest, "StandUp", table=at.table)


@rule("settle", sheets="Mississippi", only=KEYPAD)
def test_folded_hands_qualify_on_the_keypad_where_the_casino_says_so(felt: Felt) -> None:
    felt.start(1, hands={1: felt.page.full})
    felt.play(folds=(1,))
    assert felt.console["asks_stayed_in"] is False
    felt.award(1, felt.page.full)
    felt.end()


@rule("settle", sheets="Bad Beat")
def test_a_folded_hand_is_in_no_bad_beat(felt: Felt) -> None:
    felt.start(1, hands={1: felt.page.full})
    felt.play(folds=(1,))
    if felt.is_real:
        felt.light(1, felt.page.full)
        told = felt.shown(1, felt.page.full, stayed_in=False)
        assert felt.refused("VerifyHand", swipe="sue", **told)[0] == "folded"
        felt.press("PressHand", line=felt.page.full.line)
    assert felt.awards() == []
    felt.end()


# --- progressive winners ----------------------------------------------------------------------------------------------


@rule("winners")
def test_the_terminal_tells_every_press_from_the_hit_to_the_end(felt: Felt) -> None:
    felt.start(1, hands={1: felt.page.full})
    felt.play()
    if felt.is_real:
        felt.light(1, felt.page.full)
    labels = []
    while felt.console["round_id"]:
        step = felt.view["next"]
        labels.append(step["label"])
        swipe = {"supervisor": "sue", "executive": "eve"}.get(step["whose"], "")
        if step["command"] is not None:
            felt.pit.do("dora", step["command"].pop("type"), swipe, **step["command"])
        elif step["label"] == "VERIFY":
            felt.verify(1, felt.page.full)
        else:
            assert step["label"] == "HAND OVER"
            felt.hand_over(felt.console["to_hand_over"][0]["id"])
    presses = ["KEY TO JPH", "J-POT", "KEY TO RUN"] if felt.is_keypad else ["CONFIRM", *CARDS_OF[felt.link]]
    if felt.is_real:
        assert labels == ["VERIFY", *presses, "HAND OVER", END_OF[felt.is_keypad]]
    else:
        declared = [felt.page.full.name] if felt.is_keypad else ["SEAT 1", felt.page.full.name]
        assert labels == [*declared, *presses, END_OF[felt.is_keypad]]


CARDS_OF = {
    link: ["SUPERVISOR CARD", "EXECUTIVE CARD"]
    if seed >= 10_000
    else ["SUPERVISOR CARD"]  # the executive's from $10,000
    for link, seed in SEEDS.items()
}
END_OF = {True: "GAME OVER", False: "END GAME"}


@rule("winners", "a")
def test_percentages_come_off_the_displayed_meter(felt: Felt) -> None:
    hand, level = felt.page.second, "Major" if felt.link == "multi" else felt.page.level
    felt.start(1, hands={1: hand})
    felt.play()
    shown = felt.meter(level)
    win = felt.award(1, hand)
    page = felt.win_page(win)
    assert page["amount"] == shown * hand.percent // 100 // CENT * CENT
    if hand.percent < 100:
        assert felt.meter(level) == shown - page["amount"]
    felt.end()


@rule("winners", "b")
def test_other_hands_are_paid_from_the_tray_and_not_off_the_meter(felt: Felt) -> None:
    """By the dealer alone."""
    hand = felt.page.fixed
    felt.start(1, hands={1: hand})
    shown = felt.meter()
    felt.play()
    if felt.is_real:
        if not felt.is_keypad:
            felt.press("PressSeat", seat=1)
        assert felt.press_refused("PressHand", line=hand.line)[0] == "paid-from-tray"
        felt.do("DeclareHand", **felt.shown(1, hand))
        assert felt.refused("DeclareHand", **felt.shown(1, hand))[0] == "one-award"
    (win,) = felt.console["wins"]
    assert (win["amount"], win["source"]) == (hand.pays * DOLLAR, "tray")
    assert win["paid_at"]
    assert (felt.awards(), felt.meter()) == ([], shown)
    felt.end()


@rule("winners", "b", sheets="Bad Beat", only=KEYPAD, cards=(REAL,))
def test_or_from_the_meter_where_the_casino_requires_it(felt: Felt) -> None:
    page = felt.page._replace(link="beat-meter")
    at = Felt(felt.pit, page, REAL, "beat-meter-real")
    at.start(1, hands={1: page.fixed})
    shown = at.meter()
    assert at.refused("DeclareHand", **at.shown(1, page.fixed))[0] == "needs-verification"
    at.award(1, page.fixed)
    at.end()
    assert at.meter() == shown - page.fixed.pays * DOLLAR


@rule("winners", "c")
def test_several_awards_are_paid_from_the_dealers_right(felt: Felt) -> None:
    page = felt.page
    felt.start(2, 5, hands={2: page.second, 5: page.full})
    felt.play()
    if felt.is_real:  # the dealer has taken them up the wrong way round
        felt.light(2, page.second)
        felt.do("VerifyHand", swipe="sue", **felt.shown(2, page.second))
        if not (felt.is_keypad and page.second.line == page.full.line):
            felt.press("PressHand", line=page.second.line)
            felt.light(5, page.full)
        felt.do("VerifyHand", swipe="sue", **felt.shown(5, page.full))
        felt.press("PressHand", line=page.full.line)
    first, second = felt.awards()
    assert [first["seat"], second["seat"], second["next"]] == [5, 2, None]
    assert second["comes_after"] == f"First comes seat 5 with a {page.full.name}."
    felt.light(2, page.second)
    if felt.is_keypad:
        felt.press("TurnKey", swipe="sue", to="JPH")
        code, told = felt.press_refused("PressJackpot", swipe="sue", seat=2)
        felt.press("TurnKey", swipe="sue", to="RUN")
    else:
        code, told = felt.press_refused("Confirm", swipe="sue")
    assert f"Seat 5 with a {page.full.name} is paid first (counter-clockwise" in told, code
    felt.press("PressHand", line=page.second.line)
    for seat, hand in ((5, page.full), (2, page.second)):
        felt.light(seat, hand)
        felt.complete(seat)
    assert [win["seat"] for win in felt.console["wins"]] == [5, 2]
    felt.end()


@rule("winners", "d", cards=(REAL,))
def test_a_hand_button_pressed_again_goes_out(felt: Felt) -> None:
    hand = felt.page.full
    felt.start(1, hands={1: hand})
    felt.play()
    if not felt.is_keypad:
        code, told = felt.press_refused("PressHand", line=hand.line)
        assert (code, "Choose the winner's seat first" in told) == ("no-seat", True)
        felt.press("PressSeat", seat=1)
    lit = []
    for _ in range(3):
        felt.press("PressHand", line=hand.line)
        lit.append([button["hand"] for button in felt.console["hands"] if button["is_lit"]])
    assert lit == [[hand.name], [], [hand.name]]
    assert felt.console["seat"] == (None if felt.is_keypad else 1)
    felt.verify(1, hand)
    felt.complete(1)
    felt.end()


@rule("winners", "e")
def test_the_dealer_contacts_a_supervisor_and_records_nothing_alone(felt: Felt) -> None:
    hand = felt.page.full
    felt.start(1, hands={1: hand})
    felt.play()
    felt.light(1, hand)
    felt.do("CallSupervisor", why=hand.line)
    calls = {one["table"]: one["call"] for one in felt.pit.ask("sue", "/api/staff/duty")["tables"]}
    assert (calls[felt.table]["by"], calls[felt.table]["why"]) == ("dora", hand.line)
    press, fields = ("TurnKey", {"to": "JPH"}) if felt.is_keypad else ("SwipeCard", {"card": "supervisor"})
    assert felt.press_refused(press, **fields)[0] in ("not-allowed", "no-card")
    assert felt.press_refused(press, swipe="dora", **fields)[0] == "not-allowed"
    if felt.is_keypad:
        assert felt.press_refused("PressJackpot", seat=1)[0] == "key-at-run"
    assert felt.console["wins"] == []
    felt.pit.do("sue", "AnswerCall", table=felt.table)
    felt.verify(1, hand)
    felt.complete(1)
    felt.end()


def check_printed(felt: Felt, win: str) -> None:
    """The money bag prints the page; the second time it says so."""
    for number in (1, 2):
        felt.pit.do("sue", "PrintWin", link=felt.link, win=win)
        page = felt.win_page(win)
        assert page["printed"]["number"] == number
        assert [notice for notice in page["notices"] if "REPRINT" in notice] == (
            [f"REPRINT: print {number}, by Sue (sue)"] if number > 1 else []
        )


@rule("winners", "f", only=KEYPAD)
def test_key_and_j_pot_record_the_win_once_it_is_verified(felt: Felt) -> None:
    hand = felt.page.full
    felt.start(3, hands={3: hand})
    felt.play()
    shown = felt.meter()
    if felt.is_real:
        felt.light(3, hand)
        felt.press("TurnKey", swipe="sue", to="JPH")
        code, told = felt.press_refused("PressJackpot", swipe="sue", seat=3)
        assert (code, "VERIFY" in told) == ("not-qualified", True)
        assert felt.refused("VerifyHand", **felt.shown(3, hand))[0] == "needs-verification"
        felt.do("VerifyHand", swipe="sue", **felt.shown(3, hand))
    else:
        felt.light(3, hand)
        assert felt.press_refused("PressJackpot", swipe="sue", seat=3)[0] == "key-at-run"
        felt.press("TurnKey", swipe="sue", to="JPH")
    felt.press("PressJackpot", swipe="sue", seat=3)
    (award,) = felt.awards()
    assert (award["standing"], award["amount"], award["seat"]) == ("locked", shown, 3)
    assert felt.meter() == shown
    page = felt.win_page(award["win"])
    assert (page["amount"], page["is_paid"], page["hand"]) == (shown, False, hand.name)
    check_printed(felt, award["win"])
    felt.release()
    felt.hand_over(award["win"])
    felt.end()


def check_seeded_anew(felt: Felt) -> None:
    """The seed and what the reserve had, a few dollars; games before this one may have left the meter below it."""
    assert 0 <= felt.meter() - SEEDS[felt.link] * DOLLAR < 20 * DOLLAR


@rule("winners", "f", only=TOUCH)
def test_confirm_and_the_card_of_the_jackpots_level_record_the_win(felt: Felt) -> None:
    hand = felt.page.full
    felt.start(3, hands={3: hand})
    felt.play()
    felt.light(3, hand)
    if felt.is_real:
        code, told = felt.press_refused("Confirm", swipe="sue")
        assert (code, "VERIFY" in told) == ("not-qualified", True)
        felt.verify(3, hand)
    assert felt.press_refused("SwipeCard", swipe="sue", card="supervisor")[0] == "not-confirmed"
    felt.press("Confirm")
    shown = felt.meter()
    is_executives = shown >= 10_000 * DOLLAR
    assert (felt.console["card"], felt.console["takes_executive"]) == ("supervisor", is_executives)
    felt.press("SwipeCard", swipe="sue", card="supervisor")
    if is_executives:
        assert felt.press_refused("SwipeCard", swipe="sue", card="supervisor")[0] == "wrong-card"
        assert felt.press_refused("SwipeCard", swipe="sue", card="executive")[0] == "not-allowed"
        felt.press("SwipeCard", swipe="eve", card="executive")
    (win,) = felt.console["wins"]
    assert (win["amount"], win["paid_at"] is not None) == (shown, True)
    check_seeded_anew(felt)
    page = felt.win_page(win["id"])
    assert (page["amount"], page["is_paid"]) == (shown, True)
    check_printed(felt, win["id"])
    felt.hand_over(win["id"])
    felt.end()


@rule("winners", "g", only=KEYPAD)
def test_the_key_back_at_run_adjusts_the_meter(felt: Felt) -> None:
    hand = felt.page.full
    felt.start(1, hands={1: hand})
    felt.play()
    shown = felt.meter()
    felt.light(1, hand)
    felt.verify(1, hand)
    win = felt.record(1)
    code, told = felt.press_refused("GameOver")
    assert "RUN" in told, code
    assert felt.meter() == shown
    felt.press("TurnKey", swipe="sue", to="RUN")
    check_seeded_anew(felt)
    assert (felt.console["key"], felt.console["locked"]) == ("RUN", None)
    felt.hand_over(win)
    felt.end()


def check_reset(felt: Felt) -> None:
    felt.start(1, 2, hands={1: felt.page.full})
    felt.play()
    code, told = felt.press_refused(felt.over) if not felt.is_real else ("", "")
    assert felt.is_real or felt.view["next"]["label"] in told, code
    felt.award(1, felt.page.full)
    felt.end()
    console = felt.console
    assert (console["round_id"], console["seat"], console["line"], console["wins"]) == ("", None, "", [])
    assert console["proposed"] == ([1, 2] if felt.is_real else [])
    assert felt.press_refused(felt.over)[0] == "no-game"
    felt.start(2)  # the next hand
    felt.play()
    felt.end()


@rule("winners", "h", only=KEYPAD)
def test_game_over_resets_the_system(felt: Felt) -> None:
    check_reset(felt)


@rule("winners", "g", only=TOUCH)
def test_end_game_resets_the_system(felt: Felt) -> None:
    check_reset(felt)


def check_back_out(felt: Felt) -> None:
    hand, pit = felt.page.full, felt.pit
    felt.start(1, hands={1: hand})
    felt.play()
    shown = felt.meter()
    win = felt.award(1, hand)
    felt.light(1, hand)  # pressing it again takes nothing back
    if felt.is_keypad:
        felt.press("TurnKey", swipe="sue", to="JPH")
        assert felt.press_refused("PressJackpot", swipe="sue", seat=1)[0] == "not-qualified"
        felt.press("TurnKey", swipe="sue", to="RUN")
    else:
        assert felt.press_refused("Confirm", swipe="sue")[0] == "not-qualified"
    felt.press("PressHand", line=hand.line)
    felt.end()
    change = {"type": "BackOut", "win": win, "why": "the deck was short", "envy_fate": "left"}
    pit.do("sue", "AskChange", link=felt.link, change=change)
    (request,) = pit.ask("eve", "/api/requests")
    assert (request["asked_by"], request["change"]["win"], request["may_answer"]) == ("sue", win, True)
    assert pit.refused("sue", "ApproveChange", request=request["request"])[0] == "not-allowed"
    assert not felt.win_page(win)["is_backed_out"]
    pit.do("eve", "ApproveChange", request=request["request"])
    assert felt.win_page(win)["is_backed_out"]
    assert felt.meter() == shown


@rule("winners", "i", only=KEYPAD, cards=(REAL,))
def test_a_win_recorded_by_j_pot_is_backed_out_by_adjustment(felt: Felt) -> None:
    check_back_out(felt)


@rule("winners", "h", only=TOUCH, cards=(REAL,))
def test_a_win_recorded_by_card_is_backed_out_by_adjustment(felt: Felt) -> None:
    check_back_out(felt)


# --- envy -------------------------------------------------------------------------------------------------------------


@rule("envy", cards=(REAL,))
def test_envy_is_on_the_sign_and_on_the_buttons(felt: Felt) -> None:
    for hand in (felt.page.full, felt.page.second, felt.page.fixed):
        for lines in (felt.sign["lines"], felt.console["hands"]):
            assert [one["envy"] for one in lines if one["hand"] == hand.name] == [hand.envy * DOLLAR]


@rule("envy", "a")
def test_all_others_with_the_wager_at_this_table_get_envy_and_the_hitter_does_not(felt: Felt, pool: Tables) -> None:
    hand, elsewhere = felt.page.full, pool.take(felt.page, REAL)
    elsewhere.start(5)
    felt.start(1, 2, hands={2: hand}, unlit=(3,))
    felt.play()
    felt.award(2, hand)
    envy = {"hitter": 2, "hand": hand.name, "seat": 1, "amount": hand.envy * DOLLAR}
    assert felt.console["envy"] == [envy]
    assert elsewhere.console["envy"] == []
    before = {seat: felt.chips(seat) for seat in felt.guests}
    felt.end()
    for seat, chips in before.items():
        assert felt.chips(seat) - chips == (hand.envy * DOLLAR if seat == 1 else 0)
    elsewhere.end()
    pool.give_back(elsewhere)


@rule("envy", "b")
def test_a_hand_that_gives_envy_stays_face_up_and_others_are_locked_up(felt: Felt) -> None:
    hand, fixed = felt.page.full, felt.page.fixed
    felt.start(1, 2, hands={2: hand, 1: fixed})
    felt.play()
    felt.award(2, hand)
    if felt.is_real:
        felt.do("DeclareHand", **felt.shown(1, fixed))
    assert felt.console["face_up"] == [2]
    if not felt.is_real:
        events = felt.pit.ask("dora", f"/api/tables/{felt.table}")["events"]
        assert [event["holder"] for event in events if event["type"] == "HandKept"] == [2]
    felt.end()
    assert felt.console["face_up"] == []


@rule("envy", "c")
def test_envy_is_paid_at_the_end_and_once_for_every_hand(felt: Felt) -> None:
    page = felt.page
    felt.start(1, 2, 5, hands={2: page.second, 5: page.full})
    felt.play()
    before = felt.guests and felt.chips(1)
    for seat, hand in ((5, page.full), (2, page.second)):
        felt.award(seat, hand)
    due = [(one["hitter"], one["seat"], one["amount"] // DOLLAR) for one in felt.console["envy"]]
    assert due == [(5, 1, page.full.envy), (5, 2, page.full.envy), (2, 1, page.second.envy), (2, 5, page.second.envy)]
    assert felt.console["face_up"] == [5, 2]
    assert not felt.guests or felt.chips(1) == before
    felt.end()
    assert not felt.guests or felt.chips(1) == before + (page.full.envy + page.second.envy) * DOLLAR


# --- all of them ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=[page.title for page in PAGES])
def test_every_numbered_rule_has_a_test_named_after_it(page: Page) -> None:
    assert TESTED[page.title] == page.rules
