"""HTTP for conformity: what regulators require, answered for this house by a process of its own."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post

from cardroom.errors import CardroomError
from cardroom.house.conformity.statement import Statement, statement_as_pdf
from cardroom.house.engine.permissions import require_reader
from cardroom.house.kernel.people import Person
from cardroom.house.log import commands as c
from cardroom.house.runtime.examinations import Examining
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn
from cardroom.web.staff.pdf_responses import printed


class ConformityView(msgspec.Struct, frozen=True, kw_only=True):
    examining: Examining
    statement: Statement | None  # the last one of this server


@get("/api/conformity", summary="The last statement of conformity, and how far the next one is")
async def conformity(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> ConformityView:
    """For accounting, executives, administrators, auditors and regulators."""
    _require_reader(signed_in)
    await desk.gate.spend(caller, Effort.READ)
    return _view(desk)


@post("/api/conformity", summary="Answer every requirement anew", status_code=202)
async def examine(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> ConformityView:
    """From the first record on, and the house as it stands."""
    _require_reader(signed_in)
    desk.gate.require(desk.gate.commands, signed_in.id)
    await desk.gate.spend(caller, Effort.LONG_READ)
    desk.examiner.examine(desk.hub.slowest_display)
    return _view(desk)


@get("/api/conformity/statement.pdf", summary="The last statement, to be signed", media_type="application/pdf")
async def statement_pdf(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> Response[bytes]:
    _require_reader(signed_in)
    await desk.gate.spend(caller, Effort.LONG_READ)
    if (statement := desk.examiner.statement) is None:
        raise CardroomError("no-statement", "No requirement has been answered yet: have them answered first.")
    return printed(await in_thread(READING, statement_as_pdf, statement), "statement-of-conformity")


def _view(desk: Desk) -> ConformityView:
    return ConformityView(examining=desk.examiner.standing, statement=desk.examiner.statement)


def _require_reader(person: Person) -> None:
    require_reader(person, c.FileCondition)
