"""What HTTP answers with, for the generated TypeScript: the browser application reads these and nothing else."""

from __future__ import annotations

from cardroom.house.telling.history import PastRound, PlayedRound
from cardroom.house.telling.lobby import LobbyTable
from cardroom.house.telling.on_duty import CardView, OnDuty
from cardroom.house.telling.views import Layout
from cardroom.lab.answers import (
    Audit,
    EditableGame,
    HandAnswer,
    HandQuestion,
    Overview,
    PriceAnswer,
    PriceQuestion,
    StrategyAnswer,
)
from cardroom.lab.par_sheet.content import ParSheet
from cardroom.table.rulebook import RulesDocument
from cardroom.web.messages import (
    CardLogin,
    Enrolled,
    Health,
    MatrixRow,
    Me,
    NewCardFor,
    NewPin,
    NewStaff,
    NewTerminal,
    Problem,
    Terminal,
)

ANSWERS: tuple[type, ...] = (
    Health, LobbyTable, Layout, MatrixRow, Me, PastRound, PlayedRound, Problem, RulesDocument,
    CardLogin, CardView, Enrolled, NewCardFor, NewPin, NewStaff, NewTerminal, OnDuty, Terminal,
    Audit, EditableGame, HandAnswer, HandQuestion, Overview, PriceAnswer, PriceQuestion, ParSheet, StrategyAnswer,
)  # fmt: skip
