"""Double entry: what one account receives others give, always."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.ledger import Entry, Ledger, Posting, transfer

amounts = st.integers(0, 10**15)
accounts = st.sampled_from(["house", "meter", "player:1", "player:2"])
transfers = st.builds(transfer, accounts, accounts, amounts, st.just("a reason"))


def test_a_lost_ante_moves_from_the_player_to_the_house():
    books = Ledger().post(transfer("player:1", "house", 5_000_000, "Ante lost"))
    assert dict(books.balances) == {"player:1": -5_000_000, "house": 5_000_000}


def test_a_posting_may_have_many_entries():
    split = Posting((Entry("player:1", -100), Entry("meter", 12), Entry("house", 88)), "Progressive wager")
    books = Ledger().post(split, transfer("house", "meter", 8, "Reserve"))
    assert [books.balance(name) for name in ("player:1", "meter", "house", "stranger")] == [-100, 20, 80, 0]


@given(st.lists(transfers))
def test_all_accounts_sum_to_zero_after_any_postings(postings):
    assert sum(Ledger().post(*postings).balances.values()) == 0


@given(st.lists(transfers), st.lists(transfers))
def test_posting_at_once_is_posting_one_after_the_other(first, second):
    at_once = Ledger().post_all(first + second)
    one_by_one = Ledger()
    for posting in first + second:
        one_by_one = one_by_one.post(posting)
    assert at_once == one_by_one == Ledger().post_all(second).post_all(first)
    assert hash(at_once) == hash(one_by_one)


@given(transfers, st.lists(transfers))
def test_a_posting_reversed_leaves_no_trace(posting, before):
    books = Ledger().post_all(before)
    back = Posting(tuple(Entry(entry.account, -entry.amount) for entry in posting.entries), "void")
    assert books.post(posting, back) == books


def test_posting_gives_a_new_ledger_and_leaves_the_old_one():
    before = Ledger()
    after = before.post(transfer("player:1", "house", 1, "Ante lost"))
    assert before.balance("house") == 0
    assert after != before
    with pytest.raises(TypeError):
        after.balances["house"] = 2  # type: ignore[index]


@given(st.lists(st.builds(Entry, accounts, st.integers(-(10**6), 10**6)), min_size=1))
def test_an_unbalanced_posting_cannot_be_made(entries):
    total = sum(entry.amount for entry in entries)
    one_off = (*entries, Entry("house", 1 - total))
    balanced = Posting((*entries, Entry("house", -total)), "balanced")
    as_json = msgspec.json.encode({"entries": one_off, "reason": "one off"})
    ways_in = (
        lambda: Posting(one_off, "one off"),
        lambda: msgspec.structs.replace(balanced, entries=one_off),
        lambda: msgspec.json.decode(as_json, type=Posting),
    )
    for way_in in ways_in:
        with pytest.raises(CardroomError, match="off by 1") as refusal:
            way_in()
        assert refusal.value.code == "unbalanced-posting"
    with pytest.raises(AttributeError):
        balanced.entries = one_off  # type: ignore[misc]


def test_nothing_is_moved_backwards():
    with pytest.raises(CardroomError, match="cannot be negative"):
        transfer("player:1", "house", -1, "Ante lost")


def test_a_ledger_cannot_be_opened_out_of_balance():
    with pytest.raises(AssertionError):
        Ledger({"house": 1})
