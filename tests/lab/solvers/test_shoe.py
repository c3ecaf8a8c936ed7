"""Cards from a shoe, held against a plain walk through the game, card by card, on small shoes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec
import numpy as np
import pytest

from cardroom.cards import RANKS, Card
from cardroom.errors import CardroomError
from cardroom.games.model import Deal, Decide, Deck, Game, Kind, MakeBet, SettleSeats, Verdict
from cardroom.games.round_facts import Facts
from cardroom.games.rule_parameters import read_deck
from cardroom.games.settlement import Layout, facts_on, settle
from cardroom.games.sheets.casino_war import casino_war
from cardroom.games.sheets.ez_baccarat import ez_baccarat
from cardroom.games.sheets.mississippi_stud import mississippi_stud
from cardroom.lab.solvers.shoe.round_counts import Cell, ShoeCount, count_shoe
from cardroom.lab.solvers.shoe.simulated_rounds import ShoeRounds, shoe_rounds

BACCARAT_DECKS = ["A247K/cd", "23689/cd", "A569T/cd", "34578/cd", "A2468/cd", "A379T/cd"]
WAR_DECKS = ["23A/cdh", "KA/cdhs", "2A/cd"]


def on(game: Game, text: str, packs: int = 1) -> Game:
    return msgspec.structs.replace(game, deck=read_deck(text, packs))


def gain(outcome) -> Fraction:
    """Of one unit, from a verdict."""
    if outcome.verdict is Verdict.PUSH:
        return Fraction(0)
    return Fraction(-1) if outcome.verdict is Verdict.LOSE else Fraction(outcome.pays.pays, outcome.pays.per)


# --- the plain way ----------------------------------------------------------------------------------------------------


def plain_rounds(game: Game, taken: str | None) -> Counter:
    """What becomes of every wager that is settled, with its chance, when this option is taken wherever there is one."""
    tables = {wager.id: wager.paytables[0] for wager in game.wagers if wager.paytables}
    found: Counter = Counter()
    opening = frozenset(wager.id for wager in game.wagers if wager.kind is not Kind.DECISION)

    def go(stage: int, left: Counter, packets: dict, made: frozenset, done: dict, chance: Fraction) -> None:
        if stage == len(game.stages):
            found[frozenset(done.items())] += chance
            return
        now = game.stages[stage]
        layout = Layout(packets, made=made)
        holds = getattr(now, "when", None) is None or now.when(facts_on(game, layout))
        if isinstance(now, Deal) and holds:
            deal(stage, [holder for holder in now.to for _ in range(now.cards)], left, packets, made, done, chance, {})
            return
        if isinstance(now, Decide) and holds:
            option = now.option(taken)
            if not isinstance(option, MakeBet):
                found[frozenset(done.items())] += chance
                return
            made |= {option.wager}
        if isinstance(now, SettleSeats) and holds:
            due = [
                w for w in game.wagers if (not now.wagers or w.id in now.wagers) and w.id in made and w.id not in done
            ]
            done = done | {w.id: gain(settle(game, w, tables, layout).outcome) for w in due}
        go(stage + 1, left, packets, made, done, chance)

    def deal(stage, to, left, packets, made, done, chance, given) -> None:
        if not to:
            after = {holder: (*packets.get(holder, ()), cards) for holder, cards in given.items()}
            go(stage + 1, left, packets | after, made, done, chance)
            return
        cards = sum(left.values())
        for card, number in left.items():
            if number:
                rest = left - Counter([card])
                more = given | {to[0]: (*given.get(to[0], ()), card)}
                deal(stage, to[1:], rest, packets, made, done, chance * Fraction(number, cards), more)

    ranks = Counter(one_of_rank(card, game) for card in game.deck.cards)
    go(0, ranks, {}, opening, {}, Fraction(1))
    return found


def one_of_rank(card, game):
    """Suits do not matter in these games."""
    return next(other for other in game.deck.cards if other.rank == card.rank)


# --- the count --------------------------------------------------------------------------------------------------------


def gains_in(game: Game, cell: Cell) -> dict[str, Fraction]:
    """What every wager settled in a cell gains."""
    found = {}
    for name, settled in cell.settled.items():
        wager = game.wager(name)
        pay = wager.paytables[0].pay(wager.hand_classes, settled.step) if wager.paytables else None
        found[name] = gain(wager.settle(Facts(settled.facts.__getitem__), pay))
    return found


def counted_rounds(count: ShoeCount, taken: str | None) -> Counter:
    options = [option.name for option in count.decision.options] if count.decision else [None]
    choice = np.full(len(count.positions), options.index(taken))
    found: Counter = Counter()
    for cell, ways in zip(count.cells, count.ways(choice).tolist(), strict=True):
        if ways:
            found[frozenset(gains_in(count.game, cell).items())] += Fraction(ways, count.total)
    return found


@pytest.mark.parametrize(
    "text", [*BACCARAT_DECKS[:2], *(pytest.param(text, marks=pytest.mark.soak) for text in BACCARAT_DECKS[2:])]
)
def test_hands_drawn_by_conditions_end_as_they_do_card_by_card(text):
    game = on(ez_baccarat(), text, 2)
    assert counted_rounds(count_shoe(game), None) == plain_rounds(game, None)


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("text", WAR_DECKS)
@pytest.mark.parametrize("taken", ["war", "surrender"])
def test_ties_go_on_as_they_do_card_by_card(text, taken, bonus):
    game = on(casino_war(second_tie_bonus=bonus), text, 2)
    assert counted_rounds(count_shoe(game), taken) == plain_rounds(game, taken)


def test_the_small_shoes_reach_every_gain_of_every_wager():
    for game, decks in [(ez_baccarat(), BACCARAT_DECKS), (casino_war(), WAR_DECKS)]:
        wanted = reached(game, count_shoe(game))
        found = {pair for text in decks for pair in reached(game, count_shoe(on(game, text, 2)))}
        assert found == wanted


def reached(game: Game, count: ShoeCount) -> set:
    ways = count.undecided + count.decided.sum(axis=(0, 1))
    return {
        pair for cell, number in zip(count.cells, ways, strict=True) if number for pair in gains_in(game, cell).items()
    }


def test_every_round_of_eight_decks_is_counted_once():
    count = count_shoe(ez_baccarat())
    assert count.total == int(count.undecided.sum()) == 4_998_398_275_503_360
    assert len(count.kinds) == 10
    assert sorted(kind.number for kind in count.kinds) == [32] * 9 + [128]


def edge(count: ShoeCount, wager: str) -> float:
    lost = sum(
        Fraction(int(n), count.total) * gains_in(count.game, c)[wager]
        for c, n in zip(count.cells, count.undecided, strict=True)
    )
    return round(float(-100 * lost), 2)


def test_edges_of_the_banker_game():
    """As published for eight decks."""
    count = count_shoe(ez_baccarat())
    assert {name: edge(count, name) for name in ("banker", "player", "tie", "dragon_7", "panda_8")} == {
        "banker": 1.02, "player": 1.24, "tie": 14.36, "dragon_7": 7.61, "panda_8": 10.19,
    }  # fmt: skip
    assert edge(count_shoe(ez_baccarat(commission=5)), "banker") == 1.06


def test_positions_of_a_tie_are_the_ranks():
    count = count_shoe(casino_war())
    assert [position.seen["seat"][0][0].rank for position in count.positions] == list(range(len(RANKS)))
    assert all(position.seen["seat"] == position.seen["dealer"] for position in count.positions)
    assert Fraction(sum(position.ways for position in count.positions), count.total) == Fraction(23, 311)
    assert (count.decided.sum(axis=2) == np.array([[p.ways] * 2 for p in count.positions])).all()


def test_a_position_is_located_by_the_cards_of_any_suit():
    count = count_shoe(casino_war())
    for place, position in enumerate(count.positions):
        rank = position.seen["seat"][0][0].rank
        own, his = [card for card in Card if card.rank == rank][1:3]
        assert count.locate({"seat": [[own]], "dealer": [[his]]}) == place
    with pytest.raises(CardroomError, match="nothing to decide"):
        count.locate({"seat": [[Card.C2]], "dealer": [[Card.C3]]})


def test_going_to_war_costs_less_than_surrender():
    """As published for six decks without a bonus: 2.88% at war, 3.70% by surrender."""
    count = count_shoe(casino_war())
    assert [option.name for option in count.decision.options] == ["surrender", "war"]
    lost = {}
    for i, taken in enumerate(["surrender", "war"]):
        ways = count.ways(np.full(13, i))
        gained = [sum(gains_in(count.game, c).get(w, 0) for w in ("bet", "war")) for c in count.cells]
        gained = [
            g - Fraction(1, 2) if ("war", "surrender") in c.taken else g
            for g, c in zip(gained, count.cells, strict=True)
        ]
        lost[taken] = round(
            float(-100 * sum(Fraction(int(n), count.total) * g for n, g in zip(ways, gained, strict=True))), 2
        )
    assert lost == {"surrender": 3.70, "war": 2.88}


@pytest.mark.parametrize(
    ("game", "option"), [(casino_war(), 1), (casino_war(), 0), (ez_baccarat(), 0), (on(ez_baccarat(), "A2468/cd"), 0)]
)
def test_simulated_rounds_fall_where_the_count_says(game, option):
    count = count_shoe(game)
    choice = np.full(len(count.positions), option)
    found = shoe_rounds(count, choice).play(400_000, 11, 2)["tally"]
    assert found.sum() == 400_000
    chances = count.ways(choice) / count.total
    assert (np.abs(found - 400_000 * chances) <= 4.5 * np.sqrt(400_000 * chances * (1 - chances)) + 3).all()


def test_seats_share_the_cards_of_the_table():
    """In baccarat all seats see the same hands; in war each has a card of his own against the dealer's."""
    for game, same in [(ez_baccarat(), True), (casino_war(), False)]:
        count = count_shoe(game)
        lines = np.arange(len(count.cells))[None]
        rounds = shoe_rounds(count, np.ones(len(count.positions), dtype=np.int64), seats=3)
        rounds = ShoeRounds(
            rounds.kinds, rounds.graph, rounds.shared, rounds.choice, rounds.nets, rounds.stakes, rounds.folded,
            lines, len(count.cells), 3,
        )  # fmt: skip
        found = rounds.play(50_000, 1, 1)
        pairs = found["pairs"][0]
        assert found["tally"].sum() == 150_000
        assert (np.trace(pairs) == pairs.sum()) == same


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(CardroomError, match="by points"):
        count_shoe(mississippi_stud())
    twice = casino_war()
    decide = next(stage for stage in twice.stages if isinstance(stage, Decide))
    again = msgspec.structs.replace(twice, stages=(*twice.stages[:5], decide, *twice.stages[5:]))
    with pytest.raises(CardroomError, match="one decision"):
        count_shoe(again)
    long = tuple(Deal(("dealer",), 4, "2", face_up=True) for _ in range(3))
    deck = Deck(ranks=("2",), packs=8)
    endless = msgspec.structs.replace(ez_baccarat(), deck=deck, stages=(*ez_baccarat().stages, *long))
    with pytest.raises(CardroomError, match="too many ways"):
        count_shoe(endless)
    more = tuple(Deal(("dealer",), 1, "2", face_up=True) for _ in range(6))
    many = msgspec.structs.replace(casino_war(), stages=(*casino_war().stages[:2], *more, *casino_war().stages[2:]))
    with pytest.raises(CardroomError, match="too many ways"):
        count_shoe(many)
