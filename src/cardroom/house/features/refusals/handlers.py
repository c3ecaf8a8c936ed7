"""Refusals that are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.house.features.refusals.messages import CountRefusals, RefusalsCounted

if TYPE_CHECKING:
    from cardroom.house.engine.work import Work


def note(work: Work, command: CountRefusals) -> None:
    work.in_house(RefusalsCounted(counts=command.counts))
