"""Real rounds with stacked decks: the table finds the hands, the link prices them."""

from __future__ import annotations

import pytest

from cardroom.cards import DECK, parse_cards
from cardroom.errors import CardroomError
from cardroom.games.options import multiple_name
from cardroom.jackpots import AwardOrder, Console, LinkTable, link_config, next_press, validate_table
from cardroom.money import CENT, DOLLAR
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose, DeclareMisdeal, FoulHand, RevealHand, SettleSeat
from cardroom.table.events import HandKept, Qualified, WagerSettled


def stacked(*packets: str):
    """A deck that starts with these packets, in the order they are dealt."""
    top = parse_cards(" ".join(packets))
    return (*top, *(card for card in DECK if card not in top))


class Game:
    """One round at a table of a link: every act of the table goes to the link at once."""

    def __init__(self, floor, table: str, deck, **settings) -> None:
        link_table = floor.config.table(table)
        wager = link_table.wager.id
        settings = {
            "paytables": {wager: floor.config.paytable},
            "jackpot_wagers": {wager: floor.config.wager},
        } | settings
        self.settings = table_settings(link_table.game, **settings)
        validate_table(floor.config, table, self.settings)
        floor.rounds += 1
        self.floor, self.table, self.wager = floor, table, wager
        self.round = Round.open(f"real-{floor.rounds}", self.settings, deck)

    def feed(self, events):
        self.floor.act("hear", self.table, self.round.state.round_id, events)
        return events

    def do(self, command):
        return self.feed(self.round.do(command))

    def bet(self, *seats: int, without: tuple[int, ...] = (), **more):
        for seat in (*seats, *without):
            stakes = {"ante": 5 * DOLLAR} | more
            if self.settings.game == "straight-edge-2":
                stakes["blind"] = 5 * DOLLAR
            self.round.do(Bet(seat, stakes if seat in without else stakes | {self.wager: self.floor.config.wager}))
        self.deal()

    def deal(self):
        return self.feed(self.round.run_dealer())

    def choose(self, **choices: int):
        for name, multiple in choices.items():
            self.do(Choose(int(name.removeprefix("seat_")), multiple_name(multiple) if multiple else "fold"))
        return self.deal()


def play_streets(game: Game, *, fold: tuple[int, ...] = ()):
    for seat in fold:
        game.do(Choose(seat, "fold"))
    game.deal()
    events = []
    while game.round.awaited_seats():
        for seat in game.round.awaited_seats():
            game.do(Choose(seat, "1x"))
        events += game.deal()
    return events


def test_mississippi_royal_and_straight_flush_in_one_round(make, pit):
    """Community 10s Js Qs: seat 2 holds A-K of spades, seat 5 holds 9-8 of spades."""
    floor = pit(make.stud())
    game = Game(floor, "ms-1", stacked("10s Js Qs", "2c 3d", "As Ks", "9s 8s", "2d 7h"))
    game.bet(1, 2, 5, without=(6,))
    assert floor.cents() == 5_000_60
    events = play_streets(game)
    assert [event.seat for event in events if isinstance(event, Qualified)] == [5, 2]
    assert [event.holder for event in events if isinstance(event, HandKept)] == [5, 2]
    tenth, full = floor.approve("ms-1")
    assert (tenth.amount, full.amount) == (500_06 * CENT, 4_500_54 * CENT)
    floor.end("ms-1")
    assert floor.paid_to("ms-1", 1) == 1_300_00 - 1_00
    assert floor.paid_to("ms-1", 6) == 0  # no wager on the sensor, no envy


@pytest.mark.parametrize("qualify", [True, False])
def test_mississippi_folded_hands_are_the_operators_choice(make, pit, qualify):
    floor = pit(make.stud(tables=make.mississippi("ms-1", folded_hands_qualify=qualify)))
    game = Game(floor, "ms-1", stacked("10s Js Qs", "2c 3d", "As Ks"), folded_hands_qualify=qualify)
    game.bet(1, 2)
    play_streets(game, fold=(2,))
    wins = floor.approve("ms-1")
    assert [win.seat for win in wins] == ([2] if qualify else [])
    floor.end("ms-1")
    # A receiver who folded still collects; here it is the hitter who folded and the other who collects.
    assert floor.paid_to("ms-1", 1) == (1_000_00 if qualify else 0) - 1_00


