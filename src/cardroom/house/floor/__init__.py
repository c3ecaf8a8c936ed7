"""The floor: the plan of a card room, and the file it is made from."""

from cardroom.house.floor.plan import Approvals, Cards, Dealer, Floor, Hours, TablePlan, Thresholds, Timers

__all__ = ["Approvals", "Cards", "Dealer", "Floor", "Hours", "TablePlan", "Thresholds", "Timers"]
