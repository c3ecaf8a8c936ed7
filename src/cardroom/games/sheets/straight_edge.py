"""Straight Edge Poker, versions 1 and 2: the longest straight wins.

Version 1 lets the ace stand anywhere and gives the dealer an eighth card; version 2 has the ace at the ends only, an
equal Blind, and a dealer who must qualify.
"""

from cardroom.games.vocabulary import *

# The sheet prints the versions of the touch console's system otherwise than Mississippi Stud's.
TOUCH_SYSTEM = ApprovalCondition(
    "touch-system",
    "The jackpot is run by the approved Light and Wonder progressive system of these components and versions: Nexus"
    " Command Game Manager v1.3.0 or higher, Nexus Command Table Controller Software v2.0.0 and ViPS display; or GM Atlas"
    " v5.4.0/Nexus Command II, Nexus Command II v5.4 or higher.",
)


def straight_lengths(ranking: RunRanking) -> HandClasses:
    return lengths(ranking, longest=7)


def shortness(ranking: RunRanking) -> HandClasses:
    """The Insurance bet is won by the poorest hands."""
    below_two_cards = HandClass("less than a two-card straight", at_least=0, at_most=ranking.run(2) - 1)
    others = HandClass("two-card straight or longer", at_least=ranking.run(2))
    return HandClasses((below_two_cards, others), ranking)


# --- pay tables, as printed -------------------------------------------------------------------------------------------

PLAY_BY_MARGIN = pay_tables(
    ("",                        "Version 1 Blind"),
    ("win by 6",                "200 to 1"),
    ("win by 5",                "25 to 1"),
    ("win by 4",                "8 to 1"),
    ("win by 3",                "3 to 1"),
    ("win by 2",                "2 to 1"),
    ("win by 0 = win by 0 or 1", "1 to 1"),
    aliases={"Version 1 Blind": ("Play",)},
)  # fmt: skip

BLIND_BY_MARGIN = pay_tables(
    ("",         "Version 2 Blind"),
    ("win by 6", "100 to 1"),
    ("win by 5", "25 to 1"),
    ("win by 4", "5 to 1"),
    ("win by 3", "3 to 1"),
    ("win by 2", "2 to 1"),
    ("win by 1", "1 to 1"),
    aliases={"Version 2 Blind": ("Blind",)},
)  # fmt: skip

BONUS = pay_tables(
    ("",                 "Bonus 1", "Bonus 2"),
    ("7-card straight",  "40 to 1", "50 to 1"),
    ("6-card straight",  "15 to 1", "20 to 1"),
    ("5-card straight",  "6 to 1",  "4 to 1"),
    ("4-card straight",  "3 to 2",  "3 to 2"),
    ("* house edge",     "3.60%",   "5.86%"),
)  # fmt: skip

FOUR_PLUS = pay_tables(
    ("",                 "4+ 1"),
    ("7-card straight",  "50 to 1"),
    ("6-card straight",  "15 to 1"),
    ("5-card straight",  "8 to 1"),
    ("4-card straight",  "2 to 1"),
    ("* house edge",     "5.60%"),
    aliases={"4+ 1": ("4+", "4+ Bonus 1")},
)  # fmt: skip

INSURANCE = pay_tables(
    ("",                              "Insurance"),
    ("less than a two-card straight", "25 to 1"),
    ("* hold",                        "9.12%"),
)  # fmt: skip

TWO_WAY_BAD_BEAT = pay_tables(
    ("",                 "Two Way Bad Beat 1", "envy", "Two Way Bad Beat 2"),
    ("7-card straight",  "100%",               "$100", "100%"),
    ("6-card straight",  "250 for 1",          "-",    "250 for 1"),
    ("5-card straight",  "25 for 1",           "-",    "25 for 1"),
    ("4-card straight",  "5 for 1",            "-",    "5 for 1"),
)  # fmt: skip


# --- settlement -------------------------------------------------------------------------------------------------------


def ante_1(copies: Copies) -> Settle:
    return versus(ahead=win(EVEN_MONEY, "10a"), tie=push("10"), behind=lose("11"), copies=copies)


def by_margin(pay: Pay | None) -> Outcome:
    return paid(pay, "10a")


