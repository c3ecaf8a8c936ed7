"""Games to ask things: under their printed rules and pay tables, or others."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardroom.api.notebook_html import page
from cardroom.api.rounds import Bets, Deal
from cardroom.cards import Card, parse_card, parse_cards
from cardroom.documents import document_hash
from cardroom.errors import CardroomError
from cardroom.games import games as all_games
from cardroom.games.catalogue import add_file, settable
from cardroom.games.paytable import PayTable
from cardroom.table.settings import TableSettings, table_settings
from cardroom.table.settings_changes import AnyPayTable, read_table, with_paytable, with_rules

if TYPE_CHECKING:
    from cardroom.api.figures import Advice, Analysis, Simulation, Strategy

AnyCards = str | Sequence[str]  # a card is a text too


def games() -> dict[str, Game]:
    """Every game, by its id."""
    return {name: Game(table_settings(name)) for name in all_games()}


def game(name: str | Path) -> Game:
    """A game by its id, with rules set behind a question mark if you like; or the game of a file of your own."""
    if not isinstance(name, Path) and not name.endswith(".py"):
        return Game(table_settings(name))
    found = add_file(Path(name))
    if len(found) > 1:
        raise CardroomError("several-games", f"{name} has several games; ask for one by its id: {', '.join(found)}.")
    return Game(table_settings(found[0]))


@dataclass(frozen=True, repr=False)
class Game:
    """A game under certain rules and pay tables. It never changes: `with_rules` and `with_paytable` give another."""

    settings: TableSettings

    # --- what it is ---

    @property
    def id(self) -> str:
        return self.settings.game

    @property
    def name(self) -> str:
        return self.settings.rules.name

    @property
    def summary(self) -> str:
        return self.settings.rules.summary

    @property
    def wagers(self) -> dict[str, str]:
        """Their names on the layout, by id."""
        return {wager.id: wager.name for wager in self.settings.rules.wagers}

    @property
    def rules(self) -> dict[str, str]:
        """The rules in a sentence each, by number."""
        return dict(self.settings.rules.rules)

    @property
    def settable(self) -> dict[str, tuple[object, ...]]:
        """The rules that may be set, and their values in order."""
        return {setting.name: setting.values for setting in settable(self.settings.rules)}

    @property
    def paytables(self) -> dict[str, PayTable]:
        """The pay table in force for each wager that has one."""
        return dict(self.settings.paytables)

    @property
    def is_approved(self) -> bool:
        """Whether all of it is as an approved sheet prints it."""
        return self.settings.rules.sheet.is_approved and not self._own_tables

    @property
    def approval(self) -> str:
        """Where its rules come from, and what is not as printed."""
        return "; ".join((self.settings.rules.sheet.approval, *self._own_tables))

    @property
    def _own_tables(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(table.title for table in self.paytables.values() if not table.is_printed))

    def __repr__(self) -> str:
        return f"<{self.id}: {self.name}; {self.approval}>"

    def __hash__(self) -> int:
        return hash(document_hash(self.settings))

    def _repr_html_(self) -> str:
        rows = [(number, text) for number, text in self.rules.items()]
        return page(self.name, (self.summary, self.approval), ("rule", ""), rows)

    # --- under other rules ---

    def with_rules(self, **rules: object) -> Game:
        """The game under these rules; `settable` names them and their values."""
        return Game(with_rules(self.settings, rules))

    def with_paytable(self, wager: str, table: AnyPayTable, *, called: str = "") -> Game:
        """The game with another pay table: a printed one by its id, a TOML file, a `PayTable`, or hands and pays.

        Whatever is not printed in the sheet is checked as a file is, and counts as not approved.
        """
        rules = self.settings.rules
        own = read_table(rules, rules.wager(wager), table, called)
        for warning in own.warnings:
            warnings.warn(warning, stacklevel=2)
        return Game(with_paytable(self.settings, wager, own.table))

    # --- what it costs, and how to play it ---

    def analysis(self, *, use_cache: bool = True, progress: Callable[[str], None] | None = None) -> Analysis:
        """What every wager costs, exactly. It is kept on disk, so that the same question is answered at once."""
        from cardroom.api.figures import Analysis
        from cardroom.lab.analysis.game_analysis import analyze

        def tell(text: str, share: float | None = None) -> None:
            if progress is not None:
                progress(text if share is None else f"{text}, {share:.0%}")

        return Analysis(self.settings, analyze(self.settings, use_cache=use_cache, progress=tell))

    def strategy(self) -> Strategy:
        """The short list of rules that comes closest to the best play, and what it costs."""
        from cardroom.api.figures import Strategy

        return Strategy(self.settings)

    def advise(
        self, hand: AnyCards, *, community: AnyCards = (), dealer: str | Card = "", staked: int | None = None
    ) -> Advice:
        """What each option is worth with these cards, exactly.

        `dealer` is the card that the dealer shows, `staked` what is bet so far in units of the base wager; it may be
        left out where only one amount is possible.
        """
        from cardroom.api.figures import Advice
        from cardroom.lab.strategy.advice import advise, sight

        shown = parse_card(dealer) if dealer else None
        return Advice(advise(sight(self.settings, cards_of(hand), cards_of(community), shown, staked)))

    def deal(self, seed: int | str = 1, *, seats: int = 1, bets: Bets | None = None) -> Deal:
        """A round, dealt up to the first decision. The same seed deals the same cards as `cardroom deal`."""
        return Deal(self.settings, seed, seats, bets)

    def simulate(
        self,
        rounds: int,
        seed: int = 1,
        *,
        seats: int = 1,
        strategy: Strategy | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Simulation:
        """Play so many rounds by the best play or a strategy; every figure with its standard error."""
        from cardroom.api.figures import Simulation
        from cardroom.lab.simulation import simulate

        policy = strategy.policy_for(self.settings) if strategy else None
        return Simulation(simulate(self.settings, rounds, seed, policy, seats, progress=progress))


def cards_of(given: AnyCards) -> tuple[Card, ...]:
    """Cards from a text, or one by one.

    >>> cards_of("As Kd") == cards_of(["As", "Kd"])
    True
    """
    return parse_cards(given if isinstance(given, str) else " ".join(given))
