"""A walk over a game's stages, with all states of a round at once. The game's own conditions say who gets a card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.games.fingerprint import possible_pays, settlement_at_pay
from cardroom.games.model import (
    Bets,
    Clear,
    Deal,
    Decide,
    Fold,
    Game,
    Kind,
    Made,
    MakeBet,
    Reveal,
    SettleSeats,
    Stage,
    Surrender,
    TakeBack,
    Wager,
)
from cardroom.games.options import GameOption
from cardroom.games.round_facts import DEALER, SEAT, Facts, asked_by
from cardroom.games.settlement import Read
from cardroom.lab.solvers.shoe.card_kinds import Alike, kinds_of
from cardroom.lab.solvers.shoe.round_states import (
    NO_CARD,
    Asking,
    Path,
    Slot,
    States,
    joined_states,
    merged_states,
    start_states,
)

Integers = npt.NDArray[Any]

MOST_STATES = 4_000_000  # about a gigabyte

# By wager: the answers to the facts that its settlement asks for, as far as there are any, and its step on its classes.
Settled = tuple[tuple[str, tuple[tuple[str, Any], ...], int | None], ...]


@dataclass(frozen=True)
class WalkStep:
    """From the states before to those after: by kind of the card drawn, by option, or as they are."""

    stays: Integers  # [state]: where it is afterwards; -1 where `to` says it
    to: Integers  # [state, kind or option]; -1 where that cannot be
    slot: int = -1  # that a card is drawn for
    decides: Integers | None = None  # [state]: the position where an option is taken, or -1


@dataclass
class Walk:
    """All rounds of a game, walked from the first stage to the last."""

    game: Game
    kinds: tuple[Alike, ...] = ()
    states: States = field(default_factory=start_states)
    steps: list[WalkStep] = field(default_factory=list)
    settlements: dict[Settled, int] = field(default_factory=lambda: {(): 0})
    decision: Decide | None = None
    seen: list[Integers] = field(default_factory=list)  # by position: the cards that the player sees
    shown: list[Slot] = field(default_factory=list)  # the slots that there were then

    def __post_init__(self) -> None:
        for fact in self.game.facts.values():
            if isinstance(fact, Made) and self.game.wager(fact.wager).kind is not Kind.DECISION:
                raise CardroomError("not-counted", f"{self.game.name}: whether “{fact.wager}” is made is not known.")
        self.kinds = kinds_of(self.game)
        opening = frozenset(wager.id for wager in self.game.wagers if wager.kind in (Kind.BASE, Kind.EQUAL))
        self.ask = Asking(self.game, self.kinds, paths=[Path((), opening)])

    def through(self) -> Walk:
        for number, stage in enumerate(self.game.stages):
            self._pass(number, stage)
        return self

    def _pass(self, number: int, stage: Stage) -> None:
        match stage:
            case Bets() | Clear():
                pass
            case Deal():
                self._deal(number, stage)
            case Decide():
                self._decide(stage)
            case Reveal():
                self.ask.slots[:] = [
                    slot._replace(is_seen=slot.is_seen or slot.holder == DEALER) for slot in self.ask.slots
                ]
            case SettleSeats():
                self._settle(stage)
            case _:
                name = type(stage).__name__.lower()
                raise CardroomError("not-counted", f"{self.game.name}: a shoe is not counted through “{name}”.")

    def _where(self, stage: Deal | Decide | SettleSeats) -> Integers:
        """The states that a stage is for."""
        going = np.array([not path.is_over for path in self.ask.paths])[self.states.path]
        if stage.when is None or not going.any():
            return going
        chosen = np.flatnonzero(going)
        going[chosen] = self.ask.holds(stage.when, self.states.rows(chosen))
        return going

    # --- cards ---

    def _deal(self, number: int, stage: Deal) -> None:
        drawing = self._where(stage)
        for holder in stage.to:
            for card in range(stage.cards):
                up = stage.face_up or holder == SEAT or (holder == DEALER and card >= stage.cards - stage.dealer_up)
                self.ask.slots.append(Slot(holder, number, up))
                drawing = self._draw(drawing, self.ask.slots.count(Slot(holder, number, up)))

    def _draw(self, drawing: Integers, in_packet: int) -> Integers:
        """One more card in a new slot, the last of so many that lie alike; returns which of the states now drew it."""
        before = self.states
        empty = np.full((len(before), 1), NO_CARD, dtype=np.int64)
        widened = replace(before, cards=np.hstack([before.cards, empty]))
        chosen, others = np.flatnonzero(drawing), np.flatnonzero(~drawing)
        if len(chosen) * len(self.kinds) > MOST_STATES:
            raise CardroomError("not-counted", f"{self.game.name}: its cards can come in too many ways to be counted.")
        parts, rows, kinds = [widened.rows(others)], [], []
        for kind, alike in enumerate(self.kinds):
            left = alike.number - (before.cards[chosen] == kind).sum(axis=1)
            can = chosen[left > 0]
            drawn = widened.rows(can)
            cards = drawn.cards.copy()
            cards[:, -1] = kind
            cards[:, -in_packet:].sort(axis=1)
            parts.append(replace(drawn, cards=cards, ways=drawn.ways * left[left > 0]))
            rows.append(can)
            kinds.append(np.full(len(can), kind))
        self.states, where = merged_states(joined_states(parts))
        stays, to = np.full(len(before), -1), np.full((len(before), len(self.kinds)), -1)
        stays[others] = where[: len(others)]
        to[np.concatenate(rows), np.concatenate(kinds)] = where[len(others) :]
        self.steps.append(WalkStep(stays, to, slot=len(self.ask.slots) - 1))
        now = np.zeros(len(self.states), dtype=np.bool_)
        now[where[len(others) :]] = True
        return now

    # --- options ---

    def _decide(self, stage: Decide) -> None:
        deciding = self._where(stage)
        if not deciding.any():
            return
        if self.decision is not None:
            raise CardroomError(
                "not-counted", f"{self.game.name}: a shoe is counted with one decision, not with several."
            )
        self.decision, self.shown = stage, list(self.ask.slots)
        chosen, others = np.flatnonzero(deciding), np.flatnonzero(~deciding)
        position = self._positions(chosen)
        paths = [self._after(stage, option) for option in stage.options]
        standing = replace(self.states.rows(chosen), position=position)
        parts = [self.states.rows(others)]
        parts += [replace(standing, path=np.full(len(chosen), path)) for path in paths]
        before = len(self.states)
        self.states, where = merged_states(joined_states(parts))
        stays, to, decides = np.full(before, -1), np.full((before, len(paths)), -1), np.full(before, -1)
        stays[others] = where[: len(others)]
        to[chosen] = where[len(others) :].reshape(len(paths), -1).T
        decides[chosen] = position
        self.steps.append(WalkStep(stays, to, decides=decides))

    def _positions(self, chosen: Integers) -> Integers:
        """What the player sees in each of these states, numbered."""
        seen = np.where([slot.is_seen for slot in self.ask.slots], self.states.cards[chosen], NO_CARD)
        found, where = np.unique(seen, axis=0, return_inverse=True)
        self.seen = list(found)
        return where.reshape(-1)

    def _after(self, stage: Decide, option: GameOption) -> int:
        """The path of those who take an option."""
        path = self.ask.paths[0]
        made, is_over = path.made, isinstance(option, Fold | Surrender)
        if is_over and any(wager.live_after_fold is not False for wager in self.game.wagers):
            raise CardroomError(
                "not-counted", f"{self.game.name}: wagers live after a fold are not counted from a shoe."
            )
        if isinstance(option, MakeBet):
            made |= {option.wager}
            if option.needs is not None:
                raise CardroomError(
                    "not-counted", f"{self.game.name}: options that need a hand are not counted from a shoe."
                )
        if isinstance(option, TakeBack):
            made -= {option.wager}
        self.ask.paths.append(Path((*path.taken, (stage.id, option.name)), made, is_over))
        return len(self.ask.paths) - 1

    # --- settlement ---

    def _settle(self, stage: SettleSeats) -> None:
        where = np.flatnonzero(self._where(stage))
        due = [wager for wager in self.game.wagers if not stage.wagers or wager.id in stage.wagers]
        asked = {wager.id: facts_asked(self.game, wager) for wager in due}
        names = tuple(dict.fromkeys(name for of in asked.values() for name in of))
        groups, group = self.ask.facts(self.states.rows(where), names, [wager.reads for wager in due if wager.reads])
        found = [self._settled(int(where[row]), due, asked, facts, look) for facts, look, row in groups]
        settled = self.states.settled.copy()
        settled[where] = np.array(found, dtype=np.int64)[group]
        self.states, after = merged_states(replace(self.states, settled=settled))
        self.steps.append(WalkStep(after, np.full((len(after), 0), -1)))

    def _settled(
        self, row: int, due: Iterable[Wager], asked: dict[str, tuple[str, ...]], facts: Facts, look: Read
    ) -> int:
        """The number of what is settled in a state once these wagers are."""
        before = list(self.settlements)[self.states.settled[row]]
        made = self.ask.paths[self.states.path[row]].made
        done = {wager for wager, _, _ in before}
        new = before + tuple(
            (wager.id, answers(facts, asked[wager.id]), hand_class_of(wager, look))
            for wager in due
            if wager.id not in done and self._stands(wager, made)
        )
        return self.settlements.setdefault(new, len(self.settlements))

    def _stands(self, wager: Wager, made: frozenset[str]) -> bool:
        """Whether a wager is on the layout; side bets are taken to be."""
        if wager.kind is Kind.RIDER:
            return self._stands(self.game.wager(wager.on), made)
        return wager.is_side_bet or wager.id in made


def facts_asked(game: Game, wager: Wager) -> tuple[str, ...]:
    """The facts that a wager's settlement may ask for, whichever of its pay tables it has."""
    pays = {str(pay): pay for table in (wager.paytables or (None,)) for pay in possible_pays(wager, table)}
    return tuple(
        dict.fromkeys(name for pay in pays.values() for name in asked_by(settlement_at_pay(wager, pay), game.domains))
    )


def answers(facts: Facts, names: Iterable[str]) -> tuple[tuple[str, Any], ...]:
    """The answers to facts; those about hands that have no cards are left out."""
    found = []
    for name in names:
        try:
            found.append((name, getattr(facts, name)))
        except CardroomError as error:
            if error.code != "no-cards":
                raise
    return tuple(found)


def hand_class_of(wager: Wager, look: Read) -> int | None:
    value = look(wager.reads) if wager.reads else None
    return None if value is None else wager.class_of(value)
