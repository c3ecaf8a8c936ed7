"""Everything that can be asked of the house: written by subject, found here. Who may ask what is in `people.MATRIX`.

What is done at a table or at a console is carried whole, as that room has it. No command holds a secret: a staff card
or a password is looked at before it, and is not part of it.
"""

from __future__ import annotations

import msgspec

from cardroom.bounds import Name
from cardroom.house.core.commands.access import *  # noqa: F403
from cardroom.house.core.commands.access import AccessByItself, OfAccess
from cardroom.house.core.commands.bank import *  # noqa: F403
from cardroom.house.core.commands.bank import OfBank
from cardroom.house.core.commands.duty import *  # noqa: F403
from cardroom.house.core.commands.duty import OnDuty
from cardroom.house.core.commands.house import *  # noqa: F403
from cardroom.house.core.commands.house import AboutHouse, ByItself
from cardroom.house.core.commands.jackpots import *  # noqa: F403
from cardroom.house.core.commands.jackpots import OfJackpots, TakeReturn
from cardroom.house.core.commands.players import *  # noqa: F403
from cardroom.house.core.commands.players import OfPlayers
from cardroom.house.core.commands.root import Command
from cardroom.house.core.commands.rounds import *  # noqa: F403
from cardroom.house.core.commands.rounds import AtConsole, CorrectRound, InLog, OfRounds, PrintRound

# What people send.
Sent = OfPlayers | OfRounds | OnDuty | OfBank | OfJackpots | AboutHouse | OfAccess


class Lent(Command, frozen=True, tag="Lent"):
    """An act on the authority of a staff card that was swiped where somebody is signed in. Only the server makes it.

    The record is the card holder's. Who is signed in stays so.
    """

    to: Name  # who is signed in
    command: Sent


# What the house itself does besides.
OfTheHouse = Lent | ByItself | AccessByItself
AnyCommand = Sent | OfTheHouse


def act_of(command: AnyCommand) -> AnyCommand:
    """What is done, whosever card it is done with."""
    return command.command if isinstance(command, Lent) else command


def as_sent(command: AnyCommand) -> AnyCommand:
    """Without what the server has looked up for it, so that the same command is known again."""
    match command:
        case CorrectRound(found=InLog()):
            return msgspec.structs.replace(command, found=None)
        case PrintRound(prints=int()):
            return msgspec.structs.replace(command, prints=None)
        case TakeReturn(person=str()):
            return msgspec.structs.replace(command, person=None)
        case Lent():
            return msgspec.structs.replace(command, command=as_sent(command.command))
        case _:
            return command


def table_of(command: AnyCommand) -> str:
    """The table that something is done at; "" where it concerns none."""
    act = act_of(command)
    table: str = act.press.table if isinstance(act, AtConsole) else getattr(act, "table", "")
    return table
