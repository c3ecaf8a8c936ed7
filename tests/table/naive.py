"""The rule sheets a second time, as plainly as can be and apart from the code: who gets which cards, what a wager wins.

Only strings go in. An outcome is what a unit staked gains (-1: lost), or what an award pays and the envy it gives.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

LOST, PUSHED, EVEN = Fraction(-1), Fraction(0), Fraction(1)
Award = tuple[str, str]
Outcome = Fraction | Award

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SEATS = {"straight-edge-1": 6, "straight-edge-2": 6, "solitaire-stud": 6, "keep-it-straight": 6,
         "mississippi-stud": 7, "caribbean-stud": 7}  # fmt: skip
STREETS = ("third_street", "fourth_street", "fifth_street")
DECISIONS = {"straight-edge-1": ("play",), "straight-edge-2": ("play",), "solitaire-stud": ("play",),
             "keep-it-straight": ("raise",), "mississippi-stud": STREETS, "caribbean-stud": ("raise",)}  # fmt: skip
MULTIPLES = {"straight-edge-1": (1,), "straight-edge-2": (2,), "solitaire-stud": (2,), "keep-it-straight": (2, 3, 4),
             "mississippi-stud": (1, 2, 3), "caribbean-stud": (2,)}  # fmt: skip
EQUAL = {"straight-edge-2": "blind", "solitaire-stud": "super_bonus"}


# --- hands ------------------------------------------------------------------------------------------------------------


def rank(card: str) -> int:
    """2 to 14, the ace high."""
    return 2 + RANKS.index(card[:-1])


def longest(held: set, below) -> tuple[int, int]:
    """Length and end of the best run: walk down from every card as far as it goes. An end may be (rank, colour)."""
    runs = []
    for end in held:
        length, place = 0, end
        while place in held and length < 13:
            length, place = length + 1, below(place)
        runs.append((length, end[0] if isinstance(end, tuple) else end))
    return max(runs, default=(0, 0))


def on_ring(cards) -> tuple[int, int]:
    return longest({rank(card) for card in cards}, lambda place: 14 if place == 2 else place - 1)


def on_line(cards) -> tuple[int, int]:
    ranks = {rank(card) for card in cards}
    return longest(ranks | ({1} if 14 in ranks else set()), lambda place: place - 1)


def alternating(cards) -> tuple[int, int]:
    held = {(rank(card) % 13 or 13, card[-1] in "dh") for card in cards}  # the ace is 1, the king 13
    return longest(held, lambda cell: (cell[0] - 1, not cell[1]))


def suited(cards) -> tuple[int, int]:
    return max(on_line([card for card in cards if card[-1] == suit]) for suit in "cdhs")


ROYAL, STRAIGHT_FLUSH, FOUR, FULL, FLUSH, STRAIGHT, THREE, TWO_PAIR, PAIR, HIGH = range(9, -1, -1)


def poker(cards) -> tuple[int, list[int]]:
    """Five cards: the category and the ranks that break ties."""
    counts = Counter(rank(card) for card in cards)
    ranks = sorted(counts, key=lambda each: (counts[each], each), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[-1] for card in cards}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    if len(ranks) == 5 and ranks[0] - ranks[4] == 4:
        return (ROYAL if ranks[0] == 14 else STRAIGHT_FLUSH) if flush else STRAIGHT, ranks
    if flush:
        return FLUSH, ranks
    kinds = {(4, 1): FOUR, (3, 2): FULL, (3, 1, 1): THREE, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}
    return kinds.get(tuple(shape), HIGH), ranks


def three_cards(cards) -> str | None:
    low, middle, high = sorted(rank(card) for card in cards)
    flush = len({card[-1] for card in cards}) == 1
    in_a_row = (middle - low, high - middle) == (1, 1) or (low, middle, high) == (2, 3, 14)
    if in_a_row and flush:
        return "mini royal" if low == 12 else "straight flush"
    if low == high:
        return "three"
    if in_a_row or flush:
        return "straight" if in_a_row else "flush"
    return "pair" if middle in (low, high) else None


# --- pay tables, from the sheets --------------------------------------------------------------------------------------

LENGTH_TABLES = {  # odds to 1 from seven cards down
    "bonus": {"Bonus 1": (40, 15, 6, "3/2"), "Bonus 2": (50, 20, 4, "3/2")},
    "four_plus": {"4+ 1": (50, 15, 8, 2)},
    "three_plus": {"SS-01": (500, 50, 20, 6, 3), "SS-02": (500, 50, 15, 6, 3)},
    "straight": {"PT-FLT-STR-01": (50, 25, 6, 2), "PT-FLT-SRT-02": (50, 20, 7, 2),
                 "PT-FLT-STR-03": (50, 15, 8, 2), "PT-FLT-STR-04": (50, 12, 5, 3)},
    "straight_flush": {
        "PT-FLT-HCF-SF-01": (8000, 1000, 100, 60, 7), "PT-FLT-HCF-SF-02": (500, 200, 100, 50, 9),
        "PT-FLT-HCF-SF-03": (500, 200, 100, 75, 7), "PT-FLT-HCF-SF-04": (1000, 500, 100, 75, 7),
        "PT-FLT-HCF-SF-06": (500, 200, 100, 60, 8), "PT-FLT-HCF-SF-07": (1000, 500, 100, 60, 8),
        "PT-FLT-HCF-SF-09": (8000, 1000, 100, 50, 8), "PT-FLT-HCF-SF-10": (500, 200, 100, 50, 8)},
}  # fmt: skip
BY_MARGIN = {"straight-edge-1": (1, 1, 2, 3, 8, 25, 200), "straight-edge-2": (0, 1, 2, 3, 5, 25, 100),
             "solitaire-stud": (0, 1, 2, 5, 20, 100, 1000)}  # fmt: skip
BAD_BEAT = {"Two Way Bad Beat 1": "$100", "Two Way Bad Beat 2": ""}  # envy for the full award

_SF = "PT-BJS-HCF-SF-"
JACKPOT = {  # seven, six cards ace high, six, five, four, three; envy for lines of 100% (of the first line where split)
    _SF + name: (row.split(), envy)
    for name, row, envy in (
        ("01", "100% 10% 10% $250 $40 $3", ""), ("02", "100% 10% 10% $900 $50 -", ""),
        ("03a/b", "100% 100% 100% $200 $40 $3", ""), ("06a/b", "100% 100% 100% $250 $40 $3", ""),
        ("07", "100% 10% 10% $250 $50 $3", ""), ("08a/b", "100% 100% 100% $250 $50 $3", ""),
        ("04", "100% 100% 10% $250 $40 $3", ""), ("05", "100% 100% 10% $800 $50 -", ""),
        ("09", "100% 100% 10% $250 $50 $3", ""), ("10", "100% 100% 10% $500 $40 $3", ""),
        ("11", "100% 100% 10% $300 $50 $3", ""),
        ("E01", "100% 100% 100% $200 $40 $3", "$200"), ("E04", "100% 100% 100% $250 $40 $3", "$200"),
        ("E02", "100% 100% 10% $250 $40 $3", "$250"), ("E03", "100% 100% 10% $800 $50 -", "$250"),
        ("E05", "100% 100% 10% $250 $50 $3", "$250"),
    )
}  # fmt: skip

MISSISSIPPI = {ROYAL: 500, STRAIGHT_FLUSH: 100, FOUR: 40, FULL: 10, FLUSH: 6, STRAIGHT: 4, THREE: 3, TWO_PAIR: 2}
THREE_CARD_BONUS = {
    f"3 Card Bonus {number}": {"mini royal": mini_royal, "straight flush": 40, "three": 30,
                               "straight": straight, "flush": flush, "pair": 1}
    for number, (mini_royal, straight, flush) in enumerate(
        ((40, 6, 4), (40, 5, 4), (40, 6, 3), (50, 6, 4), (50, 5, 4), (50, 6, 3)), 1)
}  # fmt: skip
_LOW = {FULL: "50 for 1", FLUSH: "40 for 1", STRAIGHT: "30 for 1", THREE: "9 for 1"}
_ENVY = {ROYAL: "$1,000", STRAIGHT_FLUSH: "$300"}
_STAND_ALONE = {
    "MS Stud-01": ({ROYAL: "100%", STRAIGHT_FLUSH: "10%", FOUR: "300 for 1"}, _ENVY),
    "MS Stud Quick Hit 01": ({ROYAL: "100%", STRAIGHT_FLUSH: "100%", FOUR: "10%"},
                             {ROYAL: "$500", STRAIGHT_FLUSH: "$500", FOUR: "$25"}),
}  # fmt: skip
_LINKS = {
    "Link 01": ({ROYAL: "100%", STRAIGHT_FLUSH: "10%", FOUR: "300 for 1"}, _ENVY),
    "Link ML01": ({ROYAL: "100% Mega", STRAIGHT_FLUSH: "100% Major", FOUR: "300 for 1"}, _ENVY),
    "Link ML03": ({ROYAL: "100% Mega", STRAIGHT_FLUSH: "100% Major", FOUR: "100% Minor"}, _ENVY),
}
CARIBBEAN_RAISE = {ROYAL: 100, STRAIGHT_FLUSH: 50, FOUR: 20, FULL: 7, FLUSH: 5, STRAIGHT: 4, THREE: 3, TWO_PAIR: 2}
COVER_ALL = {  # for 8, 7, 6, 5, 4, 3 and 2 hands
    ROYAL: (100, 125, 150, 200, 250, 300, 500), STRAIGHT_FLUSH: (40, 70, 80, 90, 100, 125, 200),
    FOUR: (7, 15, 17, 20, 30, 40, 60), FULL: (6, 9, 12, 15, 20, 30, 40), FLUSH: (5, 7, 9, 10, 15, 20, 35),
    STRAIGHT: (4, 5, 7, 8, 10, 17, 25), THREE: (3, 3, 3, 4, 5, 6, 9),
}  # fmt: skip

# Optional wagers and the pay tables they may have.
SIDE_BETS: dict[str, dict[str, tuple[str, ...]]] = {
    "straight-edge-1": {"bonus": (*LENGTH_TABLES["bonus"],), "insurance": (), "two_way_bad_beat": (*BAD_BEAT,)},
    "straight-edge-2": {"four_plus": ("4+ 1",), "insurance": (), "two_way_bad_beat": (*BAD_BEAT,)},
    "solitaire-stud": {"three_plus": ("SS-01", "SS-02")},
    "keep-it-straight": {"straight": (*LENGTH_TABLES["straight"],), "jackpot_1": (*JACKPOT,), "jackpot_2": (*JACKPOT,),
                         "straight_flush": (*LENGTH_TABLES["straight_flush"],)},
    "mississippi-stud": {"three_card_bonus": (*THREE_CARD_BONUS,), "progressive": (*_STAND_ALONE, *_LINKS)},
    "caribbean-stud": {"cover_all": (), "progressive": (*_LINKS,)},
}  # fmt: skip
JACKPOTS = ("two_way_bad_beat", "jackpot_1", "jackpot_2", "progressive")


# --- a round ----------------------------------------------------------------------------------------------------------


@dataclass
class Cards:
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    dealer: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()


def deal(game: str, seats, deck, dice=None, clockwise: bool = True) -> Cards:
    """Who gets what from the top of the deck."""
    rest, cards = [str(card) for card in deck], Cards()

    def packet(size: int) -> tuple[str, ...]:
        taken = tuple(rest[:size])
        del rest[:size]
        return taken

    if game == "mississippi-stud":
        cards.community = packet(3)
    order: list = [*sorted(seats), "dealer"]
    if dice:
        positions = ["dealer", 1, 2, 3, 4, 5, 6] if clockwise else ["dealer", 6, 5, 4, 3, 2, 1]
        at = 0
        for _ in range(sum(dice) - 1):
            at = (at + 1) % 7
        order = positions[at:] + positions[:at]
    for holder in order:
        if holder == "dealer":
            own = {"straight-edge-1": 8, "mississippi-stud": 0, "caribbean-stud": 5}
            cards.dealer = packet(own.get(game, 7))
            continue
        hand = packet({"mississippi-stud": 2, "caribbean-stud": 5}.get(game, 7))
        if holder in seats:
            cards.hands[holder] = hand
        else:
            cards.discarded += hand
    return cards


def legal(game: str, hand) -> tuple[int, ...]:
    """A player's choices; 0 is to fold."""
    must_fold = game == "keep-it-straight" and on_line(hand)[0] < 2
    return (0,) if must_fold else (0, *MULTIPLES[game])


