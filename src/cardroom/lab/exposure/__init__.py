"""What a table may have to pay, and in what band its win must lie: one place for pit, reports and sheets."""

from cardroom.lab.exposure.hold_bands import HoldBand, estimated_band, hold_band
from cardroom.lab.exposure.table_risk import Regret, RegretKind, TableExposure, WagerExposure, table_exposure
from cardroom.lab.exposure.wager_prices import Price, Prices, prices_of

__all__ = [
    "HoldBand", "Price", "Prices", "Regret", "RegretKind", "TableExposure", "WagerExposure",
    "estimated_band", "hold_band", "prices_of", "table_exposure",
]  # fmt: skip
