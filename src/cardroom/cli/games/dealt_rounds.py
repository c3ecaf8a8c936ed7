"""Rounds for `cardroom deal` and `cardroom demo`: every player bets and decides alike."""

from __future__ import annotations

from cardroom.cli.options import Decision
from cardroom.cli.output import console, number, print_table
from cardroom.cli.text_layout import Column
from cardroom.errors import CardroomError
from cardroom.fairness.shuffler import shuffle
from cardroom.games.citations import short_rule
from cardroom.games.model import Game
from cardroom.money import DOLLAR, Money, parse_money, show_gain
from cardroom.table import Round, TableSettings, table_settings
from cardroom.table.commands import Bet, Choose, Seat
from cardroom.table.engine.betting import with_equal_wagers
from cardroom.table.events import Qualified
from cardroom.table.text.transcript import round_event_in_words


def parse_bets(text: str, game: Game) -> dict[str, Money]:
    """Read "WAGER=10,WAGER=5": a wager by its id or by its name on the layout, and dollars."""
    stakes: dict[str, Money] = {}
    names = {wager.name.lower(): wager.id for wager in game.wagers}
    for part in text.split(","):
        name, equals, amount = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not amount:
            raise CardroomError(
                "bad-bets", f"“{part.strip()}” is not a bet: write WAGER=AMOUNT, like {game.base_wager.id}=10."
            )
        wager = game.wager(names.get(name.lower(), name.lower()))
        if wager.id in stakes:
            raise CardroomError("bad-bets", f"{wager.name} is bet twice; name each wager once.")
        if "-" in amount:
            raise CardroomError("bad-amount", f"{wager.name}: a wager cannot be negative.")
        stakes[wager.id] = parse_money(amount)
    return stakes


def play_round(settings: TableSettings, seats: int, seed: int, stakes: dict[str, Money], decision: Decision) -> Round:
    """Play a whole round with players at seats 1, 2, 3 and so on."""
    if not 1 <= seats <= settings.seats:
        raise CardroomError("bad-seats", f"{settings.rules.name} seats 1 to {settings.seats} players, not {seats}.")
    deck, dice = shuffle(str(seed).encode(), settings.rules.deck.cards)
    played = Round.open(f"{settings.game}-{seed}", settings, deck, dice)
    for seat in range(1, seats + 1):
        played.do(Bet(seat, with_equal_wagers(settings, stakes)))
    played.run_dealer()
    while waiting := played.awaited_seats():
        played.do(Choose(waiting[0], _choice(played, waiting[0], decision)))
        played.run_dealer()
    return played


def demonstrate(game: Game, seed: int) -> Round:
    """A round with every wager."""
    settings = table_settings(game.id)
    side_bets = {wager: settings.jackpot_wagers.get(wager, 5 * DOLLAR) for wager in settings.offered}
    return play_round(settings, 2, seed, {game.base_wager.id: 10 * DOLLAR, **side_bets}, Decision.STAY)


def _choice(played: Round, seat: Seat, decision: Decision) -> str:
    """The first option gives up or adds nothing; a hand that may not stay in has no other."""
    first, *others = (option.name for option in played.options(seat))
    if decision is Decision.FOLD or not others:
        return first
    return others[0] if decision is Decision.STAY else others[-1]


def round_document(played: Round, seed: int) -> dict[str, object]:
    """A round as data; amounts are whole millionths of a dollar."""
    state = played.state
    return {
        "game": state.settings.game,
        "seed": seed,
        "settings": state.settings,
        "events": played.events,
        "results": state.results,
    }


def print_round(played: Round) -> None:
    """Print every event with its rule, and what each seat gained or lost."""
    game = played.state.game
    named = zip(played.events, played.hand_names(), strict=True)
    rows = [(round_event_in_words(event, game, hand), short_rule(event.rule)) for event, hand in named]
    print_table(("what happens", Column("rule", most=20)), rows)
    results = played.state.results
    wagers = [wager for wager in game.wagers if any(wager.id in of_seat for of_seat in results.values())]
    print_table(
        ("result", *(number(wager.name) for wager in wagers), number("in all")),
        [
            (f"seat {seat}", *(_gain(of_seat.get(wager.id)) for wager in wagers), _gain(sum(of_seat.values())))
            for seat, of_seat in results.items()
        ],
    )
    if any(isinstance(event, Qualified) for event in played.events):
        console.print("Jackpot awards come from the jackpot and are not in these results.")


def _gain(amount: Money | None) -> str:
    return "" if amount is None else show_gain(amount)
