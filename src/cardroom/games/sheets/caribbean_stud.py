"""Caribbean Stud with Cover All: five-card poker against the dealer, and a bet on the best hand of the whole table.

The sheet gives Cover All alone and leaves the game under it to the house, which plays the standard one.
"""

from cardroom.games.sheets.mississippi_stud import MULTI_GAME_LINK, MULTI_GAME_PAGE
from cardroom.games.vocabulary import *

_floor = FIVE_CARD_POKER.floor

RAISE = pay_tables(
    ("",                      "Raise"),
    ("royal flush",           "100 to 1"),
    ("straight flush",        "50 to 1"),
    ("four of a kind",        "20 to 1"),
    ("full house",            "7 to 1"),
    ("flush",                 "5 to 1"),
    ("straight",              "4 to 1"),
    ("three of a kind",       "3 to 1"),
    ("two pair",              "2 to 1"),
    ("high card = one pair or less", "1 to 1"),
)  # fmt: skip

COVER_ALL = (
    pay_table_by_hands(
        "Cover All",
        ("total hands",      8,          7,          6,          5,          4,          3,          2),
        ("royal flush",      "100 to 1", "125 to 1", "150 to 1", "200 to 1", "250 to 1", "300 to 1", "500 to 1"),
        ("straight flush",   "40 to 1",  "70 to 1",  "80 to 1",  "90 to 1",  "100 to 1", "125 to 1", "200 to 1"),
        ("four of a kind",   "7 to 1",   "15 to 1",  "17 to 1",  "20 to 1",  "30 to 1",  "40 to 1",  "60 to 1"),
        ("full house",       "6 to 1",   "9 to 1",   "12 to 1",  "15 to 1",  "20 to 1",  "30 to 1",  "40 to 1"),
        ("flush",            "5 to 1",   "7 to 1",   "9 to 1",   "10 to 1",  "15 to 1",  "20 to 1",  "35 to 1"),
        ("straight",         "4 to 1",   "5 to 1",   "7 to 1",   "8 to 1",   "10 to 1",  "17 to 1",  "25 to 1"),
        ("three of a kind",  "3 to 1",   "3 to 1",   "3 to 1",   "4 to 1",   "5 to 1",   "6 to 1",   "9 to 1"),
    ),
)  # fmt: skip


# The sheet lets the game be dealt by hand, with a shoe or without.
COVER_ALL_SHUFFLER = ApprovalCondition(
    "cover-all-shuffler",
    "The shuffler is the i-Deal Plus with software NXP v1.0.114 or higher, set to the mode for Cover All.",
    only_if="a shuffler deals the game",
    wager="cover_all",
)