def test_an_envy_receiver_who_folded_still_collects(make, pit):
    floor = pit(make.stud())
    game = Game(floor, "ms-1", stacked("10s Js Qs", "2c 3d", "As Ks"))
    game.bet(1, 2)
    play_streets(game, fold=(1,))
    floor.approve("ms-1")
    floor.end("ms-1")
    assert floor.paid_to("ms-1", 1) == 1_000_00 - 1_00


def test_quick_hit_pays_a_royal_as_a_straight_flush(make, pit):
    floor = pit(make.stud("Quick Hit"))
    game = Game(floor, "ms-1", stacked("10s Js Qs", "As Ks"))
    game.bet(1)
    play_streets(game)
    (win,) = floor.approve("ms-1")
    assert (win.line, win.amount) == ("straight_flush", 5_000_20 * CENT)


BAD_BEATS = {
    # player's seven, dealer's eight (a packet and one card), line or None
    "dealer beats player": ("4c 5d 6h 7s Jc Kc Kd", "5h 6c 7d 8s 9c 2h 2d Qd", "4-card_straight"),
    "player beats dealer": ("5h 6c 7d 8s 9c 2h 2d", "4c 5d 6h 7s Jc Kc Kd Qs", "4-card_straight"),
    "tie": ("4c 5d 6h 7s Jc Kc Kd", "4h 5c 6d 7h Jd Js Kh 9s", None),
    "dealer too short": ("5h 6c 7d 8s 9c 2h 2d", "4c 5d 6h Js Jc Kc Kd 9h", None),
    "both seven": ("2c 3d 4h 5s 6c 7d 8h", "3h 4c 5d 6h 7s 8c 9c 9d", "7-card_straight"),
}


# Two Way Bad Beat, on both of its pages: rule 2a says who wins, rule 2b what sets the award.
RULE_2 = [
    pytest.param(case, console, id=f"bad beat, {console}, rule {'2b' if line else '2a'}: {case}")
    for case, (_, _, line) in BAD_BEATS.items()
    for console in Console
]


@pytest.mark.parametrize(("case", "console"), RULE_2)
def test_two_way_bad_beat_in_both_directions(make, pit, case, console):
    player, dealer, line = BAD_BEATS[case]
    floor = pit(make.bad_beat(console))
    game = Game(floor, "se-1", stacked(player, "Qc Qh 10c 8d 2s 4d 6s", dealer))
    game.bet(1, 3)
    events = game.choose(seat_1=1, seat_3=0)
    found = [event.line for event in events if isinstance(event, Qualified)]
    assert found == ([line] if line else [])
    main = next(
        event for event in events if isinstance(event, WagerSettled) and (event.seat, event.wager) == (1, "ante")
    )
    if case in ("dealer beats player", "both seven"):
        assert main.verdict == "lose"  # the bad beat is the dealer's, and the player is paid for it
    floor.approve("se-1")
    floor.end("se-1")
    expected = {"4-card_straight": 5_00, "7-card_straight": 1_000_40, None: 0}[line]
    assert floor.paid_to("se-1", 1) == expected - 1_00
    assert floor.paid_to("se-1", 3) == (100_00 if line == "7-card_straight" else 0) - 1_00  # envy, though folded


STAYS_UP = [
    pytest.param("bad beat", Console.KEYPAD, id="bad beat, keypad, rule 9b"),
    pytest.param("bad beat", Console.TOUCH, id="bad beat, touch, rule 9b"),
    pytest.param("mississippi", Console.KEYPAD, id="mississippi, keypad, rule 10b"),
    pytest.param("mississippi", Console.TOUCH, id="mississippi, touch, rule 10b"),
    pytest.param("multi-game", Console.TOUCH, id="multi-game link, rule 11b"),
]


