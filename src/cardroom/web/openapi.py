"""The OpenAPI document. What is sent in is described by msgspec itself, which knows every limit it will hold it to."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.openapi.plugins import JsonRenderPlugin

from cardroom.lab.answers import HandQuestion, PriceQuestion
from cardroom.web.messages import Login, NewPassword, NewStaff, NewTerminal, Submit


def prepare(app: Litestar) -> None:
    """Describe everything before anyone asks: it takes a quarter of a second, in which no table is dealt."""
    app.plugins.get(OpenAPIPlugin).provide_openapi_schema()


class OpenApiDocument(JsonRenderPlugin):
    _rendered: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._rendered is None:
            self._rendered = self._render(request, openapi_schema)
        return self._rendered

    def _render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        sent_in = (Submit, Login, NewPassword, NewStaff, NewTerminal, HandQuestion, PriceQuestion)
        _, exact = msgspec.json.schema_components(sent_in, ref_template="#/components/schemas/{name}")
        components = openapi_schema["components"]
        described = components | {"schemas": dict(components["schemas"]) | exact}
        return super().render(request, openapi_schema | {"components": described})
