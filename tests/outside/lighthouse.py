"""A game that no sheet has, of stages in an order that none of the others is in: a decision that only some hands come
to before one where anyone may fold, cards drawn face down in the middle, a rider paid early, a bet on what is drawn."""

from cardroom.games.vocabulary import *

LAMP = pay_tables(
    ("",                "Lamp 1", "Lamp 2"),
    ("straight flush",  "9 to 1", "7 to 1"),
    ("three of a kind", "8 to 1", "7 to 1"),
    ("straight",        "3 to 2", "2 to 1"),
)  # fmt: skip

BUOY = pay_tables(
    ("",     "Buoy"),
    ("nine", "5 to 1"),
)  # fmt: skip

KEEPER = pay_tables(
    ("",                "Keeper", "envy"),
    ("straight flush",  "100%",   "$20"),
    ("three of a kind", "30 for 1", "-"),
)  # fmt: skip


BEAM = "beam"  # cards that everyone sees and nobody is paid on


def is_low(f: Facts) -> bool:
    return bool(f.points <= 3)


def has_drawn(f: Facts) -> bool:
    return bool(f.doubled)


def did_not_draw(f: Facts) -> bool:
    return not f.doubled


def double_settled(f: Facts, _: Pay | None) -> Outcome:
    return {Result.WIN: win(EVEN_MONEY, "9"), Result.COPY: push("9"), Result.LOSS: lose("9")}[f.drawn_result]


def drew_the_same(f: Facts) -> bool:
    return bool(f.doubled and f.drawn_result is Result.COPY)


@game
def lighthouse() -> Game:
    stake = versus(ahead=win(EVEN_MONEY, "8"), tie=push("8"), behind=lose("8"))
    return Game(
        id="lighthouse",
        name="Lighthouse",
        sheet=Sheet("Lighthouse rules", "made for tests"),
        summary="Two cards and one for all; low points may be given up early, and who doubles draws.",
        seats=5,
        hands={
            "you": Hand((SEAT, COMMUNITY), THREE_CARD_POKER, packet=0),
            "dealer": Hand((DEALER, COMMUNITY), THREE_CARD_POKER, packet=0),
            "points": Hand((SEAT,), BACCARAT, packet=0),
            "drawn": Hand((SEAT,), BACCARAT, packet=1),
            "dealers_drawn": Hand((DEALER,), BACCARAT, packet=1),
        },
        facts={
            "result": Compare("you", "dealer"),
            "points": Measure("points"),
            "doubled": Made("double"),
            "drawn_result": Compare("drawn", "dealers_drawn"),
        },
        wagers=(
            Wager(id="stake", name="Stake", kind=Kind.BASE, rule="1", settle=stake),
            Wager(id="mate", name="Mate", kind=Kind.EQUAL, rule="1", settle=stake),
            Wager(
                id="double", name="Double", kind=Kind.DECISION, rule="5",
                settle=double_settled,
            ),
            Wager(
                id="lamp", name="Lamp", kind=Kind.RIDER, on="mate", rule="7", settle=bonus("7"),
                reads="you", hand_classes=THREE_CARD_HANDS, paytables=LAMP,
            ),
            Wager(
                id="buoy", name="Buoy", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("10"),
                reads="points", hand_classes=HandClasses((HandClass("nine", 9),), BACCARAT), paytables=BUOY,
            ),
            Wager(
                id="keeper", name="Keeper", kind=Kind.JACKPOT, rule="11", settle=by_pay_table("11"),
                reads="you", hand_classes=THREE_CARD_HANDS, paytables=KEEPER, live_after_fold=None, envy_rule="11",
            ),
        ),
        felt=Felt(("Keep a light",), (("buoy", "keeper"), ("stake", "mate", "lamp"), ("double",)), "#33415c"),
        stages=(
            Bets("1"),
            Deal((COMMUNITY,), 1, "2"),
            Deal(EVERYONE, 2, "2", dealer_up=1),
            Decide((Check("3", "hold on"), Surrender("3", (1, 4))), when=is_low, called="low tide"),
            Decide((Check("4", "keep"), TakeBack("mate", "4")), called="mate"),
            SettleSeats("10", ("buoy",)),
            Deal((BEAM,), 1, "12", face_up=True, burn=1, when=is_low),
            Decide((Fold("5"), Check("5"), MakeBet("double", 2, "5", called="double up"))),
            Deal(EVERYONE, 1, "6", burn=2, when=has_drawn),
            Deal((BEAM,), 1, "12", face_up=True, burn=1, when=has_drawn),
            Expose("7"),
            SettleSeats("7", ("mate",), when=did_not_draw),
            Reveal("8"),
            Return("mate", "8", drew_the_same),
            SettleSeats("8"),
        ),
        rules={
            "1": "Players make equal bets on Stake and Mate, and if they like Buoy and Keeper.",
            "2": "One card for all face down, two for everyone, one of the dealer's up.",
            "3": "Three points or less may be given up for a quarter of the Stake.",
            "4": "The Mate may be taken back.",
            "5": "A player folds, checks, or doubles with twice the Stake.",
            "6": "Two cards are burned, and who has doubled draws a card face down, the dealer too.",
            "7": "The card for all is turned, and who has not doubled is paid on Mate and Lamp.",
            "8": "The dealer turns his hand; the better wins. Equal cards drawn give the Mate back.",
            "9": "The Double is on the points of the cards drawn.",
            "10": "The Buoy is paid for nine points in two cards, before anyone may fold.",
            "12": "Before low hands decide, and again after a draw, a card is burned and one laid open for the beam.",
            "11": "The Keeper is a progressive wager on the three cards; who gives envy stays face up.",
        },
        rulings=(),
    )  # fmt: skip