def outcome(game: str, wager: str, table: str, cards: Cards, seat: int, folded: bool, folded_qualify: bool) -> Outcome:
    """What a wager wins."""
    hand, dealer = cards.hands[seat], cards.dealer
    lives = {"bonus", "insurance", "four_plus", "straight", "straight_flush", "jackpot_1", "jackpot_2",
             "three_card_bonus", "cover_all"} | ({"progressive"} if folded_qualify else set())  # fmt: skip
    if folded and wager not in lives:
        return LOST
    if wager in LENGTH_TABLES:
        reading = {"straight-edge-1": on_ring, "solitaire-stud": alternating}.get(game, on_line)
        length = (suited if wager == "straight_flush" else reading)(hand)[0]
        odds = LENGTH_TABLES[wager][table]
        return Fraction(odds[7 - length]) if 7 - length < len(odds) else LOST
    if wager == "insurance":
        return Fraction(25) if (on_ring if game == "straight-edge-1" else on_line)(hand)[0] < 2 else LOST
    if wager == "two_way_bad_beat":
        reading = on_ring if game == "straight-edge-1" else on_line
        mine, theirs = reading(hand), reading(dealer)
        pays = {4: "5 for 1", 5: "25 for 1", 6: "250 for 1", 7: "100%"}.get(min(mine, theirs)[0])
        return LOST if mine == theirs or not pays else (pays, BAD_BEAT[table] if pays == "100%" else "")
    if wager.startswith("jackpot"):
        return _straight_flush_jackpot(table, suited(hand))
    if wager == "three_card_bonus":
        return Fraction(THREE_CARD_BONUS[table].get(three_cards(cards.community), -1))
    if wager == "progressive":
        category = poker(hand + cards.community)[0]
        pays, envy = (_STAND_ALONE | _LINKS)[table]
        return ((pays | _LOW)[category], envy.get(category, "")) if category in pays | _LOW else LOST
    if wager == "cover_all":
        hands = [*cards.hands.values(), dealer]
        best = max(poker(each)[0] for each in hands)
        return Fraction(COVER_ALL[best][8 - len(hands)]) if best in COVER_ALL else LOST
    if game == "mississippi-stud":
        category, ranks = poker(hand + cards.community)
        if category == PAIR:
            return EVEN if ranks[0] >= 11 else PUSHED if ranks[0] >= 6 else LOST
        return Fraction(MISSISSIPPI.get(category, -1))
    return _against_the_dealer(game, wager, hand, dealer)


