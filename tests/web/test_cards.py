"""Staff cards over HTTP and socket: issued, swiped for one act, guessed at, refused, and signed in with."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime import housekeeping
from cardroom.house.runtime.identity.staff_cards import NewCard
from cardroom.money import DOLLAR
from cardroom.web.gateway.rate_limits import Limits

from ..accounts import add_terminal, enrol
from .running import PASSWORD, Player, Running, client_of, running, staff, whole_log

pytestmark = pytest.mark.anyio

MINIMUM = {"kind": "ChangeTable", "table": "human-1", "minimum": 10 * DOLLAR}


LONG_PIN = "47114711"  # four digits stand in a hash of some logs by chance


def scanned(card: NewCard) -> dict[str, str]:
    return {"type": "Scanned", "code": card.code}


def keyed(card: NewCard, pin: str) -> dict[str, str]:
    return {"type": "Keyed", "number": card.number, "pin": pin}


async def holder(server: Running, person: str, role: Role, pin: str | None = None) -> NewCard:
    """Somebody with a card, who is signed in nowhere."""
    who = Person(person, person.title(), role)
    card = await enrol(server.desk.entrance, who, PASSWORD, with_card=True, pin=pin)
    assert card is not None
    return card


async def refused_in(player: Player) -> list[dict[str, Any]]:
    answer = await player.http.get("/api/staff/duty")
    assert answer.status_code == 200, answer.text
    refused: list[dict[str, Any]] = answer.json()["refused"]
    return refused


async def as_terminal(server: Running) -> httpx.AsyncClient:
    """A browser that an executive has made a terminal, with nobody signed in."""
    await add_terminal(server.desk.entrance, "Pit 1")
    executive = await staff(server, "tess", Role.EXECUTIVE)
    made = await executive.http.post("/api/terminals", json={"name": "Pit 1"})
    assert made.status_code == 201, made.text
    await executive.http.post("/api/logout")
    return executive.http


async def given(asks: Player, approves: Player, to: Player, change: dict[str, str], pin: str | None = None) -> NewCard:
    """A card that two people have agreed on, and that its holder has collected."""
    asked = await asks.submit("AskAccess", change=change)
    await approves.submit("ApproveAccess", request=f"request-{asked['position']}")
    person = change["person"]
    halves = [(await one.http.post(f"/api/access/codes/{person}")).json()["half"] for one in (asks, approves)]
    answer = await to.http.post("/api/redeem", json={"person": person, "code": "-".join(halves), "pin": pin})
    assert answer.status_code == 200, answer.text
    return msgspec.convert(answer.json()["card"], NewCard)


# --- issuing ----------------------------------------------------------------------------------------------------------


async def test_a_card_is_issued_listed_replaced_and_revoked(database: str) -> None:
    async with (
        running(database) as server,
        await staff(server, "tess", Role.TECHNICIAN) as technician,
        await staff(server, "erin", Role.EXECUTIVE) as executive,
        await staff(server, "dora", Role.DEALER) as dealer,
        await staff(server, "sam", Role.SUPERVISOR) as supervisor,
    ):
        give = {"type": "GiveCard", "person": "dora"}
        first = await given(technician, executive, dealer, give, LONG_PIN)
        assert first.svg.startswith("<svg")
        assert (await technician.submit("AskAccess", change=give))["code"] == "has-card"
        second = await given(technician, executive, dealer, give | {"why": "worn out"})
        assert (await supervisor.submit("RevokeCard", number=second.number, why="lost"))["type"] == "Accepted"
        listed = (await supervisor.http.get("/api/staff/cards")).json()
        found = {
            card["number"]: (card["person"]["id"], card["is_valid"], card["has_pin"], card["why"]) for card in listed
        }
        assert found[first.number] == ("dora", False, True, "worn out")
        assert found[second.number] == ("dora", False, False, "lost")
        for nobody in (dealer, supervisor):
            assert (await nobody.submit("AskAccess", change=give))["code"] == "not-allowed"
        assert (await dealer.http.get("/api/staff/cards")).status_code == 403
        assert (await dealer.submit("RevokeCard", number=first.number, why="x"))["code"] == "not-allowed"
        for secret in (first.code, second.code, first.code[3:], LONG_PIN):
            assert secret.encode() not in whole_log(server)


async def test_a_pin_has_four_to_eight_digits(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client_of(server) as anyone:
        for pin in ("", "123", "123456789", "12a4", "١٢٣٤"):
            answer = await anyone.post("/api/redeem", json={"person": "tess", "code": "x", "pin": pin})
            assert answer.status_code == 400, pin


async def test_nothing_of_the_staff_is_told_to_players(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        for path in ("/api/staff/cards", "/api/staff/duty"):
            answer = await player.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
            assert (await httpx.AsyncClient(base_url=server.url).get(path)).status_code == 401
        sam = await holder(server, "sam", Role.SUPERVISOR)
        answer = await player.submit(**MINIMUM, card=scanned(sam))
        assert answer["message"] == "Staff cards are swiped where somebody of the staff is signed in."


# --- swiping ----------------------------------------------------------------------------------------------------------


async def test_a_swipe_lends_its_authority_to_one_act_and_signs_nobody_in(database: str) -> None:
    async with running(database) as server, await staff(server, "dora", Role.DEALER) as dealer:
        sam = await holder(server, "sam", Role.SUPERVISOR, pin="4711")
        assert (await dealer.submit(**MINIMUM))["code"] == "not-allowed"
        assert (await dealer.submit(**MINIMUM, card=scanned(sam)))["type"] == "Accepted"
        back = MINIMUM | {"minimum": 5 * DOLLAR}
        assert (await dealer.submit(**back, card=keyed(sam, "4711")))["type"] == "Accepted"
        assert (await dealer.submit(**MINIMUM))["code"] == "not-allowed"
        assert (await dealer.http.get("/api/me")).json()["person"]["id"] == "dora"
        with server.service.store.reading() as reader:
            lent = [record for record, _ in reader.records() if isinstance(record.command, c.Lent)]
        assert [(record.by, record.role, record.command.to) for record in lent] == [("sam", "supervisor", "dora")] * 2


async def test_a_swipe_sent_again_is_done_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "dora", Role.DEALER) as dealer:
        sam = await holder(server, "sam", Role.SUPERVISOR)
        first = await dealer.submit(**MINIMUM, card=scanned(sam))
        again = await dealer.submit(**MINIMUM, card=scanned(sam), key=first["key"])
        assert (again["is_repeat"], again["position"]) == (True, first["position"])


async def test_the_relief_taps_in_with_her_card_where_another_is_signed_in(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "dora", Role.DEALER) as dealer:
        rhea = await holder(server, "rhea", Role.DEALER)
        await dealer.follow("human-1")
        assert (await dealer.submit("TapIn", table="human-1"))["type"] == "Accepted"
        assert (await dealer.submit("TapIn", table="human-1", card=scanned(rhea)))["type"] == "Accepted"
        while (frame := await dealer.hear("Frame"))["standing"]["dealer"] != "Rhea":
            pass
        (event,) = frame["records"][-1]["events"]
        assert (event["type"], event["name"], event["person"]) == ("DealerTappedIn", "Rhea", "")
        assert (await dealer.submit("CallSupervisor", table="human-1", why="a dispute"))["type"] == "Accepted"
        tables = (await dealer.http.get("/api/staff/duty")).json()["tables"]
        (here,) = [table for table in tables if table["table"] == "human-1"]
        assert (here["dealer"]["person"], here["call"]["by"], here["call"]["why"]) == ("rhea", "dora", "a dispute")


# --- refused cards ----------------------------------------------------------------------------------------------------


async def test_wrong_revoked_and_foreign_cards_stay_visible_until_one_is_taken(database: str) -> None:
    async with (
        running(database) as server,
        await staff(server, "dora", Role.DEALER) as dealer,
        await staff(server, "max", Role.SUPERVISOR) as supervisor,
    ):
        sam, rhea = await holder(server, "sam", Role.SUPERVISOR, pin="4711"), await holder(server, "rhea", Role.DEALER)
        old = await holder(server, "olga", Role.SUPERVISOR)
        await server.service.submit(SERVICE, c.RevokeCard(old.number, "stolen"))
        foreign = {"type": "Scanned", "code": "CR-" + "A" * 26}
        for card, code, number in (
            (foreign, "unknown-card", ""),
            (scanned(old), "revoked-card", old.number),
            (keyed(sam, "4712"), "wrong-pin", sam.number),
            (scanned(rhea), "not-allowed", rhea.number),
        ):
            assert (await dealer.submit(**MINIMUM, card=card))["code"] == code
            (seen,) = await refused_in(supervisor)
            assert (seen["place"], seen["card"]["number"], seen["card"]["what"]) == ("human-1", number, "ChangeTable")
            assert seen["card"]["entered_by"] == "dora"
        assert (await dealer.submit("AcknowledgeRefusal", place="human-1"))["code"] == "not-allowed"
        assert (await dealer.submit(**MINIMUM, card=scanned(sam)))["type"] == "Accepted"
        assert await refused_in(supervisor) == []


async def test_a_supervisor_acknowledges_a_refused_card(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "max", Role.SUPERVISOR) as supervisor:
        assert (await supervisor.submit(**MINIMUM, card={"type": "Scanned", "code": "x"}))["code"] == "unknown-card"
        assert len(await refused_in(supervisor)) == 1
        assert (await supervisor.submit("AcknowledgeRefusal", place="human-1"))["type"] == "Accepted"
        assert await refused_in(supervisor) == []


async def test_guessing_a_pin_gets_slow_and_what_is_not_tried_is_not_written_down(tmp_path: Path) -> None:
    async with (
        running(tmp_path, limits=Limits(free_guesses=3)) as server,
        await staff(server, "dora", Role.DEALER) as dealer,
        await staff(server, "rhea", Role.DEALER) as other,
    ):
        sam = await holder(server, "sam", Role.SUPERVISOR, pin="4711")
        codes = [(await dealer.submit(**MINIMUM, card=keyed(sam, f"000{guess}")))["code"] for guess in range(4)]
        assert codes == ["wrong-pin", "wrong-pin", "wrong-pin", "too-fast"]
        assert (await dealer.submit(**MINIMUM, card=keyed(sam, "4711")))["code"] == "too-fast"  # the right one as well
        assert (await other.submit(**MINIMUM, card=keyed(sam, "4711")))["code"] == "too-fast"  # from the same place
        assert (await other.submit(**MINIMUM, card=scanned(sam)))["type"] == "Accepted"  # nobody guesses a code
        with server.service.store.reading() as reader:
            noted = [record for record, _ in reader.records() if isinstance(record.command, c.NoteRefusedCard)]
        assert len(noted) == 3


# --- signing in -------------------------------------------------------------------------------------------------------


async def test_a_card_signs_in_at_a_terminal_and_the_session_ends_with_the_card(database: str) -> None:
    async with running(database) as server:
        terminal, stranger = await as_terminal(server), httpx.AsyncClient(base_url=server.url)
        dora = await holder(server, "dora", Role.DEALER, pin="4711")
        answer = await stranger.post("/api/login/card", json={"card": scanned(dora)})
        assert (answer.status_code, answer.json()["code"]) == (403, "no-terminal")
        wrong = await terminal.post("/api/login/card", json={"card": keyed(dora, "9999")})
        assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-pin")
        assert server.service.house.refused_cards["Pit 1"].number == dora.number
        for card in (keyed(dora, "4711"), scanned(dora)):
            answer = await terminal.post("/api/login/card", json={"card": card})
            assert (answer.status_code, answer.json()["person"]["id"]) == (200, "dora")
        assert not server.service.house.refused_cards
        assert (await terminal.get("/api/me")).status_code == 200
        await server.service.submit(SERVICE, c.RevokeCard(dora.number, "left"))
        assert (await terminal.get("/api/me")).status_code == 401
        assert (await terminal.post("/api/login/card", json={"card": scanned(dora)})).json()["code"] == "revoked-card"


async def test_a_pin_is_set_by_whoever_has_the_card(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "dora", Role.DEALER) as dealer:
        own = await server.desk.entrance.cards.issue(SERVICE, "dora")
        sam = await holder(server, "sam", Role.SUPERVISOR)

        async def set_pin(card: dict[str, str], pin: str) -> int:
            return (await dealer.http.post("/api/staff/pin", json={"card": card, "pin": pin})).status_code

        assert await set_pin(scanned(own), "1234") == 204
        assert await set_pin(keyed(own, "1234"), "5678") == 204
        assert await set_pin(keyed(own, "1234"), "0000") == 403
        assert await set_pin(scanned(sam), "0000") == 403  # another's, away from the house's terminals
        assert await set_pin({"type": "Scanned", "code": "x"}, "0000") == 403
        assert await server.desk.entrance.cards.with_pin() == {own.number}


async def test_whether_another_s_pin_is_right_is_told_by_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "dora", Role.DEALER) as dealer:
        sam = await holder(server, "sam", Role.SUPERVISOR, pin="4711")
        answers = []
        for pin in ("4711", "4712", "4711"):
            sent = {"card": keyed(sam, pin), "pin": "0000"}
            answer = await dealer.http.post("/api/staff/pin", json=sent)
            refused = server.service.house.refused_cards["dora"]
            answers.append((answer.status_code, answer.text, refused.number, refused.person, refused.refusal))
        assert set(answers) == {answers[0]}
        assert answers[0][0] == 403
        assert server.service.house.refused_cards["dora"].times == 3
        assert (await dealer.submit(**MINIMUM, card=keyed(sam, "4711")))["type"] == "Accepted", "the PIN is as it was"


async def test_neither_guests_nor_strangers_nor_made_up_tables_fill_the_pit_with_refused_cards(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as guest:
        sam = await holder(server, "sam", Role.SUPERVISOR, pin="4711")
        for pin in ("4711", "0000"):
            answer = await guest.http.post("/api/staff/pin", json={"card": keyed(sam, pin), "pin": "0000"})
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
        assert server.service.house.refused_cards == {}
        async with await staff(server, "dora", Role.DEALER) as dealer:
            for table in ("made-up-1", "made-up-2"):
                swiped = {"type": "Scanned", "code": "x"}
                assert (await dealer.submit("TapIn", table=table, card=swiped))["code"] == "unknown-card"
            assert set(server.service.house.refused_cards) == {"dora"}
        terminal = await as_terminal(server)
        for _ in range(4):
            await terminal.post("/api/login/card", json={"card": {"type": "Scanned", "code": "x"}})
        assert server.service.house.refused_cards["Pit 1"].times == 1, "one is written down a minute"
        assert server.service.refusals["Card"] == 3, "the others are counted"


async def test_a_refused_card_that_nobody_looks_into_is_in_the_pit_for_a_shift(tmp_path: Path, monkeypatch) -> None:
    async with running(tmp_path) as server, await staff(server, "dora", Role.DEALER) as dealer:
        await dealer.submit("TapIn", table="edge-1", card={"type": "Scanned", "code": "x"})
        await housekeeping.expire_refused_cards(server.service)
        assert set(server.service.house.refused_cards) == {"edge-1"}
        monkeypatch.setattr(housekeeping, "REFUSED_CARDS_ARE_KEPT", timedelta(0))
        await housekeeping.expire_refused_cards(server.service)
        assert server.service.house.refused_cards == {}


async def test_an_auditor_reads_people_cards_duty_and_terminals_and_changes_none_of_it(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "iris", Role.AUDITOR) as auditor:
        await as_terminal(server)
        sam = await holder(server, "sam", Role.SUPERVISOR)
        access = (await auditor.http.get("/api/access")).json()
        assert {"iris", "sam"} <= {member["person"]["id"] for member in access["staff"]}
        assert sam.number in [card["number"] for card in (await auditor.http.get("/api/staff/cards")).json()]
        assert (await auditor.http.get("/api/staff/duty")).status_code == 200
        assert access["terminals"] == [{"name": "Pit 1", "is_placed": True}]
        assert (await auditor.http.post("/api/terminals", json={"name": "Pit 2"})).status_code == 403
        assert (await auditor.submit("RemoveTerminal", name="Pit 1"))["code"] == "not-allowed"
        assert (await auditor.submit("RevokeCard", number=sam.number, why="x"))["code"] == "not-allowed"
