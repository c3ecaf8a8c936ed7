"""Domain errors: a code for programs and a sentence that tells a person what to do."""

from __future__ import annotations


class CardroomError(Exception):
    """Something was asked that the rules or the configuration do not allow. Nothing has changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[CardroomError], tuple[str, str]]:
        """It may be raised in one process and told in another."""
        return type(self), (self.code, self.message)


def require_reason(reason: str, what: str) -> None:
    """What is put right, refunded or void stands in the record with a reason; blanks are none."""
    if not reason.strip():
        raise CardroomError("no-reason", f"Say why: {what} needs a reason for the record.")
