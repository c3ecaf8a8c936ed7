"""Looking back: filters of the history, the session and its mistakes, rounds to take along, links to show a round."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cardroom.web.gateway.rate_limits import UNLIMITED

from .running import Player, Running, client_of, eventually, running

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def shuffled(seed: bytes, deck: list[str]) -> list[str]:
    """The shuffle once more, from the words of the recipe alone."""
    stream = iter(hashlib.shake_256(b"cardroom shuffle\0" + seed).digest(4096))
    cards = list(deck)
    for places in range(len(cards), 1, -1):
        all_numbers = 65_536 if places > 256 else 256
        number = all_numbers
        while number >= all_numbers // places * places:
            number = next(stream) if places <= 256 else 256 * next(stream) + next(stream)
        last, other = places - 1, number % places
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def require_proven(proof: dict[str, Any], round_id: str) -> None:
    seed = bytes.fromhex(proof["seed"])
    assert hashlib.sha256(round_id.encode() + seed).hexdigest() == proof["commitment"]
    deck = shuffled(seed, proof["deck"])
    assert proof["cards"]
    assert all(deck[place] == card for card, place in proof["cards"])


async def fold_a_round(player: Player, table: str) -> None:
    await player.wait_for(table, "bets")
    await player.bet(table, {"ante": 5_000_000})
    await player.wait_for(table, "decisions")
    await player.choose(table, "fold")


async def history(player: Player, query: str = "") -> list[dict[str, Any]]:
    answer = await player.http.get(f"/api/history{query}")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def test_an_evening_looked_back_at_taken_along_and_shown_to_others(tmp_path: Path) -> None:
    async with running(tmp_path, limits=UNLIMITED) as server, await Player.arrive(server) as player:
        await player.follow("edge-1")
        await player.sit("edge-1")
        for _ in range(3):
            await fold_a_round(player, "edge-1")
        await player.wait_for("edge-1", "bets")  # the last one is over
        rounds = await history(player)
        assert len(rounds) == 3
        link = await _look_back(server, player, rounds)
        others = await player.http.get(link.replace("/replay/", "/api/replay/"))
        assert others.status_code == 200
        cookies = dict(player.http.cookies)
    async with running(tmp_path, limits=UNLIMITED) as server, client_of(server) as stranger:  # the same house, later
        await _show(stranger, link, rounds[-1]["round_id"])
    await _take_back(tmp_path, cookies, link, rounds[-1]["round_id"])


async def test_a_shoe_is_proven_by_what_is_taken_along_and_nothing_else(tmp_path: Path) -> None:
    wanted = {"game": "ez-baccarat", "minimum": 5_000_000, "maximum": 50_000_000, "name": "Shoe"}
    async with running(tmp_path, limits=UNLIMITED) as server, await Player.arrive(server) as player:
        table = (await player.http.post("/api/friends", json=wanted)).json()["table"]
        await player.follow(table)
        await player.sit(table)
        await player.wait_for(table, "bets")
        await player.bet(table, {"player": 5_000_000})
        await eventually(lambda: server.service.house.tables[table].round_id.endswith("-2"))
        (*_, first) = await history(player)
        name = first["round_id"]
        document = (await player.http.get(f"/api/rounds/{name}/export.json")).json()
        require_proven(document["proof"], name)
        hand = tomllib.loads((await player.http.get(f"/api/rounds/{name}/export.phh")).text)
        seed = bytes.fromhex(hand["_seed"])
        assert hashlib.sha256(name.encode() + seed).hexdigest() == hand["_commitment"]
        deck = shuffled(seed, re.findall("..", hand["_deck"]))
        assert len(deck) == 416
        dealt = {
            card
            for action in hand["actions"]
            if action.startswith("d d")
            for card in re.findall("[2-9TJQKA][cdhs]", action)
        }
        assert dealt <= set(deck[:24])


async def _take_back(tmp_path: Path, cookies: dict[str, str], link: str, round_id: str) -> None:
    """Through restarts of the house; a link that is made afterwards is another one."""
    path, read = f"/api/rounds/{round_id}/link", f"/api{link}"
    async with running(tmp_path, limits=UNLIMITED) as server, client_of(server, cookies=cookies) as player:
        (listed,) = (await player.get("/api/links")).json()
        assert (listed["round_id"], listed["path"], listed["title"]) == (round_id, link, "Edge 1, 1")
        async with await Player.arrive(server) as other:
            assert (await other.http.delete(path)).json()["code"] == "not-your-round"
            assert (await other.http.get("/api/links")).json() == []
        assert (await player.delete(path)).status_code == 204
        assert (await player.get("/api/links")).json() == []
    async with running(tmp_path, limits=UNLIMITED) as server, client_of(server, cookies=cookies) as player:
        assert (await player.get(read)).json()["code"] == "unknown-link"
        again = (await player.post(path)).json()["path"]
        assert again != link
        assert (await player.get(f"/api{again}")).status_code == 200
        assert (await player.get(read)).json()["code"] == "unknown-link"
        assert (await player.post(path)).json()["path"] == again


async def _look_back(server: Running, player: Player, rounds: list[dict[str, Any]]) -> str:
    # filters, by the index
    assert await history(player, "?result=lost&table=edge-1") == rounds
    assert await history(player, "?game=straight-edge-1") == rounds
    for nothing in ("result=won", "result=even", "jackpots=true", "table=delta-1", "game=mississippi-stud"):
        assert await history(player, f"?{nothing}") == []
    assert await history(player, f"?result=lost&before={rounds[0]['position']}") == rounds[1:]
    # the session
    session = (await player.http.get("/api/session")).json()
    assert [one["round_id"] for one in session["rounds"]] == [one["round_id"] for one in reversed(rounds)]
    assert session["line"] == [-5_000_000, -10_000_000, -15_000_000]
    # decisions, held against the lab's own advice for the hands of the story
    review = (await player.http.get("/api/session/review")).json()
    costs = {}
    for one in rounds:
        story = (await player.http.get(f"/api/rounds/{one['round_id']}")).json()
        dealt = next(event for event in story["events"] if event["type"] == "PacketDealt" and event["to"] == 1)
        question = {"game": "straight-edge-1", "hand": " ".join(dealt["cards"])}
        advice = (await player.http.post("/api/lab/advice", json=question)).json()
        if len(advice["options"]) > 1:
            fold = next(option for option in advice["options"] if option["option"] == "fold")
            top, _, bottom = fold["cost_exactly"].partition("/")
            costs[one["round_id"]] = round(5_000_000 * int(top) / int(bottom or 1))
    wrong = {name: cost for name, cost in costs.items() if cost}
    assert (review["decisions"], review["best"]) == (len(costs), len(costs) - len(wrong))
    assert {one["round_id"]: one["cost"] for one in review["costliest"]} == wrong
    assert review["cost"] == sum(wrong.values())
    assert {one["round_id"] for one in await history(player, "?mistakes=true")} == set(wrong)
    # to take along
    first = rounds[-1]["round_id"]
    document = (await player.http.get(f"/api/rounds/{first}/export.json")).json()
    require_proven(document["proof"], first)
    hand = tomllib.loads((await player.http.get(f"/api/rounds/{first}/export.phh")).text)
    assert (hand["hand"], hand["_seed"], hand["winnings"]) == (first, document["proof"]["seed"], [-5])
    assert "p1 f" in hand["actions"]
    dealt = [action.split()[-1] for action in hand["actions"] if action.startswith("d d")]
    assert dealt
    assert all(re.fullmatch(r"([2-9TJQKA][cdhs]|\?\?)+", cards) for cards in (*dealt, hand["_deck"]))
    whole = (await player.http.get("/api/session/export.json")).json()
    for one in whole:
        require_proven(one["proof"], one["round"]["round_id"])
    hands = tomllib.loads((await player.http.get("/api/session/export.phhs")).text)
    assert [hands[str(number + 1)]["hand"] for number in range(3)] == [one["round"]["round_id"] for one in whole]
    # only the player makes a link
    async with await Player.arrive(server) as other:
        assert (await other.http.post(f"/api/rounds/{first}/link")).json()["code"] == "not-your-round"
    made = await player.http.post(f"/api/rounds/{first}/link")
    assert made.status_code == 200, made.text
    path: str = made.json()["path"]
    return path


async def _show(stranger: Any, link: str, round_id: str) -> None:
    answer = await stranger.get(link.replace("/replay/", "/api/replay/"))
    assert answer.status_code == 200, answer.text
    for told in (answer, await stranger.get(link)):
        assert "noindex" in told.headers["x-robots-tag"]
    assert (answer.json()["round_id"], answer.json()["your_seat"]) == (round_id, 1)
    named, _, voucher = link.removeprefix("/replay/").rpartition(".")
    other_seat = named.rpartition(".")[0] + ".2"
    for wrong in (f"{other_seat}.{voucher}", f"{named}.{'0' * 32}", named, "nothing", f"{named}.{voucher}0", "..."):
        refused = await stranger.get(f"/api/replay/{wrong}")
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown-round"), wrong
