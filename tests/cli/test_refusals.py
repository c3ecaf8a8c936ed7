"""Wrong things typed: one clear line on standard error, exit code 2, nothing else."""

import pytest

from cardroom.cards import DECK, show_cards

ALL_52 = show_cards(DECK)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("shuffle", "No such command 'shuffle'"),
        ("gmaes", "Did you mean 'games'?"),
        ("--verbose", "No such option: --verbose"),
        ("games --fast", "No such option: --fast"),
        ("games solitaire-stud", "No such command"),
        ("rules", "Missing argument 'GAME'"),
        ("rules poker", "There is no game “poker”"),
        ("rules mississippi", "Did you mean mississippi-stud?"),
        ("hand solitaire-stud", "Missing argument 'CARDS'"),
        ("hand poker As", "There is no game “poker”"),
        ("deal", "Missing argument 'GAME'"),
        ("deal poker", "The games are: caribbean-stud"),
        ("deal solitaire-stud --loud", "No such option: --loud"),
        ("deal solitaire-stud --seats 7", "seats 1 to 6 players, not 7"),
        ("deal solitaire-stud --seats 0", "seats 1 to 6 players, not 0"),
        ("deal solitaire-stud --seats -1", "seats 1 to 6 players, not -1"),
        ("deal solitaire-stud --seats two", "Invalid value for '--seats'"),
        ("deal solitaire-stud --seed lucky", "Invalid value for '--seed'"),
        ("deal solitaire-stud --seed 1.5", "Invalid value for '--seed'"),
        ("deal solitaire-stud --seed", "requires an argument"),
        ("demo --seed lucky", "Invalid value for '--seed'"),
        ("deal solitaire-stud --bets ante", "write WAGER=AMOUNT"),
        ("deal solitaire-stud --bets ante=", "write WAGER=AMOUNT"),
        ("deal solitaire-stud --bets =5", "write WAGER=AMOUNT"),
        ("deal solitaire-stud --bets ante=5,", "write WAGER=AMOUNT"),
        ("deal solitaire-stud --bets ante=5,ante=6", "bet twice"),
        ("deal solitaire-stud --bets bonus=5", "has no wager “bonus”; it has: ante, super_bonus"),
        ("deal solitaire-stud --bets ante=-5", "cannot be negative"),
        ("deal solitaire-stud --bets ante=$-5", "cannot be negative"),
        ("deal solitaire-stud --bets ante=five", "“five” is not an amount"),
        ("deal solitaire-stud --bets ante=5.001", "is not an amount"),
        ("deal solitaire-stud --bets ante=0", "more than $0"),
        ("deal solitaire-stud --bets ante=4", "below this table's minimum of $5"),
        ("deal solitaire-stud --bets ante=201", "above this table's maximum of $200"),
        ("deal keep-it-straight --bets ante=101", "above this table's maximum of $100"),
        ("deal mississippi-stud --bets ante=134", "above this table's maximum of $133"),
        ("deal solitaire-stud --bets ante=5.50", "not a multiple of the $1 chip"),
        ("deal solitaire-stud --bets three_plus=5", "needs the Ante"),
        ("deal solitaire-stud --bets ante=10,super_bonus=5", "must equal the Ante of $10"),
        ("deal solitaire-stud --bets ante=5,play=10", "bet after the deal"),
        ("deal mississippi-stud --bets ante=5,progressive=5", "fixed wager of $1"),
        ("deal solitaire-stud --decide wisely", "Invalid value for '--decide'"),
        ("deal keep-it-straight --dice sideways", "Invalid value for '--dice'"),
        ("deal solitaire-stud --dice clockwise", "does not allow dealing by dice"),
        ("deal solitaire-stud --paytable", "requires an argument"),
        ("deal solitaire-stud --paytable SS-03", "neither a printed pay table of Solitaire Stud nor a file"),
        ("paytable", "Missing argument 'FILE'"),
        ("paytable nowhere.toml", "nowhere.toml: cannot be read"),
    ],
)
def test_what_is_typed_wrongly_is_refused_in_a_sentence(refused, typed, said):
    assert said in refused(*typed.split())


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("", "at least one card"),
        ("As As", "As stands twice"),
        ("As aS", "As stands twice"),
        ("As 10x", "“10x” is not a card"),
        ("As 1h", "“1h” is not a card"),
        ("AsKs", "“AsKs” is not a card"),
        ("A", "“A” is not a card"),
        ("joker", "“joker” is not a card"),
        ("2c 3c 4c 5c 6c 7c 8c 9c 10c", "has 9 cards; 8 are the most"),
        (ALL_52, "has 52 cards; 8 are the most"),
        (f"{ALL_52} 2c", "2c stands twice"),
        (f"{ALL_52} 2x", "“2x” is not a card"),
    ],
)
def test_cards_that_no_hand_can_have_are_refused(refused, cards, said):
    assert said in refused("hand", "straight-edge-1", cards)
    assert said in refused("hand", "straight-edge-1", cards, "--json")


def test_poker_needs_whole_hands(refused):
    said = refused("hand", "mississippi-stud", "As Ks")
    assert "read on 5 cards" in said
    assert "read on 3 cards" in said
    assert "has 6 cards; 5 are the most" in refused("hand", "caribbean-stud", "As Ks Qs Js 10s 9s")


def test_a_refusal_points_to_the_help_of_the_command(refused):
    assert refused("deal", "solitaire-stud", "--loud").endswith("(see `cardroom deal --help`)")
    assert refused("shuffle").endswith("(see `cardroom --help`)")


def test_a_refusal_is_one_line_whatever_it_quotes(refused):
    assert "two lines" in refused("rules", "two\nlines")


def test_json_is_refused_the_same_way(refused):
    assert "not 0" in refused("deal", "solitaire-stud", "--seats", "0", "--json")
