"""The lab over HTTP: sheets, pay tables as they are edited, hands, advice at a table, the audit."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from fractions import Fraction
from math import comb
from typing import Any

import httpx
import pytest

from cardroom.lab.package_figures import packaged_games
from cardroom.web.gateway.rate_limits import UNLIMITED, Limits, Rate

from .running import Player, Running, client_of, running

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    """One for all tests here, because the lab's worker takes seconds to start."""
    async with running(tmp_path_factory.mktemp("lab"), limits=UNLIMITED) as server:
        yield server


@pytest.fixture(scope="module")
async def http(server: Running) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(server) as client:
        yield client


async def printed_lines(http: httpx.AsyncClient, game: str, wager: str, table: str) -> list[dict[str, Any]]:
    wagers = (await http.get(f"/api/lab/{game}/wagers")).json()["wagers"]
    tables = next(found["tables"] for found in wagers if found["wager"] == wager)
    lines = next(found["lines"] for found in tables if found["id"] == table)
    return [{"hand": line["hand"], "pays": line["pays"], "envy": line["envy"]} for line in lines]


async def price(
    http: httpx.AsyncClient, game: str, wager: str, table: str, changes: dict[str, str] | None = None, **more: Any
) -> dict[str, Any]:
    lines = await printed_lines(http, game, wager, table)
    for line in lines:
        line["pays"] = [(changes or {}).get(line["hand"], pay) for pay in line["pays"]]
    question = {"game": game, "wager": wager, "paytable": table, "lines": lines, **more}
    answer = await http.post("/api/lab/price", json=question)
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


# --- pay tables as they are edited ------------------------------------------------------------------------------------


async def test_a_printed_table_costs_what_is_printed(http: httpx.AsyncClient) -> None:
    answer = await price(http, "straight-edge-1", "bonus", "Bonus 1")
    edge = answer["changes"][0]
    assert (edge["label"], edge["by"], edge["exactly"]) == ("House edge", "0", "0")
    assert edge["before"] == edge["after"]
    assert round(float(edge["after"].rstrip("%")), 2) == 3.60  # the sheet's own figure
    assert "is the printed one" in answer["verdict"]


async def test_one_pay_changes_the_edge_by_its_chance_times_the_difference(http: httpx.AsyncClient) -> None:
    answer = await price(http, "straight-edge-1", "bonus", "Bonus 1", {"7-card straight": "60 to 1"})
    sevens = 13 * 4**7  # thirteen places to begin on the ring, any suits
    edge = answer["changes"][0]
    assert Fraction(edge["exactly"]) == Fraction(-20 * sevens, comb(52, 7))
    assert edge["by"].startswith("−3.1841")
    assert edge["tone"] == "good"
    assert "falls" in answer["verdict"]
    assert "better for the player" in answer["verdict"]
    line = answer["lines"][0]
    assert line["ways"] == f"{sevens:,}"
    assert float(line["after"].rstrip("%")) == pytest.approx(100 * 60 * sevens / comb(52, 7), abs=1e-4)
    assert answer["before"]["table"]["title"] == "Bonus 1"
    assert "not approved" in answer["after"]["table"]["title"]


async def test_a_jackpot_is_priced_by_its_fixed_pays_and_its_meter(http: httpx.AsyncClient) -> None:
    answer = await price(http, "mississippi-stud", "progressive", "MS Stud-01", {"flush": "39 for 1"})
    changes = {change["label"]: change for change in answer["changes"]}
    flushes = 4 * comb(13, 5) - 40  # straight flushes are paid elsewhere
    assert Fraction(changes["Fixed return"]["exactly"]) == Fraction(-flushes, comb(52, 5))
    assert changes["Fixed return"]["tone"] == "alarm"
    meter = Fraction(4, comb(52, 5)) + Fraction(36, comb(52, 5)) / 10
    assert changes["Each $1,000 on the meter adds"]["exactly"] == "0"
    assert Fraction(changes["Break-even meter"]["exactly"]) == Fraction(flushes, comb(52, 5)) / meter
    assert answer["lines"][0]["before"] == "by meter"


