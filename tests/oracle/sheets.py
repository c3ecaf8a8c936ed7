"""The rules a second time, apart from the code: who gets which cards, who may do what, what a wager wins.

Written from the rule sheets, and for the other games from what is commonly published; every rule that a house may set
stands here with what it changes. Only strings and numbers go in. An outcome is what a unit staked gains (-1: lost), or
what an award pays and the envy it gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

from . import printed
from .hands import (
    FLUSH,
    FOUR,
    FULL,
    HIGH,
    PAIR,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    alternating,
    best_five,
    four_card_hand,
    four_card_least,
    four_card_value,
    on_line,
    on_ring,
    points,
    poker,
    rank,
    suited,
    three_card_hand,
    three_card_least,
    three_card_value,
)

LOST, PUSHED, EVEN = Fraction(-1), Fraction(0), Fraction(1)
Award = tuple[str, str]
Outcome = Fraction | Award
Rules = Mapping[str, Any]
Taken = Sequence[str]  # the options that a seat has taken, decision after decision

SEATS = {
    "straight-edge-1": 6, "straight-edge-2": 6, "solitaire-stud": 6, "keep-it-straight": 6, "mississippi-stud": 7,
    "caribbean-stud": 7, "three-card-poker": 7, "crazy-4-poker": 6, "let-it-ride": 7, "ultimate-texas-holdem": 6,
    "casino-war": 7, "ez-baccarat": 7,
}  # fmt: skip

# What a house may set, as it stands where nothing is set.
AS_PRINTED: dict[str, dict[str, Any]] = {
    "straight-edge-1": {"copies": "win", "multiple": 1, "dealer_cards": 8},
    "straight-edge-2": {"qualify": "2-10", "copies": "push", "multiple": 2, "dealer_cards": 7},
    "solitaire-stud": {"qualify": "2-5", "copies": "push", "multiple": 2},
    "keep-it-straight": {"qualify": "3", "copies": "push", "most": 4, "must_fold_below": "2"},
    "mississippi-stud": {"most": 3},
    "caribbean-stud": {"qualify": "A-K", "copies": "push", "multiple": 2},
    "three-card-poker": {"qualify": "Q", "copies": "push", "multiple": 1, "pair_plus_after_fold": "lost"},
    "crazy-4-poker": {"qualify": "K", "copies": "push", "most": 3},
    "let-it-ride": {},
    "ultimate-texas-holdem": {
        "qualify": "pair", "first_raise": "3 or 4", "second_raise": 2, "trips_after_fold": "live",
    },
    "casino-war": {"decks": 6, "second_tie_bonus": False},
    "ez-baccarat": {"decks": 8, "commission": 0},
}  # fmt: skip

BASE = {"let-it-ride": ("bet_3",), "casino-war": ("bet",), "ez-baccarat": ("banker", "player", "tie")}  # or the Ante
EQUAL = {
    "straight-edge-2": ("blind",), "solitaire-stud": ("super_bonus",), "crazy-4-poker": ("super_bonus",),
    "let-it-ride": ("bet_1", "bet_2"), "ultimate-texas-holdem": ("blind",),
}  # fmt: skip
STREETS = ("third_street", "fourth_street", "fifth_street")


def base_wagers(game: str) -> tuple[str, ...]:
    return BASE.get(game, ("ante",))


# --- pay tables, from the sheets --------------------------------------------------------------------------------------

LENGTH_TABLES: dict[str, dict[str, tuple]] = {  # odds to 1 from seven cards down
    "bonus": printed.BONUS, "four_plus": printed.FOUR_PLUS, "three_plus": printed.THREE_PLUS,
    "straight": printed.STRAIGHT, "straight_flush": printed.STRAIGHT_FLUSH,
}  # fmt: skip
BY_MARGIN = {  # by no card, by one and so on
    "straight-edge-1": (1, *printed.VERSION_1_BLIND[::-1]),
    "straight-edge-2": (0, *printed.VERSION_2_BLIND[::-1]),
    "solitaire-stud": (0, *printed.SUPER_BONUS[::-1]),
}
BAD_BEAT = {"Two Way Bad Beat 1": "$100", "Two Way Bad Beat 2": ""}  # envy for the full award


def _jackpot(name: str, row: str, envy: str) -> tuple[list[str], str]:
    """Seven, six cards ace high, six, five, four, three; and the envy for lines of 100%."""
    seven, six, *rest = row.split()
    return [seven, seven if name.endswith(" A") else six, six, *rest], envy.split(maxsplit=1)[0] if envy else ""


JACKPOT = {printed.JACKPOT_PREFIX + name.split()[0]: _jackpot(name, *table) for name, table in printed.JACKPOTS.items()}
FROM_THE_TOP = (ROYAL, STRAIGHT_FLUSH, FOUR, FULL, FLUSH, STRAIGHT, THREE, TWO_PAIR)


def _from_the_top(odds: Iterable) -> dict[int, Fraction]:
    return {category: Fraction(each) for category, each in zip(FROM_THE_TOP, odds, strict=False)}


MISSISSIPPI = _from_the_top(printed.MISSISSIPPI)
CARIBBEAN_RAISE = _from_the_top(printed.CARIBBEAN_RAISE)
LET_IT_RIDE = _from_the_top(printed.LET_IT_RIDE)
SIX_CARD_BONUS = {f"6 Card Bonus {at}": _from_the_top(odds) for at, odds in enumerate(printed.SIX_CARD_BONUS, 1)}
TRIPS = {name: _from_the_top(odds) for name, odds in printed.TRIPS.items()}
BLIND = {name: _from_the_top(odds) for name, odds in printed.BLIND.items()}
COVER_ALL = dict(zip(FROM_THE_TOP, printed.COVER_ALL.values(), strict=False))  # for 8, 7, 6, 5, 4, 3 and 2 hands

_THREE_CARDS = ("mini royal", "straight flush", "three", "straight", "flush", "pair")


def _three_cards(odds: Sequence) -> dict[str, Fraction]:
    """Without a line of its own, a mini royal is a straight flush."""
    whole = odds if len(odds) == 6 else (odds[0], *odds)
    return {hand: Fraction(each) for hand, each in zip(_THREE_CARDS, whole, strict=False)}


THREE_CARD_BONUS = {
    f"3 Card Bonus {number + more}": _three_cards((*top, *odds))
    for more, top in ((0, ()), (3, (50,)))
    for number, odds in printed.THREE_CARD_BONUS.items()
}
LET_IT_RIDE_BONUS = {f"3 Card Bonus {at}": _three_cards(odds) for at, odds in enumerate(printed.LET_IT_RIDE_BONUS, 1)}
PAIR_PLUS = {
    f"Pair Plus {at}": _three_cards(odds)
    for at, odds in enumerate((*printed.PAIR_PLUS, *printed.PAIR_PLUS_WITH_MINI_ROYAL), 1)
}
ANTE_BONUS = {
    f"Ante Bonus {at}": dict(zip(_THREE_CARDS, map(Fraction, (odds[0], *odds)), strict=False))
    for at, odds in enumerate(printed.ANTE_BONUS, 1)
}


def _progressive(pays: tuple[str, ...], envy: tuple[str, ...]) -> tuple[dict[int, str], dict[int, str]]:
    """Pays and envy by category. Without a line of its own, a royal flush is a straight flush."""
    if len(pays) == 6:
        pays, envy = (pays[0], *pays), (envy[0], *envy)
    return dict(zip(FROM_THE_TOP, pays, strict=False)), dict(zip(FROM_THE_TOP, envy, strict=False))


PROGRESSIVE = {name: _progressive(*table) for name, table in printed.PROGRESSIVES.items()}

# Optional wagers and the pay tables they may have, beside those of the game's own wagers.
SIDE_BETS: dict[str, dict[str, tuple[str, ...]]] = {
    "straight-edge-1": {"bonus": (*LENGTH_TABLES["bonus"],), "insurance": (), "two_way_bad_beat": (*BAD_BEAT,)},
    "straight-edge-2": {"four_plus": ("4+ 1",), "insurance": (), "two_way_bad_beat": (*BAD_BEAT,)},
    "solitaire-stud": {"three_plus": ("SS-01", "SS-02")},
    "keep-it-straight": {"straight": (*LENGTH_TABLES["straight"],), "jackpot_1": (*JACKPOT,), "jackpot_2": (*JACKPOT,),
                         "straight_flush": (*LENGTH_TABLES["straight_flush"],)},
    "mississippi-stud": {"three_card_bonus": (*THREE_CARD_BONUS,), "progressive": (*PROGRESSIVE,)},
    "caribbean-stud": {"cover_all": (), "progressive": (*printed.LINKS,)},
    "three-card-poker": {"pair_plus": (*PAIR_PLUS,), "six_card_bonus": (*SIX_CARD_BONUS,)},
    "crazy-4-poker": {"queens_up": ()},
    "let-it-ride": {"three_card_bonus": (*LET_IT_RIDE_BONUS,)},
    "ultimate-texas-holdem": {"trips": (*TRIPS,)},
    "casino-war": {"tie": ()},
    "ez-baccarat": {"dragon_7": (), "panda_8": (), "player_dragon": (), "banker_dragon": ()},
}  # fmt: skip
OWN_TABLES = {
    "three-card-poker": {"ante_bonus": (*ANTE_BONUS,)},
    "ultimate-texas-holdem": {"blind": (*BLIND,)},
    "ez-baccarat": {"tie": (*printed.EZ_TIE,)},
}
JACKPOTS = ("two_way_bad_beat", "jackpot_1", "jackpot_2", "progressive")


# --- the deal ---------------------------------------------------------------------------------------------------------


@dataclass
class Cards:
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    dealer: tuple[str, ...] = ()  # in baccarat the banker's
    community: tuple[str, ...] = ()  # in baccarat the player's hand, which is nobody's own
    discarded: tuple[str, ...] = ()
    war: dict[int, str] = field(default_factory=dict)
    dealers_war: str = ""


PACKETS = {"mississippi-stud": 2, "caribbean-stud": 5, "three-card-poker": 3, "crazy-4-poker": 5, "let-it-ride": 3,
           "ultimate-texas-holdem": 2, "casino-war": 1}  # fmt: skip
FIRST = {"mississippi-stud": 3, "let-it-ride": 2}  # community cards before the players'
LAST = {"ultimate-texas-holdem": 5}  # and after them


def deal(
    game: str,
    seats: Iterable[int],
    deck: Iterable[object],
    dice: Sequence[int] | None = None,
    clockwise: bool = True,
    rules: Rules | None = None,
    at_war: Iterable[int] = (),
) -> Cards:
    """Who gets what from the top of the deck."""
    rest, cards, seats = [str(card) for card in deck], Cards(), sorted(seats)

    def packet(size: int) -> tuple[str, ...]:
        taken = tuple(rest[:size])
        del rest[:size]
        return taken

    if game == "ez-baccarat":
        cards.community, cards.dealer = _baccarat(packet)
        cards.hands = dict.fromkeys(seats, ())
        return cards
    size = PACKETS.get(game, 7)
    dealers = 0 if game in FIRST else (rules or AS_PRINTED[game]).get("dealer_cards", size)
    cards.community = packet(FIRST.get(game, 0))
    order: list = [*seats, "dealer"]
    if dice:
        positions = ["dealer", 1, 2, 3, 4, 5, 6] if clockwise else ["dealer", 6, 5, 4, 3, 2, 1]
        at = 0
        for _ in range(sum(dice) - 1):
            at = (at + 1) % 7
        order = positions[at:] + positions[:at]
    for holder in order:
        hand = packet(dealers if holder == "dealer" else size)
        if holder == "dealer":
            cards.dealer = hand
        elif holder in seats:
            cards.hands[holder] = hand
        else:
            cards.discarded += hand
    cards.community += packet(LAST.get(game, 0))
    if at_war:
        packet(3)
        for seat in sorted(at_war):
            (cards.war[seat],) = packet(1)
        (cards.dealers_war,) = packet(1)
    return cards


def _baccarat(packet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The player's hand and the banker's, with the third cards that the drawing rules give them."""
    player, banker = packet(2), packet(2)
    mine, theirs = points(player), points(banker)
    if max(mine, theirs) >= 8:
        return player, banker
    third = packet(1) if mine <= 5 else ()
    if not third:
        draws = theirs <= 5
    else:
        on = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}
        draws = theirs <= 2 or points(third) in on.get(theirs, ())
    return player + third, banker + (packet(1) if draws else ())


