"""Backups in words."""

from __future__ import annotations

from cardroom.house.features.backups.messages import BackupInHouse, BackupMade, BackupVerified, KeyCopiesNoted
from cardroom.house.kernel.feature_table import Noted


def significant(event: BackupInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case BackupMade():
            return f"{noted.by} makes the backup {event.name}, {event.size / 1e6:,.1f} MB."
        case BackupVerified():
            found = {0: "it is sound", 1: "there is one finding"}.get(event.findings, f"{event.findings} findings")
            return f"{noted.by} has the backup {event.name} verified: {found}."
        case KeyCopiesNoted():
            return f"{noted.by} notes where copies of the key {event.key} lie: {event.where}, seen on {event.seen}."
        case _:
            return ""
