"""Mississippi Stud: two cards of your own and three for everyone, bought street by street, paid by a table."""

from cardroom.games.vocabulary import *

FIVE_CARD_HANDS = poker_hands(
    FIVE_CARD_POKER,
    ("pair of jacks or better", "pair", "J"),
    ("pair of sixes to tens", "pair", "6"),
    ("pair of twos to fives", "pair", "2"),
)

MAIN = pay_tables(
    ("",                        "MS-01"),
    ("royal flush",             "500 to 1"),
    ("straight flush",          "100 to 1"),
    ("four of a kind",          "40 to 1"),
    ("full house",              "10 to 1"),
    ("flush",                   "6 to 1"),
    ("straight",                "4 to 1"),
    ("three of a kind",         "3 to 1"),
    ("two pair",                "2 to 1"),
    ("pair of jacks or better", "1 to 1"),
    ("pair of sixes to tens",   "push"),
    ("* house edge",            "1.58%"),
    ("* expected hold",         "24%"),
)  # fmt: skip

THREE_CARD_BONUS = pay_tables(
    ("",                "3 Card Bonus 1", "3 Card Bonus 2", "3 Card Bonus 3"),
    ("straight flush",  "40 to 1",        "40 to 1",        "40 to 1"),
    ("three of a kind", "30 to 1",        "30 to 1",        "30 to 1"),
    ("straight",        "6 to 1",         "5 to 1",         "6 to 1"),
    ("flush",           "4 to 1",         "4 to 1",         "3 to 1"),
    ("pair",            "1 to 1",         "1 to 1",         "1 to 1"),
) + pay_tables(
    ("",                "3 Card Bonus 4", "3 Card Bonus 5", "3 Card Bonus 6"),
    ("mini royal",      "50 to 1",        "50 to 1",        "50 to 1"),
    ("straight flush",  "40 to 1",        "40 to 1",        "40 to 1"),
    ("three of a kind", "30 to 1",        "30 to 1",        "30 to 1"),
    ("straight",        "6 to 1",         "5 to 1",         "6 to 1"),
    ("flush",           "4 to 1",         "4 to 1",         "3 to 1"),
    ("pair",            "1 to 1",         "1 to 1",         "1 to 1"),
)  # fmt: skip

PROGRESSIVE = pay_tables(
    ("",                "MS Stud-01", "envy"),
    ("royal flush",     "100%",       "$1,000"),
    ("straight flush",  "10%",        "$300"),
    ("four of a kind",  "300 for 1",  "-"),
    ("full house",      "50 for 1",   "-"),
    ("flush",           "40 for 1",   "-"),
    ("straight",        "30 for 1",   "-"),
    ("three of a kind", "9 for 1",    "-"),
) + pay_tables(
    ("",                "MS Stud Quick Hit 01", "envy"),
    ("straight flush",  "100%",                 "$500"),
    ("four of a kind",  "10%",                  "$25"),
    ("full house",      "50 for 1",             "-"),
    ("flush",           "40 for 1",             "-"),
    ("straight",        "30 for 1",             "-"),
    ("three of a kind", "9 for 1",              "-"),
    aliases={"MS Stud Quick Hit 01": ("Quick Hit 01", "Quick Hit")},
)  # fmt: skip

MULTI_GAME_LINK = pay_tables(
    ("",                "Link 01",   "envy",   "Link ML01",  "envy",   "Link ML03",  "envy"),
    ("royal flush",     "100%",      "$1,000", "100% Mega",  "$1,000", "100% Mega",  "$1,000"),
    ("straight flush",  "10%",       "$300",   "100% Major", "$300",   "100% Major", "$300"),
    ("four of a kind",  "300 for 1", "-",      "300 for 1",  "-",      "100% Minor", "-"),
    ("full house",      "50 for 1",  "-",      "50 for 1",   "-",      "50 for 1",   "-"),
    ("flush",           "40 for 1",  "-",      "40 for 1",   "-",      "40 for 1",   "-"),
    ("straight",        "30 for 1",  "-",      "30 for 1",   "-",      "30 for 1",   "-"),
    ("three of a kind", "9 for 1",   "-",      "9 for 1",    "-",      "9 for 1",    "-"),
    aliases={"Link 01": ("01",), "Link ML01": ("ML01",), "Link ML03": ("ML03",)},
)  # fmt: skip


TOUCH_SYSTEM = ApprovalCondition(
    "touch-system",
    "The jackpot is run by an approved Light and Wonder progressive system of these components and versions: Nexus Command"
    " Game Manager v1.3.0 or higher and Nexus Command Table Controller Software v2.0.0 or higher; or Nexus Command Game"
    " Manager 2 v2.5.4 or higher and Nexus Command Table Controller 2 v2.6.0 or higher; or GM Atlas v5.4.0/Nexus Command II"
    " v5.4 or higher; with a progressive display, which Light and Wonder or the operator provides.",
)

PROGRESSIVE_PAGE = JackpotPage(
    title="Mississippi Stud progressive",
    rules=console_rules(Console.KEYPAD, Console.TOUCH, start=6, winners=9, envy=10),
    paytables=PROGRESSIVE,
    linked=Linked.ONE_GAME,
    conditions={Console.KEYPAD: (KEYPAD_SYSTEM,), Console.TOUCH: (TOUCH_SYSTEM, PLAIN_DISPLAY)},
)