# --- what a player may do ---------------------------------------------------------------------------------------------


def called(multiple: int) -> str:
    """A choice as the table names it."""
    return f"{multiple}x" if multiple else "fold"


def options(game: str, cards: Cards, seat: int, taken: Taken = (), rules: Rules | None = None) -> tuple[str, ...]:
    """What a seat may choose from at its next decision; nothing where no decision is left to it."""
    rules, hand = rules or AS_PRINTED[game], cards.hands[seat]
    if "fold" in taken or "surrender" in taken:
        return ()
    match game:
        case "mississippi-stud":
            return ("fold", *map(called, range(1, rules["most"] + 1))) if len(taken) < 3 else ()
        case "let-it-ride":
            return ("let it ride", "take back") if len(taken) < 2 else ()
        case "casino-war":
            return ("surrender", "war") if rank(hand[0]) == rank(cards.dealer[0]) and not taken else ()
        case "ez-baccarat":
            return ()
        case "ultimate-texas-holdem":
            if any(each != "check" for each in taken):
                return ()
            first = {"3": ("3x",), "4": ("4x",), "3 or 4": ("3x", "4x")}[rules["first_raise"]]
            streets = (("check", *first), ("check", called(rules["second_raise"])), ("fold", "1x"))
            return streets[len(taken)]
    if taken:
        return ()
    if game == "keep-it-straight":
        may_stay = on_line(hand)[0] >= {"nothing": 1, "2": 2, "3": 3}[rules["must_fold_below"]]
        return ("fold", *map(called, range(2, rules["most"] + 1))) if may_stay else ("fold",)
    if game == "crazy-4-poker":
        most = rules["most"] if four_card_value(hand) >= four_card_least(PAIR, 14) else 1
        return ("fold", *map(called, range(1, most + 1)))
    return ("fold", called(rules["multiple"]))


