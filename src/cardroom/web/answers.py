"""What HTTP answers with, for the generated TypeScript: the browser application reads these and nothing else."""

from __future__ import annotations

from cardroom.house.features.slips.views import SlipView
from cardroom.house.office.explained_rounds import ExplainedRound
from cardroom.house.office.exposing import ExposedTable
from cardroom.house.office.finding_rounds import FoundRound
from cardroom.house.office.pending_awards import PendingAward
from cardroom.house.office.pending_requests import PendingRequest
from cardroom.house.office.slips import SlipPage, SlipReport
from cardroom.house.office.win_pages import ListedWin, WinPage
from cardroom.house.running.codes import HalfCode
from cardroom.house.running.demonstration import DemonstrationStaff
from cardroom.house.telling.access import AccessView
from cardroom.house.telling.banks import BankView
from cardroom.house.telling.history import PastRound, PlayedRound, ShownRound
from cardroom.house.telling.layouts import Layout
from cardroom.house.telling.lessons import Lesson
from cardroom.house.telling.lobby import LobbyTable
from cardroom.house.telling.on_duty import CardView, OnDuty
from cardroom.house.telling.pays import WagerPays
from cardroom.house.telling.pit import PitView
from cardroom.house.telling.previews import Preview
from cardroom.house.telling.sittings import PlayReview, Session
from cardroom.house.telling.terminal import TerminalView
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
    Health,
    MatrixRow,
    Me,
    NewPin,
    NewTerminal,
    Problem,
    Redeemed,
    Redeeming,
    ReplayLink,
)
from cardroom.web.players.friends import GivenInvitation, InvitedTo, NewPrivateTable, PrivateTable
from cardroom.web.players.learning import KnownGame
from cardroom.web.players.showing import OwnLink
from cardroom.web.staff.winners import Erased, WinnerView

ANSWERS: tuple[type, ...] = (
    GivenInvitation, InvitedTo, KnownGame, NewPrivateTable, PrivateTable,
    AccessView, CardLogin, CardView, DemonstrationStaff, HalfCode, NewPin, NewTerminal, OnDuty, Redeemed, Redeeming,
    BankView, SlipPage, SlipReport, SlipView,
    ExposedTable, TerminalView, WagerPays, PitView,
    Health, LobbyTable, Layout, ListedWin, MatrixRow, Me, PastRound, ShownRound,
    PendingAward, PendingRequest, PlayedRound, Problem,
    ExplainedRound, FoundRound, Lesson, Preview, RulesDocument, WinPage, WinnerView, Erased,
    OwnLink, PlayReview, ReplayLink, Session,
    Audit, EditableGame, HandAnswer, HandQuestion, Overview, PriceAnswer, PriceQuestion, ParSheet, StrategyAnswer,
)  # fmt: skip
