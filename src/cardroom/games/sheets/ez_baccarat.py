"""EZ Baccarat: two hands drawn by a fixed table, bets on either; a banker's three-card seven pushes instead of a commission.

Rules as commonly published; of regulators' texts, Pennsylvania's is 58 Pa. Code chapter 627a, with Dragon 7, Panda 8 and
natural defined in § 627a.1.
"""

from cardroom.games.vocabulary import *

PLAYER, BANKER = "player", "banker"  # hands of the table, no one's own

# By the points of the banker's first two cards: the points of the player's third card that they draw on.
ANYTHING, NOTHING = range(10), range(0)
BANKER_DRAWS_ON = (
    ANYTHING, ANYTHING, ANYTHING, (0, 1, 2, 3, 4, 5, 6, 7, 9), range(2, 8), range(4, 8), range(6, 8),
    NOTHING, NOTHING, NOTHING,
)  # fmt: skip

TIE_BET = pay_tables(
    ("",    "Tie 8", "Tie 9"),
    ("tie", "8 to 1", "9 to 1"),
)  # fmt: skip

DRAGON_7 = pay_tables(
    ("",                              "Dragon 7"),
    ("seven = winning three-card seven", "40 to 1"),
)  # fmt: skip

PANDA_8 = pay_tables(
    ("",                              "Panda 8"),
    ("eight = winning three-card eight", "25 to 1"),
)  # fmt: skip

DRAGON_BONUS = pay_tables(
    ("",         "Dragon Bonus"),
    ("win by 9", "30 to 1"),
    ("win by 8", "10 to 1"),
    ("win by 7", "6 to 1"),
    ("win by 6", "4 to 1"),
    ("win by 5", "2 to 1"),
    ("win by 4", "1 to 1"),
)  # fmt: skip


def is_natural(f: Facts) -> bool:
    return bool(f.player_natural or f.banker_natural)


def player_draws(f: Facts) -> bool:
    return not is_natural(f) and f.player_two <= 5


def banker_draws(f: Facts) -> bool:
    if is_natural(f):
        return False
    return f.banker_two <= 5 if f.player_third is None else f.player_third in BANKER_DRAWS_ON[f.banker_two]


def is_dragon_7(f: Facts) -> bool:
    return f.result is Result.LOSS and f.banker_cards == 3 and f.banker_points == 7


def banker_settled(commission: bool) -> Settle:
    winning = win(Odds(19, 20), "7") if commission else win(EVEN_MONEY, "7")

    def settle(f: Facts, _: Pay | None) -> Outcome:
        if not commission and is_dragon_7(f):
            return push("8")
        return {Result.WIN: lose("7"), Result.COPY: push("9"), Result.LOSS: winning}[f.result]

    return settle


def dragon_7(f: Facts, pay: Pay | None) -> Outcome:
    return paid(pay, "11") if f.result is Result.LOSS and f.banker_cards == 3 else lose("11")


def panda_8(f: Facts, pay: Pay | None) -> Outcome:
    return paid(pay, "12") if f.result is Result.WIN and f.player_cards == 3 else lose("12")


def dragon_bonus(side: Result) -> Settle:
    """By the margin; but a natural wins even money by any margin, and a tie of naturals pushes."""

    def settle(f: Facts, pay: Pay | None) -> Outcome:
        if not is_natural(f):
            return paid(pay, "13")
        if f.result is Result.COPY:
            return push("14")
        return win(EVEN_MONEY, "14") if f.result is side else lose("14")

    return settle


