"""Another floor for the house, asked for by one person and approved by another of a different line."""

from __future__ import annotations

from cardroom.bounds import Name, Text
from cardroom.documents import Hash
from cardroom.house.kernel.messages import Command, Event


class AskFloor(Command, frozen=True, tag="AskFloor"):
    """The house is to open on this floor from its next start on. Only the server makes it, of a checked file."""

    floor: Hash
    source: Name  # the name of the file
    why: Text


class ApproveFloor(Command, frozen=True, tag="ApproveFloor"):
    """Approve a floor that somebody of another line has asked for."""

    request: Name


class DeclineFloor(Command, frozen=True, tag="DeclineFloor"):
    """Decline a floor that somebody else has asked for, or take back what one has asked for oneself."""

    request: Name


class FloorAsked(Event, frozen=True, kw_only=True, tag="FloorAsked"):
    """A floor that a person of another line has to approve."""

    request: str
    floor: Hash
    source: str
    why: str


class FloorAnswered(Event, frozen=True, kw_only=True, tag="FloorAnswered"):
    """Once approved, the house opens on it at its next start."""

    request: str
    floor: Hash
    asked_by: str
    approved: bool


FloorCommand = ApproveFloor | DeclineFloor
FloorByHouse = AskFloor
FloorInHouse = FloorAsked | FloorAnswered
