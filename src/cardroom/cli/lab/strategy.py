"""`cardroom advise` and `cardroom strategy`: what to do with a hand, and what to remember."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cards import parse_card, parse_cards, show_cards
from cardroom.cli.options import AsJson, GameName, PayTables, chosen_tables
from cardroom.cli.output import console, number, print_json, print_table, print_title, progress_bar, unbroken_column
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import COMMUNITY, DEALER, SEAT, Game
from cardroom.lab.json_documents import exact
from cardroom.lab.strategy.option_words import option_words
from cardroom.number_format import percent
from cardroom.table import table_settings

if TYPE_CHECKING:  # the lab is imported where it is used: compiling takes longer than `--help` should
    from cardroom.lab.solvers.protocol import Solved
    from cardroom.lab.strategy.advice import Advice
    from cardroom.lab.strategy.rule_list import Strategy
    from cardroom.lab.strategy.strategy_cost import Assessment, Mistake

ADVISE_EXAMPLES = """
\b
Examples:
  cardroom advise GAME --hand "Qc Jd 10h 7s 5c 3d 2h"
  cardroom advise GAME --hand "Ah Kd Qc 5c 2s" --dealer-up 2d
  cardroom advise GAME --hand "Qh Jh" --community "10h 2s" --staked 5
"""

STRATEGY_EXAMPLES = """
\b
Examples:
  cardroom strategy GAME
  cardroom strategy GAME --toml > my-strategy.toml
