"""Rounds dealt from Python, step by step and to their end."""

import json

import pytest

import cardroom as cr
from cardroom.money import DOLLAR

THREE = cr.game("three-card-poker")


def test_a_round_waits_for_its_player():
    deal = THREE.deal(seed=7)
    assert (deal.is_over, deal.seat, deal.options) == (False, 1, ("fold", "1x"))
    assert len(deal.hand.split()) == 3
    assert deal.dealer == ""
    assert deal.hand in repr(deal)


def test_the_dealers_cards_are_hidden_until_they_are_shown():
    deal = THREE.deal(seed=7)
    assert "3 cards to the dealer, face down." in deal.transcript
    deal.choose("1x")
    assert deal.is_over
    assert len(deal.dealer.split()) == 3
    assert any(deal.dealer in sentence for sentence in deal.transcript)


def test_what_is_gained_is_told_in_dollars():
    deal = THREE.deal(seed=7, bets={"ante": 10, "pair_plus": "5"}).choose("fold")
    assert deal.results == {1: {"ante": -10, "pair_plus": -5}}
    assert deal.net == -15
    assert repr(deal) == "<a round of Three Card Poker: −$15>"
    assert str(deal).endswith("seat 1 −$15.")
    assert "Seat 1 folds." in deal._repr_html_()


def test_the_command_line_deals_the_same_round(capsys):
    from cardroom.cli import main

    with pytest.raises(SystemExit):
        main(["deal", THREE.id, "--seats", "2", "--seed", "11", "--json"])
    shown = json.loads(capsys.readouterr().out)
    deal = THREE.deal(seed=11, seats=2).play("1x")
    results = {str(seat): {w: int(a * DOLLAR) for w, a in found.items()} for seat, found in deal.results.items()}
    assert results == shown["results"]


def test_the_best_play_is_what_advice_says():
    for seed in range(20):
        deal = THREE.deal(seed=seed)
        best = deal.advice().best
        assert best == THREE.advise(deal.hand).best
        assert deal.play().events == THREE.deal(seed=seed).choose(best).events


def test_a_function_may_decide():
    deal = cr.game("mississippi-stud").deal(seed=3, seats=3).play(lambda deal: deal.options[deal.seat % 2])
    assert deal.is_over
    assert set(deal.results) == {1, 2, 3}


@pytest.mark.parametrize("name", cr.games())
def test_every_game_can_be_dealt_to_its_end(name):
    for seed in range(5):
        deal = cr.game(name).deal(seed=seed).play(lambda deal: deal.options[-1])
        assert deal.is_over
        assert deal.net == sum(sum(found.values()) for found in deal.results.values())


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda: THREE.deal(seats=8), "seats 1 to 7 players, not 8"),
        (lambda: THREE.deal(bets={"antes": 5}), "has no wager “antes”"),
        (lambda: THREE.deal(bets={"ante": "five"}), "is not an amount"),
        (lambda: THREE.deal(bets={"pair_plus": 5}), "needs the Ante beside it"),
        (lambda: THREE.deal().choose("2x"), "may choose: fold, 1x"),
        (lambda: THREE.deal().choose("fold").choose("fold"), "No one has anything to decide now"),
        (lambda: THREE.deal().choose("fold").advice(), "No one has anything to decide now"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(ask, why):
    with pytest.raises(cr.CardroomError, match=why):
        ask()
