"""A first hand of any game: a round dealt for one learner, without money or a log, and explained step by step.

It is made from the game file alone and from what the learner has chosen so far, so that it can be taken up anywhere at
any time: whoever asks again with the same choices is told the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.fairness.shuffler import shuffle
from cardroom.games.catalogue import find_game
from cardroom.games.citations import show_rule
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Game, Verdict
from cardroom.games.options import MakeBet
from cardroom.games.round_facts import SEAT as OWN
from cardroom.house.views.players.felt import HandPlace, place_of
from cardroom.money import DOLLAR, Money, show_money
from cardroom.table.commands import Bet, Choose, Seat
from cardroom.table.engine.betting import with_equal_wagers
from cardroom.table.event_visibility import view
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    CardExposed,
    CardsBurned,
    Checked,
    DealerRevealed,
    Folded,
    HandShown,
    PacketDealt,
    Raised,
    RoundClosed,
    Surrendered,
    TakenBack,
    WagerSettled,
)
from cardroom.table.round import Option, Round
from cardroom.table.settings import table_settings
from cardroom.table.text.round_explanation import quote
from cardroom.table.text.rulebook import how_placed, whole_sentence
from cardroom.table.text.spoken_hands import Spoken, SpokenAt, spoken_along, spoken_to
from cardroom.table.text.transcript_lines import reason

SEAT: Seat = 1
STAKE: Money = 5 * DOLLAR
TRIED = 400  # deals, of which the first that shows all of a game is taken
LONGEST = 40  # letters of an option's name


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happens, told to the learner; the felt shows so many events by then."""

    events: int
    says: tuple[str, ...]
    rule: str = ""  # as cited
    quote: str = ""  # the rule's whole sentence