async def test_a_game_s_own_table_is_solved_anew(http: httpx.AsyncClient) -> None:
    answer = await price(http, "mississippi-stud", "ante", "MS-01", {"flush": "7 to 1"})
    changes = {change["label"]: change for change in answer["changes"]}
    before = next(line for line in answer["lines"] if line["hand"] == "flush")["before"]
    gain = -float(changes["House edge"]["by"].replace("−", "-").split()[0])
    assert gain > float(before.rstrip("%")) / 6  # more than the same play would win: flushes are now drawn to
    assert changes["Fold rate"]["by"].startswith("−")
    odd = await price(http, "mississippi-stud", "ante", "MS-01", {"flush": "13 to 2"})
    odd_gain = -float({c["label"]: c for c in odd["changes"]}["House edge"]["by"].replace("−", "-").split()[0])
    assert gain / 2.2 < odd_gain < gain / 1.8, "half as much more is worth about half"
    huge = await price(http, "straight-edge-1", "play", "Version 1 Blind", {"win by 6": "500000000 to 1"})
    assert "10,000 to 1" in huge["complaint"]["text"]


async def test_a_column_of_a_table_is_priced_on_its_own(http: httpx.AsyncClient) -> None:
    two = await price(http, "caribbean-stud", "cover_all", "Cover All", hands=2)
    eight = await price(http, "caribbean-stud", "cover_all", "Cover All", hands=8)
    assert two["after"]["table"]["title"].endswith("2 hands")
    assert two["changes"][0]["after"] != eight["changes"][0]["after"]
    lines = await printed_lines(http, "caribbean-stud", "cover_all", "Cover All")
    question = {"game": "caribbean-stud", "wager": "cover_all", "paytable": "Cover All", "lines": lines, "hands": 9}
    assert (await http.post("/api/lab/price", json=question)).status_code == 404


@pytest.mark.parametrize(
    ("changes", "line", "says"),
    [
        ({"5-card straight": "lots"}, 3, "“lots” is not a pay-off"),
        ({"7-card straight": "6 to 1"}, 2, "more than the 6 to 1 of 7-card straight"),
        ({"4-card straight": "9 for 1"}, 4, "pays odds “to 1”"),
    ],
)
async def test_a_table_that_cannot_be_is_answered_with_its_line(
    http: httpx.AsyncClient, changes: dict[str, str], line: int, says: str
) -> None:
    answer = await price(http, "straight-edge-1", "bonus", "Bonus 1", changes)
    assert answer["complaint"]["line"] == line
    assert says in answer["complaint"]["text"]
    assert answer["after"] is None
    assert answer["before"]


async def test_a_line_more_is_priced_and_a_gap_is_warned_of(http: httpx.AsyncClient) -> None:
    lines = await printed_lines(http, "mississippi-stud", "three_card_bonus", "3 Card Bonus 1")
    question = {"game": "mississippi-stud", "wager": "three_card_bonus", "paytable": "3 Card Bonus 1"}
    royal = {"hand": "mini royal", "pays": ["50 to 1"]}
    more = (await http.post("/api/lab/price", json=question | {"lines": [royal, *lines]})).json()
    assert Fraction(more["changes"][0]["exactly"]) == Fraction(-10 * 4, comb(52, 3))
    assert more["lines"][0]["before"] == "–"
    less = (await http.post("/api/lab/price", json=question | {"lines": [lines[0], *lines[2:]]})).json()
    assert any("no line for three of a kind" in warning for warning in less["warnings"])


async def test_nonsense_is_refused(http: httpx.AsyncClient) -> None:
    question = {"game": "straight-edge-1", "wager": "bonus", "paytable": "Bonus 1", "lines": []}
    for wrong, status in (
        ({"game": "poker"}, 404),
        ({"wager": "nothing"}, 404),
        ({"paytable": "Bonus 9"}, 404),
        ({"lines": [{"hand": "x" * 100, "pays": ["1 to 1"]}]}, 400),
        ({"lines": [{"hand": "7-card straight", "pays": []}]}, 400),
        ({"surprise": 1}, 400),
    ):
        assert (await http.post("/api/lab/price", json=question | wrong)).status_code == status, wrong
    assert "at least one" in (await http.post("/api/lab/price", json=question)).json()["complaint"]["text"]


