"""`cardroom games`, `rules`, `hand`, `deal`, `demo` and `paytable`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli.games.operator_games import check, new
from cardroom.cli.options import AsJson, Decision, GameName, PayTables, chosen_tables, warn_of
from cardroom.cli.output import console, errors, print_json, print_table, unbroken_column
from cardroom.errors import CardroomError


class Dice(StrEnum):
    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


DEAL_ORDERS = {
    None: "FROM_THE_LEFT",
    Dice.CLOCKWISE: "DICE_CLOCKWISE",
    Dice.COUNTER_CLOCKWISE: "DICE_COUNTER_CLOCKWISE",
}

RULES_EXAMPLES = """
\b
Examples:
  cardroom rules GAME
  cardroom rules GAME --paytable my-bonus.toml
"""

HAND_EXAMPLES = """
A card is a rank (2 to 10, J, Q, K, A; T for ten) and a suit (c, d, h, s).

\b
Examples:
  cardroom hand GAME Js Qh Kd Ac 2s 3d 9h
  cardroom hand GAME "10h 10d 4s 4c Ah"
"""

DEAL_EXAMPLES = """
\b
Examples:
  cardroom deal GAME
  cardroom deal GAME --bets WAGER=25,WAGER=5 --seats 6
  cardroom deal GAME --decide most --paytable "PAY TABLE"
  cardroom deal GAME --dice clockwise --json
"""

PAYTABLE_EXAMPLES = """
\b
A file looks like this; docs/own-pay-tables.md explains it:
  id = "House Bonus"
  game = "GAME"
  wager = "WAGER"
  [[line]]
  hand = "7-card straight"
  pays = "60 to 1"
