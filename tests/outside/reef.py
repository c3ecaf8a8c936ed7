"""A game that passes every check and fails on purpose, as long as a file beside it says where: see `fails`."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from cardroom.games.vocabulary import *

CORAL = pay_tables(
    ("",                "Coral",    "envy"),
    ("straight flush",  "100%",     "$20"),
    ("three of a kind", "30 for 1", "-"),
)  # fmt: skip

# Where a file beside this one, named like it and ending in ".fails", says so.
SETTLEMENT, CONDITION, VIEW, TEXT = "settlement", "condition", "view", "text"


def fails(where: str) -> None:
    told = Path(__file__).with_suffix(".fails")
    if told.exists() and told.read_text(encoding="utf-8") == where:
        raise ZeroDivisionError(where)


class Brittle(PokerRanking, frozen=True, dict=True):
    """What a hand is called fails."""

    def reading(self, cards: Sequence[Card]) -> ReadHand | None:
        fails(VIEW)
        return super().reading(cards)


class Lettering(str):
    """A name that fails in a sentence."""

    __slots__ = ()

    def __format__(self, how: str) -> str:
        fails(TEXT)
        return super().__format__(how)


BRITTLE = Brittle(**msgspec.structs.asdict(THREE_CARD_POKER))


def settled(f: Facts, _: Pay | None) -> Outcome:
    fails(SETTLEMENT)
    return {Result.WIN: win(EVEN_MONEY, "4"), Result.COPY: push("4"), Result.LOSS: lose("4")}[f.result]


def is_early(f: Facts) -> bool:
    fails(CONDITION)
    return f.result is Result.WIN


@game
def reef() -> Game:
    return Game(
        id="reef",
        name="Reef",
        sheet=Sheet("Reef rules", "made for tests"),
        summary="Three cards against the dealer's three.",
        seats=4,
        hands={
            "you": Hand((SEAT,), BRITTLE),
            "dealer": Hand((DEALER,), BRITTLE),
            "own": Hand((SEAT,), THREE_CARD_POKER),
        },
        facts={"result": Compare("you", "dealer")},
        wagers=(
            Wager(id="ante", name=Lettering("Ante"), kind=Kind.BASE, rule="1", settle=settled),
            Wager(id="play", name="Play", kind=Kind.DECISION, rule="3", settle=settled),
            Wager(
                id="coral", name="Coral", kind=Kind.JACKPOT, rule="5", settle=by_pay_table("5"),
                reads="own", hand_classes=THREE_CARD_HANDS, paytables=CORAL, live_after_fold=None, envy_rule="5",
            ),
        ),
        felt=Felt(("Mind the reef",), (("coral",), ("ante",), ("play",)), "#33415c"),
        stages=(
            Bets("1"),
            Deal(EVERYONE, 3, "2"),
            Decide((Fold("3"), *bets("play", 1, rule="3"))),
            Reveal("4"),
            SettleSeats("5", ("coral",), when=is_early),
            SettleSeats("4"),
        ),
        rules={
            "1": "Players make the Ante, and if they like the Coral.",
            "2": "Everyone gets three cards face down.",
            "3": "A player folds, or makes the Play bet.",
            "4": "The dealer turns his hand, and the better one wins even money; an exact tie pushes.",
            "5": "The Coral is a progressive wager on the player's hand; who gives envy stays face up.",
        },
        rulings=(),
    )  # fmt: skip
