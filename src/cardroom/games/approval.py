"""What a game is approved by, and under which conditions: the letters of approval, and what the sheets ask beside."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

import msgspec


class Venue(StrEnum):
    """Where a game is offered. A letter has conditions of its own for each."""

    COMMERCIAL = "commercial"
    TRIBAL = "tribal"


class ApprovalCondition(msgspec.Struct, frozen=True):
    """What has to be on file before a game is offered; each with a document that shows it."""

    id: str  # within its game
    text: str  # names and versions as the sheet prints them
    venue: Venue | None = None  # None: wherever it is offered
    only_if: str = ""  # it is asked for in this case only, which the operator knows
    wager: str = ""  # likewise, where this wager is offered


class Approval(msgspec.Struct, frozen=True, kw_only=True):
    """A regulator's letter."""

    authority: str
    day: date
    submission: int
    rules: str  # which version of them it approves
    conditions: tuple[ApprovalCondition, ...]

    def __str__(self) -> str:
        day = f"{self.day.day} {self.day:%B %Y}"
        return f"approved by the {self.authority}, {day}, submission {self.submission}"


def condition_scope(condition: ApprovalCondition) -> str:
    """Where, or in which case, a condition has to be met.

    >>> condition_scope(PLAIN_DISPLAY), condition_scope(_IN_WASHINGTON[0])
    ('everywhere', 'commercial')
    """
    return f"if {condition.only_if}" if condition.only_if else str(condition.venue or "everywhere")


WASHINGTON = "Washington State Gambling Commission"

_IN_WASHINGTON = (
    ApprovalCondition(
        "internal-controls",
        "The room has submitted its internal controls for this game, and the Commission has approved them, before the"
        " game is first played.",
        Venue.COMMERCIAL,
    ),
    ApprovalCondition(
        "licensed-makers",
        "Whoever makes or distributes the layouts, or any other equipment of the game, was licensed by the state before"
        " it was sold.",
        Venue.COMMERCIAL,
    ),
    ApprovalCondition(
        "tribal-approval",
        "The Tribal Gaming Operation has asked its Tribal Gaming Agency for approval, and has it.",
        Venue.TRIBAL,
    ),
    ApprovalCondition(
        "state-concurrence",
        "The Tribal Gaming Agency has sought the Commission's concurrence before it let the game be played.",
        Venue.TRIBAL,
    ),
    ApprovalCondition(
        "compact-supplement",
        "What the Tribe sent to the Commission has the approved rules and all supplemental information that the"
        " Tribal-State Compact, Appendix A, Section 18, asks for.",
        Venue.TRIBAL,
    ),
    ApprovalCondition(
        "certified-makers",
        "Whoever makes or distributes the layouts, or any other equipment of the game, was certified by the state and"
        " licensed by the Tribe before it was sold.",
        Venue.TRIBAL,
    ),
)


def _as_enclosed(rules: str) -> ApprovalCondition:
    return ApprovalCondition(
        "rules-in-force", f"The game is played and operated as {rules} say; staff and players have them at hand."
    )


def _letter(day: date, submission: int, rules: str) -> Approval:
    conditions = (_as_enclosed(rules), *_IN_WASHINGTON)
    return Approval(authority=WASHINGTON, day=day, submission=submission, rules=rules, conditions=conditions)


SUBMISSION_3119 = _letter(
    date(2023, 6, 14), 3119, "the rules provided on 5 May and 5 June 2023 and enclosed with the letter"
)
SUBMISSION_3151 = _letter(date(2024, 2, 1), 3151, "the rules enclosed with the letter")

NO_APPROVAL = ApprovalCondition(
    "own-approval",
    "This game's file carries no approval. The regulator has approved the game, its rules and its pay tables for this"
    " room.",
)


# --- equipment, as several sheets print it ----------------------------------------------------------------------------

KEYPAD_SYSTEM = ApprovalCondition(
    "keypad-system",
    "The jackpot is run by the approved Light and Wonder progressive system of these components and versions: Game"
    " Manager v6.6 Build 520 or higher, Aquarius Controller v6.5.6SP, Coin Spot v6.0, and displays CHAM2+ v1.66P$ or"
    " ViPS v1.2.0 or higher.",
)

PLAIN_DISPLAY = ApprovalCondition(
    "plain-display",
    "Jackpot displays have no intelligence or functionality of their own, and no network, wired or wireless.",
)