def stakes(game: str, bets: Mapping[str, int], taken: Taken) -> dict[str, int]:
    """What lies on the layout once the options have been taken."""
    unit = bets.get(base_wagers(game)[0], 0)
    found = dict(bets)
    if game == "let-it-ride":
        return {wager: bet for wager, bet in found.items() if not _is_taken_back(wager, taken)}
    if "war" in taken:
        found["war"] = unit
    raised = [int(each[:-1]) for each in taken if each[:-1].isdigit()]
    wagers = STREETS if game == "mississippi-stud" else ("raise",) if game in RAISED else ("play",)
    return found | {wager: multiple * unit for wager, multiple in zip(wagers, raised, strict=False)}


RAISED = ("keep-it-straight", "caribbean-stud")


def _is_taken_back(wager: str, taken: Taken) -> bool:
    return any(wager == f"bet_{place}" and each == "take back" for place, each in enumerate(taken, 1))


def gain(outcome: Fraction, stake: int) -> int:
    """In cents: what is paid, to the whole cent; the half is dropped."""
    return floor(outcome * stake)


# --- what a wager wins ------------------------------------------------------------------------------------------------


def outcome(
    game: str,
    wager: str,
    table: str,
    cards: Cards,
    seat: int,
    taken: Taken = (),
    folded_qualify: bool = True,
    rules: Rules | None = None,
) -> Outcome:
    """What a unit on a wager wins."""
    rules, hand = rules or AS_PRINTED[game], cards.hands[seat]
    if "fold" in taken and wager not in _live_after_fold(rules, folded_qualify):
        return LOST
    if wager in ("player_dragon", "banker_dragon") or game == "ez-baccarat":
        return _on_baccarat(wager, table, cards, rules)
    if game == "casino-war":
        return _on_war(wager, cards, seat, taken, rules)
    if wager in LENGTH_TABLES:
        reading = {"straight-edge-1": on_ring, "solitaire-stud": alternating}.get(game, on_line)
        length = (suited if wager == "straight_flush" else reading)(hand)[0]
        odds = LENGTH_TABLES[wager][table]
        return Fraction(odds[7 - length]) if 7 - length < len(odds) else LOST
    match wager:
        case "insurance":
            return Fraction(25) if (on_ring if game == "straight-edge-1" else on_line)(hand)[0] < 2 else LOST
        case "two_way_bad_beat":
            return _bad_beat(on_ring if game == "straight-edge-1" else on_line, hand, cards.dealer, BAD_BEAT[table])
        case "jackpot_1" | "jackpot_2":
            return _straight_flush_jackpot(table, suited(hand))
        case "three_card_bonus" if game == "mississippi-stud":
            return THREE_CARD_BONUS[table].get(three_card_hand(cards.community) or "", LOST)
        case "three_card_bonus":
            return LET_IT_RIDE_BONUS[table].get(three_card_hand(hand) or "", LOST)
        case "progressive":
            category = poker(hand + cards.community)[0]
            pays, envy = PROGRESSIVE[table]
            return (pays[category], envy.get(category, "")) if category in pays else LOST
        case "cover_all":
            hands = [*cards.hands.values(), cards.dealer]
            best = max(poker(each)[0] for each in hands)
            return Fraction(COVER_ALL[best][8 - len(hands)]) if best in COVER_ALL else LOST
        case "pair_plus":
            return PAIR_PLUS[table].get(three_card_hand(hand) or "", LOST)
        case "ante_bonus":  # nothing is staked for it, so there is nothing to lose
            return ANTE_BONUS[table].get(three_card_hand(hand) or "", PUSHED)
        case "six_card_bonus":
            return SIX_CARD_BONUS[table].get(best_five(hand + cards.dealer)[0], LOST)
        case "queens_up":
            return _queens_up(hand)
        case "trips":
            return TRIPS[table].get(best_five(hand + cards.community)[0], LOST)
    if game == "mississippi-stud":
        return _by_pairs(poker(hand + cards.community), MISSISSIPPI, wins=11, pushes=6)
    if game == "let-it-ride":
        return _by_pairs(poker(hand + cards.community), LET_IT_RIDE, wins=10, pushes=15)
    return _against_the_dealer(game, wager, table, cards, hand, rules)


