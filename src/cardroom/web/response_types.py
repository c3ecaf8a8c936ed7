"""What HTTP answers with, for the generated TypeScript: the browser application reads these and nothing else."""

from __future__ import annotations

from cardroom.house.features.slips.slip_views import SlipView
from cardroom.house.reports.audit_search import ArchivesView, AuditFound, ChangesView, PersonStory
from cardroom.house.reports.bank_statements import BankAccounts
from cardroom.house.reports.cage_papers import ListedCageCount
from cardroom.house.reports.day_closing import DayClosing, ListedDay
from cardroom.house.reports.dispute_pages import ExplainedRound
from cardroom.house.reports.figure_records import FigureBehind
from cardroom.house.reports.hand_pays import HandPays
from cardroom.house.reports.papers import Paper
from cardroom.house.reports.pending_awards import PendingAward
from cardroom.house.reports.pending_requests import PendingRequest
from cardroom.house.reports.round_search import FoundRound
from cardroom.house.reports.slips import SlipPage, SlipReport
from cardroom.house.reports.table_exposure import ExposedTable
from cardroom.house.reports.win_pages import ListedWin, WinPage
from cardroom.house.reports.worklists import DueReport
from cardroom.house.runtime.demonstration_staff import DemonstrationStaff
from cardroom.house.runtime.identity.one_time_codes import HalfCode
from cardroom.house.views.lobby import LobbyTable, LobbyView
from cardroom.house.views.players.felt import Layout
from cardroom.house.views.players.past_rounds import PastRound, PlayedRound, ShownRound
from cardroom.house.views.players.play_sessions import PlayReview, PlaySession
from cardroom.house.views.players.tutorials import Lesson
from cardroom.house.views.staff.access import AccessView
from cardroom.house.views.staff.administration import StaffSession
from cardroom.house.views.staff.approval_conditions import ConditionsView
from cardroom.house.views.staff.cage import CageView
from cardroom.house.views.staff.command_previews import Preview
from cardroom.house.views.staff.duty import CardView, OnDuty
from cardroom.house.views.staff.payout_calculator import WagerPays
from cardroom.house.views.staff.pit import PitView
from cardroom.house.views.staff.promotions import PromotionsView
from cardroom.house.views.staff.table_bank import BankView
from cardroom.house.views.staff.terminal import TerminalView
from cardroom.lab.par_sheet.content import ParSheet
from cardroom.lab.queries.messages import (
    Audit,
    EditableGame,
    HandAnswer,
    HandQuestion,
    Overview,
    PriceAnswer,
    PriceQuestion,
    StrategyAnswer,
)
from cardroom.table.text.rulebook import RulesDocument
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
from cardroom.web.players.private_tables import GivenInvitation, InvitedTo, NewPrivateTable, PrivateTable
from cardroom.web.players.share_links import OwnLink
from cardroom.web.players.tutorials import KnownGame
from cardroom.web.staff.administration import AdministrationView
from cardroom.web.staff.audits import AuditView, SoftwareView
from cardroom.web.staff.conformity import ConformityView
from cardroom.web.staff.floor_in_force import FloorCheck, FloorView
from cardroom.web.staff.winner_data import Erased, WinnerView

ANSWERS: tuple[type, ...] = (
    GivenInvitation, InvitedTo, KnownGame, NewPrivateTable, PrivateTable,
    ArchivesView, AuditFound, AuditView, ChangesView, ConformityView, PersonStory, SoftwareView,
    BankAccounts, DayClosing, DueReport, FigureBehind, ListedDay, Paper,
    AdministrationView, StaffSession, FloorCheck, FloorView,
    AccessView, CardLogin, CardView, DemonstrationStaff, HalfCode, NewPin, NewTerminal, OnDuty, Redeemed, Redeeming,
    BankView, CageView, PromotionsView, HandPays, ListedCageCount, SlipPage, SlipReport, SlipView,
    ExposedTable, TerminalView, WagerPays, PitView, ConditionsView,
    Health, LobbyTable, LobbyView, Layout, ListedWin, MatrixRow, Me, PastRound, ShownRound,
    PendingAward, PendingRequest, PlayedRound, Problem,
    ExplainedRound, FoundRound, Lesson, Preview, RulesDocument, WinPage, WinnerView, Erased,
    OwnLink, PlayReview, ReplayLink, PlaySession,
    Audit, EditableGame, HandAnswer, HandQuestion, Overview, PriceAnswer, PriceQuestion, ParSheet, StrategyAnswer,
)  # fmt: skip
