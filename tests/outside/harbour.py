"""Two games that no sheet has, of what few of the sheets use: dice, a bet taken back, surrender, a rider, the best hand
of the table; and hands of the table with burned cards and cards dealt under a condition."""

from cardroom.games.vocabulary import *

SHEET = Sheet("Harbour rules", "made for tests")

ANCHOR = pay_tables(
    ("",               "Anchor"),
    ("royal flush",    "100 to 1"),
    ("straight flush", "50 to 1"),
    ("four of a kind", "20 to 1"),
    ("full house",     "5 to 1"),
    ("flush",          "4 to 1"),
    ("straight",       "3 to 1"),
)  # fmt: skip

LOWER = pay_tables(
    ("",                "Both 1"),
    ("royal flush",     "1,000 to 1"),
    ("straight flush",  "500 to 1"),
    ("four of a kind",  "300 to 1"),
    ("full house",      "200 to 1"),
    ("flush",           "150 to 1"),
    ("straight",        "100 to 1"),
    ("three of a kind", "60 to 1"),
    ("two pair",        "20 to 1"),
    ("pair",            "2 to 1"),
)  # fmt: skip

BEST = pay_table_by_hands(
    "Best 1",
    ("",               2,           3,           4,           5,          6,          7),
    ("royal flush",    "500 to 1",  "500 to 1",  "500 to 1",  "500 to 1", "500 to 1", "500 to 1"),
    ("straight flush", "100 to 1",  "100 to 1",  "100 to 1",  "100 to 1", "100 to 1", "100 to 1"),
    ("four of a kind", "50 to 1",   "50 to 1",   "50 to 1",   "50 to 1",  "50 to 1",  "50 to 1"),
    ("full house",     "30 to 1",   "25 to 1",   "20 to 1",   "15 to 1",  "12 to 1",  "10 to 1"),
)  # fmt: skip

BEACON = pay_tables(
    ("",               "Beacon 1",  "envy"),
    ("royal flush",    "100%",      "$100"),
    ("straight flush", "10%",       "-"),
    ("four of a kind", "300 for 1", "-"),
    ("full house",     "50 for 1",  "-"),
    ("flush",          "40 for 1",  "-"),
)  # fmt: skip

TIDE = pay_tables(
    ("",         "Tide"),
    ("win by 9", "30 to 1"),
    ("win by 8", "10 to 1"),
    ("win by 7", "6 to 1"),
)  # fmt: skip


@game
def harbour_stud(copies: Literal["push", "lose"] = "push") -> Game:
    tie = push("7") if copies == "push" else lose("7")
    ante = versus(ahead=win(EVEN_MONEY, "7"), tie=tie, behind=lose("7"), unqualified=win(EVEN_MONEY, "6"))
    both = versus(ahead=win(EVEN_MONEY, "7"), tie=tie, behind=lose("7"), unqualified=push("6"))
    return Game(
        id="harbour-stud",
        name="Harbour Stud",
        sheet=SHEET,
        summary="Five cards against the dealer's, a second bet that may be taken back, and surrender.",
        seats=6,
        hands={
            "you": Hand((SEAT,), FIVE_CARD_POKER),
            "dealer": Hand((DEALER,), FIVE_CARD_POKER),
            "lower": Lower("you", "dealer"),
            "best": Best(FIVE_CARD_POKER),
        },
        facts={
            "result": Compare("you", "dealer"),
            "dealer_qualifies": Reaches("dealer", FIVE_CARD_POKER.floor("high card", "A")),
        },
        wagers=(
            Wager(id="ante", name="Ante", kind=Kind.BASE, rule="1", settle=ante),
            Wager(id="second", name="Second", kind=Kind.EQUAL, rule="1", settle=both),
            Wager(id="raise", name="Raise", kind=Kind.DECISION, rule="5", settle=both),
            Wager(
                id="anchor", name="Anchor", kind=Kind.RIDER, on="ante", rule="8", settle=bonus("8"),
                reads="you", hand_classes=FIVE_CARD_HANDS, paytables=ANCHOR,
            ),
            Wager(
                id="both", name="Both", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("9"),
                reads="lower", hand_classes=FIVE_CARD_HANDS, paytables=LOWER, live_after_fold=True,
            ),
            Wager(
                id="best", name="Best", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("10"),
                reads="best", hand_classes=FIVE_CARD_HANDS, paytables=(BEST,), live_after_fold=True,
            ),
            Wager(
                id="beacon", name="Beacon", kind=Kind.JACKPOT, rule="11", settle=by_pay_table("11"),
                reads="you", hand_classes=FIVE_CARD_HANDS, paytables=BEACON, live_after_fold=None, envy_rule="11",
            ),
        ),
        felt=Felt(
            ("Ships come home",), (("both", "best", "beacon"), ("ante", "anchor", "second"), ("raise",)), "#20506b"
        ),
        stages=(
            Bets("1"),
            Deal(EVERYONE, 5, "2", dealer_up=1, dice_rule="2"),
            Clear("3"),
            Decide((Check("4", "keep"), TakeBack("second", "4"))),
            Decide((Surrender("5"), *bets("raise", 1, 2, rule="5"))),
            Reveal("6"),
            Return("second", "6", not_qualified),
            SettleSeats("7"),
            SettleTableWide("best", "10", "10"),
        ),
        rules={
            "1": "Players make equal bets on Ante and Second, and if they like the others.",
            "2": "Everyone gets five cards face down, from where dice say; one of the dealer's is turned up.",
            "3": "The other cards leave the shuffler.",
            "4": "A player may take the Second back.",
            "5": "A player surrenders half of the Ante, or raises once or twice the Ante.",
            "6": "The dealer turns his hand, which needs an ace: otherwise Antes pay, and the Second goes back.",
            "7": "The better hand wins, even money.",
            "8": "A straight or better is paid on the Ante, whatever the dealer has.",
            "9": "Both is paid on the lower of the two hands.",
            "10": "Best is paid on the best hand of the table.",
            "11": "The Beacon is a progressive wager on the player's hand; who gives envy stays face up.",
        },
        rulings=(Ruling("5", "A surrender gives up the Second too."),),
    )  # fmt: skip


