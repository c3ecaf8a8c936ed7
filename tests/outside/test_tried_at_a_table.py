"""`cardroom games check` makes all that a table says and shows: a file that would fail there is refused."""

from __future__ import annotations

from random import Random

import pytest

from cardroom.cli.games.game_check import check_file
from cardroom.games import games
from cardroom.games.catalogue import add_file
from cardroom.house.runtime.game_rehearsal import rehearse

from ..table.any_game import FROM_OUTSIDE, known

# Four Card Poker's shape: the best hand of five cards against the dealer's best of six.
FIVE_AGAINST_SIX = (
    ('Deal(EVERYONE, 3, "2"),', 'Deal((SEAT,), 5, "2"),\n            Deal((DEALER,), 6, "2"),'),
    ('"you": Hand((SEAT,), THREE_CARD_POKER)', '"you": Hand((SEAT,), THREE_CARD_POKER.best_of(5))'),
    ('"dealer": Hand((DEALER,), THREE_CARD_POKER)', '"dealer": Hand((DEALER,), THREE_CARD_POKER.best_of(6))'),
    ("seats=6", "seats=3"),
    ("hand_classes=THREE_CARD_HANDS", "hand_classes=poker_hands(THREE_CARD_POKER.best_of(5))"),
)


def errors(path, rounds: int = 20) -> list[str]:
    return [mistake.what for mistake in check_file(path, rounds).mistakes if not mistake.is_warning]


def warnings(path, rounds: int = 20) -> list[str]:
    return [mistake.what for mistake in check_file(path, rounds).mistakes if mistake.is_warning]


def test_a_hand_of_five_is_compared_with_a_dealers_of_six(write):
    """Each is read on its own cards; both are in one order of hands."""
    path = write(*FIVE_AGAINST_SIX)
    assert errors(path) == []
    add_file(path)
    rehearse("northern-lights", 10, Random(3))


def test_hands_that_have_no_order_in_common_are_not_compared(write):
    path = write(
        ('"dealer": Hand((DEALER,), THREE_CARD_POKER)', '"dealer": Hand((DEALER,), HIGHEST_RANK)'),
    )
    (told,) = (what for what in errors(path) if "order" in what)
    assert "“result” compares hands that have no order in common" in told


@pytest.mark.parametrize(
    ("module", "function"),
    [
        ("cardroom.table.trial_rounds", "round_event_in_words"),
        ("cardroom.table.trial_rounds", "explain"),
        ("cardroom.table.trial_rounds", "spoken_to"),
        ("cardroom.table.trial_rounds", "spoken_along"),
        ("cardroom.table.trial_rounds", "settled_in_words"),
        ("cardroom.house.runtime.game_rehearsal", "table_view"),
        ("cardroom.house.runtime.game_rehearsal", "terminal_view"),
        ("cardroom.house.runtime.game_rehearsal", "seat_only_events"),
        ("cardroom.house.runtime.game_rehearsal", "from_seat"),
        ("cardroom.house.runtime.game_rehearsal", "worked_hand"),
        ("cardroom.house.runtime.game_rehearsal", "layout"),
    ],
)
def test_whatever_fails_in_a_view_or_a_sentence_refuses_the_file(write, monkeypatch, module, function):
    """The check can fail: one after the other of what a table says and shows is made to throw."""

    def fails(*_: object, **__: object) -> None:
        raise ValueError("no words for it")

    monkeypatch.setattr(f"{module}.{function}", fails)
    told = errors(write())
    assert len(told) == 1
    assert "fails" in told[0].lower()
    assert "ValueError: no words for it" in told[0]


def test_a_rule_that_is_set_is_dealt_too(write):
    """Only under three times the Ante some rounds leave wagers that nobody settles."""
    unsettled = 'SettleSeats("5", when=(lambda f: f.dealer_qualifies) if multiple == 3 else None),'
    (told,) = errors(write(('SettleSeats("5"),', unsettled)))
    assert told.startswith("A round of northern-lights?multiple=3 fails: ")
    assert "settled by nobody" in told


@pytest.mark.parametrize("game", [*games(), *FROM_OUTSIDE])
def test_every_game_can_be_rehearsed(game):
    with known(game):
        rehearse(game, 3, Random(game))


# --- doubtful wagers --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quickly")
def test_a_wager_that_every_hand_wins_is_a_warning(write):
    path = write(
        (
            '    ("pair",            "1 to 1",  "1 to 1"),',
            '    ("pair",            "1 to 1",  "1 to 1"),\n    ("high card",       "1 to 1",  "-"),',
        ),
    )
    found = warnings(path)
    assert "Bonus always wins with “Bonus 1”: a line pays its hand or better, down to the lowest." in found
    assert not any("Bonus 2" in what and "wins" in what for what in found)


@pytest.mark.usefixtures("quickly")
def test_a_wager_that_cannot_be_lost_is_a_warning(write):
    saved = '    ante = lambda f, pay: push("6") if f.dealer_qualifies else win(EVEN_MONEY, "7")\n    unused = versus('
    assert "Ante cannot be lost." in warnings(write(("    ante = versus(", saved)))


@pytest.mark.usefixtures("quickly")
def test_an_edge_for_the_player_is_a_warning(write):
    path = write(('("mini royal",      "50 to 1", "40 to 1"),', '("mini royal",      "5,000 to 1", "40 to 1"),'))
    found = warnings(path)
    (bonus,) = (what for what in found if "edge for the player" in what)
    assert bonus.startswith("Bonus has an edge for the player: ")
    assert bonus.endswith("(Bonus 1).")
    generous = write(
        ('    ante = versus(ahead=win(EVEN_MONEY, "7")', '    ante = versus(ahead=win(Odds(3), "7")'),
    )
    assert any(what.startswith("The game itself has an edge for the player: ") for what in warnings(generous))
