"""Let It Ride: three equal bets on one poker hand, two of which may be taken back as the cards turn.

Rules as commonly published; of regulators' texts, Pennsylvania's is 58 Pa. Code chapter 643a.
"""

from cardroom.games.vocabulary import *

FIVE_CARD_HANDS = poker_hands(FIVE_CARD_POKER, ("pair of tens or better", "pair", "10"))

MAIN = pay_tables(
    ("",                       "Let It Ride"),
    ("royal flush",            "1,000 to 1"),
    ("straight flush",         "200 to 1"),
    ("four of a kind",         "50 to 1"),
    ("full house",             "11 to 1"),
    ("flush",                  "8 to 1"),
    ("straight",               "5 to 1"),
    ("three of a kind",        "3 to 1"),
    ("two pair",               "2 to 1"),
    ("pair of tens or better", "1 to 1"),
)  # fmt: skip

THREE_CARD_BONUS = pay_tables(
    ("",                "3 Card Bonus 1", "3 Card Bonus 2"),
    ("mini royal",      "50 to 1",        "50 to 1"),
    ("straight flush",  "40 to 1",        "40 to 1"),
    ("three of a kind", "30 to 1",        "30 to 1"),
    ("straight",        "6 to 1",         "6 to 1"),
    ("flush",           "4 to 1",         "3 to 1"),
    ("pair",            "1 to 1",         "1 to 1"),
)  # fmt: skip


def bet(wager_id: str, name: str, kind: Kind) -> Wager:
    """The three bets are equal and paid the same odds."""
    return Wager(
        id=wager_id, name=name, kind=kind, rule="1", settle=by_pay_table("8"),
        reads="you", hand_classes=FIVE_CARD_HANDS, paytables=MAIN,
    )  # fmt: skip


@game
def let_it_ride() -> Game:
    return Game(
        id="let-it-ride",
        name="Let It Ride",
        sheet=Sheet("Let It Ride", "rules as commonly published, no approved sheet"),
        summary="Three bets on your three cards and two for everyone: take bets back or let them ride; tens or better win.",
        seats=7,
        hands={"you": Hand((SEAT, COMMUNITY), FIVE_CARD_POKER), "three": Hand((SEAT,), THREE_CARD_POKER)},
        wagers=(
            bet("bet_3", "Bet $", Kind.BASE),
            bet("bet_1", "Bet 1", Kind.EQUAL),
            bet("bet_2", "Bet 2", Kind.EQUAL),
            Wager(
                id="three_card_bonus", name="3 Card Bonus", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("9"),
                reads="three", hand_classes=THREE_CARD_HANDS, paytables=THREE_CARD_BONUS,
            ),
        ),
        felt=Felt(
            ("A pair of tens or better wins", "All bets that ride are paid"),
            (("three_card_bonus",), ("bet_1", "bet_2", "bet_3")),
            "#0f5e6b",
        ),
        stages=(
            Bets("1"),
            Deal((COMMUNITY,), 2, "2"),
            Deal((SEAT,), 3, "2"),
            Decide((Check("3", "let it ride"), TakeBack("bet_1", "3"))),
            Expose("4"),
            Decide((Check("5", "let it ride"), TakeBack("bet_2", "5"))),
            Expose("6"),
            SettleSeats("7"),
        ),
        rules={
            "1": "Players make three equal bets, and if they like the 3 Card Bonus.",
            "2": "Two community cards are laid face down, and each player gets three cards face down.",
            "3": "Each player takes bet 1 back or lets it ride.",
            "4": "The dealer turns the first community card.",
            "5": "Each player takes bet 2 back or lets it ride, whatever became of bet 1.",
            "6": "The dealer turns the second community card.",
            "7": "From right to left the dealer reads each player's three cards with the community cards, and settles.",
            "8": "A pair of tens or better is paid on every bet that rides, at the same odds; less loses them.",
            "9": "The 3 Card Bonus is paid on the player's own three cards.",
        },
        rulings=(
            Ruling("3", "Bet $ cannot be taken back, so it is the one that the others are equal to."),
            Ruling("3", "Who is not there to answer lets the bet ride: nobody takes back another's bet."),
            Ruling("9", "It is settled with the other bets, at the end."),
            Ruling("9", "Straight flush beats three of a kind beats straight beats flush beats pair; A-2-3 and Q-K-A are straights."),
        ),
    )  # fmt: skip