SUN, MOON = "sun", "moon"


def sun_draws(f: Facts) -> bool:
    return bool(f.sun_first <= 4)


def moon_draws(f: Facts) -> bool:
    return bool(f.moon_first <= 4 and f.sun_cards == 2)


def sun_settled(f: Facts, _: Pay | None) -> Outcome:
    if f.result is Result.COPY:
        return push("4")
    if f.result is Result.LOSS:
        return lose("4")
    return win(Odds(2, 1), "5") if f.sun_cards == 2 and f.moon_drawn is None else win(EVEN_MONEY, "4")


def moon_settled(f: Facts, _: Pay | None) -> Outcome:
    return {Result.WIN: lose("4"), Result.COPY: push("4"), Result.LOSS: win(Odds(19, 20), "4")}[f.result]


@game
def harbour_tides(decks: Literal[1, 2] = 2) -> Game:
    return Game(
        id="harbour-tides",
        name="Harbour Tides",
        sheet=SHEET,
        summary="Sun against moon, a card or two each, by points.",
        seats=8,
        deck=Deck(packs=decks),
        hands={
            "sun": Hand((SUN,), BACCARAT),
            "moon": Hand((MOON,), BACCARAT),
            "suns_first": Hand((SUN,), BACCARAT, packet=0),
            "moons_first": Hand((MOON,), BACCARAT, packet=0),
            "moons_second": Hand((MOON,), BACCARAT, packet=1),
            "by": Margin("sun", "moon"),
        },
        facts={
            "result": Compare("sun", "moon"),
            "sun_first": Measure("suns_first"),
            "moon_first": Measure("moons_first"),
            "moon_drawn": Measure("moons_second"),
            "sun_cards": Count(SUN),
            "with_moon": Made("moon"),
        },
        wagers=(
            Wager(id="sun", name="Sun", kind=Kind.BASE, rule="1", settle=sun_settled),
            Wager(id="moon", name="Moon", kind=Kind.BASE, rule="1", settle=moon_settled),
            Wager(
                id="tide", name="Tide", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("6"),
                reads="by", hand_classes=margins(9), paytables=TIDE,
            ),
        ),
        felt=Felt(("High water",), (("tide",), ("sun", "moon")), "#7a4a10"),
        stages=(
            Bets("1"),
            Deal((SUN, MOON), 1, "2", face_up=True, burn=1),
            Deal((SUN,), 1, "3", face_up=True, burn=2, when=sun_draws),
            Deal((MOON,), 1, "3", face_up=True, when=moon_draws),
            SettleSeats("4", ("moon",), when=lambda f: bool(f.with_moon)),
            SettleSeats("4"),
        ),
        rules={
            "1": "Players bet on sun or moon or both, and if they like on the tide.",
            "2": "A card is burned, and sun and moon get one each.",
            "3": "Sun draws with four or less; moon with four or less if sun has drawn.",
            "4": "The higher wins.",
            "5": "Sun with two cards against one pays two to one.",
            "6": "The tide is paid if sun wins by seven or more.",
        },
        rulings=(),
    )  # fmt: skip