def _live_after_fold(rules: Rules, folded_qualify: bool) -> set[str]:
    lives = {"bonus", "insurance", "four_plus", "straight", "straight_flush", "jackpot_1", "jackpot_2",
             "three_card_bonus", "cover_all", "six_card_bonus"}  # fmt: skip
    lives |= {"progressive"} if folded_qualify else set()
    return lives | {wager for wager in ("pair_plus", "trips") if rules.get(f"{wager}_after_fold") == "live"}


def _by_pairs(value: tuple[int, list[int]], odds: Mapping[int, Fraction], wins: int, pushes: int) -> Fraction:
    category, ranks = value
    if category == PAIR:
        return EVEN if ranks[0] >= wins else PUSHED if ranks[0] >= pushes else LOST
    return odds.get(category, LOST)


def _bad_beat(reading, hand, dealer, envy: str) -> Outcome:
    """A tie is a tie, whoever gains from a copy in the game itself."""
    mine, theirs = reading(hand), reading(dealer)
    pays = {4: "5 for 1", 5: "25 for 1", 6: "250 for 1", 7: "100%"}.get(min(mine, theirs)[0])
    return LOST if mine == theirs or not pays else (pays, envy if pays == "100%" else "")


def _straight_flush_jackpot(table: str, run: tuple[int, int]) -> Outcome:
    row, envy = JACKPOT[table]
    lines = {7: 0, 6: 1 if run == (6, 14) else 2, 5: 3, 4: 4, 3: 5}
    pays = row[lines[run[0]]] if run[0] in lines else "-"
    return LOST if pays == "-" else (pays, envy if pays == "100%" else "")


