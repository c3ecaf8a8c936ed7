"""Solitaire Stud: the longest run in alternating colours wins, as in the game of patience."""

from __future__ import annotations

from cardroom.games.model import (
    Bets,
    Clear,
    Deal,
    Decide,
    Felt,
    Game,
    HandOf,
    Kind,
    Outcome,
    Result,
    Return,
    Reveal,
    Ruling,
    SettleSeats,
    Sheet,
    Showdown,
    To,
    Wager,
    by_pay_table,
    lose,
    paid,
    push,
    win,
)
from cardroom.games.paytable import pay_tables
from cardroom.games.scale import lengths, margins
from cardroom.hands import SOLITAIRE
from cardroom.money import EVEN_MONEY, Pay

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


def ante(showdown: Showdown, _: Pay | None) -> Outcome:
    if not showdown.dealer_qualifies:
        return push("8")
    return play(showdown, None)


def play(showdown: Showdown, _: Pay | None) -> Outcome:
    match showdown.result:
        case Result.WIN:
            return win(EVEN_MONEY, "11")
        case Result.COPY:
            return push("13")
        case Result.LOSS:
            return lose("12")


def super_bonus(showdown: Showdown, pay: Pay | None) -> Outcome:
    match showdown.result:
        case Result.WIN:
            return paid(pay, "11")
        case Result.COPY:
            return push("13")
        case Result.LOSS:
            return lose("12")


SOLITAIRE_STUD = Game(
    id="solitaire-stud",
    name="Solitaire Stud",
    sheet=Sheet("Solitaire Stud", "approved by the Washington State Gambling Commission, 14 June 2023, submission 3119"),
    summary="Your longest run in alternating colours against the dealer's, seven cards each; ace low, king high.",
    seats=6,
    ranking=SOLITAIRE,
    rankings=(SOLITAIRE,),
    dealer_qualifies_with=SOLITAIRE.run(2, "5"),
    wagers=(
        Wager(id="ante", name="Ante", kind=Kind.BASE, rule="2", settle=ante),
        Wager(
            id="super_bonus", name="Super Bonus", kind=Kind.EQUAL, rule="2", settle=super_bonus,
            reads=HandOf.MARGIN, scale=margins(6), paytables=SUPER_BONUS,
        ),
        Wager(id="play", name="Play", kind=Kind.DECISION, rule="6a", settle=play),
        Wager(
            id="three_plus", name="3+", kind=Kind.OPTIONAL, rule="2", settle=by_pay_table("14"),
            reads=HandOf.PLAYER, scale=lengths(SOLITAIRE, longest=7), paytables=THREE_PLUS,
        ),
    ),
    felt=Felt(
        ("Red on black, black on red", "The longest run wins; ace low, king high"),
        (("three_plus",), ("ante", "super_bonus"), ("play",)),
    ),
    stages=(
        Bets("2"),
        Deal(To.EVERYONE, 7, "4"),
        Clear("5"),
        Decide("play", (2,), "6a", fold_rule="6a"),
        Reveal("7"),
        Return("ante", "8"),
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
        "8": "If the dealer does not qualify, the Ante of every player still in is given back at once; the rest has action.",
        "9": "Counter-clockwise, the dealer compares his hand with that of each player still in.",
        "10": "The longer run wins; equally long ones are decided by the highest card. A copy is a tie.",
        "11": "A winner's Ante (if still in action) and Play pay even money; the Super Bonus pays by the margin in cards.",
        "12": "A hand that the dealer beats loses Ante (if still in action), Play and Super Bonus.",
        "13": "A tie pushes Ante (if still in action), Play and Super Bonus.",
        "14": "The 3+ is paid by the length of the player's run.",
    },
    rulings=(
        Ruling("6a", "Folding loses every bet, the 3+ included. The best strategy never folds a three-card run."),
        Ruling("8", "The qualifying hand is a two-card run, five high."),
    ),
)  # fmt: skip
