"""Every word of a game file, for one import line: `from cardroom.games.vocabulary import *`.

`docs/game-vocabulary.md` explains each; a test holds the page to this list.
"""

from typing import Literal

from cardroom.cards import Card
from cardroom.games.approval import (
    KEYPAD_SYSTEM,
    PLAIN_DISPLAY,
    SUBMISSION_3119,
    SUBMISSION_3151,
    ApprovalCondition,
)
from cardroom.games.hand_classes import (
    FIVE_CARD_HANDS,
    THREE_CARD_HANDS,
    TIE,
    HandClass,
    HandClasses,
    classes_down,
    lengths,
    margins,
    poker_hands,
)
from cardroom.games.jackpot_pages import Act, Console, JackpotPage, Linked, console_rules
from cardroom.games.model import (
    EVERYONE,
    Bets,
    Clear,
    Deal,
    Decide,
    Deck,
    Expose,
    Felt,
    Game,
    Kind,
    Return,
    Reveal,
    Ruling,
    SettleSeats,
    SettleTableWide,
    Sheet,
    Shuffler,
    Wager,
)
from cardroom.games.options import Check, Fold, MakeBet, Surrender, TakeBack, bets
from cardroom.games.outcomes import (
    Copies,
    Outcome,
    Settle,
    bonus,
    by_pay_table,
    lose,
    not_qualified,
    paid,
    push,
    tie_rule,
    versus,
    win,
)
from cardroom.games.paytable import pay_table_by_hands, pay_tables
from cardroom.games.round_facts import (
    COMMUNITY,
    DEALER,
    SEAT,
    Best,
    Compare,
    Count,
    Facts,
    Hand,
    Lower,
    Made,
    Margin,
    Measure,
    Reaches,
    Reading,
    Result,
)
from cardroom.games.rule_parameters import game
from cardroom.hands import (
    BACCARAT,
    FIVE_CARD_POKER,
    HIGHEST_RANK,
    LINE,
    RING,
    SOLITAIRE,
    STRAIGHT_FLUSH,
    THREE_CARD_POKER,
    PointRanking,
    PokerRanking,
    ReadHand,
    RunRanking,
)
from cardroom.money import EVEN_MONEY, Odds, Pay

__all__ = [
    # the game and where it is printed
    "Deck", "Felt", "Game", "Literal", "Ruling", "Sheet", "Shuffler", "game",
    # wagers and pay tables
    "Kind", "Wager", "pay_table_by_hands", "pay_tables",
    # stages
    "COMMUNITY", "DEALER", "EVERYONE", "SEAT",
    "Bets", "Clear", "Deal", "Decide", "Expose", "Return", "Reveal", "SettleSeats", "SettleTableWide",
    # options of a decision
    "Check", "Fold", "MakeBet", "Surrender", "TakeBack", "bets",
    # readings and facts
    "Best", "Card", "Compare", "Count", "Facts", "Hand", "Lower", "Made", "Margin", "Measure", "Reaches", "ReadHand",
    "Reading", "Result",
    # rankings and hand classes
    "BACCARAT", "FIVE_CARD_HANDS", "FIVE_CARD_POKER", "HIGHEST_RANK", "LINE", "RING", "SOLITAIRE", "STRAIGHT_FLUSH",
    "THREE_CARD_HANDS", "THREE_CARD_POKER", "TIE", "HandClass", "HandClasses", "PointRanking", "PokerRanking",
    "RunRanking", "classes_down", "lengths", "margins", "poker_hands",
    # what becomes of a wager
    "EVEN_MONEY", "Copies", "Odds", "Outcome", "Pay", "Settle", "bonus", "by_pay_table", "lose", "not_qualified", "paid",
    "push", "tie_rule", "versus", "win",
    # jackpots and approvals
    "KEYPAD_SYSTEM", "PLAIN_DISPLAY", "SUBMISSION_3119", "SUBMISSION_3151", "Act", "ApprovalCondition", "Console",
    "JackpotPage", "Linked", "console_rules",
]  # fmt: skip