def _queens_up(hand) -> Fraction:
    category, top = four_card_hand(hand)
    order = (FOUR, STRAIGHT_FLUSH, THREE, FLUSH, STRAIGHT, TWO_PAIR, PAIR)
    if category == HIGH or (category == PAIR and top < 12):
        return LOST
    return Fraction(printed.QUEENS_UP[order.index(category)])


def _super_bonus_in_crazy_4(hand) -> Fraction | None:
    """What it is paid whatever the dealer has; nothing below a straight."""
    category, top = four_card_hand(hand)
    if category == FOUR and top == 14:
        return Fraction(printed.CRAZY_SUPER_BONUS[0])
    order = (None, FOUR, STRAIGHT_FLUSH, THREE, FLUSH, STRAIGHT)
    return Fraction(printed.CRAZY_SUPER_BONUS[order.index(category)]) if category in order else None


# --- against the dealer -----------------------------------------------------------------------------------------------

READINGS = {
    "straight-edge-1": on_ring, "solitaire-stud": alternating, "caribbean-stud": poker,
    "three-card-poker": three_card_value, "crazy-4-poker": four_card_value, "ultimate-texas-holdem": best_five,
}  # fmt: skip
RANK_NAMED = {"J": 11, "Q": 12, "K": 13, "A": 14}