@game
def ez_baccarat(decks: Literal[1, 2, 4, 6, 8] = 8, commission: Literal[0, 5] = 0) -> Game:
    with_commission = commission > 0
    return Game(
        id="ez-baccarat",
        name="EZ Baccarat",
        sheet=Sheet("EZ Baccarat", "rules as commonly published, no approved sheet"),
        summary="Bet on the player's hand, the banker's or a tie: nearest to nine wins, and cards are drawn by a fixed table.",
        seats=7,
        deck=Deck(packs=decks),
        hands={
            "player": Hand((PLAYER,), BACCARAT),
            "banker": Hand((BANKER,), BACCARAT),
            "player_first": Hand((PLAYER,), BACCARAT, packet=0),
            "banker_first": Hand((BANKER,), BACCARAT, packet=0),
            "player_drawn": Hand((PLAYER,), BACCARAT, packet=1),
            "player_by": Margin("player", "banker"),
            "banker_by": Margin("banker", "player"),
        },
        facts={
            "result": Compare("player", "banker"),
            "player_natural": Reaches("player_first", 8),
            "banker_natural": Reaches("banker_first", 8),
            "player_two": Measure("player_first"),
            "banker_two": Measure("banker_first"),
            "player_third": Measure("player_drawn"),
            "player_cards": Count(PLAYER),
            "banker_cards": Count(BANKER),
            "banker_points": Measure("banker"),
        },
        wagers=(
            Wager(id="banker", name="Banker", kind=Kind.BASE, rule="1", settle=banker_settled(with_commission)),
            Wager(
                id="player", name="Player", kind=Kind.BASE, rule="1",
                settle=versus(ahead=win(EVEN_MONEY, "7"), tie=push("9"), behind=lose("7")),
            ),
            Wager(
                id="tie", name="Tie", kind=Kind.BASE, rule="1", settle=by_pay_table("10"),
                reads="player_by", hand_classes=TIE, paytables=TIE_BET,
            ),
            Wager(
                id="dragon_7", name="Dragon 7", kind=Kind.OPTIONAL, rule="1", settle=dragon_7,
                reads="banker", hand_classes=HandClasses((HandClass("seven", 7, 7),), BACCARAT), paytables=DRAGON_7,
            ),
            Wager(
                id="panda_8", name="Panda 8", kind=Kind.OPTIONAL, rule="1", settle=panda_8,
                reads="player", hand_classes=HandClasses((HandClass("eight", 8, 8),), BACCARAT), paytables=PANDA_8,
            ),
            Wager(
                id="player_dragon", name="Player Dragon Bonus", kind=Kind.OPTIONAL, rule="1",
                settle=dragon_bonus(Result.WIN), reads="player_by", hand_classes=margins(9), paytables=DRAGON_BONUS,
            ),
            Wager(
                id="banker_dragon", name="Banker Dragon Bonus", kind=Kind.OPTIONAL, rule="1",
                settle=dragon_bonus(Result.LOSS), reads="banker_by", hand_classes=margins(9), paytables=DRAGON_BONUS,
            ),
        ),
        felt=Felt(
            ("Nearest to nine wins", "Banker wins pay 19 to 20" if with_commission else "A banker's three-card seven pushes"),
            (("dragon_7", "panda_8"), ("player_dragon", "banker_dragon"), ("tie",), ("banker",), ("player",)),
            "#4d5a1c",
        ),
        stages=(
            Bets("1"),
            Deal((PLAYER, BANKER), 2, "2", face_up=True),
            Deal((PLAYER,), 1, "5", face_up=True, when=player_draws),
            Deal((BANKER,), 1, "6", face_up=True, when=banker_draws),
            SettleSeats("7"),
        ),
        rules={
            "1": "Players bet on Banker, Player or Tie, and if they like on Dragon 7, Panda 8 and either Dragon Bonus.",
            "2": f"From {decks} deck{'s' * (decks > 1)}, two cards face up for the player's hand and two for the banker's.",
            "3": "Aces count one, tens and court cards nothing; of a hand's sum the last digit counts.",
            "4": "Eight or nine in the first two cards is a natural, and no card is drawn.",
            "5": "Without a natural the player's hand draws a third card with five or less.",
            "6": "Without a natural the banker's hand draws if the player's stood and it has five or less; and if the player's drew,"
                 " with two or less always, with three unless that card counts eight, with four on two to seven, with five on four"
                 " to seven, with six on six or seven.",
            "7": "The higher hand wins: even money on it, and a bet on the other loses."
                 + (" A winning Banker bet pays 19 to 20, that is less five percent." if with_commission else ""),
            "8": "A banker's hand that wins with three cards of seven points pushes the Banker bet." if not with_commission
                 else "A banker's hand that wins with three cards of seven points is a win like others.",
            "9": "A tie pushes Banker and Player.",
            "10": "The Tie is paid if both hands have the same points, and lost otherwise.",
            "11": "Dragon 7 is paid if the banker's hand wins with three cards of seven points.",
            "12": "Panda 8 is paid if the player's hand wins with three cards of eight points.",
            "13": "A Dragon Bonus is paid if its side wins by four points or more.",
            "14": "With a natural a Dragon Bonus pays even money if its side wins, by any margin, and pushes on a tie.",
        },
        rulings=(
            Ruling("1", "Any of Banker, Player and Tie opens a hand; a player may bet on several of them."),
            Ruling("2", "Two cards at once instead of in turn: that changes nobody's chances."),
            Ruling("14", "A tie in two cards of seven or less is no tie of naturals: the Dragon Bonus loses."),
        ),
    )  # fmt: skip
