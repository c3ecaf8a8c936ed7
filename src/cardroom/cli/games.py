"""`cardroom games`, `rules`, `hand`, `deal`, `demo` and `paytable`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cards import parse_cards
from cardroom.cli.output import console, errors, print_json, print_table, simple_table
from cardroom.cli.rulebook import print_paytable, print_rules, rules_document
from cardroom.errors import CardroomError
from cardroom.games import GAMES, find_game
from cardroom.games.model import Deal
from cardroom.games.operator import OwnPayTable, load_paytable
from cardroom.games.paytable import PayTable
from cardroom.money import Money, parse_money, show_money
from cardroom.table import Round, TableSettings, table_settings
from cardroom.table.betting import with_equal_wagers
from cardroom.table.commands import Bet, Choose, Seat
from cardroom.table.settings import DealOrder
from cardroom.table.shuffler import shuffle
from cardroom.table.transcript import tell

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `cardroom games` lists them.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
OwnTables = Annotated[
    list[Path] | None,
    typer.Option("--paytable", metavar="FILE", help="A pay table of your own (TOML) to play under; may be repeated."),
]


def register(app: typer.Typer) -> None:
    for command in (games, rules, hand, deal, demo, paytable):
        app.command()(command)


def games(as_json: AsJson = False) -> None:
    """List the games."""
    if as_json:
        print_json([{"id": g.id, "name": g.name, "seats": g.seats, "summary": g.summary} for g in GAMES.values()])
        return
    rows = [(game.id, game.name, str(game.seats), game.summary) for game in GAMES.values()]
    print_table(simple_table("game", "name", "seats", "in short"), rows)
    console.print("`cardroom rules GAME` shows how one is played, `cardroom deal GAME` deals a round of it.")


def rules(game: GameName, paytable: OwnTables = None, as_json: AsJson = False) -> None:
    """Show a game as Cardroom plays it: procedure, wagers, pay tables, and how open points of its sheet are read."""
    found = find_game(game)
    own = _own_tables(game, paytable)
    if as_json:
        print_json(rules_document(found, own))
    else:
        print_rules(found, own)


def hand(
    game: GameName,
    cards: Annotated[str, typer.Argument(metavar="CARDS", help='The cards, like "Js Qh Kd Ac 2s 3d 9h".')],
    as_json: AsJson = False,
) -> None:
    """Say what a hand is worth in each ranking of a game, and which cards make it."""
    found = find_game(game)
    held = parse_cards(cards)
    longest = max(stage.cards for stage in found.stages if isinstance(stage, Deal))
    if not held:
        raise CardroomError("no-cards", "Write at least one card.")
    if len(held) > max(longest, 5):
        raise CardroomError("too-many-cards", f"No hand of {found.name} has {len(held)} cards.")
    readings: list[dict[str, object]] = []
    refusals: list[CardroomError] = []
    for ranking in found.rankings:
        try:
            value = ranking.value(held)
        except CardroomError as error:
            refusals.append(error)
            continue
        made_of = [str(card) for card in ranking.makers(held)]
        readings.append({"ranking": ranking.name, "value": value, "words": ranking.words(value), "cards": made_of})
    if not readings:
        raise refusals[0]
    if as_json:
        print_json({"game": found.id, "hand": [str(card) for card in held], "readings": readings})
        return
    for reading in readings:
        makers = " ".join(str(card) for card in reading["cards"])  # type: ignore[attr-defined]
        console.print(f"{reading['ranking']}: [bold]{reading['words']}[/bold] ({makers})")


def deal(
    game: GameName,
    seats: Annotated[int, typer.Option(help="How many players are dealt in, from seat 1.")] = 3,
    seed: Annotated[int, typer.Option(help="The same seed deals the same round.")] = 1,
    bets: Annotated[
        str, typer.Option(help="Every player's wagers; equal ones (Blind) may be left out.", metavar="WAGER=AMOUNT,…")
    ] = "",
    decide: Annotated[
        str, typer.Option(help="What players do: stay (smallest bet), most (largest bet) or fold.", metavar="HOW")
    ] = "stay",
    dice: Annotated[
        str | None, typer.Option(help="Deal by dice where the sheet allows it: clockwise or counter-clockwise.")
    ] = None,
    paytable: OwnTables = None,
    as_json: AsJson = False,
) -> None:
    """Deal a round and show everything that happens, with every pay-out and the rule behind it."""
    settings = _settings(game, dice, _own_tables(game, paytable))
    stakes = parse_bets(bets) if bets else {settings.rules.base_wager.id: settings.minimum}
    played = play_round(settings, seats, seed, stakes, decide)
    if as_json:
        results = played.state.results
        print_json({"game": settings.game, "seed": seed, "events": played.events, "results": results})
    else:
        print_round(played)


def demo(seed: Annotated[int, typer.Option(help="The same seed deals the same rounds.")] = 7) -> None:
    """Deal one round of every game, with every wager on the table."""
    for game in GAMES.values():
        settings = table_settings(game.id)
        stakes = {game.base_wager.id: 10_000_000}
        for wager_id in settings.offered:
            stakes[wager_id] = settings.jackpot_wagers.get(wager_id, 5_000_000)
        console.rule(f"[bold]{game.name}")
        console.print(game.summary)
        print_round(play_round(settings, 2, seed, stakes, "stay"))
        console.print()
    console.print("Next: `cardroom games`, `cardroom rules GAME`, `cardroom deal GAME --seats 3 --seed 7`.")


def paytable(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A pay table of your own, in TOML.")],
    as_json: AsJson = False,
) -> None:
    """Check a pay table of your own and show it as players would see it."""
    own = load_paytable(file)
    if as_json:
        print_json({"game": own.game.id, "wager": own.wager.id, "paytable": own.table, "warnings": own.warnings})
        return
    _warn(own)
    console.print(f"{own.game.name}, {own.wager.name}")
    print_paytable(own.table)


def parse_bets(text: str) -> dict[str, Money]:
    """Read "ante=10,bonus=5"."""
    stakes: dict[str, Money] = {}
    for part in text.split(","):
        name, equals, amount = (piece.strip() for piece in part.partition("="))
        if not equals or not name:
            raise CardroomError("bad-bets", f"“{part.strip()}” is not a bet: write WAGER=AMOUNT, like ante=10,bonus=5.")
        if name in stakes:
            raise CardroomError("bad-bets", f"“{name}” stands twice.")
        if amount.lstrip("$").startswith("-"):
            raise CardroomError("bad-amount", f"{name}: a wager cannot be negative.")
        stakes[name] = parse_money(amount)
    return stakes


def play_round(settings: TableSettings, seats: int, seed: int, stakes: dict[str, Money], decide: str) -> Round:
    """A whole round in which every player bets and decides alike."""
    if not 1 <= seats <= settings.seats:
        raise CardroomError("bad-seats", f"{settings.rules.name} seats 1 to {settings.seats} players, not {seats}.")
    pick = {"stay": 1, "most": -1, "fold": 0}.get(decide)
    if pick is None:
        raise CardroomError("bad-decision", f"“{decide}” is no way to decide: say stay, most or fold.")
    deck, dice = shuffle(str(seed).encode())
    played = Round.open(f"{settings.game}-{seed}", settings, deck, dice)
    for seat in range(1, seats + 1):
        played.do(Bet(seat, with_equal_wagers(settings, stakes)))
    played.run_dealer()
    while waiting := played.awaited_seats():
        played.do(Choose(waiting[0], _choice(played, waiting[0], pick)))
        played.run_dealer()
    return played


def _choice(played: Round, seat: Seat, pick: int) -> int:
    multiples = [option.multiple for option in played.options(seat)]
    return multiples[min(pick, len(multiples) - 1)]


def print_round(played: Round) -> None:
    """What happened, with the rule behind it, and what each seat gained or lost."""
    game = played.state.game
    transcript = simple_table("what happens", "rule")
    sheet = f"{game.sheet.title}, "
    print_table(transcript, [(tell(event, game), event.cite.removeprefix(sheet)) for event in played.events])
    wagers = [wager for wager in game.wagers if any(wager.id in results for results in played.state.results.values())]
    rows = [
        (f"seat {seat}", *(show_money(results[wager.id]) if wager.id in results else "" for wager in wagers),
         show_money(sum(results.values())))
        for seat, results in played.state.results.items()
    ]  # fmt: skip
    table = simple_table("", *(wager.name for wager in wagers), "in all", title="Results")
    for column in table.columns[1:]:
        column.justify = "right"
    print_table(table, rows)


def _settings(game: str, dice: str | None, own: dict[str, PayTable]) -> TableSettings:
    orders = {
        None: DealOrder.FROM_THE_LEFT,
        "clockwise": DealOrder.DICE_CLOCKWISE,
        "counter-clockwise": DealOrder.DICE_COUNTER_CLOCKWISE,
    }
    if dice not in orders:
        raise CardroomError("bad-dice", f"“{dice}” is no direction: say clockwise or counter-clockwise.")
    return table_settings(game, deal_order=orders[dice], paytables=own)


def _own_tables(game: str, files: list[Path] | None) -> dict[str, PayTable]:
    tables: dict[str, PayTable] = {}
    for file in files or []:
        own = load_paytable(file)
        if own.game.id != find_game(game).id:
            raise CardroomError("other-game", f"{file}: this pay table is for {own.game.id}, not {game}.")
        _warn(own)
        tables[own.wager.id if own.wager.is_side_bet else "base"] = own.table
    return tables


def _warn(own: OwnPayTable) -> None:
    for warning in own.warnings:
        errors.print(f"warning: {warning}", markup=False)
