"""Keep It Straight: the longest straight wins, raise two to four times, and the dealer needs three in a row."""

from cardroom.games.vocabulary import *

STRAIGHT_LENGTHS = lengths(LINE, longest=7)
_SEVEN, *_SHORTER = lengths(STRAIGHT_FLUSH, longest=7).classes
_SIX_ACE_HIGH = HandClass("6-card straight flush, ace high", STRAIGHT_FLUSH.run(6, "A"), is_finer=True)
STRAIGHT_FLUSHES = HandClasses((_SEVEN, _SIX_ACE_HIGH, *_SHORTER), STRAIGHT_FLUSH)

RAISE = pay_tables(
    ("",                                   "Raise"),
    ("6-card straight = 6- or 7-card straight", "2 to 1"),
    ("1-card straight = any other win",    "1 to 1"),
)  # fmt: skip

# Appendix A
STRAIGHT = pay_tables(
    ("",                 "PT-FLT-STR-01", "PT-FLT-SRT-02", "PT-FLT-STR-03", "PT-FLT-STR-04"),
    ("7-card straight",  "50 to 1",       "50 to 1",       "50 to 1",       "50 to 1"),
    ("6-card straight",  "25 to 1",       "20 to 1",       "15 to 1",       "12 to 1"),
    ("5-card straight",  "6 to 1",        "7 to 1",        "8 to 1",        "5 to 1"),
    ("4-card straight",  "2 to 1",        "2 to 1",        "2 to 1",        "3 to 1"),
)  # fmt: skip

# Appendix B
STRAIGHT_FLUSH_BONUS = pay_tables(
    ("",                      "PT-FLT-HCF-SF-01", "PT-FLT-HCF-SF-02", "PT-FLT-HCF-SF-03", "PT-FLT-HCF-SF-04"),
    ("7-card straight flush", "8000 to 1",        "500 to 1",         "500 to 1",         "1000 to 1"),
    ("6-card straight flush", "1000 to 1",        "200 to 1",         "200 to 1",         "500 to 1"),
    ("5-card straight flush", "100 to 1",         "100 to 1",         "100 to 1",         "100 to 1"),
    ("4-card straight flush", "60 to 1",          "50 to 1",          "75 to 1",          "75 to 1"),
    ("3-card straight flush", "7 to 1",           "9 to 1",           "7 to 1",           "7 to 1"),
) + pay_tables(
    ("",                      "PT-FLT-HCF-SF-06", "PT-FLT-HCF-SF-07", "PT-FLT-HCF-SF-09", "PT-FLT-HCF-SF-10"),
    ("7-card straight flush", "500 to 1",         "1000 to 1",        "8000 to 1",        "500 to 1"),
    ("6-card straight flush", "200 to 1",         "500 to 1",         "1000 to 1",        "200 to 1"),
    ("5-card straight flush", "100 to 1",         "100 to 1",         "100 to 1",         "100 to 1"),
    ("4-card straight flush", "60 to 1",          "60 to 1",          "50 to 1",          "50 to 1"),
    ("3-card straight flush", "8 to 1",           "8 to 1",           "8 to 1",           "8 to 1"),
)  # fmt: skip

