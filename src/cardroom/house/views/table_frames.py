"""What a person may be told of a table: frames of events as they happen, and where things stand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import replace

from cardroom.cards import Card
from cardroom.games.catalogue import is_known
from cardroom.games.model import DEALER, Game
from cardroom.house.engine.house import House, RoundSoFar
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.table_wait import Deadlines, Wait, table_wait
from cardroom.house.floor import Dealer
from cardroom.house.floor.display_names import game_at
from cardroom.house.kernel import accounts
from cardroom.house.kernel.people import COMPUTER, IS_COMPUTER, Role
from cardroom.house.log import events as e
from cardroom.house.log.records import table_stream
from cardroom.house.views.running_promotions import promotions_at
from cardroom.house.views.transcript import line_of, seat_cleared_text
from cardroom.house.views.wait_text import waits_in_words
from cardroom.jackpots import Display, display, not_yet_paid
from cardroom.money import Money
from cardroom.table.commands import AnyAct, DealPacket, Seat
from cardroom.table.event_visibility import view
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import EventOfRound, PacketDealt
from cardroom.table.round import Option, Round
from cardroom.table.text.hand_names import HandNames
from cardroom.table.text.spoken_hands import Speech, Spoken, SpokenHand, open_packets
from cardroom.table.text.transcript_lines import TranscriptLine, line


class SeenEvents(msgspec.Struct, frozen=True):
    """Events of one record of a table as a person may see them."""

    number: int
    events: tuple[e.TableEvent, ...]
    lines: tuple[TranscriptLine, ...]  # one for each
    clears: str = ""  # by whom seats were cleared, for those who sat there; "" where whoever got up did so himself


class SeatView(msgspec.Struct, frozen=True):
    seat: Seat
    name: str
    chips: Money
    is_away: bool = False  # and not waited for
    is_computer: bool = False


class SeatExtra(msgspec.Struct, frozen=True, kw_only=True):
    """What a round brings to a seat beside what its wagers were settled at."""

    round_id: str
    seat: Seat
    jackpots: Money = 0  # paid by them: awards, and envy
    waits: Money = 0  # as much again, as the meters stand: it is not approved yet
    kept: Money = 0  # by a posted cap
    promotions: Money = 0  # what they add


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table stands, for anyone."""

    waits_for: Wait
    waits_in_words: str = ""  # the same in a sentence, with whoever has to do what
    is_closing: bool  # when the round is over
    dealer: str = ""  # the name of whoever is tapped in
    is_dealt_by_hand: bool = False  # a person deals, and not the house
    is_calling: bool = False  # for a supervisor
    deadline: datetime | None = None  # of the bets, or of the pause
    deadlines: dict[Seat, datetime] = {}  # of everyone who has to decide
    seats: tuple[SeatView, ...]
    round_id: str
    commitment: str
    hands: tuple[SpokenHand, ...] = ()  # what is said of those that lie open
    line: str = ""  # and of the table's own beside each other
    extras: tuple[SeatExtra, ...] = ()  # of this round and the last ones, where there are any
    promotions: tuple[str, ...] = ()  # that run at this table
    hands_dealt: int = 0  # once the deal is out: pay tables that have a column for each number are read in this one


class Yours(msgspec.Struct, frozen=True, kw_only=True):
    """What only one person is told of where a table stands."""

    your_seat: Seat | None
    pace: str = "normal"  # that one has wished for
    your_cards: tuple[Card, ...]
    options: tuple[Option, ...]
    next_act: AnyAct | None  # for whoever deals
    hand: SpokenHand | None = None  # what the own cards make, also so far
    too_low: str = ""  # why not every option of the decision is open to this hand
    is_sent_away: bool = False  # by the host of a table among friends, for good


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a person sees it. The round is told by its events, each with what the person may know."""

    table: str
    name: str
    game: str
    number: int  # of the last record that this view includes
    standing: Standing
    yours: Yours | None  # None: for anyone
    events: tuple[RoundEvent, ...]
    lines: tuple[TranscriptLine, ...]  # one for each event
    jackpots: tuple[Display, ...]


class Seen(msgspec.Struct, frozen=True):
    """An event that one person sees more of than everyone, and its place among those of its record."""

    number: int
    place: int
    event: e.TableEvent
    line: TranscriptLine


def _seats_in_round(table: LiveTable) -> dict[str, Seat]:
    """By person the seat whose cards he may see: the one held in this round, also if another is taken meanwhile."""
    sitting = {sitter.person: seat for seat, sitter in table.seats.items()}
    return sitting | {person: seat for seat, person in table.round_people.items()}


def seat_in_round(table: LiveTable, person: str) -> Seat | None:
    return _seats_in_round(table).get(person)


def seen_events(
    game: Game | None, number: int, events: Iterable[e.TableEvent], by: Role, names: Iterable[str] = ()
) -> SeenEvents:
    """One record's events as anyone may see them, with the names of hands for those of its round."""
    seen, called = as_seat(None, events), iter(names)
    told = (line_of(event, game, next(called, "") if isinstance(event, EventOfRound) else "") for event in seen)
    return SeenEvents(number, seen, tuple(told), seat_cleared_text(by, seen))


