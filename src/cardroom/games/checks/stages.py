"""The stages of a game file: their order, the decisions and their options, the cards that the deal needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardroom.games.checks.mistakes import Mistake
from cardroom.games.checks.source_lines import Source
from cardroom.games.checks.visibility import OnTable
from cardroom.games.model import (
    Bets,
    Clear,
    Deal,
    Decide,
    Expose,
    Game,
    Kind,
    Return,
    Reveal,
    SettleSeats,
    SettleTableWide,
)
from cardroom.games.options import Check, Fold, MakeBet, Surrender, TakeBack
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT, Best

MOST_SEATS = 12  # that commands can name


def check_stages(game: Game, source: Source) -> Iterator[Mistake]:
    """What can only come after something else, or only once."""
    stages = game.stages
    if not stages or not isinstance(stages[0], Bets):
        yield Mistake(source.field("stages"), "A round begins with Bets.")
    for index, stage in enumerate(stages):
        before, line, kind = stages[:index], source.stage(stages, index), type(stage).__name__
        on_table = OnTable(game, index)
        if isinstance(stage, Bets | Clear | Reveal | SettleTableWide) and any(
            isinstance(s, type(stage)) for s in before
        ):
            yield Mistake(line, f"{kind} comes a second time.")
        match stage:
            case Deal() if any(isinstance(other, Clear) for other in before):
                yield Mistake(line, "Cards are dealt after the shuffler has been cleared.")
            case Deal() if stage.cards < 1 or not stage.to:
                yield Mistake(line, "Nothing is dealt here.")
            case Deal() if stage.dice_rule and set(stage.to) != {SEAT, DEALER}:
                yield Mistake(line, "Dice count the dealer and all seats: a deal by dice goes to just those.")
            case Deal() if stage.dealer_up > stage.cards:
                yield Mistake(line, f"{stage.dealer_up} of {stage.cards} cards cannot lie face up.")
            case Decide() if not on_table.packets:
                yield Mistake(line, "This decision comes before any cards are dealt.")
            case Expose() if on_table.exposed + stage.cards > sum(p.cards for p in on_table.packets[COMMUNITY]):
                yield Mistake(line, "There are not so many community cards to turn.")
            case Reveal() if not on_table.packets[DEALER]:
                yield Mistake(line, "The dealer has no hand to turn.")
            case Reveal() if "dealer" not in game.hands:
                yield Mistake(line, "The dealer's hand is turned, and no hand is called “dealer”.")
            case SettleTableWide() if not any(isinstance(other, SettleSeats) for other in before):
                yield Mistake(line, "The second pass comes before the first: SettleSeats.")
            case _:
                pass
    yield from _check_settled(game, source)


def _check_settled(game: Game, source: Source) -> Iterator[Mistake]:
    """Every wager is settled at the end, the one on the best hand of the table in the second pass."""
    table_wide = {stage.wager for stage in game.stages_of(SettleTableWide)}
    for wager in game.wagers:
        is_best = wager.reads is not None and isinstance(game.hands.get(wager.reads), Best)
        if is_best and wager.id not in table_wide:
            what = f"{wager.name} is on the best hand of the table, and no SettleTableWide settles it."
            yield Mistake(source.wager(wager), what)
        elif wager.id in table_wide and not is_best:
            what = f"{wager.name} is settled in the second pass, and is not read on the best hand of the table."
            yield Mistake(source.wager(wager, "reads"), what)
        elif wager.id not in table_wide and not any(
            not stage.wagers or wager.id in stage.wagers for stage in game.stages_of(SettleSeats)
        ):
            yield Mistake(source.wager(wager), f"No stage settles {wager.name}.")


def check_decisions(game: Game, source: Source) -> Iterator[Mistake]:
    decisions = [(index, stage) for index, stage in enumerate(game.stages) if isinstance(stage, Decide)]
    for place, (index, stage) in enumerate(decisions):
        line = source.stage(game.stages, index)
        before = [earlier for _, earlier in decisions[:place]]
        if not stage.options:
            yield Mistake(line, "This decision has no options.")
        if not stage.id:
            yield Mistake(line, "This decision is about no wager: give it a name (called=…).")
        elif any(earlier.id == stage.id for earlier in before):
            what = f"A decision “{stage.id}” comes before: this one cannot be reached. Give it another name (called=…)."
            yield Mistake(line, what)
        elif any(_leaves_nothing_to(earlier, stage) for earlier in before):
            yield Mistake(line, f"This decision cannot be reached: “{stage.wager}” has been made or the hand given up.")
        elif _all_is_settled(game, index):
            yield Mistake(line, "This decision cannot be reached: all wagers are settled before it.")
        for name, times in Counter(option.name for option in stage.options).items():
            if times > 1:
                yield Mistake(line, f"{times} options of this decision are called “{name}”.")
        yield from _check_options(game, index, stage, source)


def _leaves_nothing_to(earlier: Decide, stage: Decide) -> bool:
    """Whether everyone who is still in after one decision has made the wager that another is about."""
    made = [option for option in earlier.options if isinstance(option, MakeBet) and option.wager == stage.wager]
    out = [option for option in earlier.options if isinstance(option, Fold | Surrender)]
    return earlier.when is None and bool(made) and len(made) + len(out) == len(earlier.options)


def _all_is_settled(game: Game, index: int) -> bool:
    return any(
        isinstance(stage, SettleSeats) and not stage.wagers and stage.when is None for stage in game.stages[:index]
    )


def _check_options(game: Game, index: int, stage: Decide, source: Source) -> Iterator[Mistake]:
    kinds = {wager.id: wager.kind for wager in game.wagers}
    bases = [kind for kind in kinds.values() if kind is Kind.BASE]
    for option in stage.options:
        line = source.option(game.stages, index, option)
        match option:
            case MakeBet(wager) | TakeBack(wager) if wager not in kinds:
                yield Mistake(line, f"“{option.name}” names “{wager}”, which is no wager.")
            case MakeBet(wager) if kinds[wager] is not Kind.DECISION:
                yield Mistake(line, f"“{wager}” is bet at a decision, and is not of the kind DECISION.")
            case MakeBet(multiple=multiple) if multiple < 1:
                yield Mistake(line, f"A bet is at least once the base wager, not {multiple} times.")
            case TakeBack(wager) if kinds[wager] is not Kind.EQUAL:
                yield Mistake(line, f"“{wager}” is taken back: only a wager of the kind EQUAL can be.")
            case Surrender(loses=(part, whole)) if not 0 < part <= whole:
                yield Mistake(line, f"{part} of {whole} is no part of the base wager.")
            case _:
                pass
        if isinstance(option, MakeBet | Surrender) and len(bases) > 1:
            what = f"“{option.name}” is measured by the base wager, and there are several: any of them may be left out."
            yield Mistake(line, what)
        if not isinstance(option, MakeBet | TakeBack | Fold | Surrender | Check):
            yield Mistake(line, f"{type(option).__name__} is no option.")


def check_decision_wagers(game: Game, source: Source) -> Iterator[Mistake]:
    """A wager of the kind DECISION is made at one."""
    made = {option.wager for stage in game.decisions for option in stage.options if isinstance(option, MakeBet)}
    for wager in game.wagers:
        if wager.kind is Kind.DECISION and wager.id not in made:
            yield Mistake(source.wager(wager), f"{wager.name} can be made at no decision.")
    for index, stage in enumerate(game.stages):
        if isinstance(stage, Return) and stage.wager in {w.id for w in game.wagers if w.kind is Kind.RIDER}:
            yield Mistake(
                source.stage(game.stages, index), f"“{stage.wager}” is a rider: nothing lies there to go back."
            )


def check_deck(game: Game, source: Source) -> Iterator[Mistake]:
    """All seats taken, and all that may be dealt and burned."""
    if not 1 <= game.seats <= MOST_SEATS:
        yield Mistake(source.field("seats"), f"A table has 1 to {MOST_SEATS} seats, not {game.seats}.")
    needed = sum(
        stage.burn + stage.cards * sum(game.seats if holder == SEAT else 1 for holder in stage.to)
        for stage in game.stages_of(Deal)
    )
    deck = len(game.deck.cards)
    if needed > deck:
        line = source.field("deck") if game.deck.packs > 1 or deck != 52 else source.field("seats")
        yield Mistake(line, f"{game.seats} players need {needed} cards, and the deck has {deck}.")
