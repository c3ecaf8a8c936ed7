"""What happens in the house, on the streams of its tables and on its own: written by subject, found here."""

from __future__ import annotations

from cardroom.house.core.events.access import *  # noqa: F403
from cardroom.house.core.events.access import OfAccess
from cardroom.house.core.events.bank import *  # noqa: F403
from cardroom.house.core.events.bank import AnyOfSlip, AtBank
from cardroom.house.core.events.duty import *  # noqa: F403
from cardroom.house.core.events.duty import AtDuty, OfDuty
from cardroom.house.core.events.house import *  # noqa: F403
from cardroom.house.core.events.house import OfHouse
from cardroom.house.core.events.rounds import *  # noqa: F403
from cardroom.house.core.events.rounds import AroundRounds
from cardroom.house.core.events.tables import *  # noqa: F403
from cardroom.house.core.events.tables import AtTables
from cardroom.table.events import AnyEvent as RoundEvent

HouseTableEvent = AtTables | AtBank | AroundRounds | AtDuty
TableEvent = HouseTableEvent | RoundEvent
HouseEvent = OfHouse | OfAccess | OfDuty | AnyOfSlip
