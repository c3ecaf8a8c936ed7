"""What happens in the house, on the streams of its tables and on its own: each feature's own events, summed."""

from __future__ import annotations

from cardroom.house.features.access.messages import *  # noqa: F403
from cardroom.house.features.access.messages import AccessInHouse
from cardroom.house.features.accounting.messages import *  # noqa: F403
from cardroom.house.features.accounting.messages import AccountingInHouse
from cardroom.house.features.alerts.messages import *  # noqa: F403
from cardroom.house.features.alerts.messages import AlertInHouse
from cardroom.house.features.approval_conditions.messages import *  # noqa: F403
from cardroom.house.features.approval_conditions.messages import ConditionInHouse
from cardroom.house.features.backups.messages import *  # noqa: F403
from cardroom.house.features.backups.messages import BackupInHouse
from cardroom.house.features.cage.messages import *  # noqa: F403
from cardroom.house.features.cage.messages import CageInHouse
from cardroom.house.features.chip_counts.messages import *  # noqa: F403
from cardroom.house.features.chip_counts.messages import CountAtTable
from cardroom.house.features.corrections.messages import *  # noqa: F403
from cardroom.house.features.corrections.messages import CorrectionAtTable
from cardroom.house.features.days.messages import *  # noqa: F403
from cardroom.house.features.days.messages import DayInHouse
from cardroom.house.features.duty.messages import *  # noqa: F403
from cardroom.house.features.duty.messages import DutyAtTable
from cardroom.house.features.floor_changes.messages import *  # noqa: F403
from cardroom.house.features.floor_changes.messages import FloorInHouse
from cardroom.house.features.house_opening.messages import *  # noqa: F403
from cardroom.house.features.house_opening.messages import OpeningInHouse
from cardroom.house.features.jackpot_changes.messages import *  # noqa: F403
from cardroom.house.features.jackpot_changes.messages import JackpotChangeInHouse
from cardroom.house.features.log_upkeep.messages import *  # noqa: F403
from cardroom.house.features.log_upkeep.messages import LogInHouse
from cardroom.house.features.players.messages import *  # noqa: F403
from cardroom.house.features.players.messages import PlayerInHouse
from cardroom.house.features.private_tables.messages import *  # noqa: F403
from cardroom.house.features.private_tables.messages import FriendsAtTable
from cardroom.house.features.promotions.messages import *  # noqa: F403
from cardroom.house.features.promotions.messages import PromotionAtTable, PromotionInHouse
from cardroom.house.features.refused_commands.messages import *  # noqa: F403
from cardroom.house.features.refused_commands.messages import RefusalInHouse
from cardroom.house.features.reportable_events.messages import *  # noqa: F403
from cardroom.house.features.reportable_events.messages import FlagInHouse
from cardroom.house.features.rounds.messages import *  # noqa: F403
from cardroom.house.features.rounds.messages import RoundAtTable
from cardroom.house.features.slips.messages import *  # noqa: F403
from cardroom.house.features.slips.messages import SlipAtTable, SlipInHouse
from cardroom.house.features.staff_cards.messages import *  # noqa: F403
from cardroom.house.features.staff_cards.messages import StaffCardInHouse
from cardroom.house.features.table_suspension.messages import *  # noqa: F403
from cardroom.house.features.table_suspension.messages import SuspensionAtTable
from cardroom.house.features.tables.messages import *  # noqa: F403
from cardroom.house.features.tables.messages import TableAtTable
from cardroom.house.features.winner_data.messages import *  # noqa: F403
from cardroom.house.features.winner_data.messages import WinnerInHouse
from cardroom.table.events import AnyEvent as RoundEvent

HouseTableEvent = (
    DutyAtTable
    | SlipAtTable
    | TableAtTable
    | RoundAtTable
    | SuspensionAtTable
    | CountAtTable
    | CorrectionAtTable
    | FriendsAtTable
    | PromotionAtTable
)
TableEvent = HouseTableEvent | RoundEvent
HouseEvent = (
    StaffCardInHouse
    | RefusalInHouse
    | AccessInHouse
    | ConditionInHouse
    | FlagInHouse
    | SlipInHouse
    | CageInHouse
    | PromotionInHouse
    | WinnerInHouse
    | PlayerInHouse
    | JackpotChangeInHouse
    | AlertInHouse
    | LogInHouse
    | DayInHouse
    | OpeningInHouse
    | AccountingInHouse
    | BackupInHouse
    | FloorInHouse
)
