"""Hold'em against the dealer: two cards each, five on the board, one bet before the flop, after it, or at the end."""

from __future__ import annotations

from cardroom.games.model import (
    COMMUNITY,
    DEALER,
    SEAT,
    Bets,
    Check,
    Clear,
    Compare,
    Deal,
    Decide,
    Expose,
    Fold,
    Game,
    GameOption,
    Hand,
    Kind,
    MakeBet,
    Reaches,
    Reveal,
    SettleSeats,
    Stage,
    Surrender,
)
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.game_shape import is_about_both, visible_at
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.lab.solvers.protocol import Counted

SEEN = [(2, 0, 0), (2, 3, 0), (2, 5, 0)]  # own cards, community cards, the dealer's: at each decision


def fits(game: Game) -> bool:
    return _is_dealt_so(game) and _is_read_so(game) and _is_decided_so(game)


def _is_dealt_so(game: Game) -> bool:
    cards = [game.cards_of(holder) for holder in (SEAT, DEALER, COMMUNITY)]
    return (
        cards == [2, 2, 5]
        and set(game.holders) == {SEAT, DEALER, COMMUNITY}
        and game.deck.packs == 1
        and all(map(_is_plain_stage, game.stages))
        and [visible_at(game, decision) for decision in game.decisions] == SEEN
    )


def _is_plain_stage(stage: Stage) -> bool:
    match stage:
        case Deal(when=when) | Decide(when=when) | SettleSeats(when=when):
            return when is None
    return isinstance(stage, Bets | Clear | Expose | Reveal)


def _is_read_so(game: Game) -> bool:
    """The best five of seven for both, compared; the dealer may have to reach a hand."""
    you, dealer = game.hands.get("you"), game.hands.get("dealer")
    if not isinstance(you, Hand) or not isinstance(dealer, Hand) or you.ranking != dealer.ranking:
        return False
    qualifiers = [fact for fact in game.facts.values() if isinstance(fact, Reaches) and fact.hand == "dealer"]
    return (
        isinstance(you.ranking, PokerRanking)
        and (you.ranking.size, you.ranking.cards) == (5, 7)
        and (set(you.of), set(dealer.of)) == ({SEAT, COMMUNITY}, {DEALER, COMMUNITY})
        and (you.packet, dealer.packet) == (None, None)
        and game.facts.get("result") == Compare("you", "dealer")
        and all(map(is_about_both, game.facts.values()))
        and len(qualifiers) <= 1
        and all(wager.reads in (None, "you") for wager in base_game_wagers(game))
    )


def _is_decided_so(game: Game) -> bool:
    """One bet: twice it may be made or waited with, at last it is made or not."""
    wagers = {decision.wager for decision in game.decisions}
    *first, last = game.decisions
    return (
        len(wagers) == 1
        and all(game.wager(wager).kind is Kind.DECISION for wager in wagers if wager)
        and all(isinstance(d.options[0], Check) and all(map(_is_bet, d.options[1:])) for d in first)
        and all(_is_bet(option) or isinstance(option, Fold | Surrender | Check) for option in last.options)
    )


def _is_bet(option: GameOption) -> bool:
    return isinstance(option, MakeBet) and option.needs is None


def counted(game: Game) -> Counted:
    from cardroom.lab.solvers.holdem.solved_game import HoldemCounted

    return HoldemCounted(game)
