"""`cardroom verify-shuffle` and `cardroom shuffle-test`."""

from __future__ import annotations

import hashlib

import pytest

from cardroom.cards import show_cards
from cardroom.fairness import randomness_tests
from cardroom.fairness.shuffler import shuffle
from cardroom.games import find_game

from ..floors import floor_text
from ..house.conftest import Room
from ..house.logs import stored

SEED = bytes(range(32))
COMMITMENT = hashlib.sha256(b"edge-1-42" + SEED).hexdigest()


def test_a_commitment_is_checked_without_a_database(ok):
    told = ok("verify-shuffle", "edge-1-42", SEED.hex(), "--commitment", COMMITMENT.upper())
    assert COMMITMENT in told.out
    assert "the deck was fixed before the bets" in told.out
    assert "must be the one that was shown" in ok("verify-shuffle", "edge-1-42", SEED.hex()).out


def test_another_commitment_is_told_so(run):
    ran = run("verify-shuffle", "edge-1-43", SEED.hex(), "--commitment", COMMITMENT)
    assert ran.code == 1
    assert "NOT the one given" in ran.out


def test_the_deck_is_shown(ok):
    told = ok("verify-shuffle", "edge-1-42", SEED.hex(), "--deck").out
    assert show_cards(shuffle(SEED)[0]) == " ".join(line.strip() for line in told.splitlines()[3:7])
    document = ok("verify-shuffle", "edge-1-42", SEED.hex(), "--json").json
    assert len(document["deck"]) == 52
    assert document["fits"] is None


def test_the_shoe_of_a_game_is_shown(ok):
    shoe = find_game("casino-war").deck.cards
    document = ok("verify-shuffle", "war-1-7", SEED.hex(), "--game", "casino-war", "--json").json
    assert document["deck"] == [str(card) for card in shuffle(SEED, shoe)[0]]
    assert len(document["deck"]) == 6 * 52


@pytest.mark.parametrize("seed", ["x", "00", "zz" * 32, "00" * 33])
def test_what_is_no_seed_is_refused(refused, seed):
    assert "64 hexadecimal digits" in refused("verify-shuffle", "edge-1-42", seed)


def test_seed_and_commitment_are_read_from_a_database(ok, refused, tmp_path):
    room = Room(floor_text(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann")
    room.begin("delta-1")
    url = str(stored(room, tmp_path / "house.sqlite").engine.url)
    assert "the deck was fixed before the bets" in ok("verify-shuffle", "delta-1-1", "--database", url).out
    assert "is not over" in refused("verify-shuffle", "delta-1-2", "--database", url)


def test_a_bad_shuffler_fails_with_exit_code_1(run, monkeypatch):
    from ..fairness.test_randomness import perfect

    decks, dice = perfect()
    loaded = dice.copy()
    loaded[:600, 0] = 6
    monkeypatch.setattr(randomness_tests, "draw_shuffles", lambda *_, **__: (decks, loaded))
    ran = run("shuffle-test", width=120)
    assert ran.code == 1
    assert "The shuffler FAILS." in ran.out
    document = run("shuffle-test", "--json").json
    assert [line["test"] for line in document["results"] if line["verdict"] == "FAIL"] == ["dice"]


@pytest.mark.parametrize("decks", ["0", "100", "-5", "99999999999"])
def test_a_number_of_decks_out_of_bounds_is_refused(refused, decks):
    assert "Test between" in refused("shuffle-test", "--decks", decks)