"""


def register(app: typer.Typer) -> None:
    app.command(epilog=ADVISE_EXAMPLES)(advise)
    app.command(epilog=STRATEGY_EXAMPLES)(strategy)


# --- advise -----------------------------------------------------------------------------------------------------------


def advise(
    game: GameName,
    hand: Annotated[str, typer.Option(metavar="CARDS", help="The player's cards, like “Qh Jh”.")],
    community: Annotated[str, typer.Option(metavar="CARDS", help="The community cards turned so far.")] = "",
    dealer_up: Annotated[str, typer.Option(metavar="CARD", help="The dealer's card that is up.")] = "",
    staked: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Base wagers bet so far, the first included; needed where the amount can differ."
        ),
    ] = None,
    paytable: PayTables = None,
    as_json: AsJson = False,
) -> None:
    """Find the best option for a hand.

    The command shows the expectation of every option and its cost against the best one. It counts every way the other
    cards can fall, so the figures are exact.
    """
    found = find_game(game)
    settings = table_settings(found.id, paytables=chosen_tables(found, paytable or []))
    cards = parse_cards(hand)
    turned = parse_cards(community)
    up = parse_card(dealer_up) if dealer_up.strip() else None
    from cardroom.lab.strategy.advice import advise as weigh
    from cardroom.lab.strategy.advice import sight

    advice = weigh(sight(settings, cards, turned, up, staked))
    if as_json:
        print_json(_advice_document(advice))
    else:
        _print_advice(found, advice)


def _print_advice(game: Game, advice: Advice) -> None:
    seen, base = advice.seen.cards, game.base_wager.name
    cards = [show_cards(seen[SEAT])]
    if COMMUNITY in seen:
        cards.append(f"with {show_cards(seen[COMMUNITY])}")
    if DEALER in seen:
        cards.append(f"against {show_cards(seen[DEALER])}")
    console.print(f"{' '.join(cards)}: {advice.words}")
    console.print(f"Best: {option_words(game, advice.decision, advice.best.name)}.\n")
    rows = [
        (
            option_words(game, advice.decision, option.name),
            str(option.at_stake),
            f"{float(option.expectation):+.4f}",
            f"{float(option.cost):.4f}" if option.cost else "-",
        )
        for option in advice.options
    ]
    print_table(("option", number(f"{base}s at stake"), number("expectation"), number("cost of it")), rows)
    if len(advice.options) == 1:
        console.print(f"The rules leave nothing but a {advice.best.name}.")
    console.print(f"In {base}s, for the whole hand: what is staked already counts.")


def _advice_document(advice: Advice) -> dict[str, object]:
    game, seen = advice.seen.settings.rules, advice.seen.cards
    options = [
        {
            "option": option_words(game, advice.decision, option.name),
            "name": option.name,
            "at_stake": option.at_stake,
            "ev": exact(option.expectation),
            "expectation": float(option.expectation),
            "cost": float(option.cost),
        }
        for option in advice.options
    ]
    return {
        "game": game.id,
        "decision": advice.decision.id,
        "hand": seen[SEAT],
        "community": seen.get(COMMUNITY, ()),
        "dealer_up": next(iter(seen.get(DEALER, ())), None),
        "words": advice.words,
        "staked": advice.staked,
        "best": advice.best.name,
        "options": options,
    }


# --- strategy ---------------------------------------------------------------------------------------------------------


def strategy(
    game: GameName,
    paytable: PayTables = None,
    as_json: AsJson = False,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="Print a strategy file that you can edit and simulate.")
    ] = False,
) -> None:
    """Print the best play as a short list.

    The first rule that fits decides. The list is derived from the exact solution under the pay tables in force. Below
    it are its cost against perfect play, and the hands where it differs.
    """
    if as_json and as_toml:
        raise CardroomError("two-formats", "Choose one of --json and --toml.")
    found = find_game(game)
    if as_toml and not found.decisions:
        raise CardroomError("no-decision", f"Players of {found.name} decide nothing: there is no strategy to write.")
    settings = table_settings(found.id, paytables=chosen_tables(found, paytable or []))
    from cardroom.lab.solvers import solve
    from cardroom.lab.strategy.rule_list import compile_strategy, derive_strategy, to_toml
    from cardroom.lab.strategy.strategy_cost import assess

    with progress_bar() as progress:
        solved = solve(settings)
        solved.prepare(lambda share: progress("solving the game", share))
        progress("finding the rules")
        derived = derive_strategy(solved)
        assessment = assess(solved, compile_strategy(derived, solved))
    if as_toml:
        console.print(to_toml(derived, solved), end="", soft_wrap=True)
        return
    if as_json:
        print_json(_strategy_document(solved, derived, assessment))
    else:
        _print_strategy(solved, derived, assessment)


def _print_strategy(solved: Solved, derived: Strategy, assessment: Assessment) -> None:
    from cardroom.lab.strategy.rule_list import rule_words

    game = solved.game
    if not game.decisions:
        console.print(f"Players of {game.name} decide nothing: house edge {percent(-assessment.perfect, 4)}.")
        return
    print_title(f"{game.name}: the first rule that fits decides")
    console.print()
    for decision in game.decisions:
        rows = [
            (str(place), option_words(game, decision, rule.option), rule_words(rule, solved))
            for place, rule in enumerate(derived.at(decision), 1)
        ]
        print_table((number(""), unbroken_column("bet"), "with"), rows, title=decision.called)
    for line in solved.condition_terms:
        console.print(f"{line}\n")
    rows = [
        ("perfect play", percent(-assessment.perfect, 4), ""),
        ("this list", percent(-assessment.expectation, 4), percent(assessment.cost, 4)),
    ]
    print_table(("", number("house edge"), number("cost")), rows)
    if not assessment.mistakes:
        console.print("The list is perfect play.")
        return
    console.print(f"Something else would be better in {percent(assessment.differs, 3)} of hands:\n")
    print_table(
        ("list", "better", number("of hands"), number("cost"), "for example"),
        [_mistake_row(game, mistake) for mistake in assessment.mistakes],
    )
    console.print(f"`cardroom advise {game.id}` weighs a single hand.")


def _mistake_row(game: Game, mistake: Mistake) -> tuple[str, str, str, str, str]:
    decision = game.decision(mistake.decision)
    return (
        option_words(game, decision, mistake.plays),
        option_words(game, decision, mistake.best),
        percent(mistake.share, 3),
        percent(mistake.cost, 4),
        mistake.examples[0],
    )


def _strategy_document(solved: Solved, derived: Strategy, assessment: Assessment) -> dict[str, object]:
    from cardroom.lab.strategy.rule_list import rule_words, to_document

    document = to_document(derived)
    for rule, item in zip(derived.rules, document["rules"], strict=True):
        item["words"] = rule_words(rule, solved)
    tables = solved.settings.paytables
    return document | {
        "paytables": {w.id: tables[w.id].id for w in solved.game.wagers if w.id in tables and not w.is_side_bet},
        "ev": exact(assessment.expectation),
        "house_edge": -float(assessment.expectation),
        "perfect_ev": exact(assessment.perfect),
        "perfect_house_edge": -float(assessment.perfect),
        "cost": exact(assessment.cost),
        "differs": exact(assessment.differs),
        "exceptions": [
            {
                "decision": mistake.decision,
                "list": mistake.plays,
                "better": mistake.best,
                "share": exact(mistake.share),
                "cost": exact(mistake.cost),
                "examples": mistake.examples,
            }
            for mistake in assessment.mistakes
        ],
    }
