"""What is said of hands at the table: what each is called, and in one line how two of them compare.

All of it follows from a game's readings and facts, so a game from outside is spoken of like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardroom.games.fingerprint import settlement_of
from cardroom.games.model import Decide, Game, Verdict, Wager
from cardroom.games.options import GameOption, MakeBet
from cardroom.games.paytable import PayTable
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT, Compare, Hand, Result, compare
from cardroom.games.settlement import Layout, facts_on, read, settle_value
from cardroom.hands import PokerRanking, ReadHand
from cardroom.money import Pay

_NAMED = {SEAT: "you", DEALER: "dealer"}


def hands_of(game: Game, holder: str, packets: int) -> list[Hand]:
    """The readings of a holder's cards that count, after so many packets: of all of them, or of one after the other."""
    key = (hands_of, holder, packets)
    if key not in game.derived:
        game.derived[key] = _hands_of(game, holder, packets)
    found: list[Hand] = game.derived[key]
    return found


def _hands_of(game: Game, holder: str, packets: int) -> list[Hand]:
    own = [hand for hand in game.hands.values() if isinstance(hand, Hand) and {holder} == {*hand.of} - {COMMUNITY}]
    named = game.hands.get(_NAMED.get(holder, holder))
    own.sort(key=lambda hand: (hand is not named, hand.packet is not None, hand.packet or 0))
    if not own or own[0].packet is None:
        return own[:1]
    later = (next((hand for hand in own if hand.packet == place), None) for place in range(1, packets))
    return [own[0], *(hand for hand in later if hand is not None)]


def hand_name(game: Game, holder: str, cards: Layout) -> ReadHand | None:
    """What a holder's cards make, as far as the layout knows them; None where nobody reads them."""
    packets = cards.packets.get(holder, ())
    if not any(packets):
        return None
    hands = hands_of(game, holder, len(packets))
    read = [found for hand in hands if (found := hand.ranking.reading(cards.held(hand))) is not None]
    if len(read) < 2:
        return read[0] if read else None
    return ReadHand(
        "; then ".join(one.words for one in read),
        tuple(card for one in read for card in one.makers),
        tuple(card for one in read for card in one.cards),
    )


class Sides:
    """Two hands that are compared, and who holds them."""

    def __init__(self, game: Game, fact: Compare, cards: Layout) -> None:
        first, second = game.hands[fact.first], game.hands[fact.second]
        assert isinstance(first, Hand)
        assert isinstance(second, Hand)
        self.ranking = first.ranking
        self.holders = _holder(first), _holder(second)
        self.values = first.ranking.value(cards.held(first)), second.ranking.value(cards.held(second))

    @property
    def result(self) -> Result:
        return compare(*self.values)

    @property
    def lead(self) -> str:
        """By what the better hand is better, to go on a sentence with."""
        said = self.ranking.lead(max(self.values), min(self.values))
        return f" {said}" if said.startswith("by ") else f": {said}"


def compared_hands(game: Game, cards: Layout, *, of_seat: bool) -> Iterator[Sides]:
    """The hands that are compared and lie open, in the order of the game: a seat's with another, or the table's own."""
    for fact in game.facts.values():
        if isinstance(fact, Compare) and all(_is_whole(game, name, cards) for name in (fact.first, fact.second)):
            sides = Sides(game, fact, cards)
            if (SEAT in sides.holders) is of_seat:
                yield sides


def comparison_line(game: Game, cards: Layout, who: str = "") -> str:
    """How hands compare in one line: that of “You” or of “Seat 3”, or the table's own."""
    said = [_line(game, cards, who, sides) for sides in compared_hands(game, cards, of_seat=bool(who))]
    return " Then ".join([*said[:1], *(each[0].lower() + each[1:] for each in said[1:])])


def _line(game: Game, cards: Layout, who: str, sides: Sides) -> str:
    first, second = (who if holder == SEAT else f"The {holder}" for holder in sides.holders)
    if sides.result is Result.COPY:
        return f"A tie: {sides.ranking.words(sides.values[0])}, on both sides."
    winner, loser = (first, second) if sides.result is Result.WIN else (second, first)
    if DEALER in sides.holders and not qualifies(game, cards):
        whose = "Your" if winner == "You" else f"{winner}'s"
        return f"The dealer does not qualify. {whose} hand is better{sides.lead}."
    if winner == who or who in ("", "You"):
        return f"{winner} {'win' if winner == 'You' else 'wins'}{sides.lead}."
    return f"{winner} beats {loser.lower()}{sides.lead}."