@pytest.mark.parametrize(("page", "console"), STAYS_UP)
def test_a_hand_that_gives_envy_is_left_face_up_and_the_others_are_not(make, pit, page, console):
    """Seat 1 wins a fixed pay, seat 2 all of the meter."""
    if page == "bad beat":
        player, dealer, _ = BAD_BEATS["both seven"]
        floor = pit(make.bad_beat(console))
        game = Game(floor, "se-1", stacked("3s 4d 5c 6d Kc Kd Qs", player, dealer))
    elif page == "mississippi":
        floor = pit(make.stud(tables=make.mississippi("ms-1", console=console)))
        game = Game(floor, "ms-1", stacked("10s Js Qs", "9c 8d", "As Ks"))
    else:
        floor = pit(make.mega_link())
        game = Game(floor, "ms-1", stacked("10s Js Qs", "9c 8d", "As Ks"))
    game.bet(1, 2)
    play_streets(game)
    events = game.round.events
    assert [event.seat for event in events if isinstance(event, Qualified)] == [2, 1]
    assert [(event.holder, event.kept_for) for event in events if isinstance(event, HandKept)] == [(2, "envy")]


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("As 2s 3s 4s 5s 9d Jd", "5-card_straight_flush"),
        ("10s Js Qs Ks As 4d 6d", "5-card_straight_flush"),
        ("As 2s 3s 4s 5s 6s 9d", "6-card_straight_flush"),
        ("9s 10s Js Qs Ks As 3d", "6-card_straight_flush_ace_high"),
        ("Qs Ks As 2s 3s 7d 9d", "3-card_straight_flush"),  # it does not go round the corner
    ],
)
def test_appendix_c_note_3_an_ace_is_the_lowest_or_the_highest_of_its_suit(make, pit, hand, line):
    tables = [LinkTable(id="kis-1", game="keep-it-straight")]
    floor = pit(link_config("straight", "PT-BJS-HCF-SF-04", levels=make.one_level(), tables=tables))
    game = Game(floor, "kis-1", stacked(hand, "2c 2d 5h 5c 8h 8c Jh"))
    game.bet(1)
    events = game.choose(seat_1=0)
    assert [event.line for event in events if isinstance(event, Qualified)] == [line]


def test_a_folded_bad_beat_hand_loses(make, pit):
    player, dealer, _ = BAD_BEATS["both seven"]
    floor = pit(make.bad_beat())
    game = Game(floor, "se-1", stacked(player, dealer))
    game.bet(1)
    game.choose(seat_1=0)
    floor.end("se-1")
    assert floor.state.wins == {}


def test_keep_it_straight_with_two_sensors(make, pit):
    """Two links on one table; a folded hand is always live."""
    links = [
        pit(
            link_config(
                f"straight-{sensor}",
                paytable,
                levels=make.one_level(1_000 * sensor, 1_000, 0),
                tables=[LinkTable(id="kis-1", game="keep-it-straight", sensor=sensor)],
            )
        )
        for sensor, paytable in ((1, "PT-BJS-HCF-SF-E01"), (2, "PT-BJS-HCF-SF-04"))
    ]
    deck = stacked("2c 3c 4c 5c 6c 7c Kd", "As Qd 10h 8s 6d 4h 2h", "2d 2s 3h 3s 9d 9h Jd")
    settings = table_settings(
        "keep-it-straight",
        paytables={f"jackpot_{n + 1}": floor.config.paytable for n, floor in enumerate(links)},
    )
    round_ = Round.open("real-1", settings, deck)
    round_.do(Bet(1, {"ante": 5 * DOLLAR, "jackpot_1": DOLLAR, "jackpot_2": DOLLAR}))
    round_.do(Bet(2, {"ante": 5 * DOLLAR, "jackpot_1": DOLLAR}))
    events = round_.run_dealer()
    events += round_.do(Choose(1, "fold")) + round_.do(Choose(2, "fold")) + round_.run_dealer()
    for floor in links:
        validate_table(floor.config, "kis-1", settings)
        floor.act("hear", "kis-1", "real-1", events)
        floor.approve("kis-1")
        floor.end("kis-1")
    # Six suited in a row, seven high: 100% on the first table, “king high” 10% on the second.
    assert links[0].paid_to("kis-1", 1) == 1_000_20 - 1_00
    assert links[1].paid_to("kis-1", 1) == 200_01 - 1_00
    assert links[0].paid_to("kis-1", 2) == 200_00 - 1_00  # envy on that sensor only
    assert links[1].paid_to("kis-1", 2) == 0


def test_a_misdeal_gives_the_jackpot_wagers_back(make, pit):
    floor = pit(make.stud())
    books = dict(floor.state.books)
    game = Game(floor, "ms-1", DECK)
    game.bet(1, 2, 3)
    assert floor.cents() == 5_000_60
    game.do(DeclareMisdeal("a card was exposed"))
    assert floor.state.books == books
    assert floor.state.in_progress == []


def test_rounds_without_a_wager_on_the_sensor_are_nothing_to_the_link(make, pit):
    floor = pit(make.stud())
    game = Game(floor, "ms-1", DECK)
    game.bet(without=(1, 2))
    play_streets(game)
    Game(floor, "ms-1", DECK).do(DeclareMisdeal("before any bet"))
    assert len(floor.events) == 1


