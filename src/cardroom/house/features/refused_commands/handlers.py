"""Refusals that are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.house.features.refused_commands.messages import CountRefusals, RefusalsCounted

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def note(work: UnitOfWork, command: CountRefusals) -> None:
    work.in_house(RefusalsCounted(counts=command.counts))
