"""What holds in every round of every game, of the catalogue and from outside, whatever its file says."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.games.model import Kind, Verdict
from cardroom.money import DOLLAR
from cardroom.table import Round, view
from cardroom.table.commands import (
    Bet,
    BurnCards,
    Choose,
    ClearShuffler,
    CloseBets,
    CloseRound,
    CollectEmptySeats,
    DealPacket,
    DeclareMisdeal,
    ExposeCard,
    FoulHand,
    ReturnWager,
    RevealHand,
    RollDice,
    SettleSeat,
    SettleSecondPass,
    TakeFolded,
)
from cardroom.table.event_visibility import sealed
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    CardsBurned,
    Folded,
    HandFouled,
    PacketDealt,
    Qualified,
    Raised,
    RoundClosed,
    RoundVoided,
    Surrendered,
    TakenBack,
    WagerSettled,
)
from cardroom.table.round_state import Phase, replay

from .any_game import GAMES, Story, commands, in_any_game, known, played
from .test_view import cards_in, laid_open

DECODER = msgspec.json.Decoder(AnyEvent)
SETTLED = WagerSettled | Surrendered | Qualified


@pytest.mark.parametrize("game_id", GAMES)
def test_every_wager_has_its_spot_on_the_felt(game_id):
    with known(game_id) as game:
        spots = [wager for row in game.felt.rows for wager in row]
        assert sorted(spots) == sorted(wager.id for wager in game.wagers)


# --- wagers -----------------------------------------------------------------------------------------------------------


@in_any_game(10)
def test_a_rider_that_does_not_win_is_not_spoken_of(story: Story):
    """Nothing was staked on it: there is nothing to take."""
    riders = {wager.id for wager in story.game.wagers if wager.kind is Kind.RIDER}
    settled = [event for event in played(story).events if isinstance(event, WagerSettled) and event.wager in riders]
    assert {event.verdict for event in settled} <= {Verdict.WIN}


# --- cards ------------------------------------------------------------------------------------------------------------


@in_any_game(10)
def test_cards_come_off_the_top_of_the_deck_and_none_more_often_than_the_packs_have_it(story: Story):
    place, dealt = 0, []
    for event in played(story).events:
        if isinstance(event, PacketDealt):
            assert event.places == tuple(range(place, place + event.count))
            assert event.cards == story.deck[place : place + event.count]
            place, dealt = place + event.count, [*dealt, *event.cards]
        if isinstance(event, CardsBurned):
            place += event.count
    assert place <= len(story.deck)
    assert not Counter(dealt) - Counter(story.game.deck.cards)


@in_any_game(8)
def test_nobody_sees_a_card_before_it_lies_open_but_a_player_his_own(story: Story):
    events = played(story).events
    viewers = [*range(1, story.settings.seats + 1), "dealer", "spectator"]
    own = {viewer: set() for viewer in viewers}
    open_cards: set[str] = set()
    for event in events:
        open_cards |= laid_open(event)
        if isinstance(event, PacketDealt) and event.to in story.bets:
            own[event.to] |= set(event.cards)
        for viewer in viewers:
            seen = view(event, viewer)
            assert cards_in(seen, story.game.id) <= open_cards | own[viewer], (viewer, event)
            assert seen == event or msgspec.structs.replace(event, cards=None) == seen
            if isinstance(event, PacketDealt) and len(event.up) < event.count:
                assert (seen.cards is None) == (viewer != event.to or viewer == "dealer" or event.to not in story.bets)
        assert view(event, "auditor") == event


@in_any_game(6)
def test_a_sealed_round_goes_on_as_it_was_once_its_deck_is_known(story: Story):
    whole = played(story)
    for length in range(1, len(whole.events) + 1):
        so_far = whole.events[:length]
        again = Round([sealed(event) for event in so_far], story.settings)
        plain = Round(so_far, story.settings, story.deck, story.dice)
        again.deal_from(story.deck, story.dice)
        assert (again.events, again.state, again.next_act()) == (plain.events, plain.state, plain.next_act())
    taken_in = Round(whole.events[:1], story.settings, story.deck, story.dice)
    for event in whole.events[1:]:
        taken_in.accept(sealed(event))
    assert (taken_in.events, taken_in.state) == (whole.events, whole.state)


# --- money ------------------------------------------------------------------------------------------------------------


def put_down(events) -> dict[int, Counter]:
    """What each seat has on the layout or had, by wager, as the events tell it; bets taken back are off it."""
    stakes: dict[int, Counter] = {}
    for event in events:
        match event:
            case BetPlaced():
                stakes[event.seat] = Counter(event.stakes)
            case Raised():
                stakes[event.seat][event.wager] += event.stake
            case TakenBack():
                assert stakes[event.seat].pop(event.wager) == event.stake
    return stakes


@in_any_game(10)
def test_the_money_of_a_round_sums_to_zero_and_every_wager_is_settled_once(story: Story):
    round_ = played(story)
    stakes, riders = put_down(round_.events), {wager.id for wager in story.game.wagers if not wager.is_staked}
    entries = {entry.account: entry.amount for entry in round_.state.posting().entries}
    assert sum(entries.values()) == 0
    settled = [event for event in round_.events if isinstance(event, SETTLED)]
    for seat in story.bets:
        mine = [event for event in settled if event.seat == seat]
        names = [event.wager for event in mine]
        assert sorted(name for name in names if name not in riders) == sorted(stakes[seat])
        assert len(names) == len(set(names))
        back = sum(event.back for event in mine if not isinstance(event, Qualified))
        assert entries[f"seat:{seat}"] == back - sum(stakes[seat].values())
        assert all(event.stake == stakes[seat][event.wager] for event in mine)
        assert all(event.back > 0 for event in mine if event.wager in riders)
    (closed,) = (event for event in round_.events if isinstance(event, RoundClosed))
    assert closed.results == {seat: entries[f"seat:{seat}"] for seat in story.bets}
    assert not any(seat.open for seat in round_.state.seats.values())


@in_any_game(6)
def test_a_void_at_any_moment_gives_every_stake_back_whatever_was_paid_or_taken(story: Story):
    round_ = story.open()
    for command in commands(story, round_):
        round_.do(command)
        if round_.state.phase is not Phase.PLAYING:
            continue
        voided = round_.copy()
        (event,) = voided.do(DeclareMisdeal("a card is missing"))
        assert isinstance(event, RoundVoided)
        assert event.refunds == {seat: dict(stakes) for seat, stakes in sorted(put_down(round_.events).items())}
        assert all(amount == 0 for results in voided.state.results.values() for amount in results.values())
        assert (voided.next_act(), voided.awaited_seats()) == (None, [])
        assert replay(voided.events, story.settings) == voided.state


@in_any_game(4)
def test_a_fouled_hand_gets_its_stakes_back_and_the_others_play_on(story: Story):
    round_ = story.open()
    for command in commands(story, round_):
        round_.do(command)
        for seat in story.bets:
            if not round_.can(FoulHand(seat, "too many cards")):
                continue
            other = round_.copy()
            (event,) = other.do(FoulHand(seat, "too many cards"))
            assert isinstance(event, HandFouled)
            assert event.refunds == dict(put_down(round_.events)[seat])
            for _ in range(200):
                if other.state.phase is Phase.CLOSED:
                    break
                other.run_dealer()
                for awaited in other.awaited_seats():
                    other.do(Choose(awaited, other.options(awaited)[-1].name))
            assert other.state.phase is Phase.CLOSED
            assert sum(other.state.results[seat].values()) == 0
            break


@in_any_game(6)
def test_what_a_hand_given_up_has_lost_is_taken_by_the_rule_it_was_given_up_by(story: Story):
    round_ = story.open()
    for command in commands(story, round_):
        happened = round_.do(command)
        if isinstance(command, TakeFolded):
            (given_up,) = (e for e in round_.events if isinstance(e, Folded | Surrendered) and e.seat == command.seat)
            assert {event.rule for event in happened} == {given_up.rule}


# --- what may be done -------------------------------------------------------------------------------------------------


def every_act(story: Story):
    seats = range(story.settings.seats + 2)
    alone = [CloseBets, RollDice, BurnCards, CollectEmptySeats, ClearShuffler, ExposeCard, RevealHand, CloseRound]
    of_a_seat = [TakeFolded, ReturnWager, SettleSeat, SettleSecondPass]
    holders = {*story.game.holders, "dealer", "community", "nobody", *seats} - {"seat"}
    return [
        *(act() for act in alone),
        *(DealPacket(to) for to in holders),
        *(act(n) for act in of_a_seat for n in seats),
    ]


def is_refused(round_: Round, command) -> bool:
    try:
        round_.plan(command)
    except CardroomError as error:
        return bool(error.code and error.message)
    return False


@in_any_game(4)
def test_one_act_is_next_and_every_other_is_refused_and_changes_nothing(story: Story):
    round_, acts = story.open(), every_act(story)
    for command in commands(story, round_):
        before, known_events = round_.state.copy(), list(round_.events)
        expected = round_.next_act()
        assert expected is None or expected in acts
        assert [act for act in acts if not is_refused(round_, act)] == ([] if expected is None else [expected])
        assert (round_.state, round_.events) == (before, known_events)
        round_.do(command)
    assert all(is_refused(round_, act) for act in acts)
    assert (round_.next_act(), round_.awaited_seats(), round_.state.phase) == (None, [], Phase.CLOSED)


@in_any_game(6)
def test_every_option_offered_is_accepted_and_every_other_name_is_refused(story: Story):
    round_ = story.open()
    names = {option.name for decision in story.game.decisions for option in decision.options}
    names |= {"fold", "check", "call", "0x", "1x", "2x", "9x", "-1x", ""}
    for command in commands(story, round_):
        for seat in (*story.bets, 99):
            offered = {option.name: option for option in round_.options(seat)}
            for name in sorted(names):
                assert is_refused(round_, Choose(seat, name)) == (name not in offered)
            for name, option in offered.items():
                taken = round_.copy()
                taken.do(Choose(seat, name))
                before, after = (sum(r.state.seats[seat].stakes.values()) for r in (round_, taken))
                assert after - before == option.amount
                is_out = taken.state.seats[seat].folded
                assert is_out or taken.state.seats[seat].choices[option.decision] == name
        round_.do(command)


@in_any_game(6)
def test_bets_that_make_no_sense_are_refused(story: Story):
    round_ = story.open()
    wagers = {wager.id: wager for wager in story.game.wagers}
    good = next(iter(story.bets.values()))
    for name, wager in wagers.items():
        if wager.kind.value in ("decision", "rider"):
            assert is_refused(round_, Bet(1, {**good, name: 5 * DOLLAR}))
        if wager.kind.value != "base":
            assert is_refused(round_, Bet(1, {name: 5 * DOLLAR}))
    for stakes in ({"no such wager": DOLLAR}, {**good, next(iter(good)): 0}, {**good, next(iter(good)): -5 * DOLLAR}):
        assert is_refused(round_, Bet(1, stakes))
    assert is_refused(round_, Bet(99, good))


# --- replay -----------------------------------------------------------------------------------------------------------


@in_any_game(6)
def test_the_fold_of_the_events_is_the_live_state_and_a_round_resumed_goes_on_the_same(story: Story):
    round_ = story.open()
    for command in commands(story, round_):
        stored = [DECODER.decode(msgspec.json.encode(event)) for event in round_.events]
        resumed = Round(stored, story.settings, story.deck, story.dice)
        assert (resumed.state, resumed.next_act()) == (round_.state, round_.next_act())
        copied = round_.copy()
        assert resumed.do(command) == copied.do(command) == round_.do(command)
        assert resumed.state == copied.state == round_.state == replay(round_.events, story.settings)
