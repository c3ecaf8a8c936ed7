"""What HTTP answers with, for the generated TypeScript: the browser application reads these and nothing else."""

from __future__ import annotations

from cardroom.house.features.slips.slip_views import SlipView
from cardroom.house.reports.audit_search import ArchivesView, AuditFound, PersonStory
from cardroom.house.reports.dispute_pages import ExplainedRound
from cardroom.house.reports.exposure import ExposedTable
from cardroom.house.reports.hand_pays import HandPays
from cardroom.house.reports.pending_awards import PendingAward
from cardroom.house.reports.pending_requests import PendingRequest
from cardroom.house.reports.round_search import FoundRound
from cardroom.house.reports.slips import SlipPage, SlipReport
from cardroom.house.reports.win_pages import ListedWin, WinPage
from cardroom.house.runtime.demonstration import DemonstrationStaff
from cardroom.house.runtime.one_time_codes import HalfCode
from cardroom.house.views.access import AccessView
from cardroom.house.views.bank import BankView
from cardroom.house.views.conditions import ConditionsView
from cardroom.house.views.duty import CardView, OnDuty
from cardroom.house.views.felt import Layout
from cardroom.house.views.history import PastRound, PlayedRound, ShownRound
from cardroom.house.views.lobby import LobbyTable, LobbyView
from cardroom.house.views.payout_calculator import WagerPays
from cardroom.house.views.pit import PitView
from cardroom.house.views.play_sessions import PlayReview, PlaySession
from cardroom.house.views.previews import Preview
from cardroom.house.views.terminal import TerminalView
from cardroom.house.views.tutorials import Lesson
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
from cardroom.web.staff.audits import AuditView, SoftwareView
from cardroom.web.staff.conformity import ConformityView
from cardroom.web.staff.winners import Erased, WinnerView

ANSWERS: tuple[type, ...] = (
    GivenInvitation, InvitedTo, KnownGame, NewPrivateTable, PrivateTable,
    ArchivesView, AuditFound, AuditView, ConformityView, PersonStory, SoftwareView,
    AccessView, CardLogin, CardView, DemonstrationStaff, HalfCode, NewPin, NewTerminal, OnDuty, Redeemed, Redeeming,
    BankView, HandPays, SlipPage, SlipReport, SlipView,
    ExposedTable, TerminalView, WagerPays, PitView, ConditionsView,
    Health, LobbyTable, LobbyView, Layout, ListedWin, MatrixRow, Me, PastRound, ShownRound,
    PendingAward, PendingRequest, PlayedRound, Problem,
    ExplainedRound, FoundRound, Lesson, Preview, RulesDocument, WinPage, WinnerView, Erased,
    OwnLink, PlayReview, ReplayLink, PlaySession,
    Audit, EditableGame, HandAnswer, HandQuestion, Overview, PriceAnswer, PriceQuestion, ParSheet, StrategyAnswer,
)  # fmt: skip
