"""Answers in words."""

from __future__ import annotations

from cardroom.house.conformity.requirement import Answer

ANSWERS = {
    Answer.HOLDS: "holds",
    Answer.FAILS: "does not hold",
    Answer.PERSON: "needs a person",
}