def _straight_flush_jackpot(table: str, run: tuple[int, int]) -> Outcome:
    row, envy = JACKPOT[table]
    lines = {7: 0, 6: 1 if run == (6, 14) else 2, 5: 3, 4: 4, 3: 5}
    pays = row[lines[run[0]]] if run[0] in lines else "-"
    return LOST if pays == "-" else (pays, envy if pays == "100%" else "")


def _against_the_dealer(game: str, wager: str, hand, dealer) -> Outcome:
    reading = {"straight-edge-1": on_ring, "solitaire-stud": alternating, "caribbean-stud": poker}.get(game, on_line)
    mine, theirs = reading(hand), reading(dealer)
    if game in ("keep-it-straight", "caribbean-stud"):
        high = {6: 2, 7: 2} if game == "keep-it-straight" else CARIBBEAN_RAISE
        if theirs < ((3, 0) if game == "keep-it-straight" else (HIGH, [14, 13])):
            return EVEN if wager == "ante" else PUSHED
        if mine <= theirs:
            return PUSHED if mine == theirs else LOST
        return EVEN if wager == "ante" else Fraction(high.get(mine[0], 1))
    needs = {"straight-edge-1": (0, 0), "straight-edge-2": (2, 10), "solitaire-stud": (2, 5)}[game]
    if wager == "ante" and theirs < needs:
        return PUSHED
    if mine < theirs:
        return LOST
    if mine == theirs and game != "straight-edge-1":
        return PUSHED
    pays_by_margin = wager in ("blind", "super_bonus") or (game, wager) == ("straight-edge-1", "play")
    return Fraction(BY_MARGIN[game][mine[0] - theirs[0]]) if pays_by_margin else EVEN
