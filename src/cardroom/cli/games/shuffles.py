"""`cardroom verify-shuffle` and `cardroom shuffle-test`: check a shuffle, and test the shuffler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cards import DECK, show_cards
from cardroom.cli.house.database_options import Database, open_store, progress
from cardroom.cli.options import AsJson
from cardroom.cli.output import console, number, print_json, print_table, unbroken_column
from cardroom.errors import CardroomError

if TYPE_CHECKING:
    from cardroom.fairness.randomness_tests import Examination
    from cardroom.house.history.round_histories import RoundStory

VERIFY_EXAMPLES = """
\b
Examples (a seed is 64 hexadecimal digits, shown when its round is over):
  cardroom verify-shuffle edge-1-42 SEED --commitment COMMITMENT
  cardroom verify-shuffle edge-1-42 SEED --deck
  cardroom verify-shuffle war-1-7 SEED --deck --game GAME
  cardroom verify-shuffle edge-1-42 --database sqlite:///cardroom.sqlite
"""


def register(app: typer.Typer) -> None:
    app.command("verify-shuffle", epilog=VERIFY_EXAMPLES)(verify_shuffle)
    app.command("shuffle-test")(shuffle_test)


def verify_shuffle(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="The id of the round.")],
    seed: Annotated[
        str | None, typer.Argument(metavar="[SEED]", help="The seed shown after the round, in hexadecimal digits.")
    ] = None,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment shown before the bets; check it.")
    ] = None,
    deck: Annotated[bool, typer.Option("--deck", help="Show the whole deck and the dice of this seed.")] = False,
    game: Annotated[
        str | None,
        typer.Option(metavar="ID", help="The game whose cards were shuffled.", show_default="one deck of 52"),
    ] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Check that a deck was shuffled before the bets.

    The commitment of a round is SHA-256 of its id and its seed. If you saw it before the bets, you know that the seed,
    and with it the order of the deck, was fixed by then. Without a seed, the command reads seed, commitment and cards
    from the database.
    """
    from cardroom.fairness.commitments import commitment as commitment_of
    from cardroom.fairness.shuffler import shuffle
    from cardroom.games import find_game

    unshuffled = DECK if game is None else find_game(game).deck.cards
    if seed is None:
        story = _recorded(round_id, database)
        seed, commitment, unshuffled = story.seed, commitment or story.commitment, story.game.deck.cards
    drawn, computed = _bytes(seed), commitment_of(round_id, _bytes(seed))
    cards, dice = shuffle(drawn, unshuffled)
    fits = None if commitment is None else commitment.strip().lower() == computed
    if as_json:
        found = {"round": round_id, "seed": drawn.hex(), "commitment": computed, "fits": fits}
        print_json(found | {"deck": cards, "dice": dice})
    else:
        _print_shuffle(round_id, computed, fits)
        if deck:
            for row in range(0, len(cards), 13):
                console.print(f"  {show_cards(cards[row : row + 13])}")
            console.print(f"Dice {'-'.join(map(str, dice))}, where the deal begins by dice.")
    if fits is False:
        raise typer.Exit(1)


def _print_shuffle(round_id: str, computed: str, fits: bool | None) -> None:
    console.print(f"Round {round_id}: this seed makes the commitment", soft_wrap=True)
    console.print(f"  {computed}", soft_wrap=True)
    if fits is None:
        console.print("It must be the one that was shown before the bets.")
    elif fits:
        console.print("It is the one given: the deck was fixed before the bets.")
    else:
        console.print("That is NOT the one given: this seed did not shuffle the deck of that commitment.")


def _recorded(round_id: str, database: str | None) -> RoundStory:
    from cardroom.house.engine.past_decks import under_other_rules, with_lost_key
    from cardroom.house.history.round_histories import find_round

    with open_store(database).reading() as reader:
        found = find_round(reader, round_id)
    if found.lost_key:
        raise with_lost_key(round_id)
    if not found.seed:
        raise CardroomError("round-open", f"Round {round_id} is not over; its seed is shown when it is.")
    if found.has_other_rules:
        raise under_other_rules(round_id)
    return found


def _bytes(seed: str) -> bytes:
    try:
        found = bytes.fromhex(seed)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise CardroomError("bad-seed", "A seed is written as 64 hexadecimal digits (0-9, a-f).")
    return found


def shuffle_test(
    decks: Annotated[int, typer.Option(metavar="N", help="How many decks to shuffle.")] = 100_000,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="The same seed tests the same decks.", show_default="fresh ones from the system"
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Test the live shuffler's randomness.

    The shuffler of the live tables makes decks and throws of dice. Statistical tests that regulations name compare them
    with perfect ones. The exit code is 1 if a test fails at 99.9% confidence, corrected for the number of tests.
    """
    from cardroom.fairness.randomness_tests import draw_shuffles, examine

    with progress("shuffling …", decks // 1000) as bar:
        shuffled = draw_shuffles(decks, seed, advance=lambda: bar.advance(bar.task_ids[0]))
    found = examine(*shuffled)
    if as_json:
        results = [
            {"test": r.test, "statistic": r.statistic, "freedom": r.freedom, "p": r.chance, "verdict": found.verdict(r)}
            for r in found.results
        ]
        print_json({"decks": found.decks, "seed": seed, "passes": found.passes, "results": results})
    else:
        _print_examination(found)
    if not found.passes:
        raise typer.Exit(1)


def _print_examination(found: Examination) -> None:
    from cardroom.fairness.randomness_tests import FAIL_AT, PASS_AT

    rows = [
        (
            result.test,
            result.asks,
            f"{result.statistic:,.1f}" if result.freedom is not None else f"z {result.statistic:+.2f}",
            "" if result.freedom is None else f"{result.freedom:,}",
            f"{result.chance:.4f}",
            found.verdict(result),
        )
        for result in found.results
    ]
    headers = (
        unbroken_column("test"),
        "what it asks",
        number("statistic"),
        number("freedom"),
        number("p"),
        unbroken_column("verdict"),
    )
    print_table(headers, rows)
    console.print(
        f"{found.decks:,} decks, {len(found.results)} tests. A p below {found.threshold(PASS_AT):.4f} is doubtful and"
        f" one below {found.threshold(FAIL_AT):.5f} fails: 99% and 99.9% confidence for all tests together."
    )
    console.print("The shuffler passes." if found.passes else "The shuffler FAILS.", style="bold")
