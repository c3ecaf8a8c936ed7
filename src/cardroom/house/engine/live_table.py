"""A table in operation: who sits where and the round in progress. The one fold of a table's stream."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.fairness.shuffler import shuffle
from cardroom.games.catalogue import is_known
from cardroom.house.engine.reducers import ON_TABLE
from cardroom.house.features.chip_counts.state import Closer, PendingCount
from cardroom.house.features.duty.state import Call, Dealing
from cardroom.house.features.rounds.state import AtShuffler, Beginning, Mispaid, RealRound
from cardroom.house.features.table_suspension.state import Suspension
from cardroom.house.features.tables.messages import Fault
from cardroom.house.features.tables.state import Sitter
from cardroom.house.features.tables.text import fault_in_words
from cardroom.house.floor import TablePlan
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.people import COMPUTER, PLAYERS, Person
from cardroom.house.log import events as e
from cardroom.house.log.commands import Pace
from cardroom.money import Money
from cardroom.table import Round, TableSettings
from cardroom.table.commands import Seat, VoidCause
from cardroom.table.events import BetsClosed, EventOfRound, RoundOpened
from cardroom.table.round_state import Phase
from cardroom.table.text.transcript import stopped_in_words

AWARDS_REMEMBERED = 3  # rounds with awards, besides the one on the felt


class Timer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Since when a table waits for something that a clock is kept for: the bets, from the first one on, or a decision.

    A decision is opened for all seats at once, and so it is one moment for all of them.
    """

    what: str  # "bets", or the decision
    at: datetime
    position: int  # of the record that opened it
    is_idle: bool = False  # all bets have been taken back


