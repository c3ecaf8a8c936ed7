"""Three Card Poker: three cards each, fold or match the Ante, and the dealer needs queen high.

Rules as commonly published; of regulators' texts, Pennsylvania's is 58 Pa. Code chapter 649a.
"""

from cardroom.games.vocabulary import *

_floor = THREE_CARD_POKER.floor

BEST_OF_SIX = FIVE_CARD_POKER.best_of(6)
SIX_CARD_HANDS = poker_hands(BEST_OF_SIX)

ANTE_BONUS = pay_tables(
    ("",                "Ante Bonus 1", "Ante Bonus 2", "Ante Bonus 3", "Ante Bonus 4"),
    ("straight flush",  "5 to 1",       "5 to 1",       "4 to 1",       "3 to 1"),
    ("three of a kind", "4 to 1",       "3 to 1",       "3 to 1",       "2 to 1"),
    ("straight",        "1 to 1",       "1 to 1",       "1 to 1",       "1 to 1"),
)  # fmt: skip

PAIR_PLUS = pay_tables(
    ("",                "Pair Plus 1", "Pair Plus 2", "Pair Plus 3", "Pair Plus 4"),
    ("straight flush",  "40 to 1",     "40 to 1",     "40 to 1",     "50 to 1"),
    ("three of a kind", "30 to 1",     "30 to 1",     "30 to 1",     "30 to 1"),
    ("straight",        "6 to 1",      "6 to 1",      "5 to 1",      "6 to 1"),
    ("flush",           "4 to 1",      "3 to 1",      "4 to 1",      "4 to 1"),
    ("pair",            "1 to 1",      "1 to 1",      "1 to 1",      "1 to 1"),
) + pay_tables(
    ("",                "Pair Plus 5", "Pair Plus 6", "Pair Plus 7"),
    ("mini royal",      "50 to 1",     "50 to 1",     "200 to 1"),
    ("straight flush",  "40 to 1",     "40 to 1",     "40 to 1"),
    ("three of a kind", "30 to 1",     "30 to 1",     "30 to 1"),
    ("straight",        "6 to 1",      "6 to 1",      "6 to 1"),
    ("flush",           "4 to 1",      "3 to 1",      "3 to 1"),
    ("pair",            "1 to 1",      "1 to 1",      "1 to 1"),
)  # fmt: skip

SIX_CARD_BONUS = pay_tables(
    ("",                "6 Card Bonus 1", "6 Card Bonus 2"),
    ("royal flush",     "1,000 to 1",     "1,000 to 1"),
    ("straight flush",  "200 to 1",       "200 to 1"),
    ("four of a kind",  "50 to 1",        "50 to 1"),
    ("full house",      "25 to 1",        "25 to 1"),
    ("flush",           "20 to 1",        "15 to 1"),
    ("straight",        "10 to 1",        "10 to 1"),
    ("three of a kind", "5 to 1",         "5 to 1"),
)  # fmt: skip


@game
def three_card_poker(
    qualify: Literal["none", "J", "Q", "K", "A", "pair"] = "Q",
    copies: Copies = "push",
    multiple: Literal[1, 2, 3] = 1,
    pair_plus_after_fold: Literal["lost", "live"] = "lost",
) -> Game:
    must = qualify != "none"
    high = {"none": "", "J": "jack high", "Q": "queen high", "K": "king high", "A": "ace high", "pair": "a pair"}[
        qualify
    ]
    needed = _floor("pair") if qualify == "pair" else _floor("high card", qualify) if must else 0
    even, tie, lost = win(EVEN_MONEY, "7"), push("9"), lose("8")
    ante = versus(ahead=even, tie=tie, behind=lost, unqualified=win(EVEN_MONEY, "6") if must else None, copies=copies)
    play = versus(ahead=even, tie=tie, behind=lost, unqualified=push("6") if must else None, copies=copies)
    return Game(
        id="three-card-poker",
        name="Three Card Poker",
        sheet=Sheet("Three Card Poker", "rules as commonly published, no approved sheet"),
        summary="Three cards against the dealer's three: fold, or match the Ante; a straight or better earns a bonus.",
        seats=7,
        hands={
            "you": Hand((SEAT,), THREE_CARD_POKER),
            "dealer": Hand((DEALER,), THREE_CARD_POKER),
            "six": Hand((SEAT, DEALER), BEST_OF_SIX),
        },
        facts={"result": Compare("you", "dealer")} | ({"dealer_qualifies": Reaches("dealer", needed)} if must else {}),
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="1", settle=ante),
            Wager(id="play", name="Play", kind=Kind.DECISION, rule="4", settle=play),
            Wager(
                id="ante_bonus", name="Ante Bonus", kind=Kind.RIDER, on="ante", rule="10", settle=bonus("10"),
                reads="you", hand_classes=THREE_CARD_HANDS, paytables=ANTE_BONUS,
            ),
            Wager(
                id="pair_plus", name="Pair Plus", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("11"),
                reads="you", hand_classes=THREE_CARD_HANDS, paytables=PAIR_PLUS,
                live_after_fold=pair_plus_after_fold == "live",
            ),
            Wager(
                id="six_card_bonus", name="6 Card Bonus", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("12"),
                reads="six", hand_classes=SIX_CARD_HANDS, paytables=SIX_CARD_BONUS, live_after_fold=True,
            ),
        ),
        felt=Felt(
            (f"The dealer plays with {high} or better" if must else "The dealer always plays", "Ante Bonus for a straight or better"),
            (("six_card_bonus",), ("pair_plus",), ("ante", "ante_bonus"), ("play",)),
            "#8a3d14",
        ),
        stages=(
            Bets("1"),
            Deal(EVERYONE, 3, "2"),
            Decide((Fold("3"), *bets("play", multiple, rule="4"))),
            Reveal("5"),
            SettleSeats("5"),
        ),
        rules={
            "1": "Players make the Ante, and if they like Pair Plus and the 6 Card Bonus.",
            "2": "Each player and the dealer get three cards face down.",
            "3": "A player may fold and give up the Ante" + (" and the Pair Plus," if pair_plus_after_fold == "lost" else ","),
            "4": f"or make the Play bet of {multiple} times the Ante.",
            "5": "The dealer turns his hand" + (f", which needs {high} or better to qualify." if must else "."),
            "6": "Dealer not qualified: Antes still in pay even money, Play bets push." if must else "The dealer always qualifies.",
            "7": "A hand that beats the dealer is paid even money on Ante and Play.",
            "8": "A hand that the dealer beats loses Ante and Play.",
            "9": tie_rule(copies, "An exact tie pushes both."),
            "10": "With the Play bet made, a straight or better is paid the Ante Bonus on the Ante, whatever the dealer has.",
            "11": "Pair Plus is paid on the player's three cards, whatever the dealer has.",
            "12": "The 6 Card Bonus is paid on the best five of the player's and the dealer's three cards, after a fold too.",
        },
        rulings=(
            Ruling("3", "Most rules let a fold forfeit the Pair Plus, some do not: a fold loses it unless the house sets otherwise."),
            Ruling("7", "Straight flush beats three of a kind beats straight beats flush beats pair; A-2-3 and Q-K-A are straights."),
            Ruling("11", "Tables without a line for the mini royal pay it as a straight flush."),
            Ruling("11", "Some rules take a Pair Plus without an Ante; here it needs the Ante."),
        ),
    )  # fmt: skip