# Appendix C. Prizes are printed for a $1 wager.
_ACE_HIGH = "6-card straight flush, ace high = 7-card or 6-card ace high straight flush"
_NOT_ACE_HIGH = "6-card straight flush = 6-card (king high) straight flush"
_KNOWN_BY_BOTH_IDS = {
    f"PT-BJS-HCF-SF-{number}a/b": (f"PT-BJS-HCF-SF-{number}a", f"PT-BJS-HCF-SF-{number}b")
    for number in ("03", "06", "08")
}
JACKPOT = pay_tables(
    ("",                      "PT-BJS-HCF-SF-01", "PT-BJS-HCF-SF-02", "PT-BJS-HCF-SF-03a/b",
                              "PT-BJS-HCF-SF-06a/b", "PT-BJS-HCF-SF-07", "PT-BJS-HCF-SF-08a/b"),
    ("7-card straight flush", "100%", "100%", "100%", "100%", "100%", "100%"),
    ("6-card straight flush", "10%",  "10%",  "100%", "100%", "10%",  "100%"),
    ("5-card straight flush", "$250", "$900", "$200", "$250", "$250", "$250"),
    ("4-card straight flush", "$40",  "$50",  "$40",  "$40",  "$50",  "$50"),
    ("3-card straight flush", "$3",   "-",    "$3",   "$3",   "$3",   "$3"),
    aliases=_KNOWN_BY_BOTH_IDS,
) + pay_tables(
    ("",                      "PT-BJS-HCF-SF-04", "PT-BJS-HCF-SF-05", "PT-BJS-HCF-SF-09",
                              "PT-BJS-HCF-SF-10", "PT-BJS-HCF-SF-11"),
    (_ACE_HIGH,               "100%", "100%", "100%", "100%", "100%"),
    (_NOT_ACE_HIGH,           "10%",  "10%",  "10%",  "10%",  "10%"),
    ("5-card straight flush", "$250", "$800", "$250", "$500", "$300"),
    ("4-card straight flush", "$40",  "$50",  "$50",  "$40",  "$50"),
    ("3-card straight flush", "$3",   "-",    "$3",   "$3",   "$3"),
) + pay_tables(
    ("",                      "PT-BJS-HCF-SF-E01", "envy", "PT-BJS-HCF-SF-E04", "envy"),
    ("7-card straight flush", "100%",              "$200", "100%",              "$200"),
    ("6-card straight flush", "100%",              "$200", "100%",              "$200"),
    ("5-card straight flush", "$200",              "-",    "$250",              "-"),
    ("4-card straight flush", "$40",               "-",    "$40",               "-"),
    ("3-card straight flush", "$3",                "-",    "$3",                "-"),
) + pay_tables(
    ("",                      "PT-BJS-HCF-SF-E02", "envy", "PT-BJS-HCF-SF-E03", "envy", "PT-BJS-HCF-SF-E05", "envy"),
    (_ACE_HIGH,               "100%",              "$250", "100%",              "$250", "100%",              "$250"),
    (_NOT_ACE_HIGH,           "10%",               "-",    "10%",               "-",    "10%",               "-"),
    ("5-card straight flush", "$250",              "-",    "$800",              "-",    "$250",              "-"),
    ("4-card straight flush", "$40",               "-",    "$50",               "-",    "$50",               "-"),
    ("3-card straight flush", "$3",                "-",    "-",                 "-",    "$3",                "-"),
)  # fmt: skip


JACKPOT_SYSTEM = ApprovalCondition(
    "jackpot-system", "The jackpot is run by Galaxy Gaming's Andromeda Bonus Jackpot System Series 3d or higher."
)
JACKPOT_CONTROLS = ApprovalCondition(
    "jackpot-controls",
    "The room's internal controls say how each jackpot is configured and how it is won, and whether it is a House or a"
    " progressive one.",
)
SHUFFLER = ApprovalCondition(
    "approved-shuffler",
    "The shuffle machine is a model that the Commission has approved, from a maker that it has licensed.",
    only_if="an automatic shuffle machine is used",
)
PROMOTION = ApprovalCondition(
    "promotion-consent",
    "Galaxy Gaming has consented in writing to the gambling promotion on the bonus wager.",
    only_if="a promotion is offered on a bonus wager",
)


# Notes to the pay tables, and no keypad procedure.
JACKPOT_PAGE = JackpotPage(
    title="Keep It Straight",
    rules={
        Console.TOUCH: {
            Act.START: "House and Progressive Jackpots",
            Act.FIXED: "Appendix C, note 5",
            Act.PAY: "Appendix C, note 4",
            Act.ENVY: "Appendix C, note 6",
        }
    },
    paytables=JACKPOT,
    conditions={Console.TOUCH: (JACKPOT_SYSTEM, PLAIN_DISPLAY, JACKPOT_CONTROLS)},
    house_jackpots=True,
    house_notice="House Jackpot prizes are paid by the casino and are not components of any progressive prize contest. Player"
    " wagers do not accrue to any guaranteed player fund. The displayed House Jackpot prize may be modified or discontinued"
    " at any time without prior notice.",
)


def jackpot_wager(sensor: int) -> Wager:
    return Wager(
        id=f"jackpot_{sensor}", name=f"Straight Flush Jackpot {sensor}", kind=Kind.JACKPOT, rule="jackpot rules",
        settle=by_pay_table("Appendix C"), reads="suited", hand_classes=STRAIGHT_FLUSHES, paytables=JACKPOT,
        live_after_fold=True, envy_rule="Appendix C", pages=(JACKPOT_PAGE,),
    )  # fmt: skip


