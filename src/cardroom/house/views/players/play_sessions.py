"""A player's session: rounds without a long break between them, and what was brought or lost along the way."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

import msgspec

from cardroom.cards import Card
from cardroom.house.engine.house import House
from cardroom.house.storage.store import Store
from cardroom.house.views.players.decisions import decisions_in
from cardroom.house.views.players.past_rounds import PlayedRound, rounds_of, settings_of, whole_rounds
from cardroom.money import Money
from cardroom.table.information_set import Decided

BREAK = timedelta(hours=1)  # without a round: what comes after it is another session
MOST = 300  # rounds that are looked at


class PlaySession(msgspec.Struct, frozen=True, kw_only=True):
    rounds: tuple[PlayedRound, ...]  # the first one first
    since: datetime | None
    staked: Money
    net: Money  # with jackpots
    line: tuple[Money, ...]  # what was won or lost in all after each round
    is_cut: bool  # it has more rounds than are looked at


class CostlyMistake(msgspec.Struct, frozen=True, kw_only=True):
    round_id: str
    title: str  # as people read it
    hand: tuple[Card, ...]
    words: str  # what the cards showed
    chose: str
    best: str
    cost: Money  # on average


class PlayReview(msgspec.Struct, frozen=True, kw_only=True):
    """What a session's decisions were worth, by exact advice given afterwards."""

    decisions: int
    best: int  # of them
    accuracy: str
    cost: Money  # of all mistakes, on average
    costliest: tuple[CostlyMistake, ...]
    with_mistakes: tuple[str, ...]  # rounds
    not_counted: int  # rounds of games that no exact advice can be given for


def session_of(store: Store, house: House, person: str) -> PlaySession:
    found = rounds_of(store, house, person, most=MOST + 1)
    last = found[:1]
    for later, earlier in pairwise(found):
        if later.at - earlier.at > BREAK:
            break
        last.append(earlier)
    rounds = tuple(reversed(last[:MOST]))
    line: list[Money] = []
    for played in rounds:
        line.append((line[-1] if line else 0) + played.net + played.corrected + played.jackpots)
    return PlaySession(
        rounds=rounds,
        since=rounds[0].at if rounds else None,
        staked=sum(played.staked for played in rounds),
        net=line[-1] if line else 0,
        line=tuple(line),
        is_cut=len(last) > MOST,
    )


def decided_in(store: Store, house: House, rounds: tuple[PlayedRound, ...]) -> dict[str, list[Decided]]:
    """What a person decided in each of his rounds; those whose rules are not at hand are left out."""
    seats = {played.round_id: played.seat for played in rounds if not played.is_void}
    told = whole_rounds(store, house, seats)
    return {
        round_id: decisions_in(whole.events, settings_of(whole, house.documents)[1], seats[round_id])
        for round_id, whole in told.items()
    }