def shortfall_words(game: Game, paytables: Mapping[str, PayTable], cards: Layout) -> str:
    """What a hand that only its pay table decides would have had to be; "" where it is not lost, or not all known."""
    wager = game.base_wager
    table, reads = paytables.get(wager.id), wager.reads
    if table is None or reads is None or not _is_whole(game, reads, cards):
        return ""
    if any(isinstance(fact, Compare) for fact in game.facts.values()) or table.columns:
        return ""
    if (value := read(game, reads, cards)) is None:
        return ""
    if settle_value(game, wager, table, facts_on(game, cards), value).outcome.verdict is not Verdict.LOSE:
        return ""
    return least_paying_hand(game, wager, table)


def least_paying_hand(game: Game, wager: Wager, table: PayTable | None) -> str:
    """The least that a wager must be read on to be paid, where nothing but its pay table decides; otherwise ""."""
    if table is None or wager.hand_classes is None or wager.reads is None:
        return ""
    verdicts: dict[Pay | None, set[Verdict]] = {}
    for _, pay, outcome in settlement_of(game, wager, table):
        verdicts.setdefault(pay, set()).add(outcome.verdict)
    if any(len(found) > 1 for found in verdicts.values()):
        return ""
    least: dict[Verdict, str] = {}
    for line in reversed(table.lines):
        step = wager.hand_classes.classes[wager.hand_classes.place(line.hand)]
        is_floor = (
            wager.hand_classes.ranking is not None and step.at_most is None
        )  # and all above it is as good or better
        hand = game.ranking_of(wager.reads).least(step.at_least) if is_floor else f"“{line.text}”"
        for verdict in {verdict for pay in line.pays for verdict in verdicts.get(pay, ())}:
            least.setdefault(verdict, hand)
    return _needed(least)


def _needed(least: Mapping[Verdict, str]) -> str:
    """What it takes, by the least hand for each verdict; "" where nothing does."""
    back, won = least.get(Verdict.PUSH), least.get(Verdict.WIN)
    said = [
        f"{back} to get the stakes back" if back else "",
        f"{won} to {'win' if back else 'be paid'}" if won else "",
    ]
    return f"Needed: {', '.join(filter(None, said))}." if back or won else ""


def dealer_shortfall(game: Game, cards: Layout) -> str:
    """What a dealer's hand that lies open falls short of; "" where it counts."""
    if game.qualifier is None or qualifies(game, cards):
        return ""
    return f"The dealer does not qualify: he needs {game.ranking_of('dealer').least(game.qualifier)}."


def option_refusal(game: Game, decision: Decide, open_to: Sequence[GameOption]) -> str:
    """Why a hand may not take every option of a decision, and what is left to it where that is one; "" if it may."""
    closed = [option for option in decision.options if isinstance(option, MakeBet) and option not in open_to]
    said = []
    for needs in dict.fromkeys(option.needs for option in closed if option.needs is not None):
        others = [option for option in open_to if isinstance(option, MakeBet)]
        which = ", ".join(option.name for option in closed if option.needs == needs) if others else ""
        wager = game.wager(closed[0].wager).name
        said.append(f"You may make the {wager}{f' of {which}' * bool(which)} only with {game.ranking.least(needs)}.")
    if said and len(open_to) == 1:
        said.append(f"{open_to[0].name.capitalize()}.")
    return " ".join(said)


def qualifies(game: Game, cards: Layout) -> bool:
    """Whether the dealer's hand, which lies open, counts."""
    least, hand = game.qualifier, game.hands.get("dealer")
    if least is None or not isinstance(hand, Hand):
        return True
    return hand.ranking.value(cards.held(hand)) >= least


def _is_whole(game: Game, name: str, cards: Layout) -> bool:
    """Whether all cards of a reading are known."""
    hand = game.hands[name]
    if not isinstance(hand, Hand):
        return False
    held = cards.held(hand)
    return len(held) == hand.ranking.cards if isinstance(hand.ranking, PokerRanking) else bool(held)


def _holder(hand: Hand) -> str:
    return next((holder for holder in hand.of if holder != COMMUNITY), COMMUNITY)