class RoundNames:
    """The names of hands in the rounds of a table, record by record: every event of a round is looked at once."""

    def __init__(self) -> None:
        self._round_id = ""
        self._names: list[str] = []

    def of(self, events: Iterable[e.TableEvent], so_far: RoundSoFar | None) -> list[str]:
        """Of the hands that the events of a record speak of, whose round has come so far with it."""
        if so_far is None:
            return []
        if so_far.round_id != self._round_id:
            self._names, self._following = [], HandNames(so_far.settings)
        self._round_id = ""  # where a name cannot be made, the next one begins anew
        self._names += map(self._following.name, so_far.events[len(self._names) :])
        self._round_id = so_far.round_id
        last = len(so_far.events)
        return self._names[max(last - sum(isinstance(event, EventOfRound) for event in events), 0) : last]


def seat_only_events(game: Game | None, seat: Seat, number: int, events: Iterable[e.TableEvent]) -> Iterator[Seen]:
    """Those of a record's events that whoever held this seat in its round sees otherwise than anyone."""
    for place, event in enumerate(events):
        if is_hidden_in_part(event) and (own := _as_seen(event, seat)) != _as_seen(event, None):
            yield Seen(number, place, own, line_of(own, game))


def is_hidden_in_part(event: e.TableEvent) -> bool:
    """Whether someone sees more of an event than everyone."""
    return isinstance(event, PacketDealt) and view(event, "spectator") is not event


def as_seat(seat: Seat | None, events: Iterable[e.TableEvent]) -> tuple[e.TableEvent, ...]:
    return tuple(_as_seen(event, seat) for event in events)


def _as_seen(event: e.TableEvent, seat: Seat | None) -> e.TableEvent:
    if isinstance(event, EventOfRound):
        return view(event, "spectator" if seat is None else seat)
    hidden = _HIDDEN[type(event)]
    return replace(event, **hidden) if hidden else event


def _hidden(kind: type[e.HouseTableEvent]) -> dict[str, Any]:
    """What stands where a field is not public: nothing, of its type."""
    return {field.name: _nothing(field) for field in msgspec.structs.fields(kind) if field.name not in kind.public}


