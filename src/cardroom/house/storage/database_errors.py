"""What can go wrong with a database while a house runs on it."""

from __future__ import annotations

from cardroom.errors import CardroomError


class AwayError(CardroomError):
    """It cannot be reached or written just now; whether the last transaction was carried out is not known."""

    def __init__(self, why: str) -> None:
        super().__init__("database-away", f"The house waits for its database ({why}). Nothing is lost; try again soon.")
        self.why = why


class EndedError(CardroomError):
    """This server can never write this log again."""


def lost(owner: str) -> EndedError:
    return EndedError("not-owner", f"The house has gone over to another server ({owner or 'unknown'}); this one stops.")


def replaced(file: object) -> EndedError:
    return EndedError("database-replaced", f"The database {file} has been deleted or replaced under the running house.")


def moved_on(position: int) -> EndedError:
    return EndedError("log-moved", f"The log is not as this server left it at record {position:,}; it stops.")
