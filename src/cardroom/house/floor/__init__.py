"""The floor: the plan of a card room, and the file it is made from."""

from cardroom.house.floor.chips import Chip, Chips, Rack, cut_into_chips, worth
from cardroom.house.floor.plan import Approvals, Cards, Dealer, Floor, Hours, Pays, TablePlan, Thresholds, Timers, Watch

__all__ = [
    "Approvals", "Cards", "Chip", "Chips", "Dealer", "Floor", "Hours", "Pays", "Rack", "TablePlan", "Thresholds",
    "Timers", "Watch", "cut_into_chips", "worth",
]  # fmt: skip