def _nothing(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return (get_origin(field.type) or field.type)()


_HIDDEN: dict[type[e.TableEvent], dict[str, Any]] = {kind: _hidden(kind) for kind in get_args(e.HouseTableEvent)}


def standing_of(house: House, table: LiveTable, speech: Speech | None = None) -> Standing:
    """Whoever tells it again and again keeps what is said of its hands."""
    told, wait = _told(table), table_wait(house, table)
    said = (speech or Speech()).spoken(told.state) if told is not None else Spoken()
    return Standing(
        waits_for=wait.what,
        waits_in_words=waits_in_words(house, table, wait),
        is_closing=table.is_closing,
        dealer=house.people[table.dealing.person].name if table.dealing is not None else "",
        is_dealt_by_hand=table.plan.dealer is Dealer.HUMAN,
        is_calling=table.call is not None,
        seats=tuple(
            SeatView(
                seat,
                sitter.name.removesuffix(IS_COMPUTER),
                house.balance(accounts.stack(table.id, sitter.person)),
                is_away=seat in table.away_seats,
                is_computer=sitter.person.startswith(COMPUTER),
            )
            for seat, sitter in sorted(table.seats.items())
        ),
        round_id=table.round_id if table.round is not None else "",
        commitment=table.commitment,
        hands=said.hands,
        line=said.line,
        extras=_extras(house, table),
        promotions=promotions_at(house, table),
        hands_dealt=_hands_dealt(told),
    )


def _extras(house: House, table: LiveTable) -> tuple[SeatExtra, ...]:
    if table.plan.is_real:
        return ()
    found: dict[tuple[str, Seat], Counter[str]] = defaultdict(Counter)
    for round_id, awards in {**table.past_awards, table.round_id: table.awards}.items():
        for seat, amount in awards.items():
            found[round_id, seat]["jackpots"] += amount
    for seat, amount in table.capped.items():
        found[table.round_id, seat]["kept"] += amount
    for seat, amount in table.promoted.items():
        found[table.round_id, seat]["promotions"] += amount
    for link in house.links_of(table.id):
        for seat, amount in not_yet_paid(link.state, table.id):
            found[link.state.tables[table.id].round_id, seat]["waits"] += amount
    return tuple(SeatExtra(round_id=name, seat=seat, **amounts) for (name, seat), amounts in sorted(found.items()))


def _hands_dealt(round_: Round | None) -> int:
    """The dealer's with them; 0 while cards are still to come to somebody."""
    if round_ is None or not round_.state.dealt_to or isinstance(round_.next_act(), DealPacket):
        return 0
    return len(round_.state.seats) + (DEALER in round_.state.dealt_to)


def _told(table: LiveTable) -> Round | None:
    """The round on the felt, if its rules are to be had and have not failed."""
    round_ = table.round
    return round_ if round_ is not None and not table.fault and is_known(round_.state.settings.game) else None


def timed(standing: Standing, due: Deadlines) -> Standing:
    """With its clocks, which start only when what the standing says is on disk."""
    return replace(standing, deadline=due.until, deadlines=due.of_seats)


class YoursAt:
    """What is for each person alone, where a table stands now. A suspended table asks nobody."""

    def __init__(self, table: LiveTable, speech: Speech | None = None) -> None:
        self._table = table
        self._speech = speech or Speech()
        self._round = _told(table)
        self._playing = table.round if table.is_playing and not table.fault else None
        self._sits = {sitter.person: seat for seat, sitter in table.seats.items()}
        self._in_round = _seats_in_round(table)
        asking = self._playing if table.suspended is None else None
        self._asked = asking.awaited_seats() if asking is not None else []
        self._known = open_packets(self._round.state) if self._round is not None else {}

    def depends_on(self, person: str) -> object:
        """All that it depends on what somebody is told who does not deal."""
        table, sits, seat = self._table, self._sits.get(person), self._in_round.get(person)
        of_table = (table.round_id, self._known, table.fault, table.paces.get(sits or 0), person in table.kicked)
        if table.round is None or (mine := table.round.state.seats.get(seat or 0)) is None:
            return (sits, seat, of_table)
        asked = self._playing.decision() if seat in self._asked and self._playing is not None else None
        return (sits, seat, of_table, mine.packets, mine.is_in, table.round.state.phase, asked and asked.id)

    def of(self, person: str, *, dealing: bool = False) -> Yours | None:
        """None for whoever is as anyone who watches."""
        table, sits, seat = self._table, self._sits.get(person), self._in_round.get(person)
        is_sent_away = person in (table.kicked or ())
        if sits is None and seat is None and not dealing and not is_sent_away:
            return None
        mine = table.round.state.seats.get(seat) if table.round is not None and seat is not None else None
        asking = self._playing if seat in self._asked else None
        return Yours(
            your_seat=sits,
            pace=table.pace_of(sits) if sits is not None else "normal",
            your_cards=mine.cards if mine else (),
            options=asking.options(seat) if asking is not None and seat is not None else (),
            next_act=self._playing.next_act() if dealing and self._playing is not None else None,
            too_low=asking.too_low(seat) if asking is not None and seat is not None else "",
            is_sent_away=is_sent_away,
            hand=self._speech.to(self._round.state, seat) if mine and self._round is not None and seat else None,
        )


def yours_of(table: LiveTable, person: str, *, dealing: bool = False) -> Yours | None:
    return YoursAt(table).of(person, dealing=dealing)


def table_view(house: House, table: LiveTable, person: str, *, dealing: bool = False) -> TableView:
    seat = seat_in_round(table, person)
    round_ = _told(table)
    seen = round_.events if round_ is not None else []
    events = tuple(view(event, "spectator" if seat is None else seat) for event in seen)
    return TableView(
        table=table.id,
        name=table.plan.name,
        game=table.plan.settings.game,
        number=house.numbers.get(table_stream(table.id), 0),
        standing=standing_of(house, table),
        yours=yours_of(table, person, dealing=dealing),
        events=events,
        lines=_lines(table, events) if round_ is not None else (),
        jackpots=displays(house, table),
    )


def _lines(table: LiveTable, events: tuple[RoundEvent, ...]) -> tuple[TranscriptLine, ...]:
    assert table.round is not None
    game = game_at(table.plan, table.round.state.settings)
    return tuple(line(event, game, hand) for event, hand in zip(events, table.round.hand_names(), strict=True))


def displays(house: House, table: LiveTable) -> tuple[Display, ...]:
    """The jackpot signs of a table. Who had a hand in a win is the staff's business."""
    return tuple(_public(display(link.state, table.id)) for link in house.links_of(table.id))


def _public(sign: Display) -> Display:
    later = dict.fromkeys(("proof", "backed_out", "handed_over", "printed"))
    people = dict.fromkeys(("player", "dealt_by", "entered_by", "verified_by", "confirmed_by", "approved_by"), "")
    won = tuple(replace(win, card=None, **people, **later) for win in sign.won)
    return replace(sign, won=won)
