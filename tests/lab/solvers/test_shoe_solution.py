"""Games from a shoe behind the protocol: held against the reference, the live table, and cards dealt out one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import msgspec
import numpy as np
import pytest

from cardroom.cards import parse_card
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import (
    DEALER,
    EVERYONE,
    SEAT,
    Bets,
    Deal,
    Decide,
    Fold,
    Kind,
    MakeBet,
    Result,
    Reveal,
    SettleSeats,
    lose,
    push,
    versus,
    win,
)
from cardroom.games.settlement import Layout, facts_on
from cardroom.games.sheets.casino_war import casino_war
from cardroom.lab.game_protection import protection
from cardroom.lab.simulation import simulate
from cardroom.lab.simulation.runner import make_loop
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.lab.solvers.paytable_arrays import Lines
from cardroom.lab.solvers.protocol import Policy
from cardroom.lab.solvers.reference import check_against_reference
from cardroom.lab.solvers.shoe.card_kinds import kind_of_card
from cardroom.lab.solvers.shoe.solved_game import ShoeCounted
from cardroom.lab.strategy.rule_list import Rule, Strategy, compile_strategy, rule_words
from cardroom.lab.strategy.strategy_cost import assess
from cardroom.money import DOLLAR, EVEN_MONEY
from cardroom.table import Round, commands, table_settings
from cardroom.table.information_set import Sight, sight_of
from cardroom.table.limits import limits_for

WAR, BACCARAT = "casino-war", "ez-baccarat"
SMALL = [
    "casino-war?decks=1&deck=23A/cdh",
    "casino-war?decks=2&deck=KA/cd",
    "casino-war?decks=1&deck=23A/cdh&second_tie_bonus=True",
    "ez-baccarat?decks=1&deck=A247/cd",
    "ez-baccarat?decks=1&deck=3689/cd",
    "ez-baccarat?commission=5&decks=1&deck=A57T/cd",
]


@cache
def solved_game(game: str):
    return solve(table_settings(game))


def seen(own: str, dealers: str, game: str = WAR) -> Sight:
    cards = {SEAT: (parse_card(own),), DEALER: (parse_card(dealers),)}
    return Sight(table_settings(game), "war", cards, {"bet": 1})


# --- against the reference --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SMALL)
def test_small_shoes_come_to_what_the_table_plays(game):
    check_against_reference(solved_game(game))


# --- what is found ----------------------------------------------------------------------------------------------------


def test_endings_carry_path_facts_and_stakes():
    endings = {ending.name: ending for ending in solved_game(WAR).endings()}
    assert set(endings) == {
        "player ahead", "dealer ahead", "copy, then player ahead", "copy, then dealer ahead", "copy, then copy",
    }  # fmt: skip
    assert endings["player ahead"].path == ()
    lost = endings["copy, then dealer ahead"]
    assert (lost.path, lost.stakes, lost.net, lost.folded) == (("war",), {"bet": 1, "war": 1}, -2, False)


def test_surrender_costs_what_is_published():
    """3.70% of the bet with six decks."""
    solved = solved_game(WAR)
    always = Policy("surrender", (np.zeros(13, dtype=np.int8),))
    assert round(float(-100 * solved.expectation(always)), 2) == 3.70
    given_up = next(ending for ending in solved.endings(always) if ending.folded)
    assert (given_up.name, given_up.path, given_up.net) == ("surrender", ("surrender",), Fraction(-1, 2))
    assert solved.expectation() == solved.expectation(solved.best_policy) > solved.expectation(always)


def test_a_surrender_leaves_the_tie_bet_paid():
    """It is settled before anyone decides."""
    solved = solved_game(WAR)
    spread = solved.spreads(solved.game.wager("tie"))[None]
    assert spread.lost_by_folding == 0
    assert Fraction(spread.steps[(), 0], spread.of) == Fraction(23, 311)


def test_every_mistake_is_told():
    solved = solved_game(WAR)
    assessment = assess(solved, Policy("surrender", (np.zeros(13, dtype=np.int8),)))
    (mistake,) = assessment.mistakes
    assert (mistake.plays, mistake.best, mistake.share) == ("surrender", "war", Fraction(23, 311))
    assert assessment.cost == mistake.cost == assessment.perfect - assessment.expectation
    assert all(" against " in text for text in mistake.examples)


def test_a_game_without_decisions_has_no_strategy():
    solved = solved_game(BACCARAT)
    assert (solved.best_policy.choices, solved.derive_rules(), solved.choice_costs(solved.best_policy)) == ((), [], [])
    assert assess(solved, solved.best_policy).mistakes == ()


def test_a_decision_is_weighed_whatever_the_suits():
    worth = [solved_game(WAR).weigh_options(seen(*cards)).worth for cards in (("Qh", "Qd"), ("Qc", "Qc"))]
    assert worth[0] == worth[1] == {"surrender": Fraction(-1, 2), "war": Fraction(-6211, 15965)}
    with pytest.raises(CardroomError, match="nothing to decide"):
        solved_game(WAR).weigh_options(seen("Qh", "Kd"))


def test_a_bonus_that_a_rule_pays_beside_its_table_has_lines_of_its_own():
    lines = Lines(find_game(BACCARAT), find_game(BACCARAT).wager("player_dragon"))
    table = lines.wager.paytables[0]
    assert lines.names == [*(f"win by {margin}" for margin in range(9, -1, -1)), "win at 1 to 1", "push"]
    assert [str(pay) for pay in lines.pays(table)][5:] == ["1 to 1", *["None"] * 4, "1 to 1", "push"]
    assert lines.reached((("player_natural", False), ("banker_natural", False)), None) == lines.lost
    natural = {result: (("player_natural", True), ("result", result)) for result in Result}
    assert lines.names[lines.reached(natural[Result.WIN], 0)] == "win at 1 to 1"
    assert lines.names[lines.reached(natural[Result.COPY], 9)] == "push"
    assert lines.reached(natural[Result.LOSS], None) == lines.lost


# --- a game of one's own, with cards face down ------------------------------------------------------------------------


def high_card():
    """The higher card wins; a player who folds sees his own card alone."""
    war = casino_war(decks=1)
    settle = versus(ahead=win(EVEN_MONEY, "3"), tie=push("3"), behind=lose("3"))
    wagers = tuple(
        msgspec.structs.replace(wager, settle=settle) for wager in war.wagers if wager.kind is not Kind.OPTIONAL
    )
    stages = (
        Bets("1"), Deal(EVERYONE, 1, "2"), Decide((Fold("5"), MakeBet("war", 2, "6"))), Reveal("3"), SettleSeats("3"),
    )  # fmt: skip
    return msgspec.structs.replace(war, id="high-card", name="High Card", wagers=wagers, stages=stages)


@pytest.fixture(scope="module")
def high():
    return ShoeCounted(high_card()).priced(table_settings(WAR))


def test_a_short_list_is_found_where_points_matter(high):
    """With three units at stake, a card is folded that loses them a third more often than it wins them."""
    worth = {rank: Fraction(3 * 4 * (2 * rank - 12), 51) for rank in range(13)}
    best = [int(worth[rank] >= -1) for rank in range(13)]
    assert high.best_policy.choices[0].tolist() == best
    assert high.expectation() == sum(max(gain, Fraction(-1)) for gain in worth.values()) / 13
    (rules,) = high.derive_rules()
    assert [option for _, option in rules] in ([1, 0], [0, 1])
    strategy = Strategy("high-card", tuple(Rule("war", ("fold", "2x")[option], dict(when)) for when, option in rules))
    assert compile_strategy(strategy, high).choices[0].tolist() == best
    assert rule_words(strategy.rules[0], high) in {"you have six or more", "you have five or less"}


@pytest.mark.parametrize(
    ("when", "says"),
    [
        ({"at_least": "jester"}, "must be one of two, three"),
        ({"dealer_at_least": "two"}, "no such cards"),
        ({"above": "two"}, "is not known"),
    ],
)
def test_conditions_that_cannot_be_are_refused(high, when, says):
    with pytest.raises(CardroomError, match=says):
        high.conditions(0).fits(when)


def test_seen_cards_with_others_face_down_are_refused(high):
    with pytest.raises(CardroomError, match="face up") as refusal:
        high.peek_gains(np.zeros((1, 2), dtype=np.int64), 1)
    assert refusal.value.code == "not-counted"


# --- protection -------------------------------------------------------------------------------------------------------


def test_other_hands_are_worth_nothing_and_the_dealers_next_card_much():
    settings = table_settings(WAR)
    assert protection(settings, seen_hands=6).gain.value == 0
    known = protection(settings, seen_dealer_cards=1)
    assert known.gain.agrees_with(float(next_card_known()), 4)
    assert known.gain.standard_error < 1e-3


def next_card_known() -> Fraction:
    """What a player gains who goes to war only where that costs less than a half, knowing the dealer's next card."""
    gain, cards = Fraction(0), Counter(dict.fromkeys(range(13), 24))
    for tied, dealers in product(range(13), repeat=2):
        left = cards - Counter([tied, tied])
        chance = Fraction(24, 312) * Fraction(23, 311) * Fraction(left[dealers], 310)
        left -= Counter([dealers])
        ahead = Fraction(sum(number for rank, number in left.items() if rank >= dealers), 309)
        war = ahead - 2 * (1 - ahead)
        gain += chance * max(Fraction(-1, 2) - war, 0)
    return gain