def play_1(copies: Copies) -> Settle:
    return versus(ahead=by_margin, tie=push("10"), behind=lose("11"), copies=copies)


def play_2(copies: Copies, unqualified: Outcome | None = None) -> Settle:
    return versus(
        ahead=win(EVEN_MONEY, "10"), tie=push("12"), behind=lose("11"), unqualified=unqualified, copies=copies
    )


def blind(copies: Copies) -> Settle:
    return versus(
        ahead=lambda pay: push("10") if pay is None else win(pay, "10"),
        tie=push("12"),
        behind=lose("11"),
        copies=copies,
    )


# --- the progressive, in both versions --------------------------------------------------------------------------------


def two_way_bad_beat(f: Facts, pay: Pay | None) -> Outcome:
    if f.result is Result.COPY or pay is None:
        return lose("progressive rule 2a")
    return win(pay, "progressive rule 2b")


PROGRESSIVE_PAGE = JackpotPage(
    title="Two Way Bad Beat progressive",
    rules=console_rules(Console.KEYPAD, Console.TOUCH, start=5, winners=8, envy=9),
    paytables=TWO_WAY_BAD_BEAT,
    fixed_pays_off_meter=True,
    conditions={Console.KEYPAD: (KEYPAD_SYSTEM,), Console.TOUCH: (TOUCH_SYSTEM,)},
)


def bad_beat_wager(ranking: RunRanking) -> Wager:
    return Wager(
        id="two_way_bad_beat", name="Two Way Bad Beat", kind=Kind.JACKPOT, rule="progressive rule 4",
        settle=two_way_bad_beat, reads="lower", hand_classes=straight_lengths(ranking), paytables=TWO_WAY_BAD_BEAT,
        envy_rule="progressive rule 9b", pages=(PROGRESSIVE_PAGE,),
    )  # fmt: skip


PROGRESSIVE_RULES = {
    "progressive rule 1": "Two Way Bad Beat is an optional progressive wager.",
    "progressive rule 2a": "It wins when player and dealer both hold at least a four-card straight and the two hands differ.",
    "progressive rule 2b": "The lower of the two hands sets the award.",
    "progressive rule 3": "The meter starts again from its seed after the full award has been won.",
    "progressive rule 4": "It is placed on the sensor beside the regular wager, before the game starts.",
    "progressive rule 5": "When the dealer starts the game the lit sensors count as bets, and the dealer takes them in.",
    "progressive rule 7": "Regular, bonus and progressive wagers are reconciled at the same time.",
    "progressive rule 8c": "Several meter awards in one round are paid counter-clockwise from the dealer's right.",
    "progressive rule 9": "Envy: everyone else at the table with the wager collects when a hand with an envy pay is hit.",
    "progressive rule 9b": "A hand that gives envy stays face up until the end of the round.",
}

BAD_BEAT_RULINGS = (
    Ruling(
        "progressive rule 2a", "A tie is the same length and the same ending card, also in version 1 where copies win."
    ),
    Ruling("progressive rule 2a", "The player or the dealer may be the one who wins the hand."),
    Ruling("progressive rule 2a", "A folded hand loses the Two Way Bad Beat wager."),
)


# --- the games --------------------------------------------------------------------------------------------------------

IN_WORDS = {6: "six", 7: "seven", 8: "eight", 9: "nine"}
HANDS: dict[str, Reading] = {"margin": Margin("you", "dealer"), "lower": Lower("you", "dealer")}
RESULT = Compare("you", "dealer")


