"""Staff cards: what is printed on them and read from them, where their secrets are, and who bears them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.identity.auth import SignInService
from cardroom.house.runtime.identity.offline_access import close_while_stopped
from cardroom.house.runtime.identity.secret_hashes import token_hash
from cardroom.house.runtime.identity.staff_cards import CardRefusedError, Keyed, Scanned, new_card, read_code
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.startup import stopped_house_from
from cardroom.house.storage.log_ownership import release_lease
from cardroom.house.storage.store import Store

from ..accounts import enrol, enrol_while_stopped, issue_while_stopped
from ..floors import read_floor
from ..stores import open_house_from, own

FLOOR = '[house]\nname = "Test Room"\n[[table]]\nid = "edge-1"\ngame = "straight-edge-1"\n'
PASSWORD = "a long enough sentence"
SAM, DORA = Person("sam", "Sam", Role.SUPERVISOR), Person("dora", "Dora", Role.DEALER)

Story = Callable[[SignInService], Coroutine[None, None, None]]


def play(database: str, story: Story) -> None:
    """A house that is open for as long as this takes."""

    async def main() -> None:
        floor, _ = read_floor(FLOOR, "floor.toml", lambda *_: {})
        assert floor is not None
        store = own(Store(database))
        service = Service(open_house_from(store), store)
        await service.start(floor)
        await story(SignInService(service))
        await service.stop()
        release_lease(store)
        store.engine.dispose()

    asyncio.run(main())


def stopped(database: str) -> Store:
    store = Store(database)
    store.migrate()
    return store


async def refused(entrance: SignInService, swipe: Scanned | Keyed) -> tuple[str, str]:
    """The code of the refusal, and the number of the card if it is known."""
    with pytest.raises(CardRefusedError) as error:
        await entrance.cards.bearer(swipe)
    return error.value.code, error.value.number


# --- what is printed and read -----------------------------------------------------------------------------------------


def test_a_code_is_read_however_a_scanner_types_it():
    code = new_card("sam", ()).code
    assert len(code) == 29
    for typed in (code, code.lower(), f"  {code}\t", code.replace("-", ""), code.replace("-", " ß"), "-".join(code)):
        assert read_code(typed) == code.replace("-", "")
    for nonsense in ("", "CR-", code[:-1], f"{code}A", code.replace("CR", "XX"), f"{code[:-1]}1", "123456"):
        assert read_code(nonsense) == ""


def test_no_two_cards_have_a_number_or_a_code_in_common():
    cards = [new_card("sam", ()) for _ in range(50)]
    assert len({card.code for card in cards}) == 50
    taken = {str(number) for number in range(100_000, 1_000_000) if number % 1_000 != 108}
    assert new_card("sam", taken).number.endswith("108")


def test_the_drawing_is_a_picture_without_scripts_or_styles():
    root = ET.fromstring(new_card("sam", ()).svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "path"}
    assert not [name for element in root.iter() for name in element.attrib if name in ("style", "onload", "href")]


# --- bearers ----------------------------------------------------------------------------------------------------------


def test_a_card_is_known_by_its_code_or_by_number_and_pin(database: str) -> None:
    async def story(entrance: SignInService) -> None:
        card = await enrol(entrance, SAM, PASSWORD, pin="4711")
        assert card is not None
        assert await entrance.cards.bearer(Scanned(card.code.lower())) == SAM
        assert await entrance.cards.bearer(Keyed(card.number, "4711")) == SAM
        other = str((int(card.number) - 99_999) % 900_000 + 100_000)
        assert await refused(entrance, Scanned("nonsense")) == ("unknown-card", "")
        assert await refused(entrance, Scanned(card.number)) == ("unknown-card", "")
        assert await refused(entrance, Scanned(token_hash(read_code(card.code)))) == ("unknown-card", "")
        assert await refused(entrance, Keyed(card.number, "4712")) == ("wrong-pin", card.number)
        assert await refused(entrance, Keyed(other, "4711")) == ("wrong-pin", "")

    play(database, story)


def test_a_card_without_a_pin_is_known_by_its_code_only_until_it_has_one(database: str) -> None:
    async def story(entrance: SignInService) -> None:
        await enrol(entrance, DORA, PASSWORD)
        card = await entrance.cards.issue(SERVICE, "dora")
        assert await refused(entrance, Keyed(card.number, "0000")) == ("wrong-pin", card.number)
        assert await entrance.cards.with_pin() == set()
        await entrance.cards.set_pin(DORA, "123456")
        assert await entrance.cards.bearer(Keyed(card.number, "123456")) == DORA
        assert await entrance.cards.with_pin() == {card.number}

    play(database, story)


def test_a_replaced_and_a_revoked_card_are_recognised_and_refused(database: str) -> None:
    async def story(entrance: SignInService) -> None:
        first = await enrol(entrance, SAM, PASSWORD, pin="4711")
        assert first is not None
        second = await entrance.cards.issue(SERVICE, "sam", why="left on a bus")
        assert await refused(entrance, Scanned(first.code)) == ("revoked-card", first.number)
        assert await refused(entrance, Keyed(first.number, "4711")) == ("revoked-card", first.number)
        assert await entrance.cards.bearer(Scanned(second.code)) == SAM
        await entrance._service.submit(SERVICE, c.RevokeCard(second.number, "stolen"))
        with pytest.raises(CardroomError, match=rf"Card {second.number} is revoked\."):
            await entrance.cards.bearer(Scanned(second.code))

    play(database, story)


def test_a_session_that_a_card_has_opened_ends_with_the_card(database: str) -> None:
    async def story(entrance: SignInService) -> None:
        card = await enrol(entrance, SAM, PASSWORD)
        assert card is not None
        by_card, by_password = await entrance.open_session(SAM, by_card=True), await entrance.open_session(SAM)
        assert await entrance.person_of(by_card) == SAM
        await entrance.cards.issue(SERVICE, "sam", why="lost")
        assert await entrance.person_of(by_card) is None
        assert await entrance.person_of(by_password) == SAM

    play(database, story)


def test_cards_are_refused_before_anything_is_kept_of_them(database: str) -> None:
    async def story(entrance: SignInService) -> None:
        card = await enrol(entrance, SAM, PASSWORD)
        for person in ("nobody", "sam", "house"):
            with pytest.raises(CardroomError):
                await entrance.cards.issue(SERVICE, person)
        assert card is not None
        assert [kept.number for kept in entrance._service.store.cards()] == [card.number]

    play(database, story)


def test_secrets_of_cards_are_nowhere_in_the_database(tmp_path: Path) -> None:
    secret: list[str] = []

    async def story(entrance: SignInService) -> None:
        card = await enrol(entrance, SAM, PASSWORD, pin="80317246")
        assert card is not None
        with pytest.raises(CardroomError):
            await entrance.cards.bearer(Keyed(card.number, "91428357"))
        secret.extend((card.code, read_code(card.code), card.code[3:], "80317246", "91428357"))

    play(f"sqlite:///{tmp_path / 'house.db'}", story)
    for file in tmp_path.iterdir():
        data = file.read_bytes()
        assert not [one for one in secret if one.encode() in data]


# --- while the house is closed ----------------------------------------------------------------------------------------


def test_cards_are_issued_and_revoked_while_the_house_is_closed(database: str) -> None:
    store = stopped(database)
    assert enrol_while_stopped(store, DORA, PASSWORD) is None
    first = issue_while_stopped(store, "dora", pin="1234")
    with pytest.raises(CardroomError, match=f"Dora has card {first.number}: say why it is replaced."):
        issue_while_stopped(store, "dora")
    second = issue_while_stopped(store, "dora", why="worn out")
    close_while_stopped(store, c.RevokeCard(second.number, "left the house"))
    cards = stopped_house_from(store).cards
    assert [(number, card.is_valid) for number, card in cards.items()] == [
        (first.number, False),
        (second.number, False),
    ]
    store.engine.dispose()

    async def story(entrance: SignInService) -> None:
        assert await refused(entrance, Scanned(first.code)) == ("revoked-card", first.number)

    play(database, story)