class Offered(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to the decision, and what the rule says of it."""

    name: str
    label: str
    rule: str
    quote: str


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A first hand as far as it has been played."""

    game: str
    name: str
    goal: str
    colour: str  # of the felt
    places: tuple[HandPlace, ...]  # for hands of the table
    seat_cards: int
    wagers: dict[str, str]  # their names
    bets: tuple[str, ...]  # what is put down, and why, in a sentence each
    events: tuple[AnyEvent, ...]
    spoken: tuple[SpokenAt, ...]
    steps: tuple[LessonStep, ...]
    asks: str  # the decision in words; "" where there is none
    options: tuple[Offered, ...]
    too_low: str
    goes_on: str  # the option that gives nothing up and risks the least; "" where nothing is asked
    is_over: bool


def lesson(game_id: str, choices: Sequence[str]) -> Lesson:
    """The first hand of a game after these choices; refused where one of them is not open."""
    game = find_game(game_id)
    round_ = _begun(game, lesson_deck(game.id))
    for choice in choices:
        if not round_.options(SEAT):
            raise CardroomError("no-decision", "This hand has nothing more to decide. Begin it again.")
        round_.do(Choose(SEAT, choice[:LONGEST]))
        round_.run_dealer()
    events = tuple(view(event, SEAT) for event in round_.events)
    said = spoken_along(round_.state.settings, events, SEAT)
    options = round_.options(SEAT)
    return Lesson(
        game=game.id,
        name=game.name,
        goal=game.summary,
        colour=game.felt.colour,
        places=tuple(place_of(game, holder) for holder in game.holders if holder != OWN),
        seat_cards=place_of(game, OWN).cards,
        wagers={wager.id: wager.name for wager in game.wagers},
        bets=_bets(game, events),
        events=events,
        spoken=said,
        steps=tuple(_steps(game, events, round_.hand_names(), said)),
        asks=_asks(said, options),
        options=tuple(_offered(game, option) for option in options),
        too_low=round_.too_low(SEAT),
        goes_on=_goes_on(options) if options else "",
        is_over=not options,
    )


def worked_hand(game_id: str) -> Lesson:
    """The same hand played to its end without giving up, for whoever only looks."""
    chosen: list[str] = []
    while (now := lesson(game_id, chosen)).options:
        chosen.append(now.goes_on)
    return now


def lesson_deck(game_id: str) -> tuple[Card, ...]:
    """The first of some deals that begins with something in hand, has all options open, and that the learner wins."""
    game = find_game(game_id)
    return _lesson_deck(game.id, rules_hash(game, table_settings(game.id).paytables))


@lru_cache(64)
def _lesson_deck(game_id: str, rules: str) -> tuple[Card, ...]:  # noqa: ARG001 - what it is kept for
    """Kept for as long as the rules are the same: a file may be changed and read again."""
    game = find_game(game_id)
    best: tuple[int, tuple[Card, ...]] | None = None
    for number in range(TRIED):
        deck, _ = shuffle(f"first hand {number}".encode(), game.deck.cards)
        merit = _merit(game, deck)
        if best is None or merit > best[0]:
            best = merit, deck
        if merit == 5:
            break
    assert best is not None
    return best[1]


def _merit(game: Game, deck: tuple[Card, ...]) -> int:
    round_ = _begun(game, deck)
    held = spoken_to(round_.state, SEAT)
    has_something = held is None or len(held.cards) == 1 or len(held.makers) > 1
    asked, all_open = 0, True
    while options := round_.options(SEAT):
        asked += 1
        all_open = all_open and not round_.too_low(SEAT)
        round_.do(Choose(SEAT, _goes_on(options)))
        round_.run_dealer()
    wins = sum(round_.state.results[SEAT].values()) > 0
    return has_something + (asked > 0 or not game.decisions) + all_open + wins + round_.state.dealer_qualifies


def _goes_on(options: Sequence[Option]) -> str:
    """The first option that does not give the hand up; where there is none but that, that."""
    return next((option.name for option in options if option.kind not in ("fold", "surrender")), options[0].name)


def _begun(game: Game, deck: tuple[Card, ...]) -> Round:
    settings = table_settings(game.id, offered=())
    round_ = Round.open("first-hand", settings, deck)
    round_.do(Bet(SEAT, with_equal_wagers(settings, {game.base_wager.id: STAKE})))
    round_.run_dealer()
    return round_


def _bets(game: Game, events: tuple[AnyEvent, ...]) -> tuple[str, ...]:
    placed = next(event for event in events if isinstance(event, BetPlaced))
    wagers = [game.wager(name) for name in placed.stakes]
    return tuple(
        f"{show_money(placed.stakes[wager.id])} on the {wager.name}: it {how_placed(game, wager)}." for wager in wagers
    )


def _steps(game: Game, events: tuple[AnyEvent, ...], names: list[str], said: tuple[SpokenAt, ...]) -> list[LessonStep]:
    steps: list[LessonStep] = []
    for place, (event, hand) in enumerate(zip(events, names, strict=True)):
        now = next((one for one in said if one.place == place), None)
        told = tuple(each for each in _told(game, event, hand, now) if each)
        if not told:
            continue
        cited = reason(game, event, hand)
        rule, text = show_rule(cited), quote(game, cited).text
        if isinstance(event, CardExposed) and isinstance(events[place - 1], CardExposed) and steps[-1].rule == rule:
            steps.pop()  # cards that are turned together
        steps.append(LessonStep(events=place + 1, says=told, rule=rule if text else "", quote=text))
    return steps


def _told(game: Game, event: AnyEvent, hand: str, said: Spoken | None) -> tuple[str, ...]:
    """What a learner is told when something happens; nothing of what does not concern him."""
    yours = f"You hold: {said.yours.words}." if said and said.yours else ""
    match event:
        case PacketDealt(to=to) if to == SEAT:
            return (f"You get {_cards(event.count)}.", yours)
        case PacketDealt(to="community"):
            return (f"{_cards(event.count).capitalize()} for the whole table.", yours)
        case PacketDealt():
            shown = f" You see {len(event.up)} of them." if 0 < len(event.up) < event.count else ""
            return (f"{_cards(event.count).capitalize()} for the {event.to}.{shown}", _table_line(said))
        case CardExposed():
            return ("The dealer turns cards for everyone.", yours)
        case CardsBurned():
            return (f"{_cards(event.count).capitalize()} put aside unseen.",)
        case Raised():
            return (f"You bet {show_money(event.stake)} on the {game.wager(event.wager).name}.",)
        case Folded():
            return ("You fold.",)
        case Checked():
            return (f"You {event.option}.",)
        case TakenBack():
            return (f"You take {show_money(event.stake)} back from the {game.wager(event.wager).name}.",)
        case Surrendered():
            return (f"You surrender and get {show_money(event.back)} back.",)
        case DealerRevealed():
            short = next((hand.line for hand in said.hands if hand.holder == "dealer"), "") if said else ""
            line = said.yours.line if said and said.yours else ""
            return (f"The dealer shows: {hand}.", line or short)
        case HandShown() if not game.has_dealer_hand:
            return (f"Your hand: {hand}.",)
        case WagerSettled():
            return (f"{game.wager(event.wager).name}: {_settled(event, hand)}",)
        case RoundClosed():
            return (_result(event.results.get(SEAT, 0)),)
        case _:
            return ()


def _table_line(said: Spoken | None) -> str:
    return said.line or (said.yours.line if said.yours else "") if said else ""


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _settled(event: WagerSettled, hand: str) -> str:
    match event.verdict:
        case Verdict.LOSE:
            return f"it loses, {show_money(event.stake)} gone."
        case Verdict.PUSH:
            return f"a push, {show_money(event.stake)} back."
        case Verdict.WIN:
            on = f" for “{hand}”" if hand else ""
            return f"it wins and pays {event.pays}{on}: {show_money(event.net)} more."


def _result(net: Money) -> str:
    if net == 0:
        return "In all you are even."
    return (
        f"In all you {'win' if net > 0 else 'lose'} {show_money(abs(net))}. It was only a lesson: no money was moved."
    )


def _asks(said: tuple[SpokenAt, ...], options: Sequence[Option]) -> str:
    if not options:
        return ""
    held = said[-1].yours if said else None
    return f"Your decision{f', with {held.words}' if held else ''}: what will you do?"


def _offered(game: Game, option: Option) -> Offered:
    chosen = game.decision(option.decision).option(option.name)
    name = option.name.capitalize()
    if isinstance(chosen, MakeBet) and not chosen.called:
        name = f"{game.wager(option.wager).name} {option.name}"
    label = f"{name}, {show_money(abs(option.amount))}" if option.amount else name
    return Offered(name=option.name, label=label, rule=chosen.rule, quote=whole_sentence(game, chosen.rule))
