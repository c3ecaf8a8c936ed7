"""What holds in every round of every game, whatever is dealt, bet and chosen."""

from __future__ import annotations

import msgspec

from cardroom.errors import CardroomError
from cardroom.money import DOLLAR
from cardroom.table import Round
from cardroom.table.commands import (
    Act,
    Bet,
    Choose,
    ClearShuffler,
    CloseBets,
    CloseRound,
    CollectEmptySeats,
    CorrectMispay,
    DealPacket,
    DeclareMisdeal,
    ExposeCard,
    FoulHand,
    RefuseLateBet,
    ReturnWager,
    RevealHand,
    RollDice,
    SettleSeat,
    SettleSecondPass,
    TakeFolded,
)
from cardroom.table.events import (
    AnyEvent,
    DealerRevealed,
    Folded,
    HandShown,
    PacketDealt,
    Qualified,
    Raised,
    RoundClosed,
    WagerSettled,
)
from cardroom.table.round_state import Phase, replay

from ..oracle.sheets import EQUAL, options
from .stories import Story, commands, expected, in_every_game, played

DECODER = msgspec.json.Decoder(AnyEvent)


def through_json(events: list[AnyEvent]) -> list[AnyEvent]:
    return [DECODER.decode(msgspec.json.encode(event)) for event in events]


@in_every_game(60)
def test_every_wager_is_settled_as_a_plain_reading_of_the_sheets_settles_it(story):
    round_ = played(story)
    money, awards = expected(story)
    assert round_.state.results == money
    hits = [event for event in round_.events if isinstance(event, Qualified)]
    assert {(e.seat, e.wager): (str(e.pays), str(e.envy or "")) for e in hits} == awards
    assert {e.seat for e in hits if e.envy} == set(round_.state.kept_for_envy)


@in_every_game(15)
def test_the_money_of_a_round_sums_to_zero_and_no_seat_loses_more_than_it_staked(story):
    round_ = played(story)
    entries = {entry.account: entry.amount for entry in round_.state.posting().entries}
    settled = [event for event in round_.events if isinstance(event, WagerSettled)]
    for seat, stakes in story.bets.items():
        raised = sum(e.stake for e in round_.events if isinstance(e, Raised) and e.seat == seat)
        assert entries[f"seat:{seat}"] >= -(sum(stakes.values()) * DOLLAR + raised)
        gone = sum(e.stake for e in round_.events if isinstance(e, Qualified) and e.seat == seat)
        assert entries[f"seat:{seat}"] == sum(e.back - e.stake for e in settled if e.seat == seat) - gone
    assert sum(entries.values()) == 0
    (closed,) = (event for event in round_.events if isinstance(event, RoundClosed))
    assert closed.results == {seat: entries[f"seat:{seat}"] for seat in story.bets}


@in_every_game(15)
def test_cards_come_off_the_top_of_the_deck_once_each_to_whom_the_sheet_says(story):
    packets = [event for event in played(story).events if isinstance(event, PacketDealt)]
    dealt = [card for packet in packets for card in packet.cards]
    assert dealt == list(story.deck[: len(dealt)])
    by_holder = {packet.to: packet.cards for packet in packets}
    assert len(by_holder) == len(packets)
    cards = story.cards
    assert {seat: by_holder.pop(seat) for seat in cards.hands} == cards.hands
    assert (by_holder.pop("dealer", ()), by_holder.pop("community", ())) == (cards.dealer, cards.community)
    assert sorted(sum(by_holder.values(), ())) == sorted(cards.discarded)


@in_every_game(15)
def test_hands_are_turned_after_the_last_decision_and_settled_counter_clockwise_in_the_order_of_the_sheet(story):
    round_ = played(story)
    events = round_.events
    decided = max(place for place, event in enumerate(events) if isinstance(event, Raised | Folded))
    assert not any(isinstance(event, DealerRevealed | HandShown) for event in events[:decided])
    folded = {event.seat for event in events if isinstance(event, Folded)}
    still_in = sorted(set(story.bets) - folded, reverse=True)
    # A wager lost by folding is taken in at the decision, without reading a hand.
    showdown = [
        (e.seat, e.wager)
        for e, hand in zip(events, round_.hand_names(), strict=True)
        if isinstance(e, WagerSettled | Qualified) and (e.seat in still_in or hand)
    ]
    if any(isinstance(e, DealerRevealed) and not e.qualifies for e in events) and story.game in EQUAL:
        returned = showdown[: len(still_in)]
        assert returned == [(seat, "ante") for seat in still_in]
        showdown = showdown[len(still_in) :]
    first = [seat for seat, wager in showdown if wager != "cover_all"]
    second = [seat for seat, wager in showdown if wager == "cover_all"]
    assert [seat for seat, _ in showdown] == sorted(first, reverse=True) + sorted(second, reverse=True)


