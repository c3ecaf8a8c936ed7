"""The OpenAPI document. What is sent in is described by msgspec itself, which knows every limit it will hold it to."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from cardroom.lab.answers import HandQuestion, PriceQuestion
from cardroom.web.messages import Login, NewPassword, NewStaff, NewTerminal, Submit


class OpenApiDocument(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        sent_in = (Submit, Login, NewPassword, NewStaff, NewTerminal, HandQuestion, PriceQuestion)
        _, exact = msgspec.json.schema_components(sent_in, ref_template="#/components/schemas/{name}")
        components = openapi_schema["components"]
        described = components | {"schemas": dict(components["schemas"]) | exact}
        return super().render(request, openapi_schema | {"components": described})