@dataclass
class LiveTable:
    id: str
    plan: TablePlan
    settings: Hash = ""  # of the plan
    is_open: bool = False
    opening_inventory: Money = 0
    seats: dict[Seat, Sitter] = field(default_factory=dict)
    rounds: int = 0
    round: Round | None = None
    round_id: str = ""
    commitment: str = ""
    round_people: dict[Seat, str] = field(default_factory=dict)  # who holds each seat of the round, also if they leave
    seed: str = ""  # of the last round that is over
    capped: dict[Seat, Money] = field(default_factory=dict)  # what a posted cap has kept back in this round
    promoted: dict[Seat, Money] = field(default_factory=dict)  # what promotions have added to it
    awards: dict[Seat, Money] = field(default_factory=dict)  # by the jackpots, in this round
    began: Beginning | None = None
    real: RealRound | None = None  # the last one with real cards
    host: str = ""  # whose table it is, among friends
    kicked: tuple[str, ...] = ()  # whom its host wants here no longer
    admitted: tuple[str, ...] = ()  # who may come to it, among friends
    invitation: int = 0  # the number of the one that counts, of those that its hosts may have given out
    paces: dict[Seat, str] = field(default_factory=dict)  # what seats wish, where they have said it
    away: tuple[Seat, ...] = ()  # seats that nobody waits for
    is_changed: bool = False  # the staff has given it another plan than the floor file has
    next_plan: Hash = ""  # from the next round on
    is_closing: bool = False  # when its round is over, or its tray is counted
    tray_count: PendingCount | None = None  # that another has to check
    drop_count: PendingCount | None = None  # of the box, likewise
    closer: Closer | None = None  # what was in the tray when it was closed
    dealing: Dealing | None = None  # who deals, where a person does
    shuffler: AtShuffler | None = None  # likewise
    call: Call | None = None  # for a supervisor
    suspended: Suspension | None = None  # everything stands still
    mispaid: Mispaid | None = None  # a payout waits for its correction
    opened: Timer | None = None  # since when bets or a decision are waited for
    corrected: int = 0  # the record that last corrected one of its rounds
    fault: Fault | None = None  # what has failed here; until the table is opened anew

    def __post_init__(self) -> None:
        """Beside the state, which a checkpoint keeps: what people still look at."""
        self.past_awards: dict[str, dict[Seat, Money]] = {}  # in the last rounds before this one that had any

    def copy(self) -> LiveTable:
        """The same table, to be kept while this one goes on. What is never changed in place is shared."""
        same = object.__new__(LiveTable)
        vars(same).update(vars(self))
        same.seats, same.round_people = dict(self.seats), dict(self.round_people)
        same.capped, same.awards = dict(self.capped), dict(self.awards)
        same.promoted = dict(self.promoted)
        same.round = None if self.round is None else self.round.copy()
        return same

    def become(self, kept: LiveTable) -> None:
        """As it was when it was copied."""
        vars(self).update(vars(kept))

    @property
    def is_playing(self) -> bool:
        """A round is open or in play."""
        return self.round is not None and self.round.state.phase in (Phase.BETTING, Phase.PLAYING)

    @property
    def is_over(self) -> bool:
        """The last round is, and all of it that can be shown is shown."""
        return self.round is not None and not self.is_playing

    def seat_of(self, person: str) -> Seat:
        for number, sitter in self.seats.items():
            if sitter.person == person:
                return number
        raise CardroomError("not-seated", f"You have no seat at {self.title}; sit down first.")

    def people(self) -> dict[Seat, str]:
        """Who holds each seat for the money of the round."""
        return {number: sitter.person for number, sitter in self.seats.items()} | self.round_people

    @property
    def away_seats(self) -> tuple[Seat, ...]:
        return self.away

    @property
    def title(self) -> str:
        """What people call it."""
        return table_title(self.plan)

    @property
    def here(self) -> set[Seat]:
        """The seats that are waited for."""
        return self.seats.keys() - set(self.away_seats)

    def pace_of(self, seat: Seat) -> str:
        return self.paces.get(seat, Pace.NORMAL)

    @property
    def is_quick(self) -> bool:
        """Everyone who plays here wishes it so. Computer players agree to everything, and wish for nothing."""
        wishes = {self.pace_of(seat) for seat in self.here if not self.seats[seat].person.startswith(COMPUTER)}
        return wishes == {Pace.QUICK}

    def set_pace(self, seat: Seat, pace: str) -> None:
        others = {other: wish for other, wish in self.paces.items() if other != seat}
        self.paces = others | {seat: pace} if pace else others

    def admit(self, person: str) -> None:
        self.admitted = tuple(sorted({*self.admitted, person}))

    def is_open_to(self, person: Person | None) -> bool:
        """Whether somebody may know of this table: one among friends is for who was let in, and for the staff."""
        if not self.plan.is_private:
            return True
        return person is not None and (person.role not in PLAYERS or person.id in self.admitted)

    def award(self, round_id: str, seat: Seat, amount: Money) -> None:
        """A jackpot has paid a seat of a round, perhaps of one that is over for a while."""
        if round_id == self.round_id:
            self.awards[seat] = self.awards.get(seat, 0) + amount
        else:
            paid = self.past_awards.get(round_id, {})
            self.remember_awards(round_id, paid | {seat: paid.get(seat, 0) + amount})

    def remember_awards(self, round_id: str, awards: dict[Seat, Money]) -> None:
        if awards:
            others = {name: paid for name, paid in self.past_awards.items() if name != round_id}
            self.past_awards = dict([*others.items(), (round_id, awards)][-AWARDS_REMEMBERED:])

    def set_away(self, seat: Seat, *, away: bool) -> None:
        others = [other for other in self.away_seats if other != seat]
        self.away = tuple(sorted([*others, seat] if away else others))

    @property
    def real_round(self) -> RealRound:
        return self.real or RealRound()

    def current_round(self) -> Round:
        if self.round is None or not self.is_playing:
            raise CardroomError("no-round", f"No round is being played at {self.title}; wait for the next one.")
        return self.round

    @property
    def trouble(self) -> VoidCause | None:
        """Why nothing can be played here: the rules are gone, or others than those of the round in progress."""
        if self.round is not None and self.is_playing and self.round.stopped:
            return self.round.stopped
        return None if is_known(self.plan.settings.game) else VoidCause.RULES_GONE

    @property
    def trouble_in_words(self) -> str:
        return stopped_in_words(self.trouble, self.plan.settings.game) if self.trouble else ""

    @property
    def why_stopped(self) -> str:
        """Why nothing goes on here: something has failed, or the rules are gone. Then no rule is asked about it."""
        return fault_in_words(self.fault) if self.fault else self.trouble_in_words

    def unseal_last_round(self) -> None:
        """A round that is over has shown its seed, and with it all of its cards, if its rules are at hand."""
        if self.seed and self.round is not None and self.round.is_sealed and not self.round.stopped:
            self.deal_from(bytes.fromhex(self.seed))

    def deal_from(self, seed: bytes) -> None:
        """The cards of the round are those of this seed, dealt and to come."""
        assert self.round is not None
        deck, dice = shuffle(seed, self.round.state.game.deck.cards)
        self.round.deal_from(deck, dice)

    def apply(self, event: e.TableEvent, documents: Documents) -> None:
        """Follow an event of its stream, also while a command is planned."""
        match event:
            case RoundOpened():
                self.round = Round([event], documents.get(event.settings, TableSettings))
            case EventOfRound():
                assert self.round is not None, "a round begins with its opening"
                self.round.accept(event)
                if isinstance(event, BetsClosed):
                    self.round_people = {number: self.seats[number].person for number in event.seats}
            case _:
                for reducer in ON_TABLE.get(type(event), ()):
                    reducer(self, event, documents)
