"""What the lab is asked and what it answers: figures as finished text, numbers only where something is drawn.

Light to import, so that the house can speak of it without the lab itself.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.cards import Card
from cardroom.lab.par_sheet.content import BarPlot, Fact, Notice, Panel, Section, Table, Tone
from cardroom.money import Money
from cardroom.table.text.rulebook import PayTableDocument

Word = Annotated[str, Meta(max_length=80)]
Cards = Annotated[str, Meta(max_length=200)]


# --- an overview ------------------------------------------------------------------------------------------------------


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a few figures, under its first printed pay tables and the best play."""

    game: str
    name: str
    summary: str
    colour: str  # of the felt
    facts: tuple[Fact, ...]
    expectation: str  # of the player, exactly, in units of the base wager
    side_bets: Table | None
    tone: Tone
    findings: int


class NotCounted(msgspec.Struct, frozen=True):
    """A game that no way of counting fits, and why."""

    game: str
    name: str
    colour: str
    why: str


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    games: tuple[GameFigures, ...]
    plots: tuple[BarPlot, ...]  # the games beside one another, then their side bets
    not_counted: tuple[NotCounted, ...] = ()
    counting: tuple[str, ...] = ()  # games that are being counted for the first time: ask again


class GameAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The figures that a sheet prints beside the exact ones, and what stands out."""

    game: str
    name: str
    colour: str
    section: Section
    notices: tuple[Notice, ...]
    printed: int
    agree: int


class Audit(msgspec.Struct, frozen=True):
    games: tuple[GameAudit, ...]
    not_counted: tuple[NotCounted, ...] = ()


# --- strategy and hands -----------------------------------------------------------------------------------------------


class StrategyRule(msgspec.Struct, frozen=True):
    bet: str
    hands: str  # "anything else" where it always fits


class StrategyDecision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of a game: its rules, and what a player can see and have staked when it comes up."""

    wager: str  # the decision's id: the wager that it is about, or a name of its own
    name: str
    rules: tuple[StrategyRule, ...]
    community: int  # community cards turned
    stakes: tuple[int, ...]  # base wagers that can be staked by then


class StrategyAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The best play as a short list; the first rule that fits decides."""

    game: str
    name: str
    base: str  # the name of the base wager, which is the unit of all figures
    hand_cards: int
    dealer_shows_card: bool
    decisions: tuple[StrategyDecision, ...]
    words: tuple[str, ...]  # ways of speaking that a reader may not know
    facts: tuple[Fact, ...]
    differences: Table | None  # where perfect play does something else


class HandQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's hand, as text like "As Kd 10h"."""

    game: Word
    hand: Cards
    community: Cards = ""
    dealer_up: Cards = ""
    staked: Annotated[int, Meta(ge=0, le=1000)] | None = None  # base wagers; None where only one number is possible


class WeighedOption(msgspec.Struct, frozen=True, kw_only=True):
    option: str
    name: str  # with the wager that it is about
    at_stake: int  # base wagers, once it is done
    expectation: str
    exactly: str
    value: float
    cost: str  # of doing it instead of the best; "–" for the best
    cost_exactly: str
    is_best: bool


class HandAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What each option of a decision is worth, in base wagers for the whole hand: what is staked already counts."""

    game: str
    decision: str
    hand: tuple[Card, ...]
    community: tuple[Card, ...]
    dealer_up: Card | None
    staked: int
    words: str  # what the cards show
    verdict: str
    options: tuple[WeighedOption, ...]


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of a round that is over."""

    hand: tuple[Card, ...]
    words: str
    chose: str
    best: str
    cost: Money  # on average; whole micro-dollars
    is_best: bool  # or worth the same


# --- pay tables as someone edits them ---------------------------------------------------------------------------------


class EditableWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that is paid by a table, the hands that a table of it can name, and the printed ones."""

    wager: str
    name: str
    reads: str
    hands: tuple[str, ...]  # best first
    columns: tuple[int, ...]  # hands dealt in the round, where pays depend on it
    has_envy: bool
    is_jackpot: bool
    solves_the_game: bool  # its pays change the best play: a question takes a second or two
    tables: tuple[PayTableDocument, ...]


class EditableGame(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    name: str
    base: str
    wagers: tuple[EditableWager, ...]


class EditedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hand: Word
    pays: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=12)]  # as printed: "3 to 2", "push", "-"
    envy: Word = "-"


class PriceQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pay table as it is edited, to be held against the printed one it started from."""

    game: Word
    wager: Word
    paytable: Word
    lines: Annotated[tuple[EditedLine, ...], Meta(max_length=40)]
    hands: int | None = None  # which column is priced, where there are several; None: the first


class Complaint(msgspec.Struct, frozen=True):
    """Why a table cannot be priced; the line counts from 1."""

    text: str
    line: int | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One figure before and after."""

    label: str
    before: str
    after: str
    by: str  # signed; "0" where nothing has changed
    exactly: str
    tone: Tone  # good: better for the player


class PricedLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a line is worth, as a share of the stake (the game's own tables: of the base wager)."""

    hand: str
    ways: str
    chance: str
    before: str  # "–" where the printed table has no such line
    after: str


class PriceAnswer(msgspec.Struct, frozen=True, kw_only=True):
    before: Panel
    after: Panel | None  # None where there is a complaint
    changes: tuple[Change, ...]  # the most telling one first
    verdict: str
    lines: tuple[PricedLine, ...]  # one for each line of the question
    complaint: Complaint | None
    warnings: tuple[str, ...]
