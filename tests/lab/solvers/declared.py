"""Small decks, declared for each game, on which fast ways of counting are held against the plain reference.

Together they reach every way that a wager is settled and every line of its pay tables, but for what cannot happen.
"""

from __future__ import annotations

# Solved whole.
DECKS = {
    "caribbean-stud": ("23456/cd", "TJQKA/cd", "38TQA/cd", "23456TJQKA/c"),
    "casino-war": ("23/c", "QKA/c"),
    "crazy-4-poker": ("9TJQK/cd", "2468T/cd"),
    "ez-baccarat": ("8AJ/c", "47T/c", "29Q/c", "67/c", "5AT/c"),
    "keep-it-straight": ("89TJQKA/cd",),
    "let-it-ride": ("234/cdhs", "9TJQKA/c", "789T/cd"),
    "mississippi-stud": ("23/cdhs", "TJQKA/c", "2AK/cd"),
    "solitaire-stud": ("3456789/cd",),
    "straight-edge-1": ("9TJQK/cdh",),
    "straight-edge-2": ("56789TJ/cd",),
    "three-card-poker": ("234/cdhs", "9TJQKA2/c", "246/cd", "23456/cd"),
    "ultimate-texas-holdem": ("23A/cdh",),
}

# Of these, single decisions: the last one of a round that reaches what the game's own wagers have not come to.
LARGER = {
    "caribbean-stud": ("89T/cdhs", "9TJQKA/cd"),
    "crazy-4-poker": ("47A/cdhs",),
    "let-it-ride": ("9TJQK/cd",),
    "mississippi-stud": ("9TJQKA/cd", "23456/cd", "6789/cdh"),
    "straight-edge-1": ("2345678TQ/cd",),
    "straight-edge-2": ("2345678TQ/cd",),
    "solitaire-stud": ("2345678TQ/cd",),
    "ultimate-texas-holdem": ("TJQKA/cd", "23456789/cd", "9TQKA/cdhs"),
}

# And hands that come too seldom: the first cards of a deck, which are the player's.
STACKED = {
    "straight-edge-1": (("2345678TQ/cd", "2c 3c 4c 5c 6c 7c 8c"),),
    "straight-edge-2": (("2345678TQ/cd", "2c 3c 4c 5c 6c 7c 8c"),),
    "solitaire-stud": (("2345678TQ/cd", "2c 3d 4c 5d 6c 7d 8c"),),
}

# Side bets on hands that no small deck has: the first cards of rounds with all 52, settled by the engine and as priced.
DEALT = {
    "caribbean-stud": (
        "2c 2d 2h 2s 5c / 3c 4d 9h Jc Ks",
        "2c 2d 2h 5s 5c / 3c 4d 9h Jc Ks",
        "2c 2d 2h 5s 6c / 3c 4d 9h Jc Ks",
        "2c 2d 5h 5s 6c / 3c 4d 9h Jc Ks",
    ),
    "crazy-4-poker": (
        "Ac Ad Ah As 5c / 3c 4d 9h Jc Ks",
        "2c 2d 2h 2s 5c / 3c 4d 9h Jc Ks",
        "2c 2d 2h 5s 6c / 3c 4d 9h Jc Ks",
    ),
    "mississippi-stud": (
        "2c 4c 7c / 9c Jc", "2c 3d 4h / 5s 6s", "2c 2d 4h / 2s 6s", "4c 5d 6h / 8c 9d", "2c 4d 7h / 9s Js",
        "4c 5c 6c / 7c 8c",
    ),
    "straight-edge-1": (
        "3c 4c 5c 6c 7c 8c 9c / 2d 3d 4d 5d 6d 7d 8d 8h",
        "2c 3c 4c 5c 6c 7c 8c / 3d 4d 5d 6d 7d 8d 9d 9h",
        "3c 4c 5c 6c 7c 8c 8s / 2d 3d 4d 5d 6d 7d 7h 7s",
        "2c 3c 4c 5c 6c 7c 7s / 3d 4d 5d 6d 7h 8d 8h 8c",
        "3c 4c 5c 6c 7c 7h 7s / 2d 3d 4d 5d 6d 6h 6s 2h",
        "2c 3c 4c 5c 6c 6h 6s / 3d 4d 5d 6d 7h 7d 7s 7c",
    ),
    "straight-edge-2": (
        "3c 4c 5c 6c 7c 8c 9c / 2d 3d 4d 5d 6d 7d 8d",
        "2c 3c 4c 5c 6c 7c 8c / 3d 4d 5d 6d 7d 8d 9d",
        "3c 4c 5c 6c 7c 8c 8s / 2d 3d 4d 5d 6d 7d 7h",
        "2c 3c 4c 5c 6c 7c 7s / 3d 4d 5d 6d 7h 8d 8h",
    ),
    "three-card-poker": ("2c 2d 2h / 4c 8d Qs",),
    "ultimate-texas-holdem": (
        "Ac Kc / 2d 3h / Qc Jc 10c 4s 5s", "9c Kc / 2d 3h / Qc Jc 10c 4s 5s", "9c 9d / 2d 3h / 9h 9s 10c 4s 5s",
        "9c 9d / 2d 3h / 9h 4d 10c 4s 5s", "9c 2c / 2d 3h / 7c 4c 10c Ks 5s", "9c 8c / 2d 3h / 7c 6d 5c Ks 2s",
        "9c 9d / 2d 3h / 9h 4d 10c Ks 5s", "9c 9d / 2d 3h / Jh 4d 10c Ks 5s",
    ),
}  # fmt: skip

# What a settlement asks for and can never be told: the hands have two or three cards, a natural is at least as good as
# what stands against it, and three cards of no points beat nothing.
WIN, TIE, LOSS = ("result", "win"), ("result", "copy"), ("result", "loss")
BANKERS_NATURAL = (("player_natural", False), ("banker_natural", True))
IMPOSSIBLE = {
    "ez-baccarat": {
        *((wager, (LOSS, ("banker_cards", number))) for wager in ("banker", "dragon_7") for number in (0, 1)),
        *(("panda_8", (WIN, ("player_cards", number))) for number in (0, 1)),
        ("banker", (LOSS, ("banker_cards", 3), ("banker_points", 0))),
        *((f"{side}_dragon", (*BANKERS_NATURAL, result)) for side in ("player", "banker") for result in (WIN, TIE)),
    }
}  # fmt: skip