@game
def keep_it_straight(
    qualify: Literal["none", "2", "3", "4"] = "3",
    copies: Copies = "push",
    most: Literal[2, 3, 4, 5] = 4,
    must_fold_below: Literal["nothing", "2", "3"] = "2",
) -> Game:
    not_met = qualify != "none"
    needs = {"nothing": None, "2": LINE.run(2), "3": LINE.run(3)}[must_fold_below]
    ante = versus(
        ahead=win(EVEN_MONEY, "4b.i"), tie=push("4b.ii"), behind=lose("4b.iii"),
        unqualified=win(EVEN_MONEY, "4a") if not_met else None, copies=copies,
    )  # fmt: skip
    raise_ = versus(
        ahead=lambda pay: paid(pay, "4b.i"), tie=push("4b.ii"), behind=lose("4b.iii"),
        unqualified=push("4a") if not_met else None, copies=copies,
    )  # fmt: skip
    of_length = {"2": "a two-card straight", "3": "a three-card straight", "4": "a four-card straight"}
    forced = "" if needs is None else f"; a hand without {of_length[must_fold_below]} must"
    return Game(
        id="keep-it-straight",
        name="Keep It Straight",
        sheet=Sheet("Keep It Straight", str(SUBMISSION_3151), letter=SUBMISSION_3151),
        reviewed="07817e6f48f58029bc6933508f112e41",
        conditions=(SHUFFLER, PROMOTION),
        summary="Your longest straight against the dealer's, seven cards each; the better the hand, the more you raise.",
        seats=6,
        hands={
            "you": Hand((SEAT,), LINE),
            "dealer": Hand((DEALER,), LINE),
            "suited": Hand((SEAT,), STRAIGHT_FLUSH),
        },
        facts={"result": Compare("you", "dealer")}
        | ({"dealer_qualifies": Reaches("dealer", LINE.run(int(qualify)))} if not_met else {}),
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="1", settle=ante),
            Wager(
                id="raise", name="Raise", kind=Kind.DECISION, rule="3a", settle=raise_,
                reads="you", hand_classes=STRAIGHT_LENGTHS, paytables=RAISE,
            ),
            Wager(
                id="straight", name="Straight", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("Appendix A"),
                reads="you", hand_classes=STRAIGHT_LENGTHS, paytables=STRAIGHT, live_after_fold=True,
            ),
            Wager(
                id="straight_flush", name="Straight Flush", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("Appendix B"),
                reads="suited", hand_classes=STRAIGHT_FLUSHES, paytables=STRAIGHT_FLUSH_BONUS, live_after_fold=True,
            ),
            jackpot_wager(1),
            jackpot_wager(2),
        ),
        felt=Felt(
            ("The longest straight wins", f"The dealer qualifies with {of_length[qualify]}" if not_met else "The dealer always plays"),
            (("jackpot_1", "jackpot_2"), ("straight", "straight_flush"), ("ante",), ("raise",)),
            "#1b6a40",
        ),
        stages=(
            Bets("1"),
            Deal(EVERYONE, 7, "2", dice_rule="Appendix D"),
            Decide((Fold("3b"), *bets("raise", *range(2, most + 1), rule="3a", needs=needs))),
            Reveal("4"),
            SettleSeats("4"),
        ),
        rules={
            "1": "Players make the Ante and any of the optional wagers on offer.",
            "2": "Each player and the dealer get seven cards face down.",
            "3a": "To stay in, a player makes the Raise.",
            "3b": f"Or folds and loses the Ante{forced}. Optional wagers stay live.",
            "4": f"The dealer turns his hand, which needs {of_length[qualify]} to qualify, and compares it with each player's."
                 if not_met else "The dealer turns his hand and compares it with each player's.",
            "4a": "Dealer not qualified: Antes still in pay even money, Raises push." if not_met
                  else "The dealer always qualifies.",
            "4b.i": "A hand that beats the dealer is paid on Ante and Raise, the Raise at higher odds for the longest straights.",
            "4b.ii": tie_rule(copies, "A tie pushes Ante and Raise."),
            "4b.iii": "A hand that the dealer beats loses Ante and Raise.",
            "notes": "Between straights of the same length the one with the highest card counts. Suits do not matter here.",
            "jackpot rules": "Up to two jackpots on two sensors, each a game of its own, all House or all Progressive.",
            "Appendix A": "Straight: the length of the player's straight; only the highest qualifying hand is paid.",
            "Appendix B": "Straight Flush: the longest suited straight, ace low or high; only the highest qualifying hand is paid.",
            "Appendix C": "Straight Flush Jackpot: percentages come off the displayed jackpot, dollars are fixed for a $1 wager.",
            "Appendix D": "The deal may start from a position counted off with three dice, in either direction.",
        },
        rulings=(
            Ruling("3a", "Multiples are whole."),
            Ruling("Appendix C", "Every six-card straight flush that is not ace high falls under “6-card (king high)”."),
            Ruling("Appendix C", "“03a/b” is one table known by both ids."),
            Ruling("Appendix D", "The dealer is position 1 and the count goes round all seven positions, empty seats included."),
            Ruling("Appendix D", "Packets dealt to empty seats go to the discard rack."),
        ),
    )  # fmt: skip
