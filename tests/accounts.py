"""Accounts that are active at once, for tests which are not about how people come to have one."""

from __future__ import annotations

from datetime import datetime, timedelta

from cardroom.house.engine.house import Done
from cardroom.house.kernel.people import HOLDS_CARD, SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity import secret_hashes
from cardroom.house.runtime.identity.auth import SignInService
from cardroom.house.runtime.identity.secret_hashes import new_hasher
from cardroom.house.runtime.identity.staff_cards import NewCard, new_card, save_card_hashes
from cardroom.house.runtime.startup import stopped_house_from
from cardroom.house.storage.log_ownership import owning_log
from cardroom.house.storage.store import Store

SHIPPED = dict(secret_hashes.COST)
VISIT = timedelta(days=30)
QUICK = {"time_cost": 1, "memory_cost": 8}  # of hashing in all tests, as far as they are one process


def until_of(role: str, at: datetime) -> datetime | None:
    """When an account ends by itself, if one of this role has to."""
    return at + VISIT if role == Role.REGULATOR else None


async def enrol(
    entrance: SignInService, person: Person, password: str, *, with_card: bool = False, pin: str | None = None
) -> NewCard | None:
    """In a running house."""
    await entrance._service.submit(SERVICE, c.Enrol(person.id, person.name, person.role, until_of(person.role, now())))
    await entrance.set_password(person.id, password)
    if not with_card and person.role not in HOLDS_CARD:
        return None
    return await entrance.cards.issue(SERVICE, person.id, pin=pin)


async def add_terminal(entrance: SignInService, name: str) -> None:
    """As if two people had agreed on it."""
    await entrance._service.submit(SERVICE, c.BreakGlass(c.AddTerminal(name)))


def enrol_while_stopped(
    store: Store, person: Person, password: str, *, with_card: bool = False, pin: str | None = None
) -> NewCard | None:
    hasher, card = new_hasher(), None
    with owning_log(store):
        do_while_stopped(store, c.Enrol(person.id, person.name, person.role, until_of(person.role, now())))
        store.set_password(person.id, hasher.hash(password))
        if with_card or person.role in HOLDS_CARD:
            card = issue(store, person.id, pin=pin)
    return card


def issue_while_stopped(store: Store, person: str, *, pin: str | None = None, why: str = "") -> NewCard:
    with owning_log(store):
        return issue(store, person, pin=pin, why=why)


def issue(store: Store, person: str, *, pin: str | None = None, why: str = "") -> NewCard:
    card = new_card(person, {kept.number for kept in store.cards()})
    do_while_stopped(store, c.IssueCard(person, card.number, why))
    save_card_hashes(store, card, None if pin is None else new_hasher().hash(pin))
    return card


def do_while_stopped(store: Store, *commands: c.AnyCommand) -> list[Done]:
    house = stopped_house_from(store)
    done = [house.do(SERVICE, command, "", now()) for command in commands]
    for error in (one.error for one in done if one.error is not None):
        raise error
    store.write(done)
    return done
