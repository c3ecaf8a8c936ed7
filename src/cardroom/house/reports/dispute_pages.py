"""The page of a round for whoever settles a dispute: cards, rules, arithmetic, money, and what was put right since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.games.model import Game
from cardroom.house.engine.house import House
from cardroom.house.engine.money_movements import Moved, money_moved
from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.features.corrections.text import cap_in_words
from cardroom.house.features.promotions.handlers import posting_of
from cardroom.house.features.promotions.text import told as told_of_promotion
from cardroom.house.features.rounds.round_postings import over_cap
from cardroom.house.features.rounds.rows import RoundRow
from cardroom.house.floor.display_names import game_at
from cardroom.house.history.real_card_rounds import find_real_round
from cardroom.house.history.round_histories import Check, RoundStory, find_round
from cardroom.house.history.round_lookup import Later, later_changes
from cardroom.house.kernel import accounts
from cardroom.house.log import events as e
from cardroom.house.log.records import TablePart
from cardroom.house.reports.round_search import name_of
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots.text.names import jackpot_name
from cardroom.jackpots.text.transcript import event_in_words as tell_jackpot
from cardroom.ledger import Posting
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat
from cardroom.table.events import Folded, HandFouled, LateBetRefused, MispayCorrected, RoundVoided
from cardroom.table.text.round_explanation import Explained, ExplainedWager, HeldHand, explain
from cardroom.table.text.transcript_lines import TranscriptLine

LONGEST = 120  # a name of a round
_IRREGULAR = (HandFouled, LateBetRefused, MispayCorrected, RoundVoided)


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime
    seat: Seat
    wager: str
    booked: Money
    paid: Money
    due: Money
    capped: str  # what a posted cap has to do with it; "" where it has nothing
    why: str
    entered_by: str  # by name
    approved_by: str


class ExplainedRound(msgspec.Struct, frozen=True, kw_only=True):
    """While a round is in progress it is what a spectator sees."""

    round_id: str
    house: str
    table: str
    table_name: str
    game: str
    day: str
    began: datetime
    is_over: bool
    is_void: bool
    is_real: bool
    can_be_explained: bool  # False: under other rules than those at hand, whose hands nobody can read here
    people: dict[Seat, str]  # by name
    explained: Explained
    irregular: tuple[str, ...]
    jackpots: tuple[str, ...]
    money: tuple[Moved, ...]
    corrections: tuple[Correction, ...]
    booked: dict[str, Money]  # what each settled wager has given back with its corrections, as “seat wager”
    told: tuple[TranscriptLine, ...]
    checks: tuple[Check, ...]
    commitment: str
    seed: str
    prints: int
    notices: tuple[str, ...]


def explained_round(reader: Reader, house: House, round_id: str) -> ExplainedRound:
    if not round_id.isprintable() or len(round_id) > LONGEST:
        raise CardroomError("unknown-round", "There is no such round.")
    if reader.row(RoundRow, round_id=round_id) is None:
        return _real(reader, house, round_id)
    story = find_round(reader, round_id)
    game = story.settings.game
    can_be_explained = is_known(game) and not story.has_other_rules
    events = [told.event for told in story.told]
    told = _told(house, story) if is_known(game) else ()
    irregular = [line.text for line, event in zip(told, events, strict=False) if isinstance(event, _IRREGULAR)]
    capped = [
        f"Seat {one.seat} wins {show_money(one.won)}; the cap pays {show_money(one.cap)}." for one in story.capped
    ]
    later = later_changes(reader, round_id)
    promoted = [told_of_promotion(one, None) for one in story.promoted]
    corrected = {row.position: event for row, event in later if isinstance(event, e.RoundCorrected)}
    corrections = tuple(
        _correction(house, datetime.fromisoformat(row.at), event)
        for row, event in later
        if isinstance(event, e.RoundCorrected)
    )
    explained = _explain(house, story) if can_be_explained else Explained((), ())
    return ExplainedRound(
        round_id=round_id,
        house=house.floor.name,
        table=story.table,
        table_name=_table_name(house, story.table),
        game=story.game.name if is_known(game) else game,
        day=story.day,
        began=story.began,
        is_over=story.is_over,
        is_void=any(isinstance(event, RoundVoided) for event in events),
        is_real=False,
        can_be_explained=can_be_explained,
        people={seat: name_of(house, person) for seat, person in story.people.items()},
        explained=_put_right(explained, story, list(corrected.values())),
        irregular=(*irregular, *_mispaid(house, story), *capped, *promoted),
        jackpots=_jackpots(story),
        money=_money(house, story, _moved_later(reader, corrected)),
        corrections=corrections,
        booked=_booked(explained, corrections),
        told=told,
        checks=tuple(story.checks),
        commitment=story.commitment,
        seed=story.seed,
        prints=_prints(later),
        notices=tuple(_notices(house, later)),
    )


def _explain(house: House, story: RoundStory) -> Explained:
    found = explain(story.settings, [told.event for told in story.told], is_over=bool(story.seed))
    game, replace = _game(house, story), msgspec.structs.replace
    seats = (
        replace(seat, wagers=tuple(replace(wager, name=game.wager(wager.wager).name) for wager in seat.wagers))
        for seat in found.seats
    )
    late = {told.event.seat for told in story.told if told.is_out_of_time and isinstance(told.event, Folded)}
    hands = (
        replace(hand, note=f"{hand.note}: the time was up") if hand.seat in late and hand.note else hand
        for hand in found.hands
    )
    return replace(found, seats=tuple(seats), hands=tuple(hands))


def _put_right(explained: Explained, story: RoundStory, corrections: list[e.RoundCorrected]) -> Explained:
    """What came of the seats in the end: with their corrections, and without what a posted cap has kept."""
    replace = msgspec.structs.replace
    kept = {one.seat: one.won - one.cap for one in story.capped}
    seats = []
    for seat in explained.seats:
        own = [event for event in corrections if event.seat == seat.seat]
        wagers = tuple(replace(one, arithmetic=_reckoned(one, own)) for one in seat.wagers)
        back = seat.back - kept.get(seat.seat, 0) + sum(event.more for event in own)
        seats.append(replace(seat, wagers=wagers, back=back))
    return replace(explained, seats=tuple(seats))


def _reckoned(wager: ExplainedWager, corrections: list[e.RoundCorrected]) -> str:
    """How a wager came to what it gave back, by the cards and then by whoever put it right."""
    corrected = (
        f"Corrected from {show_money(event.booked)} to {show_money(event.due)}{cap_in_words(event)}."
        for event in corrections
        if event.wager == wager.wager and event.due != event.booked
    )
    return " ".join((wager.arithmetic, *corrected))


def _moved_later(reader: Reader, corrected: dict[int, e.RoundCorrected]) -> Iterator[Posting]:
    """The money of corrections, without a fill that one has called for."""
    for record in reader.at(sorted(corrected)):
        event = corrected[record.position]
        for part in record.parts:
            own = {accounts.wallet(event.person), accounts.stack(getattr(part, "table", ""), event.person)}
            yield from (posting for posting in part.postings if own & {entry.account for entry in posting.entries})


def _game(house: House, story: RoundStory) -> Game:
    live = house.tables.get(story.table)
    return game_at(None if live is None else live.plan, story.settings)


def _told(house: House, story: RoundStory) -> tuple[TranscriptLine, ...]:
    game = _game(house, story)
    return tuple(told.line(game) for told in story.told)


def _mispaid(house: House, story: RoundStory) -> Iterator[str]:
    """Figures of the dealer that were not what was due, and what became of them."""
    for event in story.mispaid:
        paid = f"Seat {event.seat}: {name_of(house, event.dealer)} counted out {show_money(event.entered)}"
        match event:
            case e.PayoutCorrected():
                over = "The chips were handed over, and made good" if event.handed_over else "Nothing was handed over"
                yield f"{paid}, {show_money(event.due)} was due. {over}: {event.why.rstrip('.')}."
            case _ if not any(isinstance(one, e.PayoutCorrected) and one.seat == event.seat for one in story.mispaid):
                yield f"{paid}, {show_money(event.due)} was due. It was never put right."


def _jackpots(story: RoundStory) -> tuple[str, ...]:
    return tuple(f"{jackpot_name(one.link)}: {tell_jackpot(one.event)}" for one in story.jackpots)


def _money(house: House, story: RoundStory, later: Iterable[Posting]) -> tuple[Moved, ...]:
    """All that moved for the round: by its wagers and jackpots, by a posted cap, and by corrections."""
    postings = [posting for told in story.told for posting in told.postings if posting.entries]
    postings += [posting for told in story.jackpots for posting in told.booked]
    postings += [over_cap(story.table, story.people[one.seat], one.won - one.cap) for one in story.capped]
    postings += [posting_of(story.table, story.people[one.seat], one) for one in story.promoted]
    postings += later
    part = TablePart(number=0, table=story.table, events=(), postings=tuple(postings))
    return money_moved(house, (part,), people=story.people)


def _booked(explained: Explained, corrections: tuple[Correction, ...]) -> dict[str, Money]:
    booked = {
        f"{seat.seat} {wager.wager}": wager.back
        for seat in explained.seats
        for wager in seat.wagers
        if not wager.is_jackpot
    }
    return booked | {f"{one.seat} {one.wager}": one.due for one in corrections}


def _correction(house: House, at: datetime, event: e.RoundCorrected) -> Correction:
    return Correction(
        at=at,
        seat=event.seat,
        wager=event.wager,
        booked=event.booked,
        paid=event.paid,
        due=event.due,
        capped=cap_in_words(event),
        why=event.why,
        entered_by=name_of(house, event.entered_by),
        approved_by=name_of(house, event.approved_by),
    )


def _prints(later: list[tuple[LaterRow, Later]]) -> int:
    return sum(isinstance(event, e.RoundPrinted) for _, event in later)


def _notices(house: House, later: list[tuple[LaterRow, Later]]) -> Iterator[str]:
    if _prints(later) < len(later):
        yield "CORRECTED after it was settled: see below"
    prints = [event for _, event in later if isinstance(event, e.RoundPrinted)]
    if prints and prints[-1].number > 1:
        yield f"REPRINT: print {prints[-1].number}, by {name_of(house, prints[-1].by)}"


def _table_name(house: House, table: str) -> str:
    return house.tables[table].plan.name if table in house.tables else table


def _real(reader: Reader, house: House, round_id: str) -> ExplainedRound:
    """Of real cards the ones that proved a hand, once somebody has verified them."""
    found = find_real_round(reader, round_id)
    live = house.tables.get(found.table)
    if live is None:
        raise CardroomError("unknown-table", f"Table {found.table} is no longer on the floor.")
    hands = tuple(
        HeldHand(
            holder=shown.holder,
            seat=shown.seat if shown.holder == "seat" else None,
            name=f"Seat {shown.seat}" if shown.holder == "seat" else f"The {shown.holder}, for seat {shown.seat}",
            cards=shown.cards,
            hand="",
            made_by=(),
            note=f"entered by {name_of(house, shown.entered_by)}, verified by {name_of(house, shown.verified_by)}",
        )
        for shown in found.shown
    )
    later = later_changes(reader, round_id)
    part = TablePart(number=0, table=found.table, events=(), postings=found.postings)
    return ExplainedRound(
        round_id=round_id,
        house=house.floor.name,
        table=found.table,
        table_name=_table_name(house, found.table),
        game=live.plan.settings.rules.name if is_known(live.plan.settings.game) else live.plan.settings.game,
        day=found.first.day,
        began=found.first.at,
        is_over=found.is_over,
        is_void=found.is_void,
        is_real=True,
        can_be_explained=True,
        people={},
        explained=Explained(hands, ()),
        irregular=(),
        jackpots=tuple(f"{jackpot_name(one.link)}: {tell_jackpot(one.event)}" for one in found.jackpots),
        money=money_moved(house, (part,), people={}),
        corrections=(),
        booked={},
        told=(),
        checks=(),
        commitment="",
        seed="",
        prints=_prints(later),
        notices=tuple(_notices(house, later)),
    )