@game
def caribbean_stud(
    qualify: Literal["none", "A", "A-K", "pair"] = "A-K",
    copies: Copies = "push",
    multiple: Literal[1, 2, 3] = 2,
) -> Game:
    needed = {"none": 0, "A": _floor("high card", "A"), "A-K": _floor("high card", "A", "K"), "pair": _floor("pair")}
    must = qualify != "none"
    ante = versus(
        ahead=win(EVEN_MONEY, "house rule 6"), tie=push("house rule 7"), behind=lose("house rule 8"),
        unqualified=win(EVEN_MONEY, "house rule 5") if must else None, copies=copies,
    )  # fmt: skip
    raise_ = versus(
        ahead=lambda pay: paid(pay, "house rule 6"), tie=push("house rule 7"), behind=lose("house rule 8"),
        unqualified=push("house rule 5") if must else None, copies=copies,
    )  # fmt: skip
    qualifying = {
        "none": "any hand",
        "A": "an ace or better",
        "A-K": "an ace and a king or better",
        "pair": "a pair or better",
    }
    times = {1: "as much as", 2: "twice", 3: "three times"}[multiple]
    return Game(
        id="caribbean-stud",
        name="Caribbean Stud with Cover All",
        sheet=Sheet("Cover All for Caribbean Stud", str(SUBMISSION_3119), letter=SUBMISSION_3119),
        reviewed="cbc48f59b7d10fb7bd4f7f69cc2ee922",
        conditions=(COVER_ALL_SHUFFLER,),
        summary=f"Your five cards against the dealer's five, of which you see one: fold, or raise {times} the Ante.",
        seats=7,
        hands={
            "you": Hand((SEAT,), FIVE_CARD_POKER),
            "dealer": Hand((DEALER,), FIVE_CARD_POKER),
            "best": Best(FIVE_CARD_POKER),
        },
        facts={"result": Compare("you", "dealer")}
        | ({"dealer_qualifies": Reaches("dealer", needed[qualify])} if must else {}),
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="house rule 1", settle=ante),
            Wager(
                id="raise", name="Raise", kind=Kind.DECISION, rule="house rule 3", settle=raise_,
                reads="you", hand_classes=FIVE_CARD_HANDS, paytables=RAISE,
            ),
            Wager(
                id="cover_all", name="Cover All", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("6"),
                reads="best", hand_classes=FIVE_CARD_HANDS, paytables=COVER_ALL, live_after_fold=True, needs_rule="2",
            ),
            Wager(
                id="progressive", name="Progressive", kind=Kind.JACKPOT, rule="progressive ruling",
                settle=by_pay_table("progressive ruling"), reads="you", hand_classes=FIVE_CARD_HANDS,
                paytables=MULTI_GAME_LINK, live_after_fold=None, envy_rule="progressive ruling",
                pages=(MULTI_GAME_PAGE,),
            ),
        ),
        felt=Felt(
            (f"{qualifying[qualify].removeprefix('an ').removeprefix('a ').capitalize()} to qualify", "Cover All pays on the best hand at the table"),
            (("progressive", "cover_all"), ("ante",), ("raise",)),
            "#5a3a86",
        ),
        shuffler=Shuffler("Caribbean Stud Poker Cover All", "4", count_rule="5", shows="cover_all"),
        stages=(
            Bets("house rule 1"),
            Deal(EVERYONE, 5, "house rule 2", dealer_up=1),
            Decide((Fold("house rule 3"), *bets("raise", multiple, rule="house rule 3"))),
            Reveal("house rule 4"),
            SettleSeats("7"),
            SettleTableWide("cover_all", "9", keep_rule="8"),
        ),
        rules={
            "house rule 1": "Players make the Ante, and if they like the Cover All bonus.",
            "house rule 2": "Each player and the dealer get five cards face down; the dealer turns his last one up.",
            "house rule 3": "Each player folds, losing the Ante, or makes the Raise.",
            "house rule 4": f"The dealer turns his hand, which needs {qualifying[qualify]} to qualify." if must
                            else "The dealer turns his hand.",
            "house rule 5": "Dealer not qualified: Antes still in pay even money, Raises push." if must
                            else "The dealer always qualifies.",
            "house rule 6": "A hand that beats the dealer is paid even money on the Ante and by its rank on the Raise.",
            "house rule 7": tie_rule(copies, "An exact tie pushes both."),
            "house rule 8": "A hand that the dealer beats loses both.",
            "1": "The Cover All bonus is made before the round starts.",
            "2": "It wins if the best hand at the table, the dealer's included, is three of a kind or better.",
            "3": "Its pays depend on the number of hands in the round.",
            "4": "The shuffler is set to the mode of Cover All.",
            "5": "After the deal the green button has the shuffler count the hands and show the pays.",
            "6": "Only the best hand pays.",
            "7": "The dealer settles the game by house procedure, with a few changes:",
            "7a": "a hand that is “a straight or higher”, his own too, he leaves exposed.",
            "8": "A better hand takes the place of the one left exposed.",
            "9": "When all other bets are settled, the dealer goes back and settles Cover All.",
            "progressive ruling": "A link of several five-card poker games may include this game on the player's own five cards.",
        },
        rulings=(
            Ruling("", "The base game is the standard one: the sheet leaves it to the house."),
            Ruling("2", "Folded hands count for the best hand at the table."),
            Ruling("3", "The hands of the round are the players' and the dealer's, two to eight."),
            Ruling("7a", "“A straight or higher” is what is printed. Three of a kind pays too, and could not be paid in the second"
                         " pass had it been taken in: it stays exposed as well."),
            Ruling("progressive ruling", "Link tables 01, ML01 and ML03 may stand here by house ruling."),
        ),
    )  # fmt: skip