def test_a_fouled_hand_gives_its_own_wager_back(make, pit):
    floor = pit(make.stud())
    game = Game(floor, "ms-1", DECK)
    game.bet(1, 2)
    game.do(FoulHand(2, "touched another's cards"))
    assert floor.balance("player:ms-1:2") == 0
    assert floor.cents() == 5_000_20


def test_a_link_across_games_is_fed_by_both(make, pit):
    floor = pit(make.mega_link())
    stud = Game(floor, "ms-1", stacked("10s Js Qs", "As Ks"))
    stud.bet(1)
    caribbean = Game(floor, "cs-1", stacked("9h 10h Jh Qh Kh", "2c 2d 3s 4s 6s"))
    caribbean.bet(4)
    caribbean.choose(seat_4=2)
    play_streets(stud)
    assert [win.amount for win in floor.approve("cs-1")] == [1_000_12 * CENT]  # Major
    assert [win.amount for win in floor.approve("ms-1")] == [10_000_24 * CENT]  # Mega
    assert floor.replayed() == floor.state


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"offered": ["three_card_bonus"]}, "does not offer Progressive"),
        ({"paytables": {"progressive": "Quick Hit"}}, "settles by MS Stud Quick Hit 01; link stud pays MS Stud-01"),
        ({"jackpot_wagers": {"progressive": 5 * DOLLAR}}, r"wager is \$5 at table ms-1 and \$1 on link stud"),
        ({"folded_hands_qualify": False}, "Folded hands do not qualify at table ms-1"),
        ({"without_envy": ["progressive"]}, "Table ms-1 leaves no hands up for envy; link stud pays it"),
    ],
)
def test_a_table_that_does_not_fit_its_link_is_refused(make, pit, settings, words):
    with pytest.raises(CardroomError, match=words):
        validate_table(make.stud(), "ms-1", table_settings("mississippi-stud", **settings))
    with pytest.raises(CardroomError, match="deals caribbean-stud; link stud has it as mississippi-stud"):
        validate_table(make.stud(), "ms-1", table_settings("caribbean-stud"))


def test_a_link_that_pays_no_envy_needs_a_table_that_keeps_no_hands(make, pit):
    floor = pit(make.stud(envy=False))
    with pytest.raises(CardroomError, match="Table ms-1 leaves hands up for envy; link stud pays none"):
        Game(floor, "ms-1", DECK)
    game = Game(floor, "ms-1", stacked("10s Js Qs", "2c 3d", "As Ks"), without_envy=["progressive"])
    game.bet(1, 2)
    events = play_streets(game)
    assert [(event.seat, event.envy) for event in events if isinstance(event, Qualified)] == [(2, None)]
    assert [event for event in events if isinstance(event, HandKept)] == []
    floor.approve("ms-1")
    floor.end("ms-1")
    assert floor.paid_to("ms-1", 1) == -1_00


def test_clockwise_the_table_says_when_every_seat_is_settled(make, pit):
    floor = pit(make.stud(award_order=AwardOrder.CLOCKWISE))
    game = Game(floor, "ms-1", stacked("10s Js Qs", "As Ks", "9s 8s"))
    game.bet(1, 5)
    while game.round.next_act() != SettleSeat(5):
        if (act := game.round.next_act()) is not None:
            game.do(act)
        else:
            game.do(Choose(game.round.awaited_seats()[0], "1x"))
    game.do(SettleSeat(5))
    assert [hand.seat for hand in floor.state.tables["ms-1"].waiting] == [5]
    assert next_press(floor.state, "ms-1") is None
    game.deal()
    assert [(win.seat, win.amount) for win in floor.approve("ms-1")] == [(1, 5_000_40 * CENT), (5, 500_00 * CENT)]


def test_the_dealers_acts_are_fed_one_by_one(make, pit):
    """A human dealer acts step by step: the award waits as soon as its seat is settled."""
    floor = pit(make.bad_beat())
    player, dealer, _ = BAD_BEATS["both seven"]
    game = Game(floor, "se-1", stacked(player, dealer))
    game.bet(1)
    game.do(Choose(1, "1x"))
    game.do(RevealHand())
    assert floor.state.tables["se-1"].waiting == ()
    game.do(SettleSeat(1))
    assert [hand.seat for hand in floor.state.tables["se-1"].waiting] == [1]
