"""Double entry: what one account receives others give, always."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.ledger import Entry, Posting, PostingCode, posting_in_words, transfer

amounts = st.integers(0, 10**15)
accounts = st.sampled_from(["house", "meter", "player:1", "player:2"])


@given(accounts, accounts, amounts)
def test_what_one_account_gives_the_other_receives(giver, receiver, amount):
    assert transfer(giver, receiver, amount, PostingCode.DROP).entries == (
        Entry(giver, -amount),
        Entry(receiver, amount),
    )


@given(st.lists(st.builds(Entry, accounts, st.integers(-(10**6), 10**6)), min_size=1))
def test_an_unbalanced_posting_cannot_be_made(entries):
    total = sum(entry.amount for entry in entries)
    one_off = (*entries, Entry("house", 1 - total))
    balanced = Posting((*entries, Entry("house", -total)), PostingCode.DROP)
    as_json = msgspec.json.encode({"entries": one_off, "code": "drop"})
    ways_in = (
        lambda: Posting(one_off, PostingCode.DROP),
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
        transfer("player:1", "house", -1, PostingCode.DROP)


@pytest.mark.parametrize("code", PostingCode)
def test_every_code_has_words_of_its_own(code):
    posting = Posting((), code, wager="ante", verdict="won", seat=3, reference="delta-7")
    told = posting_in_words(posting)
    assert told[0].islower() or told[0].isdigit()
    assert "{" not in told
    assert [
        other for other in PostingCode if posting_in_words(msgspec.structs.replace(posting, code=other)) == told
    ] == [code]