def test_seen_cards_are_gone():
    """All but four cards of one deck are seen: what the last ones can come to is counted by hand."""
    solved = solved_game("casino-war?decks=1")
    numbers = [card.number for card in solved.game.deck.cards]
    rank = {card.number: card.rank for card in solved.game.deck.cards}
    tied = [number for number in numbers if rank[number] == 5][:2]
    others = [number for number in numbers if number not in tied]
    left = [others.pop(place) for place in (40, 30, 20, 0)]
    informed, ordinary = solved.peek_gains(np.array([[tied[0], *others, tied[1]]]), 1 + len(others))
    pairs = [(rank[own], rank[his]) for own in left for his in left if own != his]
    war = sum(1 if own >= his else -2 for own, his in pairs) / len(pairs)
    assert ordinary[0] == pytest.approx(war)
    assert informed[0] == pytest.approx(max(war, -0.5))


# --- against the live table -------------------------------------------------------------------------------------------

SEATS, ROUNDS = 3, 300


@pytest.mark.parametrize("game", [WAR, BACCARAT, "casino-war?decks=1&second_tie_bonus=True"])
def test_rounds_settle_as_at_the_table(game):
    """The simulator's cards laid in the order in which the table deals them: every total is the same."""
    solved = solved_game(game)
    loop = make_loop(solved, solved.best_policy, SEATS)
    kind_of = kind_of_card(solved.game, solved.count.kinds)
    shoe = sorted(solved.game.deck.cards, key=kind_of.__getitem__)
    nets: Counter[str] = Counter()
    for places in loop.cards_of_rounds(ROUNDS, 9, 0):
        round_ = played_round(solved, loop, [shoe[place] for place in places])
        for results in round_.state.results.values():
            for wager, amount in results.items():
                nets[wager] += Fraction(amount, DOLLAR)
    result = simulate(solved.settings, ROUNDS, 9, solved.best_policy, SEATS)
    hands = ROUNDS * SEATS
    own = sum(nets[wager.id] for wager in base_game_wagers(solved.game))
    assert result.base.ev.value == pytest.approx(float(own / hands), abs=1e-12)
    for bet in result.side_bets:
        table = solved.settings.paytables.get(bet.wager)
        if table is None or table.title == bet.paytable:
            assert bet.ev == Fraction(nets[bet.wager]) / hands, bet.wager