@in_every_game(12)
def test_the_fold_of_the_events_is_the_live_state_at_every_prefix_also_after_json(story):
    round_ = story.open()
    for command in commands(story, round_):
        round_.do(command)
        assert replay(round_.events, story.settings) == round_.state
    stored = through_json(round_.events)
    assert stored == round_.events
    for length in range(1, len(stored) + 1):
        assert replay(stored[:length], story.settings) == replay(round_.events[:length], story.settings)


@in_every_game(12)
def test_a_round_resumed_from_its_stored_events_goes_on_exactly_as_it_would_have(story):
    round_ = story.open()
    for command in commands(story, round_):
        resumed = Round(through_json(round_.events), story.settings, story.deck, story.dice)
        assert resumed.next_act() == round_.next_act()
        assert resumed.do(command) == round_.do(command)
        assert (resumed.state, resumed.events) == (round_.state, round_.events)


@in_every_game(12)
def test_a_copy_stays_as_it_was_and_goes_on_by_itself(story):
    round_ = story.open()
    copies = []
    for command in commands(story, round_):
        copies.append((round_.copy(), command, len(round_.events)))
        round_.do(command)
    for copy, command, length in copies:
        assert copy.events == round_.events[:length]
        assert copy.state == replay(round_.events[:length], story.settings)
        assert copy.do(command) == round_.events[length : len(copy.events)]
    assert round_.state == replay(round_.events, story.settings)


# --- attacks ----------------------------------------------------------------------------------------------------------


def every_act(seats: int) -> list[Act]:
    alone = [CloseBets(), RollDice(), CollectEmptySeats(), ClearShuffler(), ExposeCard(), RevealHand(), CloseRound()]
    of_a_seat = [TakeFolded, ReturnWager, SettleSeat, SettleSecondPass]
    deals = [DealPacket(to) for to in ("dealer", "community", *range(seats + 2))]
    return [*alone, *deals, *(act(seat) for act in of_a_seat for seat in range(seats + 2))]


def bad_ideas(story: Story, round_: Round) -> list:
    """Commands that are never allowed, and those that are not allowed now."""
    nonsense = [
        Bet(0, {"ante": 5 * DOLLAR}), Bet(1, {"ante": -5 * DOLLAR}), Bet(1, {"no such wager": DOLLAR}),
        Bet(1, {story.settings.rules.decisions[0].wager: 5 * DOLLAR}), Choose(1, "-1x"),
        Choose(1, "5x"), Choose(99, "fold"), DeclareMisdeal(" "), FoulHand(1, ""), FoulHand(99, "eight cards"),
        RefuseLateBet(99, "ante", DOLLAR), CorrectMispay(1, "ante", -1, "short"),
        CorrectMispay(1, "no such wager", 0, "short"),
    ]  # fmt: skip
    awaited = round_.awaited_seats()
    nonsense += [Choose(seat, option) for seat in story.bets if seat not in awaited for option in ("fold", "1x", "2x")]
    for seat in awaited:
        names = list(options(story.game, story.cards, seat))
        assert [option.name for option in round_.options(seat)] == names
        nonsense += [Choose(seat, name) for name in ("fold", "0x", "1x", "2x", "3x", "4x") if name not in names]
    if round_.state.phase is not Phase.BETTING:
        nonsense.append(Bet(1, {wager: amount * DOLLAR for wager, amount in story.bets[min(story.bets)].items()}))
    return nonsense


def is_refused(round_: Round, command) -> bool:
    try:
        round_.do(command)
    except CardroomError as error:
        return bool(error.code and error.message)
    return False


@in_every_game(6)
def test_only_the_next_act_is_accepted_and_whatever_is_refused_changes_nothing(story):
    round_, acts = story.open(), every_act(story.settings.seats)

    def attack() -> None:
        before, known = round_.state.copy(), list(round_.events)
        wrong = [act for act in acts if act != round_.next_act()] + bad_ideas(story, round_)
        assert [command for command in wrong if not is_refused(round_, command)] == []
        assert (round_.state, round_.events) == (before, known)

    for command in commands(story, round_):
        assert command in acts or isinstance(command, Bet | Choose)
        attack()
        round_.do(command)
    attack()
    assert round_.next_act() is None
