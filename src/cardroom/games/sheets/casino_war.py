"""Casino War: one card each, the higher wins; on a tie, surrender or go to war.

Rules as commonly published; of regulators' texts, Pennsylvania's is 58 Pa. Code chapter 651a.
"""

from cardroom.games.vocabulary import *

TIE_BET = pay_tables(
    ("",    "Tie"),
    ("tie", "10 to 1"),
)  # fmt: skip


def is_tied(f: Facts) -> bool:
    return f.result is Result.COPY


def is_decided(f: Facts) -> bool:
    return f.result is not Result.COPY


def at_war(f: Facts) -> bool:
    return bool(f.at_war)


def bet_settled(second_tie_bonus: bool) -> Settle:
    """The first bet: even money on the first cards; in a war it can only be saved, or earn the bonus of a second tie."""
    second_tie = win(EVEN_MONEY, "9") if second_tie_bonus else push("8")

    def settle(f: Facts, _: Pay | None) -> Outcome:
        if is_decided(f):
            return win(EVEN_MONEY, "3") if f.result is Result.WIN else lose("3")
        return {Result.WIN: push("8"), Result.COPY: second_tie, Result.LOSS: lose("8")}[f.war_result]

    return settle


def war_settled(f: Facts, _: Pay | None) -> Outcome:
    return lose("8") if f.war_result is Result.LOSS else win(EVEN_MONEY, "8")


@game
def casino_war(decks: Literal[1, 2, 4, 6, 8] = 6, second_tie_bonus: Literal[False, True] = False) -> Game:
    return Game(
        id="casino-war",
        name="Casino War",
        sheet=Sheet("Casino War", "rules as commonly published, no approved sheet"),
        summary="Your card against the dealer's, the higher wins; on a tie, give up half or go to war with a second bet.",
        seats=7,
        deck=Deck(packs=decks),
        hands={
            "you": Hand((SEAT,), HIGHEST_RANK, packet=0),
            "dealer": Hand((DEALER,), HIGHEST_RANK, packet=0),
            "your_war": Hand((SEAT,), HIGHEST_RANK, packet=1),
            "dealers_war": Hand((DEALER,), HIGHEST_RANK, packet=1),
            "margin": Margin("you", "dealer"),
        },
        facts={
            "result": Compare("you", "dealer"),
            "at_war": Made("war"),
            "war_result": Compare("your_war", "dealers_war"),
        },
        wagers=(
            Wager(id="bet", name="Bet", kind=Kind.BASE, rule="1", settle=bet_settled(second_tie_bonus)),
            Wager(id="war", name="War", kind=Kind.DECISION, rule="6", settle=war_settled),
            Wager(
                id="tie", name="Tie", kind=Kind.OPTIONAL, rule="1", settle=by_pay_table("4"),
                reads="margin", hand_classes=TIE, paytables=TIE_BET,
            ),
        ),
        felt=Felt(("The higher card wins, ace high", "A tie means war"), (("tie",), ("bet", "war")), "#6b2d5c"),
        stages=(
            Bets("1"),
            Deal(EVERYONE, 1, "2", face_up=True),
            SettleSeats("3", ("bet", "tie"), when=is_decided),
            SettleSeats("4", ("tie",), when=is_tied),
            Decide((Surrender("5"), MakeBet("war", 1, "6", called="war")), when=is_tied),
            Deal(EVERYONE, 1, "7", face_up=True, burn=3, when=at_war),
            SettleSeats("8", ("bet", "war"), when=at_war),
        ),
        rules={
            "1": "Players make a bet, and if they like the Tie.",
            "2": f"From {decks} decks shuffled together, each player and the dealer get one card face up." if decks > 1
                 else "From one deck, each player and the dealer get one card face up.",
            "3": "The higher card wins, ace high, suits not counting: even money for the player's, the bet lost for the dealer's.",
            "4": "The Tie is paid if the two cards are of the same rank, and lost otherwise.",
            "5": "On a tie a player may surrender and lose half of the bet,",
            "6": "or go to war with a second bet as large as the first.",
            "7": "For a war the dealer burns three cards and gives each player at war and himself another card.",
            "8": "If the player's is higher or equal, the second bet is paid even money and the first pushes; if not, both lose.",
            "9": "A tie in the war earns a bonus as large as the first bet." if second_tie_bonus
                 else "A tie in the war earns no more than a higher card.",
        },
        rulings=(
            Ruling("5", "Who is not there to answer surrenders."),
            Ruling("7", "Three cards are burned once, and the dealer's one card stands against all players at war."),
        ),
    )  # fmt: skip