def _qualifies(game: str, needed: str, value: Any) -> bool:
    """Whether the dealer's hand counts."""
    if needed == "none":
        return True
    match game:
        case "caribbean-stud":
            least: Any = {"A": (HIGH, [14]), "A-K": (HIGH, [14, 13]), "pair": (PAIR, [])}[needed]
        case "three-card-poker":
            least = three_card_least(PAIR) if needed == "pair" else three_card_least(HIGH, RANK_NAMED[needed])
        case "crazy-4-poker":
            least = four_card_least(PAIR) if needed == "pair" else four_card_least(HIGH, RANK_NAMED[needed])
        case "ultimate-texas-holdem":
            least = {"pair": (PAIR, [])}[needed]
        case _:  # so many cards in a row, or besides with this card at their end
            length, _, end = needed.partition("-")
            least = (int(length), int(RANK_NAMED.get(end, end or 0)))
    return value >= least


def _against_the_dealer(game: str, wager: str, table: str, cards: Cards, hand, rules: Rules) -> Fraction:
    reading = READINGS.get(game, on_line)
    shared = cards.community
    mine, theirs = reading(hand + shared), reading(cards.dealer + shared)
    qualifies = _qualifies(game, rules.get("qualify", "none"), theirs)
    ahead = "tie" if mine == theirs else "won" if mine > theirs else "lost"
    if ahead == "tie":  # a copy that is no tie is a win or a loss in every wager that those settle
        ahead = {"win": "won", "push": "tie", "lose": "lost"}[rules.get("copies", "push")]
    if wager == "super_bonus" and game == "crazy-4-poker":
        paid = _super_bonus_in_crazy_4(hand)
        return paid if paid is not None else LOST if qualifies and ahead == "lost" else PUSHED
    if not qualifies:
        match game, wager:
            case (("straight-edge-2" | "solitaire-stud" | "ultimate-texas-holdem" | "crazy-4-poker"), "ante"):
                return PUSHED
            case (("keep-it-straight" | "caribbean-stud" | "three-card-poker"), "ante"):
                return EVEN
            case (("keep-it-straight" | "caribbean-stud" | "three-card-poker"), _):
                return PUSHED
            case "crazy-4-poker", "play":
                return EVEN
    if ahead != "won":
        return PUSHED if ahead == "tie" else LOST
    if wager in ("blind", "super_bonus") or (game, wager) == ("straight-edge-1", "play"):
        if game == "ultimate-texas-holdem":
            return BLIND[table].get(mine[0], PUSHED)
        return Fraction(BY_MARGIN[game][mine[0] - theirs[0]])
    if wager == "raise":
        return {6: Fraction(2), 7: Fraction(2)}.get(mine[0], EVEN) if game != "caribbean-stud" else _by_rank(mine[0])
    return EVEN


def _by_rank(category: int) -> Fraction:
    return CARIBBEAN_RAISE.get(category, EVEN)


# --- compared only ----------------------------------------------------------------------------------------------------


def _on_war(wager: str, cards: Cards, seat: int, taken: Taken, rules: Rules) -> Fraction:
    mine, theirs = rank(cards.hands[seat][0]), rank(cards.dealer[0])
    if wager == "tie":
        return Fraction(10) if mine == theirs else LOST
    if mine != theirs:
        return EVEN if mine > theirs else LOST
    if "surrender" in taken:
        return Fraction(-1, 2)
    mine, theirs = rank(cards.war[seat]), rank(cards.dealers_war)
    if mine < theirs:
        return LOST
    if wager == "war":
        return EVEN
    return EVEN if mine == theirs and rules["second_tie_bonus"] else PUSHED


def _on_baccarat(wager: str, table: str, cards: Cards, rules: Rules) -> Fraction:
    player, banker = points(cards.community), points(cards.dealer)
    naturals = [points(hand[:2]) >= 8 for hand in (cards.community, cards.dealer)]
    margin = player - banker
    is_dragon = margin < 0 and len(cards.dealer) == 3 and banker == 7
    match wager:
        case "player":
            return EVEN if margin > 0 else LOST if margin else PUSHED
        case "banker":
            if margin >= 0:
                return LOST if margin else PUSHED
            if rules["commission"]:
                return Fraction(100 - rules["commission"], 100)
            return PUSHED if is_dragon else EVEN
        case "tie":
            return LOST if margin else Fraction(printed.EZ_TIE[table])
        case "dragon_7":
            return Fraction(40) if is_dragon else LOST
        case "panda_8":
            return Fraction(25) if margin > 0 and len(cards.community) == 3 and player == 8 else LOST
    by = margin if wager == "player_dragon" else -margin
    if any(naturals):
        return PUSHED if by == 0 else EVEN if by > 0 else LOST
    return Fraction(printed.DRAGON_BONUS[9 - by]) if by >= 4 else LOST
