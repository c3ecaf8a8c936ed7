"""A house is opened from its log: from the last checkpoint that can be believed, and the records after it."""

from __future__ import annotations

import logging
from typing import NamedTuple

import msgspec

from cardroom.documents import Hash, document_hash
from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.house.engine.house import House
from cardroom.house.floor import Floor
from cardroom.house.floor.floor_file import Absent, FloorFile
from cardroom.house.floor.house_comparison import compared_with_house
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import HousePart
from cardroom.house.runtime.house_clock import now
from cardroom.house.storage.database_errors import moved_on
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.seed_key_ring import HouseSeals, KeyRing, load_keys, make_key
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom")


def follow_log(house: House, store: Store) -> None:
    """Fold what another server has written meanwhile."""
    with store.reading() as reader:
        _fold(house, reader)


def take_over_log(house: House, store: Store, *, new_key: bool = False) -> None:
    """Go on where the log ends, as its owner, rounds in progress included.

    A house that was open before has a key and makes no other by itself, as a server would that does not know its place.
    """
    if store.tail() != (house.position, house.head):
        raise moved_on(house.position)  # a replica that lagged, and was followed further before
    with store.reading() as reader:
        store.house = reader.house()
    ring = load_keys(store.seal_file, store.house)  # those of today: they may have been changed
    house.seals = seals = HouseSeals(ring)
    house.resume()
    if ring.is_empty and house.has_opened and not new_key:
        raise CardroomError(
            "key-missing",
            f"The key with which this house seals its cards is not in {ring.source}. Put back the file that was there,"
            " or set the key in CARDROOM_KEY; if it is lost for good, `cardroom serve --new-key` makes another one."
            " Nothing has been changed.",
        )
    if lacking := ring.lacks(house.newest_seal()):
        log.warning("Cards are sealed with another key from now on: %s is not in %s.", lacking, ring.source)
    if seals.ring.is_empty:
        seals.ring = make_key(store.seal_file, store.house)


def stopped_house_from(store: Store) -> House:
    """The house as its log leaves it, for work that deals no cards: it needs no key, and what is sealed stays so."""
    return _folded(store, HouseSeals(KeyRing([], str(store.seal_file))))


def _folded(store: Store, seals: HouseSeals) -> House:
    with store.reading() as reader:
        house = _from_checkpoint(store, reader, seals) or House(Documents(store.document), seals)
        _fold(house, reader)
    return house


def _fold(house: House, reader: Reader) -> None:
    for record, digest in reader.records(after=house.position):
        if (record.position, record.previous) != (house.position + 1, house.head):
            raise CardroomError("broken-log", f"record {record.position}: does not follow the one before it")
        house.apply(record, digest)


def _from_checkpoint(store: Store, reader: Reader, seals: HouseSeals) -> House | None:
    for position, digest in reader.checkpoints():
        house = House(Documents(store.document), seals)
        try:
            house.go_on_from(_body(reader, position, digest))
        except (CardroomError, msgspec.MsgspecError) as error:
            log.warning("The checkpoint at record %d is not used: %s", position, error)
        else:
            return house
    return None


def _body(reader: Reader, position: int, digest: Hash) -> bytes:
    """The state that is kept for a position, if the log itself says the same of it."""
    body = reader.checkpoint(position)
    if body is None:
        raise CardroomError("broken-checkpoint", "it has been changed")
    named = [
        event.state
        for record, _ in reader.records(position, position + 1)
        for part in record.parts
        if isinstance(part, HousePart)
        for event in part.events
        if isinstance(event, e.Checkpointed)
    ]
    if named != [digest]:
        raise CardroomError("broken-checkpoint", "the log does not name it")
    return body


def opening_command(house: House, floor: Floor) -> c.OpenHouse:
    """The house opens on this floor; what cannot be played is closed."""
    return c.OpenHouse(floor=house.documents.add(floor), closes=house.tables_in_trouble())


def with_absent_tables_from_log(floor: Floor, absent: Absent, store: Store) -> Floor:
    """The floor with tables whose game is gone as the log has them; one that the log does not know is refused."""
    if not absent.tables:
        return floor
    house = stopped_house_from(store)
    kept = []
    for name, why in absent.tables.items():
        table = house.tables.get(name)
        if table is None or is_known(table.plan.settings.game):
            raise CardroomError("bad-floor", "\n".join((*absent.files, why)))
        kept.append(table.plan)
    for why in (*absent.files, *absent.tables.values()):
        log.warning("%s", why)
    links = [house.links[name].state.config for name in absent.links if name in house.links]
    return msgspec.structs.replace(floor, tables=(*floor.tables, *kept), links=(*floor.links, *links))


class ChosenFloor(NamedTuple):
    """The floor to open on, and why it is not the one of the file."""

    floor: Floor
    is_given: bool
    says: str = ""


def chosen_floor(house: House, given: Floor, *, file_wins: bool = False) -> ChosenFloor:
    """The floor that two people have approved, where it is newer than the file; one that cannot be opened on waits."""
    approved = house.approved_floor
    if approved is None or file_wins or document_hash(given) == approved.floor:
        return ChosenFloor(given, is_given=True)
    floor = house.documents.get(approved.floor, Floor)
    who = f"that {approved.asked_by} and {approved.approved_by} approved on {approved.at:%Y-%m-%d}"
    tried = house.try_out(SERVICE, opening_command(house, floor), now())
    if isinstance(tried, CardroomError):
        return ChosenFloor(
            house.floor,
            is_given=False,
            says=f"The floor {who} waits, and the house opens on the one that was in force: {tried.message}",
        )
    if document_hash(given) == approved.instead_of:
        return ChosenFloor(floor, is_given=False, says=f"The house opens on the floor {who}; its file is older.")
    return ChosenFloor(
        floor,
        is_given=False,
        says=(
            f"The house opens on the floor {who}. The floor file does not say what it said then, and is not used: ask"
            " for it on the page Administration, or start with --floor-from-file."
        ),
    )


def require_floor(house: House, floor: Floor, file: FloorFile | None = None) -> None:
    """Refuse a floor that the house cannot open on, before anything has begun. Nothing changes here.

    What the house will do otherwise than its file says is explained, with the line.
    """
    explained = [] if file is None else _explained(house, floor, file)
    work = house.try_out(SERVICE, opening_command(house, floor), now())
    if isinstance(work, CardroomError):
        raise work
    for line in explained:
        log.warning("%s", line)


def _explained(house: House, floor: Floor, file: FloorFile) -> list[str]:
    against = compared_with_house(file, floor, house.running_links())
    if against.refusals:
        raise CardroomError("other-link", "\n".join(against.refusals))
    return [*file.told(file.warnings), *against.explanations]
