"""All features of the house. Where several follow an event, they do so in this order: a day moves before the rest."""

from __future__ import annotations

from cardroom.house.features.access.feature import FEATURE as ACCESS
from cardroom.house.features.accounting.feature import FEATURE as ACCOUNTING
from cardroom.house.features.alerts.feature import FEATURE as ALERTS
from cardroom.house.features.approval_conditions.feature import FEATURE as CONDITIONS
from cardroom.house.features.awards.feature import FEATURE as AWARDS
from cardroom.house.features.backups.feature import FEATURE as BACKUPS
from cardroom.house.features.cage.feature import FEATURE as CAGE
from cardroom.house.features.chip_counts.feature import FEATURE as COUNTS
from cardroom.house.features.corrections.feature import FEATURE as CORRECTIONS
from cardroom.house.features.days.feature import FEATURE as DAYS
from cardroom.house.features.duty.feature import FEATURE as DUTY
from cardroom.house.features.floor_changes.feature import FEATURE as FLOOR_CHANGES
from cardroom.house.features.house_opening.feature import FEATURE as OPENING
from cardroom.house.features.jackpot_changes.feature import FEATURE as JACKPOT_CHANGES
from cardroom.house.features.log_upkeep.feature import FEATURE as LOG_UPKEEP
from cardroom.house.features.players.feature import FEATURE as PLAYERS
from cardroom.house.features.private_tables.feature import FEATURE as FRIENDS
from cardroom.house.features.promotions.feature import FEATURE as PROMOTIONS
from cardroom.house.features.refused_commands.feature import FEATURE as REFUSALS
from cardroom.house.features.reportable_events.feature import FEATURE as FLAGS
from cardroom.house.features.rounds.feature import FEATURE as ROUNDS
from cardroom.house.features.seats.feature import FEATURE as SEATS
from cardroom.house.features.slips.feature import FEATURE as SLIPS
from cardroom.house.features.staff_cards.feature import FEATURE as STAFF_CARDS
from cardroom.house.features.table_closing.feature import FEATURE as CLOSING
from cardroom.house.features.table_suspension.feature import FEATURE as TABLE_SUSPENSION
from cardroom.house.features.tables.feature import FEATURE as TABLES
from cardroom.house.features.winner_data.feature import FEATURE as WINNERS

FEATURES = (
    DAYS, DUTY, STAFF_CARDS, REFUSALS, ACCESS, FLAGS, CONDITIONS, CAGE, SLIPS, TABLES, AWARDS, WINNERS, PROMOTIONS,
    ROUNDS, TABLE_SUSPENSION, CLOSING, COUNTS, CORRECTIONS, FRIENDS, PLAYERS, SEATS, JACKPOT_CHANGES, ACCOUNTING,
    ALERTS, LOG_UPKEEP, FLOOR_CHANGES, OPENING, BACKUPS,
)  # fmt: skip
