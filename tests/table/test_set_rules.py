"""Every value of every rule that a house may set, in every game of the catalogue, against the oracle of `tests/oracle`.

The oracle is written from the sheets and knows nothing of the game files. Rounds are dealt from decks in which hands
come close to each other, so that copies, of every kind of hand, are as common as anything else.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardroom.games import find_game, games
from cardroom.games.catalogue import settable
from cardroom.games.model import Game
from cardroom.money import CENT, DOLLAR
from cardroom.table import DealOrder, Round, TableSettings, table_settings
from cardroom.table.commands import Bet, Choose
from cardroom.table.events import Qualified

from ..oracle import sheets
from ..oracle.hands import RANKS

rounds = pytest.mark.parametrize("rounds", [50, pytest.param(300, marks=pytest.mark.soak)], ids=["few", "many"])
SUITS_SWAPPED = {"c": "s", "s": "c", "d": "h", "h": "d"}  # of the same colour
WITH_COPIES = [game for game, rules in sheets.AS_PRINTED.items() if "copies" in rules]


def values_of(game: str) -> list[dict[str, Any]]:
    """The game as printed, and with each other value of each rule."""
    return [{}, *({s.name: v} for s in settable(find_game(game)) for v in s.values if v != s.default)]


def game_id(game: str, chosen: dict[str, Any]) -> str:
    return game + ("?" + "&".join(f"{name}={value}" for name, value in chosen.items()) if chosen else "")


VALUES = [(game, chosen) for game in sheets.AS_PRINTED for chosen in values_of(game)]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_oracle_knows_every_side_bet_and_its_pay_tables(game):
    """It draws what is bet from its own list, so a wager that is not in it would not be tried."""
    known = sheets.SIDE_BETS[game.id]
    wagers = {wager.id: {table.id for table in wager.paytables} for wager in game.wagers if wager.is_side_bet}
    assert known.keys() == wagers.keys(), f"tests/oracle/sheets.py: SIDE_BETS of {game.id}"
    for wager, tables in wagers.items():
        assert {*known[wager]} in ({*tables}, set()), f"tests/oracle/sheets.py: pay tables of {wager}, {game.id}"
        assert known[wager] or len(tables) < 2, f"tests/oracle/sheets.py: pay tables of {wager}, {game.id}"


# --- rounds -----------------------------------------------------------------------------------------------------------


def deck_of(game: Game, chance: Random) -> list[str]:
    """Shuffled; or a good hand on top, and after it its mirror image in the other suits of the same colours."""
    cards = [str(card) for card in game.deck.cards]
    chance.shuffle(cards)
    if chance.random() < 0.2:
        return cards
    size = game.cards_of("seat") or 2
    top = hand_of(size, chance)
    mirrored = [card[:-1] + SUITS_SWAPPED[card[-1]] for card in top]
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        mirrored[chance.randrange(size)] = chance.choice(cards)
    rest = Counter(cards)
    front = [card for card in (*top, *mirrored) if rest[card] > 0 and not rest.subtract([card])]
    return [*front, *(card for card in cards if rest[card] > 0 and not rest.subtract([card]))]


def hand_of(size: int, chance: Random) -> list[str]:
    """A run in one suit, in two or in colours by turns; cards of few ranks; or anything."""
    first = chance.randrange(13)
    match chance.choice(("suited", "straight", "alternating", "pairs", "any")):
        case "suited":
            found = [(first + step, "c") for step in range(size)]
        case "straight":
            found = [(first + step, chance.choice("cd")) for step in range(size)]
        case "alternating":
            found = [(first + step, "cd"[step % 2]) for step in range(size)]
        case "pairs":
            ranks = [first, first, first + chance.randrange(1, 6), chance.randrange(13)]
            found = list({(chance.choice(ranks), chance.choice("cd")) for _ in range(3 * size)})[:size]
        case _:
            found = []
    cut = chance.choice((0, 0, 1, 2)) if size > 3 else 0
    hand = list(dict.fromkeys(RANKS[place % 13] + suit for place, suit in found))[: max(size - cut, 0)]
    while len(hand) < size:
        card = chance.choice(RANKS) + chance.choice("cd")
        if card not in hand:
            hand.append(card)
    chance.shuffle(hand)
    return hand


def settings_of(game: str, chosen: dict[str, Any], chance: Random) -> TableSettings:
    """Any of the pay tables; stakes to the cent, so that halves of one come up."""
    jackpots = [wager for wager in sheets.SIDE_BETS[game] if wager in sheets.JACKPOTS]
    tables = sheets.SIDE_BETS[game] | sheets.OWN_TABLES.get(game, {})
    return table_settings(
        game_id(game, chosen),
        paytables={w if w in sheets.SIDE_BETS[game] else "base": chance.choice(t) for w, t in tables.items() if t},
        minimum=CENT,
        side_minimum=CENT,
        chip=CENT,
        jackpot_wagers={wager: chance.choice((1, 5)) * DOLLAR for wager in jackpots},
        folded_hands_qualify=chance.random() < 0.5,
        deal_order=chance.choice(list(DealOrder)) if game == "keep-it-straight" else DealOrder.FROM_THE_LEFT,
    )


def bets_of(game: str, table: TableSettings, chance: Random) -> dict[str, int]:
    """In cents."""
    bases = sheets.base_wagers(game)
    opening = chance.sample(bases, chance.randint(1, len(bases)))
    bets = {wager: chance.randint(1, 300) for wager in opening}
    bets |= dict.fromkeys(sheets.EQUAL.get(game, ()), bets[opening[0]])
    beside = [wager for wager in sheets.SIDE_BETS[game] if chance.random() < 0.6]
    for wager in beside[: table.limits.games_per_hand - len(opening)]:
        bets[wager] = table.jackpot_wagers.get(wager, chance.randint(1, 300) * CENT) // CENT
    return bets


class Played:
    """A round at the table, held against the oracle decision by decision."""

    def __init__(self, game: str, chosen: dict[str, Any], chance: Random) -> None:
        self.game, self.rules = game, sheets.AS_PRINTED[game] | chosen
        self.settings = settings_of(game, chosen, chance)
        deck = deck_of(self.settings.rules, chance)
        seats = chance.sample(range(1, self.settings.seats + 1), chance.choice((1, 1, 1, 2, self.settings.seats)))
        self.bets = {seat: bets_of(game, self.settings, chance) for seat in seats}
        dice = (chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6))
        self.dice = dice if self.settings.deal_order.uses_dice else None
        by_name = {str(card): card for card in self.settings.rules.deck.cards}
        self.deck = deck
        self.taken: dict[int, list[str]] = {seat: [] for seat in seats}
        self.round = Round.open("r", self.settings, [by_name[card] for card in deck], self.dice)
        for seat, bets in self.bets.items():
            self.round.do(Bet(seat, {wager: amount * CENT for wager, amount in bets.items()}))
        self._play(chance)

    @property
    def cards(self) -> sheets.Cards:
        clockwise = self.settings.deal_order is not DealOrder.DICE_COUNTER_CLOCKWISE
        at_war = [seat for seat, taken in self.taken.items() if "war" in taken]
        return sheets.deal(self.game, self.bets, self.deck, self.dice, clockwise, self.rules, at_war)

    def _play(self, chance: Random) -> None:
        self.round.run_dealer()
        while seats := self.round.awaited_seats():
            for seat in seats:
                legal = sheets.options(self.game, self.cards, seat, self.taken[seat], self.rules)
                assert tuple(option.name for option in self.round.options(seat)) == legal
                stays = [name for name in legal if name != "fold"]
                choice = chance.choice(stays if stays and chance.random() < 0.8 else legal)
                self.round.do(Choose(seat, choice))
                self.taken[seat].append(choice)
            self.round.run_dealer()

    def expected(self) -> tuple[dict[int, dict[str, int]], dict[tuple[int, str], sheets.Award]]:
        """In cents what every wager gains, and every award with its envy."""
        money: dict[int, dict[str, int]] = {}
        awards: dict[tuple[int, str], sheets.Award] = {}
        for seat, bets in self.bets.items():
            taken, cards = self.taken[seat], self.cards
            assert sheets.options(self.game, cards, seat, taken, self.rules) == ()
            staked = sheets.stakes(self.game, bets, taken)
            if self.game == "three-card-poker" and "fold" not in taken:
                staked["ante_bonus"] = bets["ante"]
            money[seat] = {}
            for wager, stake in staked.items():
                table = self.settings.paytables[wager].id if wager in self.settings.paytables else ""
                qualify = self.settings.folded_hands_qualify
                won = sheets.outcome(self.game, wager, table, cards, seat, taken, qualify, self.rules)
                if isinstance(won, tuple):
                    awards[seat, wager], won = won, sheets.LOST
                money[seat][wager] = sheets.gain(won, stake)
        return money, awards

    def found(self) -> tuple[dict[int, dict[str, Any]], dict[tuple[int, str], sheets.Award]]:
        hits = [event for event in self.round.events if isinstance(event, Qualified)]
        return self.round.state.results, {(e.seat, e.wager): (str(e.pays), str(e.envy or "")) for e in hits}

    @property
    def copies(self) -> list[int]:
        """Seats that have stayed in and hold what the dealer holds."""
        reading, cards = sheets.READINGS.get(self.game, sheets.on_line), self.cards
        dealers = reading(cards.dealer + cards.community)
        return [
            seat
            for seat, hand in cards.hands.items()
            if "fold" not in self.taken[seat] and reading(hand + cards.community) == dealers
        ]


def hold_against_the_oracle(played: Played) -> None:
    money, awards = played.expected()
    results, hits = played.found()
    # A rider that is not paid is not heard of, and a bet taken back neither.
    found = {seat: {wager: amount for wager, amount in wagers.items() if amount} for seat, wagers in results.items()}
    wanted = {seat: {wager: cents * CENT for wager, cents in gains.items() if cents} for seat, gains in money.items()}
    assert found == wanted, (played.settings.game, played.cards, played.taken, played.bets)
    assert hits == awards


# --- what must hold ---------------------------------------------------------------------------------------------------


def test_the_oracle_takes_nothing_from_what_it_is_held_against():
    for file in Path(sheets.__file__).parent.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        imported += [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
        assert not [name for name in imported if name.split(".")[0] == "cardroom"], file.name


def test_the_oracle_knows_every_game_and_every_rule_that_may_be_set():
    assert {
        game.id: {setting.name: setting.default for setting in settable(game)} for game in games().values()
    } == sheets.AS_PRINTED


@pytest.mark.parametrize(("game", "chosen"), VALUES, ids=[game_id(game, chosen) for game, chosen in VALUES])
@rounds
def test_rounds_under_every_value_of_a_rule_end_as_the_sheet_says(game, chosen, rounds):
    chance, copies = Random(f"{game} {chosen}"), 0
    for _ in range(rounds):
        played = Played(game, chosen, chance)
        hold_against_the_oracle(played)
        copies += len(played.copies) if game in WITH_COPIES else 0
    assert game not in WITH_COPIES or copies >= 5


@pytest.mark.parametrize("game", sheets.AS_PRINTED)
@rounds
def test_rounds_under_several_rules_at_once_end_as_the_sheet_says(game, rounds):
    chance = Random(game)
    for _ in range(rounds):
        chosen = {setting.name: chance.choice(setting.values) for setting in settable(find_game(game))}
        hold_against_the_oracle(Played(game, chosen, chance))