MULTI_GAME_PAGE = JackpotPage(
    title="Mississippi Stud multi-game link",
    rules=console_rules(Console.TOUCH, start=7, winners=10, envy=11),
    paytables=MULTI_GAME_LINK,
    linked=Linked.SEVERAL_GAMES,
    conditions={Console.TOUCH: (TOUCH_SYSTEM, PLAIN_DISPLAY)},
)


def street(wager_id: str, name: str, kind: Kind, rule: str) -> Wager:
    """Ante and streets are all paid the same odds."""
    return Wager(
        id=wager_id, name=name, kind=kind, rule=rule, settle=by_pay_table("12"),
        reads="you", hand_classes=FIVE_CARD_HANDS, paytables=MAIN,
    )  # fmt: skip


@game
def mississippi_stud(most: Literal[1, 2, 3, 4] = 3) -> Game:
    multiples = range(1, most + 1)
    return Game(
        id="mississippi-stud",
        name="Mississippi Stud",
        sheet=Sheet("Mississippi Stud", str(SUBMISSION_3119), letter=SUBMISSION_3119),
        reviewed="bf493a8f748e8aa6a8d729b9309ccdf2",
        summary="Buy three community cards one at a time to go with your two; a pair of jacks or better wins, no dealer to beat.",
        seats=7,
        hands={"you": Hand((SEAT, COMMUNITY), FIVE_CARD_POKER), "community": Hand((COMMUNITY,), THREE_CARD_POKER)},
        wagers=(
            street("ante", "Ante", Kind.BASE, "2"),
            street("third_street", "3rd street", Kind.DECISION, "5b"),
            street("fourth_street", "4th street", Kind.DECISION, "7b"),
            street("fifth_street", "5th street", Kind.DECISION, "9b"),
            Wager(
                id="three_card_bonus", name="3 Card Bonus", kind=Kind.OPTIONAL, rule="13", settle=by_pay_table("13"),
                reads="community", hand_classes=THREE_CARD_HANDS, paytables=THREE_CARD_BONUS, live_after_fold=True,
            ),
            Wager(
                id="progressive", name="Progressive", kind=Kind.JACKPOT, rule="progressive rule 5",
                settle=by_pay_table("progressive rule 2"), reads="you", hand_classes=FIVE_CARD_HANDS,
                paytables=PROGRESSIVE + MULTI_GAME_LINK, live_after_fold=None, envy_rule="progressive rule 10b",
                pages=(PROGRESSIVE_PAGE, MULTI_GAME_PAGE),
            ),
        ),
        felt=Felt(
            ("A pair of jacks or better wins", "Sixes to tens push"),
            (("progressive", "three_card_bonus"), ("fifth_street", "fourth_street", "third_street"), ("ante",)),
            "#2b4a8b",
        ),
        stages=(
            Bets("2"),
            Deal((COMMUNITY,), 3, "3"),
            Deal((SEAT,), 2, "4"),
            Decide((Fold("5a"), *bets("third_street", *multiples, rule="5b"))),
            Expose("6"),
            Decide((Fold("7a"), *bets("fourth_street", *multiples, rule="7b"))),
            Expose("8"),
            Decide((Fold("9a"), *bets("fifth_street", *multiples, rule="9b"))),
            Expose("10"),
            SettleSeats("11"),
        ),
        rules={
            "1": "A packet shuffler is recommended.",
            "2": "Players make the Ante.",
            "3": "The dealer lays three community cards face down, left to right.",
            "4": "Each player gets two cards face down.",
            "5a": "A player may fold and give up the Ante,",
            "5b": "or make a 3rd street bet.",
            "6": "The dealer turns the first community card.",
            "7a": "A player may fold and give up the bets so far,",
            "7b": "or make a 4th street bet.",
            "8": "The dealer turns the second community card.",
            "9a": "A player may fold and give up the bets so far,",
            "9b": "or make a 5th street bet.",
            "10": "The dealer turns the third community card.",
            "11": "From right to left the dealer turns each player's cards, reads them with the community cards, and settles.",
            "12": "All bets on a hand get the same odds of the posted pay table.",
            "13": "The 3 Card Bonus is on the community cards alone and has action even if the player folds.",
            "progressive rule 1": "The progressive is an optional wager.",
            "progressive rule 2": "It is read on the best hand of the player's cards and the community cards.",
            "progressive rule 4": "The meter starts again from its seed after the full award has been won.",
            "progressive rule 5": "It is placed on the sensor beside the regular wager, before the game starts.",
            "progressive rule 6": "When the dealer starts the game the lit sensors count as bets, and the dealer takes them in.",
            "progressive rule 8": "Whether folded hands qualify is the casino's choice.",
            "progressive rule 9c": "Several meter awards in one round are paid counter-clockwise from the dealer's right.",
            "progressive rule 10": "Envy: everyone else at the table with the wager collects when a hand with an envy pay is hit.",
            "progressive rule 10b": "A hand that gives envy stays face up until the end of the round.",
        },
        rulings=(
            Ruling("5b", "Multiples are whole."),
            Ruling("13", "The community cards are turned while a 3 Card Bonus is live, even if everyone has folded."),
            Ruling("13", "Straight flush beats three of a kind beats straight beats flush beats pair; A-2-3 and Q-K-A are straights."),
            Ruling("13", "3 Card Bonus 1 to 3 print no mini royal: it is paid as a straight flush."),
            Ruling("progressive rule 2", "Quick Hit prints no royal flush: it is paid as a straight flush."),
            Ruling("progressive rule 8", "On a link of several games folded hands qualify on every table or on none."),
        ),
    )  # fmt: skip