# --- sheets, strategies, the audit ------------------------------------------------------------------------------------


async def test_a_sheet_comes_as_its_blocks_and_as_a_file_to_print(http: httpx.AsyncClient) -> None:
    sheet = (await http.get("/api/lab/straight-edge-2")).json()
    assert sheet["in_plain_words"]["blocks"][0]["facts"][0]["label"] == "A hand brings"
    names = [section["name"] for section in sheet["sections"]]
    assert names[:3] == ["base", "results", "sessions"]
    assert {"side-bets", "jackpots", "audit", "strategy", "rulings"} <= set(names)
    assert any(notice["tone"] == "alarm" and "15.02%" in notice["paragraphs"][0] for notice in sheet["notices"])
    pdf = await http.get("/api/lab/straight-edge-2/sheet.pdf")
    assert pdf.headers["content-type"] == "application/pdf"
    assert "straight-edge-2" in pdf.headers["content-disposition"]
    assert pdf.content.startswith(b"%PDF")
    assert (await http.get("/api/lab/nothing")).json()["code"] == "unknown-game"


async def test_a_strategy_says_what_it_costs(http: httpx.AsyncClient) -> None:
    strategy = (await http.get("/api/lab/mississippi-stud/strategy")).json()
    assert [decision["community"] for decision in strategy["decisions"]] == [0, 1, 2]
    assert [decision["stakes"][0] for decision in strategy["decisions"]] == [1, 2, 3]
    assert strategy["decisions"][2]["stakes"] == list(range(3, 8))
    assert strategy["decisions"][0]["rules"][-1]["hands"] == "anything else"
    assert {fact["label"]: fact["value"] for fact in strategy["facts"]}["By perfect play"] == "4.9149%"


async def test_all_games_side_by_side_and_their_printed_figures(http: httpx.AsyncClient) -> None:
    overview = (await http.get("/api/lab")).json()
    own = set(packaged_games())  # another test may have taken in others
    assert own <= {game["game"] for game in overview["games"]}
    edges = {bar["label"]: bar["text"] for bar in overview["plots"][0]["groups"][0]["bars"]}
    assert edges["Mississippi Stud"] == "4.9149%"
    assert edges["Straight Edge Poker, version 2"].startswith("−15.0")
    audit = {game["game"]: game for game in (await http.get("/api/lab/audit")).json()["games"]}
    rows = {tuple(row["cells"][:4]) for row in audit["straight-edge-1"]["section"]["blocks"][1]["rows"]}
    assert ("Bonus 1, house edge", "3.60%", "3.60%", "yes") in rows
    mississippi = audit["mississippi-stud"]
    assert (mississippi["printed"], mississippi["agree"]) == (2, 0)
    assert any("1.58%" in text for notice in mississippi["notices"] for text in notice["paragraphs"])


# --- hands ------------------------------------------------------------------------------------------------------------


async def test_a_hand_is_weighed_exactly(http: httpx.AsyncClient) -> None:
    question = {"game": "mississippi-stud", "hand": "Ah Ad", "community": "Ac 7s", "staked": 7}
    answer = (await http.post("/api/lab/advice", json=question)).json()
    options = {option["option"]: option for option in answer["options"]}
    assert options["fold"]["exactly"] == "-7"
    # of 48 cards one makes four aces, three a full house, the others leave three of a kind
    assert Fraction(options["3x"]["exactly"]) == Fraction(10 * (1 * 40 + 3 * 10 + 44 * 3), 48)
    assert [option["name"] for option in answer["options"] if option["is_best"]] == ["5th street 3x"]
    assert answer["verdict"].startswith("Best: 5th street 3x.")


