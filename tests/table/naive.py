"""The rule sheets a second time, as plainly as can be and apart from the code: who gets which cards, what a wager wins.

Only strings go in. An outcome is what a unit staked gains (-1: lost), or what an award pays and the envy it gives.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from ..oracle import printed  # noqa: TID252 - what tests share

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
MISSISSIPPI = dict(zip(FROM_THE_TOP, printed.MISSISSIPPI, strict=True))
CARIBBEAN_RAISE = dict(zip(FROM_THE_TOP, printed.CARIBBEAN_RAISE, strict=True))
COVER_ALL = dict(zip(FROM_THE_TOP, printed.COVER_ALL.values(), strict=False))  # for 8, 7, 6, 5, 4, 3 and 2 hands
THREE_CARD_BONUS = {  # without a line of its own, a mini royal is a straight flush
    f"3 Card Bonus {number + more}": dict(
        zip(("mini royal", "straight flush", "three", "straight", "flush", "pair"), (top, *odds), strict=True)
    )
    for more, top in ((0, 40), (3, 50))
    for number, odds in printed.THREE_CARD_BONUS.items()
}


def _progressive(pays: tuple[str, ...], envy: tuple[str, ...]) -> tuple[dict[int, str], dict[int, str]]:
    """Pays and envy by category. Without a line of its own, a royal flush is a straight flush."""
    if len(pays) == 6:
        pays, envy = (pays[0], *pays), (envy[0], *envy)
    return dict(zip(FROM_THE_TOP, pays, strict=False)), dict(zip(FROM_THE_TOP, envy, strict=False))


PROGRESSIVE = {name: _progressive(*table) for name, table in printed.PROGRESSIVES.items()}

# Optional wagers and the pay tables they may have.
SIDE_BETS: dict[str, dict[str, tuple[str, ...]]] = {
    "straight-edge-1": {"bonus": (*LENGTH_TABLES["bonus"],), "insurance": (), "two_way_bad_beat": (*BAD_BEAT,)},
    "straight-edge-2": {"four_plus": ("4+ 1",), "insurance": (), "two_way_bad_beat": (*BAD_BEAT,)},
    "solitaire-stud": {"three_plus": ("SS-01", "SS-02")},
    "keep-it-straight": {"straight": (*LENGTH_TABLES["straight"],), "jackpot_1": (*JACKPOT,), "jackpot_2": (*JACKPOT,),
                         "straight_flush": (*LENGTH_TABLES["straight_flush"],)},
    "mississippi-stud": {"three_card_bonus": (*THREE_CARD_BONUS,), "progressive": (*PROGRESSIVE,)},
    "caribbean-stud": {"cover_all": (), "progressive": (*printed.LINKS,)},
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


def called(multiple: int) -> str:
    """A choice as the table names it."""
    return f"{multiple}x" if multiple else "fold"


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
        pays, envy = PROGRESSIVE[table]
        return (pays[category], envy.get(category, "")) if category in pays else LOST
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
