"""The OpenAPI document. What is sent in is described by msgspec itself, which knows every limit it will hold it to."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Request, Router
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.openapi.plugins import JsonRenderPlugin

from cardroom.lab.queries.messages import HandQuestion, PriceQuestion
from cardroom.web.messages import Login, NewPassword, NewTerminal, Redeeming, Submit


async def build_schema(request: Request[Any, Any, Any]) -> None:
    """Whoever asks first waits until all is described; the tables do not wait for it."""
    await asyncio.to_thread(request.app.plugins.get(OpenAPIPlugin).provide_openapi_schema)


def documents() -> Router:
    return Router("/schema", route_handlers=[], include_in_schema=False, before_request=build_schema)


class OpenApiDocument(JsonRenderPlugin):
    _rendered: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._rendered is None:
            self._rendered = self._render(request, openapi_schema)
        return self._rendered

    def _render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        sent_in = (Submit, Login, NewPassword, Redeeming, NewTerminal, HandQuestion, PriceQuestion)
        _, exact = msgspec.json.schema_components(sent_in, ref_template="#/components/schemas/{name}")
        components = openapi_schema["components"]
        described = components | {"schemas": dict(components["schemas"]) | exact}
        return super().render(request, openapi_schema | {"components": described})
