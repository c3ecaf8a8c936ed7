"""Passwords, sessions and guests: only hashes are kept, and every one of them ends or fails as it should."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import HOLDS_CARD, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log.records import START
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity import auth
from cardroom.house.runtime.identity.auth import SignInService
from cardroom.house.runtime.identity.offline_access import open_while_stopped, redeem_while_stopped
from cardroom.house.runtime.identity.secret_hashes import token_hash
from cardroom.house.runtime.identity.staff_cards import Scanned
from cardroom.house.runtime.service import Service
from cardroom.house.storage.log_ownership import owning_log, release_lease
from cardroom.house.storage.store import Store
from cardroom.money import DOLLAR

from ..accounts import SHIPPED, enrol, enrol_while_stopped
from ..floors import read_floor
from ..stores import open_house_from, own

FLOOR = '[house]\nname = "Test Room"\n[[table]]\nid = "edge-1"\ngame = "straight-edge-1"\n'
PASSWORD = "a long enough sentence"


def store_in(path: Path) -> Store:
    store = Store(f"sqlite:///{path / 'house.db'}")
    store.migrate()
    return store


@asynccontextmanager
async def open_house(path: Path) -> AsyncIterator[SignInService]:
    floor, _ = read_floor(FLOOR, "floor.toml", lambda *_: {})
    assert floor is not None
    store = own(store_in(path))
    service = Service(open_house_from(store), store)
    await service.start(floor)
    yield SignInService(service)
    await service.stop()
    release_lease(store)
    store.engine.dispose()


Story = Callable[[SignInService], Coroutine[None, None, None]]


def play(path: Path, story: Story) -> None:
    async def main() -> None:
        async with open_house(path) as entrance:
            await story(entrance)

    asyncio.run(main())


def refused(code: str):
    return pytest.raises(CardroomError, check=lambda error: error.code == code)


def require_chain(store: Store) -> None:
    """Every record is as it was written, and follows the one before it."""
    head = START
    with store.reading() as reader:
        for position, (record, digest) in enumerate(reader.records(), 1):
            assert (record.position, record.previous) == (position, head)
            head = digest
    assert head != START


def test_guests_get_an_id_a_friendly_name_and_play_money(tmp_path: Path) -> None:
    async def story(entrance: SignInService) -> None:
        first, second = await entrance.welcome_guest(), await entrance.welcome_guest()
        assert first.id != second.id
        assert first.id.startswith("guest-")
        assert first.role is Role.GUEST
        assert entrance._service.house.money_of(first.id) == 1000 * DOLLAR

    play(tmp_path, story)


def test_only_the_right_password_opens(tmp_path: Path) -> None:
    async def story(entrance: SignInService) -> None:
        dora = Person("dora", "Dora", Role.DEALER)
        assert await enrol(entrance, dora, PASSWORD) is None
        assert await entrance.check_password("dora", PASSWORD) == dora
        for person, password in (("dora", "x"), ("dora", ""), ("nobody", PASSWORD), ("house", PASSWORD)):
            with refused("wrong-password"):
                await entrance.check_password(person, password)
        await entrance.set_password("dora", "another long sentence")
        with refused("wrong-password"):
            await entrance.check_password("dora", PASSWORD)
        stored = entrance._service.store.password_of("dora")
        assert stored is not None
        assert stored.startswith("$argon2id$")

    play(tmp_path, story)


def test_outside_the_tests_guessing_a_password_takes_its_time():
    hasher = PasswordHasher(**SHIPPED)
    assert (hasher.memory_cost, hasher.time_cost, hasher.parallelism) == (64 * 1024, 3, 1)


def test_guests_and_people_without_a_password_cannot_sign_in(tmp_path: Path) -> None:
    async def story(entrance: SignInService) -> None:
        guest = await entrance.welcome_guest()
        for password in ("", "None", PASSWORD):
            with refused("wrong-password"):
                await entrance.check_password(guest.id, password)

    play(tmp_path, story)


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_a_password_has_ten_to_two_hundred_characters(tmp_path: Path, password: str) -> None:
    store = store_in(tmp_path)
    code = open_while_stopped(store, c.EnrolStaff("dora", "Dora", Role.DEALER)).code
    with refused("weak-password"):
        redeem_while_stopped(store, "dora", code, password)
    assert redeem_while_stopped(store, "dora", code, PASSWORD) is None


def test_sessions_end_when_they_are_closed_and_when_their_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(entrance: SignInService) -> None:
        guest = await entrance.welcome_guest()
        token, other = await entrance.open_session(guest), await entrance.open_session(guest)
        assert await entrance.person_of(token) == guest
        assert await entrance.person_of("nonsense") is None
        assert await entrance.person_of(token_hash(token)) is None
        await entrance.close_session(token)
        assert await entrance.person_of(token) is None
        assert await entrance.person_of(other) == guest
        later = now() + auth.PLAYER_SESSION + timedelta(seconds=1)
        monkeypatch.setattr(auth, "now", lambda: later)
        monkeypatch.setattr(auth, "RECHECK_SECONDS", 0)
        entrance._known.clear()
        assert await entrance.person_of(other) is None

    play(tmp_path, story)


def test_sessions_of_staff_last_a_shift(tmp_path: Path) -> None:
    async def story(entrance: SignInService) -> None:
        assert entrance.session_length(Person("s", "S", Role.SUPERVISOR)) == timedelta(hours=12)
        assert entrance.session_length(Person("p", "P", Role.PLAYER)) > timedelta(days=1)

    play(tmp_path, story)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SERVICE])
def test_staff_enrolled_while_stopped_are_known_when_the_house_opens(tmp_path: Path, role: Role) -> None:
    store = store_in(tmp_path)
    person = Person("pat", "Pat", role)
    card = enrol_while_stopped(store, person, PASSWORD)
    assert (card is not None) == (role in HOLDS_CARD)
    with refused("known-person"):
        enrol_while_stopped(store, person, PASSWORD)
    require_chain(store)
    store.engine.dispose()

    async def story(entrance: SignInService) -> None:
        assert await entrance.check_password("pat", PASSWORD) == person
        assert (entrance._service.house.card_of("pat") is not None) == (card is not None)
        if card is not None:
            assert await entrance.cards.bearer(Scanned(card.code)) == person

    play(tmp_path, story)


def test_enrolling_between_two_openings_keeps_the_chain_whole(tmp_path: Path) -> None:
    async def story(entrance: SignInService) -> None:
        await entrance.welcome_guest()

    play(tmp_path, story)
    enrol_while_stopped(store_in(tmp_path), Person("erin", "Erin", Role.EXECUTIVE), PASSWORD)
    play(tmp_path, story)
    require_chain(store_in(tmp_path))


def test_a_second_house_on_the_same_file_is_refused(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    with owning_log(store), refused("in-use"), owning_log(Store(str(store.engine.url))):
        pass
    with owning_log(store):
        pass


def test_secrets_are_nowhere_in_the_database(tmp_path: Path) -> None:
    async def story(entrance: SignInService) -> None:
        card = await enrol(entrance, Person("sam", "Sam", Role.SUPERVISOR), PASSWORD)
        token = await entrance.open_session(await entrance.check_password("sam", PASSWORD))
        await entrance._service.flush()
        assert card is not None
        known.extend((PASSWORD, card.code, card.code.removeprefix("CR-"), token))

    known: list[str] = []
    play(tmp_path, story)
    assert len(known) == 4
    for file in tmp_path.iterdir():
        data = file.read_bytes()
        for secret in known:
            assert secret.encode() not in data
