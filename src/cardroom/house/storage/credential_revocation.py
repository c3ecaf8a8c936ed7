"""Passwords, PINs, one-time codes and sessions follow the log: what a record ends is gone in its own transaction."""

from __future__ import annotations

import sqlalchemy as sa

from cardroom.house.log import events as e
from cardroom.house.storage import schema

# Before the name of a terminal and the number of a card, where sessions have their holder; a person's id has no colon.
TERMINAL, CARD = "terminal:", "card:"


def end_credentials(connection: sa.Connection, event: e.HouseEvent) -> None:
    match event:
        case e.AccountInvited():
            _forget_codes(connection, event.person)
            if event.sets_password:
                _forget_secrets(connection, event.person)
                _end_sessions(connection, event.person)
        case e.CodeRedeemed():
            _forget_codes(connection, event.person)
        case e.AccountEnded():
            _forget_codes(connection, event.person)
            _forget_secrets(connection, event.person)
            _end_sessions(connection, event.person)
        case e.AccountSuspended() | e.RoleChanged() | e.PasswordChanged():
            _end_sessions(connection, event.person)
        case e.CardRevoked():
            _end(connection, schema.sessions.c.person == CARD + event.number)
        case e.SessionClosed():
            token = schema.sessions.c.token
            _end(connection, token.startswith(event.session, autoescape=True) & _is_of(event.person))
        case e.TerminalRemoved():
            _end(connection, schema.sessions.c.person == TERMINAL + event.name)
        case _:
            pass


def _end(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    connection.execute(sa.delete(schema.sessions).where(which))


def _end_sessions(connection: sa.Connection, person: str) -> None:
    _end(connection, _is_of(person))


def _is_of(person: str) -> sa.ColumnElement[bool]:
    """Sessions by password, and those by any card of the person."""
    cards = sa.select(sa.literal(CARD) + schema.cards.c.number).where(schema.cards.c.person == person)
    holder = schema.sessions.c.person
    return (holder == person) | holder.in_(cards)


def _forget_codes(connection: sa.Connection, person: str) -> None:
    connection.execute(sa.delete(schema.codes).where(schema.codes.c.person == person))


def _forget_secrets(connection: sa.Connection, person: str) -> None:
    connection.execute(sa.delete(schema.credentials).where(schema.credentials.c.person == person))
    connection.execute(sa.update(schema.cards).where(schema.cards.c.person == person).values(pin=None))
