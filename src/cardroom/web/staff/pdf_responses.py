"""What lists and prints of the staff's papers have in common over HTTP."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

OfDay = Annotated[
    str | None,
    QueryParameter(
        pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="Like 2026-11-15; the one that is on if left out."
    ),
]


def printed(pdf: bytes, name: str) -> Response[bytes]:
    """A print, to be looked at in the browser and saved under this name."""
    disposition = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=disposition)
