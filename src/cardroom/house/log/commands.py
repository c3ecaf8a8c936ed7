"""Everything that can be asked of the house: each feature's own commands, summed. Who may send what is in its table.

What is done at a table or at a console is carried whole, as that package has it. No command holds a secret: a staff
card or a password is checked before, and is not part of it.
"""

from __future__ import annotations

import msgspec

from cardroom.bounds import Name
from cardroom.house.features.access.messages import *  # noqa: F403
from cardroom.house.features.access.messages import AccessByHouse, AccessCommand
from cardroom.house.features.accounting.messages import *  # noqa: F403
from cardroom.house.features.accounting.messages import AccountingCommand
from cardroom.house.features.alerts.messages import *  # noqa: F403
from cardroom.house.features.alerts.messages import AlertByHouse, AlertCommand
from cardroom.house.features.approval_conditions.messages import *  # noqa: F403
from cardroom.house.features.approval_conditions.messages import ConditionCommand
from cardroom.house.features.awards.messages import *  # noqa: F403
from cardroom.house.features.awards.messages import AwardCommand, TakeReturn
from cardroom.house.features.backups.messages import *  # noqa: F403
from cardroom.house.features.backups.messages import BackupByHouse, BackupCommand
from cardroom.house.features.cage.messages import *  # noqa: F403
from cardroom.house.features.cage.messages import CageCommand
from cardroom.house.features.chip_counts.messages import *  # noqa: F403
from cardroom.house.features.chip_counts.messages import CountCommand
from cardroom.house.features.corrections.messages import *  # noqa: F403
from cardroom.house.features.corrections.messages import CorrectionCommand, CorrectRound, InLog, PrintRound
from cardroom.house.features.days.messages import *  # noqa: F403
from cardroom.house.features.days.messages import DayCommand
from cardroom.house.features.duty.messages import *  # noqa: F403
from cardroom.house.features.duty.messages import DutyCommand
from cardroom.house.features.floor_changes.messages import *  # noqa: F403
from cardroom.house.features.floor_changes.messages import FloorByHouse, FloorCommand
from cardroom.house.features.house_opening.messages import *  # noqa: F403
from cardroom.house.features.house_opening.messages import OpeningByHouse
from cardroom.house.features.jackpot_changes.messages import *  # noqa: F403
from cardroom.house.features.jackpot_changes.messages import JackpotChangeCommand
from cardroom.house.features.log_upkeep.messages import *  # noqa: F403
from cardroom.house.features.log_upkeep.messages import LogByHouse
from cardroom.house.features.players.messages import *  # noqa: F403
from cardroom.house.features.players.messages import PlayerByHouse, PlayerCommand
from cardroom.house.features.private_tables.messages import *  # noqa: F403
from cardroom.house.features.private_tables.messages import FriendsByHouse, FriendsCommand
from cardroom.house.features.promotions.messages import *  # noqa: F403
from cardroom.house.features.promotions.messages import PromotionCommand
from cardroom.house.features.refused_commands.messages import *  # noqa: F403
from cardroom.house.features.refused_commands.messages import RefusalByHouse
from cardroom.house.features.rounds.messages import *  # noqa: F403
from cardroom.house.features.rounds.messages import RoundByHouse, RoundCommand
from cardroom.house.features.seats.messages import *  # noqa: F403
from cardroom.house.features.seats.messages import SeatCommand
from cardroom.house.features.slips.messages import *  # noqa: F403
from cardroom.house.features.slips.messages import SlipCommand
from cardroom.house.features.staff_cards.messages import *  # noqa: F403
from cardroom.house.features.staff_cards.messages import StaffCardByHouse, StaffCardCommand
from cardroom.house.features.table_closing.messages import *  # noqa: F403
from cardroom.house.features.table_closing.messages import ClosingByHouse, ClosingCommand
from cardroom.house.features.table_suspension.messages import *  # noqa: F403
from cardroom.house.features.table_suspension.messages import SuspensionCommand
from cardroom.house.features.tables.messages import *  # noqa: F403
from cardroom.house.features.tables.messages import TableCommand
from cardroom.house.features.winner_data.messages import *  # noqa: F403
from cardroom.house.features.winner_data.messages import WinnerByHouse
from cardroom.house.kernel.messages import Command, Permission

# What people send.
Sent = (
    SeatCommand
    | PlayerCommand
    | FriendsCommand
    | RoundCommand
    | CorrectionCommand
    | DutyCommand
    | SuspensionCommand
    | StaffCardCommand
    | AlertCommand
    | TableCommand
    | ClosingCommand
    | CountCommand
    | SlipCommand
    | CageCommand
    | PromotionCommand
    | AwardCommand
    | JackpotChangeCommand
    | DayCommand
    | AccessCommand
    | ConditionCommand
    | AccountingCommand
    | BackupCommand
    | FloorCommand
)


class Lent(Command, frozen=True, tag="Lent"):
    """An act on the authority of a staff card that was swiped where somebody is signed in. Only the server makes it.

    The record is the card holder's. Who is signed in stays so.
    """

    to: Name  # who is signed in
    command: Sent

    @property
    def act(self) -> Sent:
        return self.command

    @property
    def target(self) -> str:
        return self.command.target

    @property
    def permission(self) -> Permission:
        return self.command.permission


# What the house itself does besides.
OfTheHouse = (
    Lent
    | StaffCardByHouse
    | RefusalByHouse
    | AccessByHouse
    | WinnerByHouse
    | RoundByHouse
    | ClosingByHouse
    | FriendsByHouse
    | PlayerByHouse
    | AlertByHouse
    | LogByHouse
    | OpeningByHouse
    | BackupByHouse
    | FloorByHouse
)
AnyCommand = Sent | OfTheHouse


def without_lookups(command: AnyCommand) -> AnyCommand:
    """Without what the server has looked up for it, so that the same command is known again."""
    match command:
        case CorrectRound(found=InLog()):
            return msgspec.structs.replace(command, found=None)
        case PrintRound(prints=int()):
            return msgspec.structs.replace(command, prints=None)
        case TakeReturn(person=str()):
            return msgspec.structs.replace(command, person=None)
        case Lent():
            return msgspec.structs.replace(command, command=without_lookups(command.command))
        case _:
            return command
