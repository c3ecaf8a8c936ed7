"""Crazy 4 Poker: the best four of five cards against the dealer's, and up to three times the Ante with a pair of aces.

Rules as commonly published; of regulators' texts, Pennsylvania's is 58 Pa. Code chapter 657a, with the order of hands in
§ 657a.6.
"""

from cardroom.games.vocabulary import *

FOUR_CARD_POKER = PokerRanking(
    "four-card poker",
    4,
    ("high card", "pair", "two pair", "straight", "flush", "three of a kind", "straight flush", "four of a kind"),
)
BEST_OF_FIVE = FOUR_CARD_POKER.best_of(5)
_floor = BEST_OF_FIVE.floor

SUPER_BONUS = pay_tables(
    ("",                "Super Bonus"),
    ("four aces",       "200 to 1"),
    ("four of a kind",  "30 to 1"),
    ("straight flush",  "15 to 1"),
    ("three of a kind", "2 to 1"),
    ("flush",           "3 to 2"),
    ("straight",        "1 to 1"),
)  # fmt: skip

QUEENS_UP = pay_tables(
    ("",                         "Queens Up"),
    ("four of a kind",           "50 to 1"),
    ("straight flush",           "40 to 1"),
    ("three of a kind",          "8 to 1"),
    ("flush",                    "4 to 1"),
    ("straight",                 "3 to 1"),
    ("two pair",                 "2 to 1"),
    ("pair of queens or better", "1 to 1"),
)  # fmt: skip

SUPER_BONUS_HANDS = poker_hands(BEST_OF_FIVE, ("four aces", "four of a kind", "A"))
QUEENS_UP_HANDS = poker_hands(BEST_OF_FIVE, ("pair of queens or better", "pair", "Q"))


def super_bonus(must: bool, copies: Copies) -> Settle:
    """Paid for a straight or better whatever the dealer has; with less it can only be saved."""
    saved_or_lost = versus(
        ahead=push("11"), tie=push("11"), behind=lose("11"), unqualified=push("11") if must else None, copies=copies
    )

    def settle(f: Facts, pay: Pay | None) -> Outcome:
        return saved_or_lost(f, None) if pay is None else win(pay, "10")

    return settle


@game
def crazy_4_poker(
    qualify: Literal["none", "Q", "K", "A", "pair"] = "K",
    copies: Copies = "push",
    most: Literal[1, 2, 3, 4, 5] = 3,
) -> Game:
    must = qualify != "none"
    high = {"none": "", "Q": "queen high", "K": "king high", "A": "ace high", "pair": "a pair"}[qualify]
    needed = _floor("pair") if qualify == "pair" else _floor("high card", qualify) if must else 0
    even, tie, lost = win(EVEN_MONEY, "7"), push("9"), lose("8")
    ante = versus(ahead=even, tie=tie, behind=lost, unqualified=push("6") if must else None, copies=copies)
    play = versus(ahead=even, tie=tie, behind=lost, unqualified=win(EVEN_MONEY, "6") if must else None, copies=copies)
    higher = "a pair of aces or better may be raised higher" if most > 1 else "fold, or match the Ante"
    raised = f", and with a pair of aces or better of up to {most} times" if most > 1 else ""
    return Game(
        id="crazy-4-poker",
        name="Crazy 4 Poker",
        sheet=Sheet("Crazy 4 Poker", "rules as commonly published, no approved sheet"),
        summary=f"Your best four of five cards against the dealer's; {higher}.",
        seats=6,
        hands={"you": Hand((SEAT,), BEST_OF_FIVE), "dealer": Hand((DEALER,), BEST_OF_FIVE)},
        facts={"result": Compare("you", "dealer")} | ({"dealer_qualifies": Reaches("dealer", needed)} if must else {}),
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="1", settle=ante),
            Wager(
                id="super_bonus", name="Super Bonus", kind=Kind.EQUAL, rule="1", settle=super_bonus(must, copies),
                reads="you", hand_classes=SUPER_BONUS_HANDS, paytables=SUPER_BONUS,
            ),
            Wager(id="play", name="Play", kind=Kind.DECISION, rule="4", settle=play),
            Wager(
                id="queens_up", name="Queens Up", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("12"),
                reads="you", hand_classes=QUEENS_UP_HANDS, paytables=QUEENS_UP,
            ),
        ),
        felt=Felt(
            (f"The dealer plays with {high} or better" if must else "The dealer always plays", *(("A pair of aces may raise higher",) if most > 1 else ())),
            (("queens_up",), ("ante", "super_bonus"), ("play",)),
            "#8a1f4f",
        ),
        stages=(
            Bets("1"),
            Deal(EVERYONE, 5, "2"),
            Decide((
                Fold("3"),
                *bets("play", 1, rule="4"),
                *bets("play", *range(2, most + 1), rule="4", needs=_floor("pair", "A")),
            )),
            Reveal("5"),
            SettleSeats("5"),
        ),
        rules={
            "1": "Players make equal bets on Ante and Super Bonus, and if they like the Queens Up.",
            "2": "Each player and the dealer get five cards face down, of which the best four count.",
            "3": "A player may fold and give up every bet,",
            "4": f"or make the Play bet of once the Ante{raised}.",
            "5": "The dealer turns his hand" + (f", which needs {high} or better to qualify." if must else "."),
            "6": "Dealer not qualified: Play bets pay even money, Antes push." if must else "The dealer always qualifies.",
            "7": "A hand that beats the dealer is paid even money on Ante and Play.",
            "8": "A hand that the dealer beats loses Ante and Play.",
            "9": tie_rule(copies, "An exact tie pushes both."),
            "10": "A straight or better is paid on the Super Bonus by its rank, whatever the dealer has.",
            "11": f"With less, the Super Bonus is lost if the dealer {'qualifies and ' * must}beats the hand, and pushes otherwise.",
            "12": "The Queens Up is paid on the player's hand, whatever the dealer has.",
        },
        rulings=(
            Ruling("2", "Four of a kind beats straight flush beats three of a kind beats flush beats straight beats two pair beats pair."),
            Ruling("3", "Folding loses the Queens Up too."),
            Ruling("4", "Multiples are whole."),
            *((Ruling("11", "Some print that a better hand of a dealer who does not qualify takes the Super Bonus; here it pushes."),) * must),
        ),
    )  # fmt: skip
