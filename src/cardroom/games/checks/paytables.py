"""The pay tables of a game file: what they are read on, their order and gaps, and lines that no hand reaches."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from math import comb

from cardroom.cards import DECK, RANKS
from cardroom.errors import CardroomError
from cardroom.games.checks.mistakes import Mistake
from cardroom.games.checks.source_lines import Source
from cardroom.games.checks.visibility import OnTable, hands_of
from cardroom.games.hand_classes import HandClasses
from cardroom.games.model import Game, Kind, Wager
from cardroom.games.paytable import PayTable
from cardroom.games.paytable_faults import gaps, out_of_order, same_ids, unpayable_reason
from cardroom.games.round_facts import DEALER, Hand, Margin
from cardroom.hands import PointRanking, PokerRanking, Ranking, RunRanking

MOST_HANDS = 300_000  # that are looked at one by one


def check_paytables(game: Game, source: Source) -> Iterator[Mistake]:
    for wager in game.wagers:
        if not _is_paid_by_table(wager):
            yield from _check_incomplete(wager, source)
        elif wager.reads not in game.hands:
            what = f"{wager.name} is paid on “{wager.reads}”, which is no hand; there are: {', '.join(game.hands)}."
            yield Mistake(source.wager(wager, "reads"), what)
        else:
            yield from _check_tables(game, wager, source)


def _is_paid_by_table(wager: Wager) -> bool:
    return wager.reads is not None and wager.hand_classes is not None and bool(wager.paytables)


def _check_incomplete(wager: Wager, source: Source) -> Iterator[Mistake]:
    """Reading, classes and pay tables go together."""
    given = [name for name in ("reads", "hand_classes", "paytables") if getattr(wager, name)]
    missing = [name for name in ("reads", "hand_classes", "paytables") if not getattr(wager, name)]
    if given:
        what = f"{wager.name} has {' and '.join(given)}, but no {' and no '.join(missing)}."
        yield Mistake(source.wager(wager, given[0]), what)
    elif wager.kind is Kind.JACKPOT:
        yield Mistake(source.wager(wager), f"{wager.name} is a jackpot wager and has no pay table.")


def _check_tables(game: Game, wager: Wager, source: Source) -> Iterator[Mistake]:
    classes, reads = wager.hand_classes, wager.reads
    assert classes is not None
    assert reads is not None
    if fault := _other_ranking(game, reads, classes):
        yield Mistake(source.wager(wager, "hand_classes"), f"{wager.name} is read on “{reads}”: {fault}")
        return
    reached = {classes.class_of(value) for value in possible_values(game, reads)}
    for table in wager.paytables:
        yield from _check_table(game, wager, classes, table, reached, source)


def _other_ranking(game: Game, reads: str, classes: HandClasses) -> str:
    if isinstance(game.hands[reads], Margin):
        return (
            "" if classes.ranking is None else f"that is a margin, and its hand classes are of {classes.ranking.name}."
        )
    ranking = game.ranking_of(reads)
    if classes.ranking is None:
        return f"that is a hand of {ranking.name}, and its hand classes are of margins."
    if not _is_same_order(ranking, classes.ranking):
        return f"that is a hand of {ranking.name}, and its hand classes are of {classes.ranking.name}."
    return ""


def _is_same_order(first: Ranking, second: Ranking) -> bool:
    """Whether values mean the same; the best of so many cards is a hand like others."""
    if isinstance(first, PokerRanking) and isinstance(second, PokerRanking):
        return (first.size, first.categories) == (second.size, second.categories)
    return first.fingerprint() == second.fingerprint()


def _check_table(
    game: Game, wager: Wager, classes: HandClasses, table: PayTable, reached: Collection[int | None], source: Source
) -> Iterator[Mistake]:
    for line in table.lines:
        try:
            classes.place(line.hand)
        except CardroomError as error:
            yield Mistake(source.paytable(table, line), f"{table.id}: {error.message}.")
            return
        for pay in line.pays:
            if fault := unpayable_reason(pay, wager):
                yield Mistake(source.paytable(table, line), f"{table.id}: {fault}")
        if len(line.pays) != max(len(table.columns), 1):
            what = f"{table.id}: {line.hand} has {len(line.pays)} pays, and there are {len(table.columns)} columns."
            yield Mistake(source.paytable(table, line), what)
    if not table.lines:
        yield Mistake(source.paytable(table), f"{table.id} has no lines.")
    for number, fault in (*out_of_order(table, classes), *same_ids(table)):
        yield Mistake(source.paytable(table, table.lines[number - 1]), f"{table.id}: {fault}")
    for number, fault in gaps(table, classes):
        is_top = number == 1  # the best hands often share a line
        yield Mistake(source.paytable(table, table.lines[number - 1]), f"{table.id}: {fault}", is_warning=is_top)
    yield from _check_reached(classes, table, reached, source)
    yield from _check_columns(game, table, source)


def _check_reached(
    classes: HandClasses, table: PayTable, reached: Collection[int | None], source: Source
) -> Iterator[Mistake]:
    above = -1
    for line in table.lines:
        place = classes.place(line.hand)
        if place > above and not any(step in reached for step in range(above + 1, place + 1)):
            yield Mistake(source.paytable(table, line), f"{table.id}: no hand can reach {line.hand}.")
        above = max(above, place)


def _check_columns(game: Game, table: PayTable, source: Source) -> Iterator[Mistake]:
    """Where pays depend on the number of hands dealt, there is a column for every number."""
    if not table.columns:
        return
    dealers = 1 if DEALER in game.holders else 0
    missing = [str(hands) for hands in range(1 + dealers, game.seats + dealers + 1) if hands not in table.columns]
    if missing:
        yield Mistake(source.paytable(table), f"{table.id}: there is no column for {', '.join(missing)} hands dealt.")


# --- what a reading can come to ---------------------------------------------------------------------------------------


def possible_values(game: Game, reads: str) -> Collection[int]:
    """All values that a reading can have at the end of a round, and none too few."""
    on_table = OnTable(game, len(game.stages))
    hands = [hand for _, hand in hands_of(game, reads)]
    found = [_values_of(game, hand, on_table) for hand in hands]
    if isinstance(game.hands[reads], Margin):
        first, second = (
            {hand.ranking.measure(value) for value in values} for hand, values in zip(hands, found, strict=True)
        )
        return {one - other for one in first for other in second}
    return {value for values in found for value in values}


def _values_of(game: Game, hand: Hand, on_table: OnTable) -> Collection[int]:
    cards = on_table.cards(hand)
    match hand.ranking:
        case RunRanking() as ranking:
            longest = min(cards, len(ranking.chains[0].distinct_cells))
            return range(ranking.run(longest) + 16 if longest else 0)
        case PointRanking() as ranking:
            return _sums(game, ranking, cards)
        case PokerRanking() as ranking if _can_be_listed(game, ranking):
            return {ranking.value(held) for held in combinations(game.deck.cards, ranking.cards)}
        case PokerRanking() as ranking:
            return range(ranking.number_of_values)
    return range(hand.ranking.lowest, hand.ranking.lowest + 1_000)


def _can_be_listed(game: Game, ranking: PokerRanking) -> bool:
    """A whole deck makes every hand; of another one all hands are looked at, if they are not too many."""
    deck = game.deck.cards
    return len(deck) < len(DECK) and comb(len(deck), ranking.cards) <= MOST_HANDS


def _sums(game: Game, ranking: PointRanking, cards: int) -> set[int]:
    """Of up to so many cards."""
    points = {ranking.points[RANKS.index(rank)] for rank in game.deck.ranks}
    sums, found = {0}, set()
    for _ in range(cards):
        sums = {total + more for total in sums for more in points}
        found |= {total % ranking.modulus if ranking.modulus else total for total in sums}
    return found
