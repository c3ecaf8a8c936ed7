"""Ultimate Texas Hold'em: hold'em against the dealer with one raise, the larger the earlier it is made.

Rules as commonly published; of regulators' texts, Pennsylvania's is 58 Pa. Code chapter 653a, with the pay tables in
§ 653a.12.
"""

from cardroom.games.vocabulary import *

BEST_OF_SEVEN = FIVE_CARD_POKER.best_of(7)
HANDS = poker_hands(BEST_OF_SEVEN)

BLIND = pay_tables(
    ("",               "Blind A"),
    ("royal flush",    "500 to 1"),
    ("straight flush", "50 to 1"),
    ("four of a kind", "10 to 1"),
    ("full house",     "3 to 1"),
    ("flush",          "3 to 2"),
    ("straight",       "1 to 1"),
    ("high card = less than a straight", "push"),
) + pay_tables(
    ("",               "Blind B"),
    ("royal flush",    "500 to 1"),
    ("straight flush", "50 to 1"),
    ("four of a kind", "10 to 1"),
    ("full house",     "3 to 1"),
    ("flush",          "3 to 2"),
    ("high card = less than a flush", "push"),
)  # fmt: skip

TRIPS = pay_tables(
    ("",                "Trips A", "Trips B", "Trips C", "Trips D"),
    ("royal flush",     "50 to 1", "50 to 1", "50 to 1", "50 to 1"),
    ("straight flush",  "40 to 1", "40 to 1", "40 to 1", "40 to 1"),
    ("four of a kind",  "30 to 1", "30 to 1", "30 to 1", "20 to 1"),
    ("full house",      "9 to 1",  "8 to 1",  "8 to 1",  "7 to 1"),
    ("flush",           "7 to 1",  "6 to 1",  "7 to 1",  "6 to 1"),
    ("straight",        "4 to 1",  "5 to 1",  "4 to 1",  "5 to 1"),
    ("three of a kind", "3 to 1",  "3 to 1",  "3 to 1",  "3 to 1"),
)  # fmt: skip

FIRST_RAISE = {"3": (3,), "4": (4,), "3 or 4": (3, 4)}


@game
def ultimate_texas_holdem(
    qualify: Literal["none", "pair"] = "pair",
    first_raise: Literal["3", "4", "3 or 4"] = "3 or 4",
    second_raise: Literal[1, 2, 3] = 2,
    trips_after_fold: Literal["lost", "live"] = "live",
) -> Game:
    must = qualify != "none"
    play = versus(ahead=win(EVEN_MONEY, "10"), tie=push("12"), behind=lose("11"))
    ante = versus(
        ahead=win(EVEN_MONEY, "10"), tie=push("12"), behind=lose("11"), unqualified=push("9") if must else None
    )
    blind = versus(ahead=lambda pay: paid(pay, "10"), tie=push("12"), behind=lose("11"))
    return Game(
        id="ultimate-texas-holdem",
        name="Ultimate Texas Hold'em",
        sheet=Sheet("Ultimate Texas Hold'em", "rules as commonly published, no approved sheet"),
        summary="Hold'em against the dealer: raise once, the earlier the more; the Blind pays for a straight or better.",
        seats=6,
        hands={"you": Hand((SEAT, COMMUNITY), BEST_OF_SEVEN), "dealer": Hand((DEALER, COMMUNITY), BEST_OF_SEVEN)},
        facts={"result": Compare("you", "dealer")}
        | ({"dealer_qualifies": Reaches("dealer", BEST_OF_SEVEN.floor("pair"))} if must else {}),
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="1", settle=ante),
            Wager(
                id="blind", name="Blind", kind=Kind.EQUAL, rule="1", settle=blind,
                reads="you", hand_classes=HANDS, paytables=BLIND,
            ),
            Wager(id="play", name="Play", kind=Kind.DECISION, rule="3", settle=play),
            Wager(
                id="trips", name="Trips", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("13"),
                reads="you", hand_classes=HANDS, paytables=TRIPS, live_after_fold=trips_after_fold == "live",
            ),
        ),
        felt=Felt(
            ("Raise once, the earlier the more", "The dealer qualifies with a pair" if must else "The dealer always qualifies"),
            (("trips",), ("ante", "blind"), ("play",)),
            "#3f4650",
        ),
        stages=(
            Bets("1"),
            Deal(EVERYONE, 2, "2"),
            Deal((COMMUNITY,), 5, "2"),
            Decide((Check("3"), *bets("play", *FIRST_RAISE[first_raise], rule="3")), called="preflop"),
            Expose("4", cards=3),
            Decide((Check("5"), *bets("play", second_raise, rule="5")), called="flop"),
            Expose("6", cards=2),
            Decide((Fold("7"), *bets("play", 1, rule="7")), called="river"),
            Reveal("8"),
            SettleSeats("8"),
        ),
        rules={
            "1": "Players make equal bets on Ante and Blind, and if they like the Trips.",
            "2": "Each player and the dealer get two cards face down, and five community cards are laid face down.",
            "3": f"Each player checks or makes the Play bet of {first_raise} times the Ante.",
            "4": "The dealer turns three community cards, the flop.",
            "5": f"Who has not made the Play bet checks or makes it, of {second_raise} times the Ante.",
            "6": "The dealer turns the last two community cards, turn and river.",
            "7": "Who has not made the Play bet folds, losing Ante and Blind, or makes it, of once the Ante.",
            "8": "The dealer turns his cards; everyone's best five of the own two and the five community cards count.",
            "9": "The dealer qualifies with a pair or better; if he does not, Antes push and all other bets have action." if must
                 else "The dealer always qualifies.",
            "10": "A hand that beats the dealer is paid even money on Ante and Play, and on the Blind by its rank.",
            "11": "A hand that the dealer beats loses Ante, Blind and Play.",
            "12": "A tie pushes Ante, Blind and Play.",
            "13": "The Trips is paid on the player's best five cards, whatever the dealer has"
                  + (", after a fold too." if trips_after_fold == "live" else "; a fold loses it."),
        },
        rulings=(
            Ruling("2", "No card is burned before the flop or the river: that changes nobody's chances."),
            Ruling("3", "The house may offer 3 times, 4 times or both" + ("; both are offered here." if first_raise == "3 or 4" else ".")),
            Ruling("7", "Published rules differ on the Trips of a folded hand: it stays live unless the house sets otherwise."),
            *((Ruling("9", "A dealer who does not qualify saves the Ante of a hand that he beats: it pushes too."),) * must),
        ),
    )  # fmt: skip
