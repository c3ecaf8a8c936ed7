"""The OpenAPI document. What is sent in is described by msgspec itself, which knows every limit it will hold it to."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, Router
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.serialization import encode_json

from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.lab.queries.messages import HandQuestion, PriceQuestion
from cardroom.web.fixed_documents import COMPRESSED_ALREADY, FixedDocument
from cardroom.web.messages import Login, NewPassword, NewTerminal, Redeeming, Submit

ADDRESSES = ("/schema", "/schema/openapi.json")


def documents(*, is_demonstration: bool) -> Router:
    document = FixedDocument("application/vnd.oai.openapi+json", lambda: _made_by_a_worker(is_demonstration))

    async def answer(request: Request[Any, Any, Any]) -> Response[bytes] | None:
        """In the place of the framework's own, which is made in the loop; other addresses it refuses itself."""
        return await document.answer(request) if request.url.path.rstrip("/") in ADDRESSES else None

    options = {COMPRESSED_ALREADY: True}
    return Router("/schema", route_handlers=[], include_in_schema=False, before_request=answer, opt=options)


async def _made_by_a_worker(is_demonstration: bool) -> bytes:
    """It takes half a second of Python, in which a thread would hold up every commit."""
    worker = LabProcess()
    try:
        return await worker.ask(openapi_document, is_demonstration)
    finally:
        worker.close()


def openapi_document(is_demonstration: bool) -> bytes:
    """Of an application that nothing is behind: its addresses are those of any house."""
    from cardroom.web.app import create_app

    app = create_app(None, None, demonstration="any" if is_demonstration else "")  # type: ignore[arg-type]
    document: bytes = encode_json(_with_what_is_sent_in(app.plugins.get(OpenAPIPlugin).provide_openapi_schema()))
    return document


def _with_what_is_sent_in(schema: dict[str, Any]) -> dict[str, Any]:
    sent_in = (Submit, Login, NewPassword, Redeeming, NewTerminal, HandQuestion, PriceQuestion)
    _, exact = msgspec.json.schema_components(sent_in, ref_template="#/components/schemas/{name}")
    components = schema["components"]
    return schema | {"components": components | {"schemas": dict(components["schemas"]) | exact}}


class OpenApiDocument(JsonRenderPlugin):
    """Whose addresses the framework needs; `documents` answers at them."""
