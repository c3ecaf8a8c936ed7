"""One poker hand known little by little, paid by a table: bets made, left or taken back while cards are turned."""

from __future__ import annotations

from cardroom.games.model import (
    COMMUNITY,
    SEAT,
    Check,
    Deal,
    Decide,
    Expose,
    Fold,
    Game,
    GameOption,
    Hand,
    MakeBet,
    Surrender,
    TakeBack,
)
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.game_shape import visible_at
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.lab.solvers.protocol import Counted

LARGEST_HAND = 5


def fits(game: Game) -> bool:
    you = game.hands.get("you")
    if not isinstance(you, Hand) or not isinstance(you.ranking, PokerRanking):
        return False
    is_one_hand = (
        you.packet is None
        and set(you.of) <= {SEAT, COMMUNITY}
        and sum(game.cards_of(holder) for holder in you.of) == you.ranking.cards == you.ranking.size <= LARGEST_HAND
        and game.deck.packs == 1
    )
    return is_one_hand and _is_dealt_plainly(game) and _is_decided_plainly(game) and not game.facts


def _is_dealt_plainly(game: Game) -> bool:
    deals = game.stages_of(Deal)
    turned = sum(stage.cards for stage in game.stages_of(Expose))
    return (
        [deal.to for deal in deals] in ([(COMMUNITY,), (SEAT,)], [(SEAT,), (COMMUNITY,)])
        and all(deal.when is None and not deal.face_up for deal in deals)
        and turned == game.cards_of(COMMUNITY)
    )


def _is_decided_plainly(game: Game) -> bool:
    """Every decision knows more cards than the one before and less than all, and is about a wager of its own."""
    decisions = game.decisions
    known = known_at(game)
    whole = sum(game.cards_of(holder) for holder in (SEAT, COMMUNITY))
    is_rising = bool(known) and all(a < b for a, b in zip(known, [*known[1:], whole], strict=True))
    reads_the_hand = all(wager.reads in (None, "you") for wager in base_game_wagers(game))
    return (
        is_rising
        and reads_the_hand
        and len({decision.wager for decision in decisions}) == len(decisions)
        and all(decision.when is None and all(map(_is_plain, decision.options)) for decision in decisions)
    )


def _is_plain(option: GameOption) -> bool:
    return isinstance(option, Fold | Check | TakeBack | Surrender) or (
        isinstance(option, MakeBet) and option.needs is None
    )


def known_at(game: Game) -> list[int]:
    """Cards of the hand that a player knows at each decision."""
    return [_known(game, decision) for decision in game.decisions]


def _known(game: Game, decision: Decide) -> int:
    own, turned, _ = visible_at(game, decision)
    return own + turned


def counted(game: Game) -> Counted:
    from cardroom.lab.solvers.streets.counted_game import StreetCounted

    return StreetCounted(game)
