"""The pay tables, typed from the sheets and never read from the code: what all tests hold the games against.

Odds are to 1, from the top line down, unless they are texts. Names stand as printed.
"""

from __future__ import annotations

# --- Straight Edge Poker and Solitaire Stud ---------------------------------------------------------------------------

BONUS = {"Bonus 1": (40, 15, 6, "3/2"), "Bonus 2": (50, 20, 4, "3/2")}  # 7, 6, 5 and 4 cards
FOUR_PLUS = {"4+ 1": (50, 15, 8, 2)}
THREE_PLUS = {"SS-01": (500, 50, 20, 6, 3), "SS-02": (500, 50, 15, 6, 3)}  # 7 to 3 cards
# A win by 6, 5, 4, 3, 2 and 1 cards; by none, version 1 pays as by 1, the others push.
VERSION_1_BLIND = (200, 25, 8, 3, 2, 1)
VERSION_2_BLIND = (100, 25, 5, 3, 2, 1)
SUPER_BONUS = (1000, 100, 20, 5, 2, 1)

# --- Keep It Straight -------------------------------------------------------------------------------------------------

# Appendix A: 7, 6, 5 and 4 cards.
STRAIGHT = {
    "PT-FLT-STR-01": (50, 25, 6, 2),
    "PT-FLT-SRT-02": (50, 20, 7, 2),  # the letters stand as printed
    "PT-FLT-STR-03": (50, 15, 8, 2),
    "PT-FLT-STR-04": (50, 12, 5, 3),
}
# Appendix B: 7, 6, 5, 4 and 3 suited cards.
STRAIGHT_FLUSH = {
    "PT-FLT-HCF-SF-01": (8000, 1000, 100, 60, 7),
    "PT-FLT-HCF-SF-02": (500, 200, 100, 50, 9),
    "PT-FLT-HCF-SF-03": (500, 200, 100, 75, 7),
    "PT-FLT-HCF-SF-04": (1000, 500, 100, 75, 7),
    "PT-FLT-HCF-SF-06": (500, 200, 100, 60, 8),
    "PT-FLT-HCF-SF-07": (1000, 500, 100, 60, 8),
    "PT-FLT-HCF-SF-09": (8000, 1000, 100, 50, 8),
    "PT-FLT-HCF-SF-10": (500, 200, 100, 50, 8),
}
# Appendix C: pays of 7, 6, 5, 4 and 3 suited cards, then envy. In those marked A a six-card ace-high joins the seven.
JACKPOT_PREFIX = "PT-BJS-HCF-SF-"
JACKPOTS = {
    "01": ("100% 10% $250 $40 $3", ""),
    "02": ("100% 10% $900 $50 -", ""),
    "03a/b": ("100% 100% $200 $40 $3", ""),
    "06a/b": ("100% 100% $250 $40 $3", ""),
    "07": ("100% 10% $250 $50 $3", ""),
    "08a/b": ("100% 100% $250 $50 $3", ""),
    "04 A": ("100% 10% $250 $40 $3", ""),
    "05 A": ("100% 10% $800 $50 -", ""),
    "09 A": ("100% 10% $250 $50 $3", ""),
    "10 A": ("100% 10% $500 $40 $3", ""),
    "11 A": ("100% 10% $300 $50 $3", ""),
    "E01": ("100% 100% $200 $40 $3", "$200 $200"),
    "E04": ("100% 100% $250 $40 $3", "$200 $200"),
    "E02 A": ("100% 10% $250 $40 $3", "$250"),
    "E03 A": ("100% 10% $800 $50 -", "$250"),
    "E05 A": ("100% 10% $250 $50 $3", "$250"),
}

# --- Mississippi Stud and Caribbean Stud ------------------------------------------------------------------------------

