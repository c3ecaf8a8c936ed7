"""HTTP, OpenAPI and WebSocket in front of the house."""

from cardroom.web.app import create_app

__all__ = ["create_app"]
