"""Winners' data beside the log, each encrypted by a key of its own; without the key it is nothing any more."""

from __future__ import annotations

import base64
import os

import msgspec
import sqlalchemy as sa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cardroom.house.features.winner_data.state import Winner
from cardroom.house.storage import schema
from cardroom.house.storage.store import Store

DATA, KEYS = schema.winners, schema.winner_keys
_NONCE = 12  # bytes


def keep_winner(store: Store, link: str, win: str, winner: Winner) -> None:
    """In the place of what was told before, by a key that was never used."""
    key, nonce = AESGCM.generate_key(256), os.urandom(_NONCE)
    body = nonce + AESGCM(key).encrypt(nonce, msgspec.json.encode(winner), _whose(link, win))
    with store.writing() as connection:
        for table in (KEYS, DATA):
            connection.execute(sa.delete(table).where(table.c.link == link, table.c.win == win))
        connection.execute(KEYS.insert().values(link=link, win=win, key=_text(key)))
        connection.execute(DATA.insert().values(link=link, win=win, body=_text(body)))


def find_winner(store: Store, link: str, win: str) -> Winner | None:
    """None: nothing was told, or it is erased."""
    with store.connecting() as connection:
        row = connection.execute(
            sa.select(DATA.c.body, KEYS.c.key)
            .join(KEYS, sa.and_(KEYS.c.link == DATA.c.link, KEYS.c.win == DATA.c.win))
            .where(DATA.c.link == link, DATA.c.win == win)
        ).first()
    if row is None:
        return None
    key, body = base64.b64decode(row.key), base64.b64decode(row.body)
    told = AESGCM(key).decrypt(body[:_NONCE], body[_NONCE:], _whose(link, win))
    return msgspec.json.decode(told, type=Winner)


def has_winner_record(store: Store, link: str, win: str) -> bool:
    """Also what nobody can read any more."""
    with store.connecting() as connection:
        return (
            connection.execute(sa.select(DATA.c.win).where(DATA.c.link == link, DATA.c.win == win)).first() is not None
        )


def erase_winner(store: Store, link: str, win: str) -> None:
    """The key is destroyed. What it was for stays, as letters that mean nothing."""
    with store.writing() as connection:
        connection.execute(sa.delete(KEYS).where(KEYS.c.link == link, KEYS.c.win == win))


def _whose(link: str, win: str) -> bytes:
    return msgspec.json.encode((link, win))


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()
