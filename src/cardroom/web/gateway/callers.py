"""Who is calling: someone with a session, an enrolled terminal, or a stranger from some address."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from cardroom.house.kernel.people import Person, Role

IPV6_PREFIX = 64  # what one household or one machine is given


class Caller(msgspec.Struct, frozen=True, kw_only=True):
    address: str  # of IPv6 the network
    session: str = ""  # its hash
    person: Person | None = None  # whose session it is
    terminal: str = ""  # the name of an enrolled one
    card: str = ""  # the number of the one that the session was opened with

    @property
    def is_known(self) -> bool:
        """With an account or at an enrolled terminal: strangers at the same address are no business of theirs."""
        return bool(self.terminal) or (self.person is not None and self.person.role is not Role.GUEST)

    @property
    def is_guest(self) -> bool:
        """With a session that anyone gets for a click."""
        return not self.is_known and self.person is not None

    @property
    def is_stranger(self) -> bool:
        return not self.is_known and self.person is None

    @property
    def key(self) -> str:
        """Whose allowance is used. Several sessions of one person give no more than one."""
        return f"person:{self.person.id}" if self.person is not None else self.source

    @property
    def source(self) -> str:
        """Where it comes from, whoever it is."""
        return f"terminal:{self.terminal}" if self.terminal else self.address


def network_of(host: str) -> str:
    """An address as limits see it: of IPv6 the network, since one caller has all of it."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, IPV6_PREFIX), strict=False))


def caller_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Caller:
    """As the door has found out."""
    caller: Caller = connection.scope["state"]["caller"]
    return caller