"""


def register(app: typer.Typer) -> None:
    listing = typer.Typer(rich_markup_mode=None)
    listing.callback(invoke_without_command=True)(games)
    listing.command("check")(check)
    listing.command("new")(new)
    app.add_typer(listing, name="games")
    app.command(epilog=RULES_EXAMPLES)(rules)
    app.command(epilog=HAND_EXAMPLES)(hand)
    app.command(epilog=DEAL_EXAMPLES)(deal)
    app.command()(demo)
    app.command(epilog=PAYTABLE_EXAMPLES)(paytable)


def games(context: typer.Context, as_json: AsJson = False) -> None:
    """List the games; check and start games of your own."""
    if context.invoked_subcommand is not None:
        return
    from cardroom.games import games as all_games
    from cardroom.games.catalogue import load_errors

    for trouble in load_errors().values():
        errors.print(f"warning: {trouble}")
    if as_json:
        print_json([{"id": g.id, "name": g.name, "seats": g.seats, "summary": g.summary} for g in all_games().values()])
        return
    rows = [(game.id, f"{game.name} ({game.seats} seats). {game.summary}") for game in all_games().values()]
    print_table((unbroken_column("game"), "what it is"), rows)
    console.print("`cardroom rules GAME` shows how one is played, `cardroom deal GAME` deals it.")


def rules(game: GameName, paytable: PayTables = None, as_json: AsJson = False) -> None:
    """Show a game's rules, wagers and pay tables.

    The page shows procedure, wagers, settlement, every pay table, and the rulings on open points of the sheet.
    """
    from cardroom.games import find_game

    found = find_game(game)
    chosen = chosen_tables(found, paytable or [])
    if as_json:
        from cardroom.table.text.rulebook import rules_document

        print_json(rules_document(found, chosen))
    else:
        from cardroom.cli.games.rulebook import print_rules

        print_rules(found, chosen)


def hand(
    game: GameName,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help="The cards, like Js Qh Kd.")],
    as_json: AsJson = False,
) -> None:
    """Show what a hand is worth.

    Every ranking that the game uses reads the cards, and shows which of them make the hand.
    """
    from cardroom.cards import parse_cards, show_cards
    from cardroom.games import find_game
    from cardroom.games.round_facts import Hand

    found = find_game(game)
    held = parse_cards(" ".join(cards))
    if not held:
        raise CardroomError("no-cards", "Write at least one card.")
    most = max(sum(map(found.cards_of, hand.of)) for hand in found.hands.values() if isinstance(hand, Hand))
    if len(held) > most:
        raise CardroomError("too-many-cards", f"No hand of {found.name} has {len(held)} cards; {most} are the most.")
    readings = []
    refusals = []
    for ranking in found.rankings:
        try:
            value = ranking.value(held)
        except CardroomError as error:
            refusals.append(error.message.rstrip("."))
        else:
            readings.append((ranking.name, value, ranking.words(value), ranking.makers(held)))
    if not readings:
        raise CardroomError("wrong-hand-size", f"{'; '.join(refusals)}.")
    if as_json:
        keys = ("ranking", "value", "words", "cards")
        document = [dict(zip(keys, reading, strict=True)) for reading in readings]
        print_json({"game": found.id, "hand": held, "readings": document})
        return
    for name, _, words, makers in readings:
        console.print(f"{name}: {words} ({show_cards(makers)})")


def deal(
    game: GameName,
    seats: Annotated[int, typer.Option(metavar="N", help="How many players are dealt in, from seat 1.")] = 3,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed deals the same round.")] = 1,
    bets: Annotated[
        str,
        typer.Option(
            metavar="WAGER=AMOUNT,…",
            help="Every player's wagers, in dollars. A wager that must equal the base wager may be left out.",
            show_default="the smallest base wager",
        ),
    ] = "",
    decide: Annotated[
        Decision, typer.Option(help="What players decide: stay in with the smallest bet, with the largest, or fold.")
    ] = Decision.STAY,
    dice: Annotated[
        Dice | None, typer.Option(help="Choose by dice where the deal begins, if the sheet allows it.")
    ] = None,
    paytable: PayTables = None,
    as_json: AsJson = False,
) -> None:
    """Deal a round and show every pay-out.

    The transcript shows every event with its rule, and then what each seat won or lost on each wager. All players bet
    and decide alike.
    """
    from cardroom.cli.games.dealt_rounds import parse_bets, play_round, print_round, round_document
    from cardroom.games import find_game
    from cardroom.table.settings import DealOrder, table_settings

    found = find_game(game)
    order = DealOrder[DEAL_ORDERS[dice]]
    settings = table_settings(game, deal_order=order, paytables=chosen_tables(found, paytable or []))
    stakes = parse_bets(bets, found) if bets else {found.base_wager.id: settings.minimum}
    played = play_round(settings, seats, seed, stakes, decide)
    if as_json:
        print_json(round_document(played, seed))
    else:
        print_round(played)


def demo(
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed deals the same rounds.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Deal a round of every game with every wager."""
    from cardroom.cli.games.dealt_rounds import demonstrate, print_round, round_document
    from cardroom.games import games as all_games

    if as_json:
        print_json([round_document(demonstrate(game, seed), seed) for game in all_games().values()])
        return
    for game in all_games().values():
        console.rule(game.name)
        console.print(f"{game.summary}\n")
        print_round(demonstrate(game, seed))
        console.print()
    console.print("Next: `cardroom games`, `cardroom rules GAME`, `cardroom deal GAME --seats 4 --seed 8`.")


def paytable(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A pay table of your own, in TOML.")],
    as_json: AsJson = False,
) -> None:
    """Check a pay table of your own."""
    from cardroom.cli.games.rulebook import print_paytables
    from cardroom.games.operator_paytables import load_paytable
    from cardroom.table.text.rulebook import paytable_document

    own = load_paytable(file)
    if as_json:
        table = paytable_document(own.game, own.table)
        print_json({"game": own.game.id, "wager": own.wager.id, "paytable": table, "warnings": own.warnings})
        return
    warn_of(own)
    print_paytables(f"{own.game.name}: {own.wager.name}", [own.table])