@game
def straight_edge_1(
    copies: Copies = "win", multiple: Literal[1, 2, 3] = 1, dealer_cards: Literal[6, 7, 8, 9] = 8
) -> Game:
    whose = {"win": "the player's", "push": "a tie", "lose": "the dealer's"}[copies]
    yours = {"win": "copies are yours", "push": "copies push", "lose": "copies are his"}[copies]
    dealt = IN_WORDS[dealer_cards]
    return Game(
        id="straight-edge-1",
        name="Straight Edge Poker, version 1",
        sheet=Sheet("Straight Edge Poker, version 1", str(SUBMISSION_3119), letter=SUBMISSION_3119),
        reviewed="86d451962674026c53760d411582e9b5",
        summary=f"Your longest straight from seven cards against the dealer's from {dealt}; straights go round the ace.",
        seats=6,
        hands={"you": Hand((SEAT,), RING), "dealer": Hand((DEALER,), RING), **HANDS},
        facts={"result": RESULT},
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="2", settle=ante_1(copies)),
            Wager(
                id="play", name="Play", kind=Kind.DECISION, rule="7a", settle=play_1(copies),
                reads="margin", hand_classes=margins(6), paytables=PLAY_BY_MARGIN,
            ),
            Wager(
                id="bonus", name="Bonus", kind=Kind.OPTIONAL, rule="2", settle=by_pay_table("12"),
                reads="you", hand_classes=straight_lengths(RING), paytables=BONUS, live_after_fold=True,
            ),
            Wager(
                id="insurance", name="Insurance", kind=Kind.OPTIONAL, rule="2", settle=by_pay_table("13"),
                reads="you", hand_classes=shortness(RING), paytables=INSURANCE, live_after_fold=True,
            ),
            bad_beat_wager(RING),
        ),
        felt=Felt(
            ("Straights go round the ace", f"The dealer always plays, and {yours}"),
            (("two_way_bad_beat",), ("ante",), ("bonus", "insurance"), ("play",)),
            "#1c5c86",
        ),
        shuffler=Shuffler("Straight Edge", "1", first_rule="3"),
        stages=(
            Bets("2"),
            Deal((SEAT,), 7, "4"),
            Deal((DEALER,), dealer_cards, "5"),
            Clear("6"),
            Decide((Fold("7a"), *bets("play", multiple, rule="7a"))),
            Reveal("8"),
            SettleSeats("9"),
        ),
        rules={
            "1": "The shuffler is set to deal packets of seven cards.",
            "2": "Players make the Ante, and if they like the Bonus and the Insurance bet.",
            "3": "The dealer has the shuffler give out the first packet.",
            "4": "Each player gets a packet, clockwise from the dealer's left.",
            "5": "The dealer takes a packet and the top card of the next one, all face down." if dealer_cards == 8
                 else f"The dealer takes {dealt} cards, all face down.",
            "6": "The remaining cards leave the shuffler.",
            "7a": "Each player folds or makes the Play bet. Cards outside the straight should be discarded.",
            "7b": "Who folds with a winning Insurance bet tucks the cards under it.",
            "8": "The dealer turns his hand.",
            "9": "Counter-clockwise, the dealer compares his hand with that of each player still in.",
            "10": f"The longer straight wins; equally long ones are decided by the ending card, and a copy is {whose}.",
            "10a": "A winning Ante pays even money and the Play bet by the margin of victory.",
            "11": "A hand that the dealer beats loses Ante and Play.",
            "12": "The Bonus is paid by the length of the player's straight, whoever wins.",
            "13": "The Insurance bet wins when the player's longest straight is a single card.",
            **PROGRESSIVE_RULES,
        },
        rulings=(
            Ruling("10", "The ending card is the last one going up: J-Q-K-A-2-3 ends in the three. Twos are lowest, aces best."),
            Ruling("10", "Among equally long straights in one hand the one with the best ending card counts."),
            Ruling("10a", "The table printed as “Version 1 Blind” is the Play table: version 1 has no Blind."),
            Ruling("12", "Bonus and Insurance stay live after a fold."),
            *BAD_BEAT_RULINGS,
        ),
    )  # fmt: skip


