"""Another floor is asked for and answered. It is tried out as a start of the house would, and takes effect at one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.documents import Hash
from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.floor_changes.messages import (
    ApproveFloor,
    AskFloor,
    DeclineFloor,
    FloorAnswered,
    FloorAsked,
)
from cardroom.house.features.house_opening.handlers import open_house
from cardroom.house.features.house_opening.messages import OpenHouse
from cardroom.house.kernel.dual_control import require_two
from cardroom.house.kernel.people import ADMINISTRATION

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork

NOT_NOW = frozenset({"round-in-play", "game-in-progress"})  # what is over when the house starts again


def ask(work: UnitOfWork, command: AskFloor) -> None:
    """What the house could not open on is refused at once."""
    require_reason(command.why, "another floor")
    if work.house.floor_request is not None:
        raise CardroomError(
            "floor-asked",
            f"{work.house.floor_request.request} for another floor waits already: have it answered first.",
        )
    approved = work.house.approved_floor
    coming = work.house.documents.add(work.house.floor) if approved is None else approved.floor
    if command.floor == coming:
        raise CardroomError("no-change", "That is the floor which the house opens on anyway: nothing would change.")
    _try_out(work, command.floor)
    request = f"request-{work.house.position + 1}"
    work.in_house(FloorAsked(request=request, floor=command.floor, source=command.source, why=command.why))


def _try_out(work: UnitOfWork, floor: Hash) -> None:
    documents = work.house.documents
    known, tried = documents.mark(), work.trial()
    try:
        open_house(tried, OpenHouse(floor))
    except CardroomError as error:
        if error.code not in NOT_NOW:
            raise
    finally:
        tried.put_back()
        documents.go_back_to(known)


def answer(work: UnitOfWork, command: ApproveFloor | DeclineFloor) -> None:
    request = work.house.floor_request
    if request is None or request.request != command.request:
        raise CardroomError("unknown-request", f"No request “{command.request}” waits for an answer.")
    approved = isinstance(command, ApproveFloor)
    if approved:
        require_two(work.house, request.asked_by, work.by, of_two_lines=True, among=ADMINISTRATION)
        _try_out(work, request.floor)
    work.in_house(
        FloorAnswered(request=request.request, floor=request.floor, asked_by=request.asked_by, approved=approved)
    )