def played_round(solved, loop, cards):
    """One round with $1 on every wager at every seat."""
    game = solved.game
    top = in_order(solved, loop, cards)
    rest = Counter(game.deck.cards) - Counter(filter(None, top))
    left = iter(rest.elements())
    deck = [card or next(left) for card in top]
    free = msgspec.structs.replace(limits_for("washington"), games_per_hand=len(game.wagers))
    round_ = Round.open("r", table_settings(game.id, minimum=DOLLAR, limits=free), (*deck, *left))
    stakes = {wager.id: DOLLAR for wager in game.wagers if wager.kind not in (Kind.DECISION, Kind.RIDER)}
    for seat in range(1, SEATS + 1):
        round_.do(commands.Bet(seat, stakes))
    round_.run_dealer()
    while seats := round_.awaited_seats():
        for seat in seats:
            worth = solved.weigh_options(sight_of(round_, seat)).worth
            round_.do(commands.Choose(seat, max(worth, key=worth.__getitem__)))
        round_.run_dealer()
    return round_


def in_order(solved, loop, cards):
    """The cards as the table deals them, by the game's own conditions; nothing where one is burned."""
    game, slots, where = solved.game, solved.count.walk.ask.slots, loop.rounds._deck_places()
    seats: list[dict] = [{} for _ in range(SEATS)]  # packets by holder
    made = [frozenset() for _ in range(SEATS)]
    top: list = []
    for number, stage in enumerate(game.stages):
        facts = [facts_on(game, Layout(packets, made=bets)) for packets, bets in zip(seats, made, strict=True)]
        when = getattr(stage, "when", None)
        holds = [seat for seat in range(SEATS) if when is None or when(facts[seat])]
        if isinstance(stage, Decide):
            made = [bets | {stage.wager} if seat in holds else bets for seat, bets in enumerate(made)]
        if not isinstance(stage, Deal) or not holds:
            continue
        top += [None] * stage.burn
        for holder in stage.to:
            places = [place for place, slot in enumerate(slots) if (slot.holder, slot.packet) == (holder, number)]
            dealt = [tuple(cards[where[seat, place]] for place in places) for seat in range(SEATS)]
            top += [card for seat in (holds if holder == SEAT else holds[:1]) for card in dealt[seat]]
            for seat in holds:
                seats[seat][holder] = (*seats[seat].get(holder, ()), dealt[seat])
    return top
