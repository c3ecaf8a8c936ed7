"""Solitaire Stud: the longest run in alternating colours wins, as in the game of patience."""

from cardroom.games.vocabulary import *

SUPER_BONUS = pay_tables(
    ("",         "SB-01"),
    ("win by 6", "1,000 to 1"),
    ("win by 5", "100 to 1"),
    ("win by 4", "20 to 1"),
    ("win by 3", "5 to 1"),
    ("win by 2", "2 to 1"),
    ("win by 1", "1 to 1"),
    ("win by 0 = other wins", "push"),
)  # fmt: skip

THREE_PLUS = pay_tables(
    ("",                "SS-01",    "SS-02"),
    ("7-card run",      "500 to 1", "500 to 1"),
    ("6-card run",      "50 to 1",  "50 to 1"),
    ("5-card run",      "20 to 1",  "15 to 1"),
    ("4-card run",      "6 to 1",   "6 to 1"),
    ("3-card run",      "3 to 1",   "3 to 1"),
    ("* house edge",    "1.03%",    "2.79%"),
    ("* win frequency", "20.60%",   "20.60%"),
)  # fmt: skip


@game
def solitaire_stud(
    qualify: Literal["none", "2", "2-5", "2-K", "3"] = "2-5",
    copies: Copies = "push",
    multiple: Literal[1, 2, 3] = 2,
) -> Game:
    run = SOLITAIRE.run
    needed = {"none": run(1), "2": run(2), "2-5": run(2, "5"), "2-K": run(2, "K"), "3": run(3)}[qualify]
    unqualified = None if qualify == "none" else push("8")
    even = win(EVEN_MONEY, "11")
    play = versus(ahead=even, tie=push("13"), behind=lose("12"), copies=copies)
    ante = versus(ahead=even, tie=push("13"), behind=lose("12"), unqualified=unqualified, copies=copies)
    super_bonus = versus(ahead=lambda pay: paid(pay, "11"), tie=push("13"), behind=lose("12"), copies=copies)
    copy = {"win": "A copy is the player's.", "push": "A copy is a tie.", "lose": "A copy is the dealer's."}[copies]
    return Game(
        id="solitaire-stud",
        name="Solitaire Stud",
        sheet=Sheet("Solitaire Stud", str(SUBMISSION_3119), letter=SUBMISSION_3119),
        reviewed="3db8f1e98f31109984b2450a30248341",
        summary="Your longest run in alternating colours against the dealer's, seven cards each; ace low, king high.",
        seats=6,
        hands={
            "you": Hand((SEAT,), SOLITAIRE),
            "dealer": Hand((DEALER,), SOLITAIRE),
            "margin": Margin("you", "dealer"),
        },
        facts={"result": Compare("you", "dealer")}
        | ({"dealer_qualifies": Reaches("dealer", needed)} if unqualified else {}),
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="2", settle=ante),
            Wager(
                id="super_bonus", name="Super Bonus", kind=Kind.EQUAL, rule="2", settle=super_bonus,
                reads="margin", hand_classes=margins(6), paytables=SUPER_BONUS,
            ),
            Wager(id="play", name="Play", kind=Kind.DECISION, rule="6a", settle=play),
            Wager(
                id="three_plus", name="3+", kind=Kind.OPTIONAL, rule="2", settle=by_pay_table("14"),
                reads="you", hand_classes=lengths(SOLITAIRE, longest=7), paytables=THREE_PLUS,
            ),
        ),
        felt=Felt(
            ("Red on black, black on red", "The longest run wins; ace low, king high"),
            (("three_plus",), ("ante", "super_bonus"), ("play",)),
            "#7c2436",
        ),
        shuffler=Shuffler("Solitaire Stud", "1", first_rule="3"),
        stages=(
            Bets("2"),
            Deal(EVERYONE, 7, "4"),
            Clear("5"),
            Decide((Fold("6a"), *bets("play", multiple, rule="6a"))),
            Reveal("7"),
            *((Return("ante", "8", not_qualified),) if unqualified else ()),
            SettleSeats("9"),
        ),
        rules={
            "1": "The shuffler is set to deal packets of seven cards.",
            "2": "Players make equal bets on Ante and Super Bonus, and if they like the 3+.",
            "3": "The dealer has the shuffler give out the first packet.",
            "4": "Each player, clockwise from the dealer's left, and finally the dealer gets a packet.",
            "5": "The remaining cards leave the shuffler.",
            "6a": "Each player folds, losing every bet, or makes the Play wager. Only the cards of the run are kept.",
            "7": "The dealer turns his hand and makes his longest run.",
            "8": "If the dealer does not qualify, the Ante of every player still in is given back at once; the rest has action."
                 if unqualified else "The dealer always qualifies.",
            "9": "Counter-clockwise, the dealer compares his hand with that of each player still in.",
            "10": f"The longer run wins; equally long ones are decided by the highest card. {copy}",
            "11": "A winner's Ante (if still in action) and Play pay even money; the Super Bonus pays by the margin in cards.",
            "12": "A hand that the dealer beats loses Ante (if still in action), Play and Super Bonus.",
            "13": tie_rule(copies, "A tie pushes Ante (if still in action), Play and Super Bonus."),
            "14": "The 3+ is paid by the length of the player's run.",
        },
        rulings=(
            Ruling("6a", "Folding loses every bet, the 3+ included. The best strategy never folds a three-card run."),
            *((Ruling("8", "The qualifying hand is a two-card run, five high."),) if qualify == "2-5" else ()),
        ),
    )  # fmt: skip
