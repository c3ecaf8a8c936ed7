"""A port of one's own on this machine."""

import socket


def listening() -> socket.socket:
    """asyncio sends small answers at once only where TCP is asked for by name: else each waits 40 ms for the last."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(256)
    return listener
