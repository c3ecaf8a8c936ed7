"""The table of flags."""

from __future__ import annotations

from cardroom.house.kernel.feature import Feature

FEATURE = Feature()
