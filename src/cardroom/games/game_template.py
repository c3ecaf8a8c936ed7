"""What `cardroom games new` writes: a small game that is complete, with remarks on what stands where."""

START = '''"""NAME: three cards against the dealer's three.

Edit this file until it reads like your rule sheet, and run `cardroom games check` on it after every change.
"""

from cardroom.games.vocabulary import *

# Pay tables in printed order, the best hand first: a row of names, then a row a hand. The first table is the default.
BONUS = pay_tables(
    ("",                "Bonus 1", "Bonus 2"),
    ("mini royal",      "50 to 1", "40 to 1"),
    ("straight flush",  "30 to 1", "30 to 1"),
    ("three of a kind", "25 to 1", "25 to 1"),
    ("straight",        "5 to 1",  "6 to 1"),
    ("flush",           "4 to 1",  "3 to 1"),
    ("pair",            "1 to 1",  "1 to 1"),
)  # fmt: skip


# Parameters are rules that may be set; each names its values, and the default is the game as you print it.
@game
def FUNCTION(multiple: Literal[1, 2, 3] = 2) -> Game:
    # What a wager comes to, with the rule that says so. Whether the dealer qualifies is asked first.
    ante = versus(ahead=win(EVEN_MONEY, "7"), tie=push("8"), behind=lose("7"), unqualified=push("6"))
    play = versus(ahead=win(EVEN_MONEY, "7"), tie=push("8"), behind=lose("7"), unqualified=push("6"))
    return Game(
        id="GAME-ID",
        name="NAME",
        sheet=Sheet("NAME", "a game of our own, no approved sheet"),
        summary="Three cards against the dealer's three: fold, or raise.",
        seats=6,
        # Hands are cards of some holders in a ranking; “you” is what a player shows, “dealer” what the dealer turns.
        hands={"you": Hand((SEAT,), THREE_CARD_POKER), "dealer": Hand((DEALER,), THREE_CARD_POKER)},
        # Facts are all that settlements can ask for.
        facts={
            "result": Compare("you", "dealer"),
            "dealer_qualifies": Reaches("dealer", THREE_CARD_POKER.floor("high card", "J")),
        },
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="1", settle=ante),
            Wager(id="play", name="Play", kind=Kind.DECISION, rule="4", settle=play),
            Wager(
                id="bonus", name="Bonus", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("9"),
                reads="you", hand_classes=THREE_CARD_HANDS, paytables=BONUS, live_after_fold=True,
            ),
        ),
        # Every wager has its spot, in rows from the dealer to the player.
        felt=Felt(("The dealer plays with jack high or better",), (("bonus",), ("ante",), ("play",)), "#3a4f8f"),
        # The round, stage by stage, each with its rule.
        stages=(
            Bets("1"),
            Deal(EVERYONE, 3, "2"),
            Decide((Fold("3"), *bets("play", multiple, rule="4"))),
            Reveal("5"),
            SettleSeats("5"),
        ),
        rules={
            "1": "Players make the Ante, and if they like the Bonus.",
            "2": "Each player and the dealer get three cards face down.",
            "3": "A player may fold and give up the Ante,",
            "4": f"or make the Play bet of {multiple} times the Ante.",
            "5": "The dealer turns his hand, which needs jack high or better to qualify, and compares.",
            "6": "Dealer not qualified: Ante and Play push.",
            "7": "The better hand wins: even money on Ante and Play, or both are lost.",
            "8": "An exact tie pushes both.",
            "9": "The Bonus is paid on the player's own three cards, after a fold too.",
        },
        # What the sheet leaves open, and how it is read.
        rulings=(Ruling("7", "Straight flush beats three of a kind beats straight beats flush beats pair."),),
    )  # fmt: skip
'''