@game
def straight_edge_2(
    qualify: Literal["none", "2", "2-10", "3", "4"] = "2-10",
    copies: Copies = "push",
    multiple: Literal[1, 2, 3] = 2,
    dealer_cards: Literal[6, 7, 8, 9] = 7,
) -> Game:
    needed = {"none": LINE.run(1), "2": LINE.run(2), "2-10": LINE.run(2, "10"), "3": LINE.run(3), "4": LINE.run(4)}
    unqualified = None if qualify == "none" else push("8")
    each = "seven cards each" if dealer_cards == 7 else f"from seven cards against {IN_WORDS[dealer_cards]}"
    return Game(
        id="straight-edge-2",
        name="Straight Edge Poker, version 2",
        sheet=Sheet("Straight Edge Poker, version 2", str(SUBMISSION_3119), letter=SUBMISSION_3119),
        reviewed="d0d2ece9e25576a808e630158b8ed84e",
        summary=f"Your longest straight against the dealer's, {each}; the ace is low or high, never in the middle.",
        seats=6,
        hands={"you": Hand((SEAT,), LINE), "dealer": Hand((DEALER,), LINE), **HANDS},
        facts={"result": RESULT} | ({"dealer_qualifies": Reaches("dealer", needed[qualify])} if unqualified else {}),
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="2", settle=play_2(copies, unqualified)),
            Wager(
                id="blind", name="Blind", kind=Kind.EQUAL, rule="2", settle=blind(copies),
                reads="margin", hand_classes=margins(6), paytables=BLIND_BY_MARGIN,
            ),
            Wager(id="play", name="Play", kind=Kind.DECISION, rule="6a", settle=play_2(copies)),
            Wager(
                id="four_plus", name="4+", kind=Kind.OPTIONAL, rule="2", settle=by_pay_table("13"),
                reads="you", hand_classes=straight_lengths(LINE), paytables=FOUR_PLUS, live_after_fold=True,
            ),
            Wager(
                id="insurance", name="Insurance", kind=Kind.OPTIONAL, rule="2", settle=by_pay_table("14"),
                reads="you", hand_classes=shortness(LINE), paytables=INSURANCE, live_after_fold=True,
            ),
            bad_beat_wager(LINE),
        ),
        felt=Felt(
            ("The longest straight wins", "Antes go back if the dealer does not qualify" if unqualified else "The dealer always plays"),
            (("two_way_bad_beat",), ("ante", "blind"), ("four_plus", "insurance"), ("play",)),
            "#176b6b",
        ),
        shuffler=Shuffler("Straight Edge", "1", first_rule="3"),
        stages=(
            Bets("2"),
            *((Deal(EVERYONE, 7, "4"),) if dealer_cards == 7 else (Deal((SEAT,), 7, "4"), Deal((DEALER,), dealer_cards, "4"))),
            Clear("5"),
            Decide((Fold("6a"), *bets("play", multiple, rule="6a"))),
            Reveal("7"),
            *((Return("ante", "8", not_qualified),) if unqualified else ()),
            SettleSeats("9"),
        ),
        rules={
            "1": "The shuffler is set to deal packets of seven cards.",
            "2": "Players make equal wagers on Ante and Blind, and if they like the 4+ and the Insurance bet.",
            "3": "The dealer has the shuffler give out the first packet.",
            "4": "Each player, clockwise from the dealer's left, and then the dealer gets a packet." if dealer_cards == 7
                 else f"Each player, clockwise from the dealer's left, gets a packet, and then the dealer {IN_WORDS[dealer_cards]} cards.",
            "5": "The remaining cards leave the shuffler.",
            "6a": "Each player folds or makes the Play bet. Cards outside the straight should be discarded.",
            "7": "The dealer turns his hand.",
            "8": "If the dealer does not qualify, the Ante of every player still in is given back at once." if unqualified
                 else "The dealer always qualifies.",
            "9": "Counter-clockwise, the dealer compares his hand with that of each player still in.",
            "10": "A winner's Ante (if still in action) and Play pay even money; the Blind pays by the margin of victory.",
            "11": "A hand that the dealer beats loses Ante (if still in action), Play and Blind.",
            "12": tie_rule(copies, "A tie pushes Ante (if still in action), Play and Blind."),
            "13": "The 4+ is paid by the length of the player's straight, whoever wins.",
            "14": "The Insurance bet wins when the player's longest straight is a single card.",
            **PROGRESSIVE_RULES,
        },
        rulings=(
            Ruling("10", "A win by a better ending card alone pushes the Blind: its schedule starts at one card."),
            Ruling("6a", "Folding loses Ante and Blind."),
            Ruling("13", "4+ and Insurance stay live after a fold."),
            *BAD_BEAT_RULINGS,
        ),
    )  # fmt: skip
