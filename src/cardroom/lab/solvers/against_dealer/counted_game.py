"""Poker hands against the dealer's, counted by hand and card up. No pay is known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

from cardroom.games.model import DEALER, SEAT, Hand
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.against_dealer import cards_up
from cardroom.lab.solvers.against_dealer.hand_counts import HandsCount, count_hands
from cardroom.lab.solvers.against_dealer.strategy_conditions import VOCABULARY
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck, suited_deck
from cardroom.lab.solvers.payoffs import Cell
from cardroom.lab.solvers.protocol import Counted, Integers
from cardroom.lab.solvers.showdowns import qualifying_value, settlement_rows
from cardroom.table import TableSettings

if TYPE_CHECKING:
    from cardroom.lab.solvers.against_dealer.solved_game import HandSolved


@dataclass(frozen=True, eq=False)
class HandCounted(Counted):
    """How the dealer's hands compare with each of the player's, by the card up where there is one."""

    @cached_property
    def rankings(self) -> tuple[PokerRanking, PokerRanking]:
        """The player's and the dealer's, which differ at most in how many cards they are read on."""
        you, dealer = self.game.hands["you"], self.game.hands["dealer"]
        assert isinstance(you, Hand)
        assert isinstance(dealer, Hand)
        assert isinstance(you.ranking, PokerRanking)
        assert isinstance(dealer.ranking, PokerRanking)
        return you.ranking, dealer.ranking

    @cached_property
    def deck(self) -> SuitedDeck:
        return suited_deck(self.game.deck)

    @cached_property
    def floor(self) -> int:
        """The value that the dealer's hand must reach."""
        return qualifying_value(self.game)

    @property
    def has_card_up(self) -> bool:
        return cards_up(self.game) > 0

    @cached_property
    def count(self) -> HandsCount:
        return count_hands(self.deck, *self.rankings, self.floor, self.has_card_up)

    @property
    def is_counted(self) -> bool:
        return "count" in vars(self)

    @property
    def dealer_hands(self) -> int:
        """That a hand can meet, under one card up where there is one."""
        up = cards_up(self.game)
        return comb(self.deck.size - self.game.cards_of(SEAT) - up, self.game.cards_of(DEALER) - up)

    @cached_property
    def _rows(self) -> tuple[list[list[Cell]], Integers]:
        return settlement_rows(self.game, self.rankings[0])

    @property
    def cells(self) -> list[list[Cell]]:
        return self._rows[0]

    @property
    def row_of_value(self) -> Integers:
        return self._rows[1]

    @property
    def vocabulary(self) -> Mapping[str, str]:
        return VOCABULARY

    def priced(self, settings: TableSettings) -> HandSolved:
        from cardroom.lab.solvers.against_dealer.solved_game import HandSolved

        return HandSolved(self.game, settings, self)
