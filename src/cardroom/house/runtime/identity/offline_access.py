"""Accounts and cards from the command line of the machine, while the house is stopped.

The first people of a house come this way. Later it is break-glass: what takes two people in the house is recorded as
the command line's, and an alert stands in the pit until two people have acknowledged it.
"""

from __future__ import annotations

from typing import NamedTuple

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.features.access.state import subject_of
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.auth import validate_redemption
from cardroom.house.runtime.identity.one_time_codes import APPROVER, ASKER, hash_of_half, is_code, new_half
from cardroom.house.runtime.identity.secret_hashes import new_hasher
from cardroom.house.runtime.identity.staff_cards import NewCard, new_card, save_card_hashes
from cardroom.house.runtime.startup import stopped_house_from
from cardroom.house.storage.log_ownership import owning_log
from cardroom.house.storage.store import Store


class OpenedHouse(NamedTuple):
    code: str  # for the holder of the account; "" where none is needed
    is_glass: bool  # two people have to acknowledge it


def open_while_stopped(store: Store, change: c.AccessChange) -> OpenedHouse:
    with owning_log(store):
        house = _do(store, c.BreakGlass(change))
        is_glass, person = str(house.position) in house.broken_glass, subject_of(change)
        if person not in house.invitations or isinstance(change, c.ChangeRole | c.ReinstateAccount):
            return OpenedHouse("", is_glass)
        first, second = new_half(), new_half()
        store.set_code(person, ASKER, hash_of_half(first))
        store.set_code(person, APPROVER, hash_of_half(second))
    return OpenedHouse(f"{first}-{second}", is_glass)


def close_while_stopped(store: Store, command: c.SuspendAccount | c.EndAccount | c.RevokeCard) -> None:
    with owning_log(store):
        _do(store, command)


def redeem_while_stopped(
    store: Store, person: str, code: str, password: str | None = None, pin: str | None = None
) -> NewCard | None:
    """The holder of an account sets password and PIN; returns the staff card, if there is to be one."""
    with owning_log(store):
        house = stopped_house_from(store)
        if not is_code(code, store.code_of(person)):
            raise CardroomError("wrong-code", "That name and one-time code do not belong together.")
        number = validate_redemption(house, person, password, pin)
        hasher = new_hasher()
        if password is not None:
            store.set_password(person, hasher.hash(password))
        hashed = None if pin is None else hasher.hash(pin)
        card = new_card(person, house.cards, number) if number else None
        if card is not None:
            save_card_hashes(store, card, hashed)
        elif hashed is not None and (held := house.card_of(person)):
            store.set_pin(held, hashed)
        _do(store, c.RedeemInvitation(person, number))
    return card


def _do(store: Store, *commands: c.AnyCommand) -> House:
    """All of it or nothing, by the house itself."""
    house = stopped_house_from(store)
    done = [house.do(SERVICE, command, "", now()) for command in commands]
    for error in (one.error for one in done if one.error is not None):
        raise error
    store.write(done)
    return house
