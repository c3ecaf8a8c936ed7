"""What HTTP answers with, for the generated TypeScript: the browser application reads these and nothing else."""

from __future__ import annotations

from cardroom.house.office.pending_awards import PendingAward
from cardroom.house.office.pending_requests import PendingRequest, RequestPreview
from cardroom.house.office.win_pages import ListedWin, WinPage
from cardroom.house.running.demonstration import DemonstrationStaff
from cardroom.house.telling.history import PastRound, PlayedRound
from cardroom.house.telling.lobby import LobbyTable
from cardroom.house.telling.on_duty import CardView, OnDuty
from cardroom.house.telling.pays import WagerPays
from cardroom.house.telling.terminal import TerminalView
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
    KnownTerminal,
    MatrixRow,
    Me,
    NewCardFor,
    NewPin,
    NewStaff,
    NewTerminal,
    Problem,
)

ANSWERS: tuple[type, ...] = (
    CardLogin, CardView, DemonstrationStaff, Enrolled, NewCardFor, NewPin, NewStaff, NewTerminal, OnDuty, KnownTerminal,
    TerminalView, WagerPays,
    Health, LobbyTable, Layout, ListedWin, MatrixRow, Me, PastRound, PendingAward, PendingRequest, PlayedRound, Problem,
    RequestPreview, RulesDocument, WinPage,
    Audit, EditableGame, HandAnswer, HandQuestion, Overview, PriceAnswer, PriceQuestion, ParSheet, StrategyAnswer,
)  # fmt: skip