# From the royal flush down to two pair; a pair of jacks or better pays 1 to 1, of sixes to tens pushes.
MISSISSIPPI = (500, 100, 40, 10, 6, 4, 3, 2)
# Straight flush, three of a kind, straight, flush, pair; tables 4 to 6 put a mini royal at 50 to 1 above them.
THREE_CARD_BONUS = {1: (40, 30, 6, 4, 1), 2: (40, 30, 5, 4, 1), 3: (40, 30, 6, 3, 1)}
# From the royal flush down to three of a kind, then envy. Quick Hit begins with the straight flush.
_LOW = ("50 for 1", "40 for 1", "30 for 1", "9 for 1")
LINKS = {
    "Link 01": (("100%", "10%", "300 for 1", *_LOW), ("$1,000", "$300")),
    "Link ML01": (("100% Mega", "100% Major", "300 for 1", *_LOW), ("$1,000", "$300")),
    "Link ML03": (("100% Mega", "100% Major", "100% Minor", *_LOW), ("$1,000", "$300")),
}
PROGRESSIVES = {
    "MS Stud-01": (("100%", "10%", "300 for 1", *_LOW), ("$1,000", "$300")),
    "MS Stud Quick Hit 01": (("100%", "10%", *_LOW), ("$500", "$25")),
    **LINKS,
}
CARIBBEAN_RAISE = (100, 50, 20, 7, 5, 4, 3, 2)  # from the royal flush down to two pair; less pays 1 to 1
# By total hands 8, 7, 6, 5, 4, 3, 2.
COVER_ALL = {
    "royal flush": (100, 125, 150, 200, 250, 300, 500),
    "straight flush": (40, 70, 80, 90, 100, 125, 200),
    "four of a kind": (7, 15, 17, 20, 30, 40, 60),
    "full house": (6, 9, 12, 15, 20, 30, 40),
    "flush": (5, 7, 9, 10, 15, 20, 35),
    "straight": (4, 5, 7, 8, 10, 17, 25),
    "three of a kind": (3, 3, 3, 4, 5, 6, 9),
}

# --- games as commonly published --------------------------------------------------------------------------------------

# Three Card Poker: straight flush, three of a kind, straight; of Pair Plus also flush and pair, or a mini royal first.
ANTE_BONUS = ((5, 4, 1), (5, 3, 1), (4, 3, 1), (3, 2, 1))
PAIR_PLUS = ((40, 30, 6, 4, 1), (40, 30, 6, 3, 1), (40, 30, 5, 4, 1), (50, 30, 6, 4, 1))
PAIR_PLUS_WITH_MINI_ROYAL = ((50, 40, 30, 6, 4, 1), (50, 40, 30, 6, 3, 1), (200, 40, 30, 6, 3, 1))
# Royal flush to three of a kind.
SIX_CARD_BONUS = ((1000, 200, 50, 25, 20, 10, 5), (1000, 200, 50, 25, 15, 10, 5))
TRIPS = {
    "Trips A": (50, 40, 30, 9, 7, 4, 3),
    "Trips B": (50, 40, 30, 8, 6, 5, 3),
    "Trips C": (50, 40, 30, 8, 7, 4, 3),
    "Trips D": (50, 40, 20, 7, 6, 5, 3),
}
LET_IT_RIDE = (1000, 200, 50, 11, 8, 5, 3, 2, 1)  # royal flush to a pair of tens or better
DRAGON_BONUS = (30, 10, 6, 4, 2, 1)  # a win by nine to four points
QUEENS_UP = (50, 40, 8, 4, 3, 2, 1)  # four of a kind to a pair of queens
BLIND = {"Blind A": (500, 50, 10, 3, "3/2", 1), "Blind B": (500, 50, 10, 3, "3/2")}  # royal flush down; less pushes
LET_IT_RIDE_BONUS = ((50, 40, 30, 6, 4, 1), (50, 40, 30, 6, 3, 1))  # mini royal, then as in Three Card Bonus
CRAZY_SUPER_BONUS = (200, 30, 15, 2, "3/2", 1)  # four aces, four of a kind, straight flush, three, flush, straight
EZ_TIE = {"Tie 8": 8, "Tie 9": 9}