@pytest.mark.parametrize(
    ("question", "code", "says"),
    [
        ({"hand": "As Ks"}, "wrong-hand-size", "has 7 cards, not 2"),
        ({"hand": "As As 2c 3c 4c 5c 6c"}, "duplicate-card", "stands twice"),
        ({"hand": "As Ks 2c 3c 4c 5c 1x"}, "unknown-card", "is not a card"),
        ({"hand": "As Ks 2c 3c 4c 5c 6c", "dealer_up": "9h"}, "no-card-up", "shows no card"),
        ({"hand": "As Ks 2c 3c 4c 5c 6c", "staked": 9}, "bad-stake", "not 9"),
    ],
)
async def test_a_hand_that_cannot_be_is_refused_with_the_lab_s_own_sentence(
    http: httpx.AsyncClient, question: dict[str, Any], code: str, says: str
) -> None:
    answer = await http.post("/api/lab/advice", json={"game": "straight-edge-1"} | question)
    assert answer.status_code in (403, 404, 409)
    assert answer.json()["code"] == code
    assert says in answer.json()["message"]


@pytest.mark.parametrize("table", ["edge-1", "delta-1", "caribbean-1"])
async def test_advice_at_a_table_is_the_lab_s_and_only_for_who_decides(
    server: Running, http: httpx.AsyncClient, table: str
) -> None:
    async with await Player.arrive(server) as player, await Player.arrive(server) as other:
        assert (await http.get(f"/api/tables/{table}/advice")).status_code == 401
        nothing = await player.http.get(f"/api/tables/{table}/advice")
        assert (nothing.status_code, nothing.json()["code"]) == (409, "no-decision")
        await player.follow(table)
        await player.sit(table)
        await player.wait_for(table, "bets")
        await player.bet(table, {"ante": 5_000_000})
        standing = await player.wait_for(table, "decisions")
        answer = (await player.http.get(f"/api/tables/{table}/advice")).json()
        assert answer["hand"] == standing["your_cards"]
        assert [option["option"] for option in answer["options"]] == [o["name"] for o in standing["options"]]
        question = {
            "game": answer["game"],
            "hand": " ".join(answer["hand"]),
            "community": " ".join(answer["community"]),
            "dealer_up": answer["dealer_up"] or "",
            "staked": answer["staked"],
        }
        assert (await http.post("/api/lab/advice", json=question)).json() == answer
        assert (await other.http.get(f"/api/tables/{table}/advice")).json()["code"] == "no-decision"
        await player.choose(table, "fold")
        assert (await player.http.get(f"/api/tables/{table}/advice")).json()["code"] == "no-decision"


# --- the worker -------------------------------------------------------------------------------------------------------


async def test_a_worker_that_dies_is_replaced(server: Running, http: httpx.AsyncClient) -> None:
    question = {"game": "caribbean-stud", "hand": "Ah Kd Qc 5c 2s", "dealer_up": "2d"}
    assert (await http.post("/api/lab/advice", json=question)).status_code == 200
    pool = server.desk.reading_room._laboratory._pool
    for process in list(pool._processes):
        os.kill(process, signal.SIGKILL)
    await asyncio.sleep(0.5)
    again = await http.post("/api/lab/advice", json=question)
    assert (again.status_code, again.json()["code"]) == (503, "lab-busy")
    assert (await http.post("/api/lab/advice", json=question)).status_code == 200


async def test_too_many_questions_are_too_many(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits(lab=Rate(3, 0.001))
    path = tmp_path_factory.mktemp("few")
    async with running(path, limits=limits) as server, client_of(server) as http:
        codes = [(await http.get("/api/lab/nothing")).json()["code"] for _ in range(5)]
        assert codes == ["unknown-game"] * 3 + ["too-fast"] * 2
        assert (await http.get("/api/lobby")).status_code == 200


def test_the_house_itself_never_loads_the_lab() -> None:
    code = "import sys, cardroom.web, cardroom.house.runtime.computer_players; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "cardroom.lab.queries.messages" in loaded
    assert not {"numba", "numpy", "matplotlib"} & set(loaded)
