"""What of the house is a fact: amounts, cards, seats, people, kinds and codes, in the guard's own words.

Everything here is a list of what is taken. Sentences, citations, reasons, what is said of a hand and hashes are in none
of these lists, so that they may change. Where state moves to another place, this file follows it, and its words stay.
What is nothing (0, "", None, no entry) is left out of a list of fields: a field that is not public may be missing or
have its default, which is the same to whoever looks.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from enum import Enum
from typing import Any

import msgspec

from cardroom.house.engine.day_figures import LinkDay, TableFigures
from cardroom.house.engine.house import Done, House
from cardroom.house.engine.index_rows import EventRow
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.next_step import NextStep, next_step
from cardroom.house.features.awards.rows import WinRow
from cardroom.house.features.corrections.rows import LaterRow
from cardroom.house.features.days.rows import DayRow
from cardroom.house.features.rounds.rows import PlayedRow, RealRoundRow, RoundRow
from cardroom.house.features.slips.state import SLIPS_STREAM, DaySlips
from cardroom.house.floor import Dealer
from cardroom.house.kernel import accounts
from cardroom.house.kernel.dual_control import state_of
from cardroom.house.kernel.people import Role
from cardroom.house.kernel.rows import FigureRow, Row
from cardroom.house.log import events as e
from cardroom.house.log.records import LinkPart, Record, TablePart, decode_record
from cardroom.house.views.lobby import LobbyBoard
from cardroom.house.views.staff.pit import Known, PitBoard, acknowledging_command
from cardroom.house.views.staff.terminal import ConsoleView, TerminalView, terminal_view
from cardroom.house.views.table_frames import Yours, as_seat, displays, standing_of, yours_of
from cardroom.house.views.wait_text import wait_view
from cardroom.jackpots import Display, LinkState
from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.engine.wins import Win
from cardroom.jackpots.events import Proof
from cardroom.jackpots.reports.meter_reports import level_meters
from cardroom.money import Odds, Prize, Share

from ..by_table import by_table
from .commands import WORD, to_plain
from .names import EVENTS, SIGNIFICANT, STEPS, account, code, line_of, refusal

Fact = dict[str, Any]
NO_WORDS = ("why", "says", "note", "reason")  # fields of a command that is carried in an event, which people typed


# --- values -----------------------------------------------------------------------------------------------------------


def at_tables(house: House, name: str) -> Iterable[tuple[str, Any]]:
    return sorted(by_table(house, name).items())


def plain(value: Any) -> Any:
    """A value as JSON has it; what is not in this list is no fact, and stops the guard."""
    match value:
        case None | bool() | int():
            return value
        case Enum():
            return code(value)
        case str():
            return value
        case datetime():
            return int(value.timestamp() * 1000)
        case date():
            return value.isoformat()
        case dict():
            return {str(plain(name)): plain(one) for name, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
        case set() | frozenset():
            return sorted(plain(one) for one in value)
        case Odds():
            return ["odds", value.pays, value.per, code(value.kind)]
        case Share():
            return ["share", value.basis_points, value.level]
        case Prize():
            return ["prize", value.amount]
        case Funds():
            return [value.meter, value.reserve, value.overflow, value.advance]
        case Proof():
            return pick(value, "cards entered_by verified_by")
        case msgspec.Struct():
            carried = to_plain(value)
            return {name: one for name, one in carried.items() if name not in NO_WORDS}
        case _:
            raise TypeError(f"{type(value).__name__} is not in the list of what is a fact")


def pick(value: Any, fields: str) -> Fact:
    """These fields of something: `word`, or `word=path` where today's code has it elsewhere."""
    found: Fact = {}
    for one in fields.split():
        word, _, path = one.partition("=")
        taken = operator.attrgetter(path or word)(value)
        if taken is msgspec.UNSET or not taken:
            continue
        found[word] = line_of(taken) if word == "line" else plain(taken)
    return found


def of_event(event: msgspec.Struct) -> list[Any]:
    word, fields = EVENTS[type(event)]
    found = pick(event, fields)
    if isinstance(event, e.Flagged):
        found.setdefault("person", "a patron")  # whom nobody knows
    return [word, found]


# --- a step -----------------------------------------------------------------------------------------------------------


def of_refusal(done: Done) -> Fact:
    """Nothing is written: it was refused, or done before under the same key."""
    if done.is_repeat:
        assert done.receipt is not None
        return {"repeats": done.receipt.position}
    assert done.error is not None
    return {"refused": refusal(done.error.code)}


def of_step(house: House, done: Done) -> Fact:
    """What a command has come to, and what everyone sees of it."""
    assert done.record is not None
    assert done.written is not None
    record, written = done.record, decode_record(done.written.body)
    found = pick(record, "position day by role key")
    if done.error is not None:
        found["refused"] = refusal(done.error.code)
    if done.receipt is not None:
        found["receipt"] = done.receipt.position
    found["events"] = {part.stream: [part.number, *(of_event(one) for one in part.events)] for part in written.parts}
    if money := _moved(record):
        found["money"] = money
    if rows := _rows(done.rows):
        found["rows"] = rows
    for part in record.parts:
        if isinstance(part, TablePart) and (seen := _seen(part, done.holders.get(part.table, {}))):
            found.setdefault("seen", {})[part.table] = seen
    stands = {name: _stands(house, house.tables[name], record) for name in _touched(house, record)}
    if stands:
        found["stands"] = stands
    return found


def _moved(record: Record) -> Fact:
    """Money, by account."""
    change: Counter[str] = Counter()
    for part in record.parts:
        for posting in part.postings:
            for entry in posting.entries:
                change[account(entry.account)] += entry.amount
    return {name: amount for name, amount in sorted(change.items()) if amount}


def _touched(house: House, record: Record) -> list[str]:
    names = [part.table for part in record.parts if isinstance(part, TablePart)]
    names += [name for part in record.parts if isinstance(part, LinkPart) for name in part.tables]
    return [name for name in dict.fromkeys(names) if name in house.tables]


ROWS: dict[type[Row], tuple[str, str]] = {
    DayRow: ("days", "day first begins ends"),
    RoundRow: ("rounds", "round=round_id table=table_id day first last seed"),
    RealRoundRow: ("real-rounds", "round=round_id table=table_id day first last is_void"),
    PlayedRow: (
        "played",
        "person round=round_id position table=table_id seat staked net jackpots is_void is_over",
    ),
    WinRow: ("wins", "link win changed is_hit"),
    LaterRow: ("later", "round=round_id position table=table_id"),
    EventRow: ("significant", "place day by stream number kind"),
}


def _rows(rows: Iterable[Row]) -> Fact:
    """Those of the index that a record changes; balances are told as money, and figures with the state."""
    found: dict[str, list[Fact]] = {}
    for row in rows:
        if type(row) in ROWS:
            word, fields = ROWS[type(row)]
            fact = pick(row, fields)
            if isinstance(row, EventRow):
                fact["kind"] = SIGNIFICANT.get(row.kind, row.kind)
            found.setdefault(word, []).append(fact)
    return found


# --- what anyone sees -------------------------------------------------------------------------------------------------


def _seen(part: TablePart, holders: dict[int, str]) -> Fact:
    """The record's events as anyone sees them; and by seat those that its player sees otherwise, by their place."""
    anyone = [of_event(event) for event in as_seat(None, part.events)]
    found: Fact = {"anyone": anyone}
    for seat in sorted(holders):
        own = [of_event(event) for event in as_seat(seat, part.events)]
        more = {str(place): one for place, one in enumerate(own) if one != anyone[place]}
        if more:
            found[f"seat {seat}"] = more
    return found


def _stands(house: House, table: LiveTable, record: Record) -> Fact:
    """Where a table stands: for anyone, for each seat's player, for whoever deals, and for those who supervise."""
    standing = standing_of(house, table)
    anyone = pick(standing, "waits=waits_for is_closing dealer is_dealt_by_hand is_calling round=round_id hands_dealt")
    anyone["seats"] = [pick(seat, "seat name chips is_away is_computer") for seat in standing.seats]
    anyone["hands"] = [pick(hand, "holder cards makers") for hand in standing.hands]
    anyone["extras"] = [
        pick(extra, "seat jackpots waits kept") for extra in standing.extras if extra.round_id == table.round_id
    ]
    anyone["limits"] = pick(table.plan.settings, "minimum maximum side_minimum side_maximum offered")
    found: Fact = {"anyone": anyone}
    if signs := [_sign(one) for one in displays(house, table)]:
        anyone["jackpots"] = signs
    for seat, person in sorted(table.people().items()):
        if yours := _yours(yours_of(table, person)):
            found[f"seat {seat}"] = yours
    for person in table.kicked or ():
        if yours := _yours(yours_of(table, person)):
            found[f"sent away: {person}"] = yours
    if yours := _yours(yours_of(table, "", dealing=True)):
        found["dealer"] = yours
    if table.plan.dealer is Dealer.HUMAN:
        found["terminal"] = _terminal(terminal_view(house, table))
        found["next"] = _next(next_step(house, table))
    if layout := _layout(table):
        found["layout"] = layout
    waits = wait_view(house, table)
    found["staff"] = pick(waits, "what whose")
    if (day := house.figures.get(record.day)) is not None and table.id in day.tables:
        found["staff"]["day"] = pick(day.tables[table.id], DAY)
    return found


def _yours(yours: Yours | None) -> Fact:
    if yours is None:
        return {}
    found = pick(yours, "seat=your_seat cards=your_cards is_sent_away")
    if yours.pace != "normal":
        found["pace"] = yours.pace
    if yours.options:
        found["options"] = [pick(option, "name kind wager multiple amount decision") for option in yours.options]
    if yours.next_act is not None:
        found["next"] = plain(yours.next_act)
    if yours.hand is not None:
        found["hand"] = pick(yours.hand, "cards makers")
    if yours.too_low:
        found["too_low"] = True
    return found


def _sign(sign: Display) -> Fact:
    found = pick(sign, "link kind wager is_open")
    found["levels"] = [[level.name, level.amount, bool(level.status)] for level in sign.levels]
    found["lines"] = [[line_of(line.id), line.amount, line.envy] for line in sign.lines]
    found["won"] = [_win(win) for win in sign.won]
    return found


def _next(step: NextStep | None) -> Fact:
    if step is None:
        return {}
    found = pick(step, "whose link asks_figure")
    found["what"] = plain(step.command)[WORD] if step.command is not None else STEPS.get(step.label, "act")
    if step.command is not None:
        found["command"] = plain(step.command)
    return found


def _terminal(seen: TerminalView) -> Fact:
    """The consoles, sensors and hands, as whoever deals or supervises is shown them."""
    found = pick(seen, "is_real is_open round=round_id waits=waits_for")
    found["consoles"] = [_console(one) for one in seen.consoles]
    found["shown"] = [pick(one, "holder seat cards") for one in seen.shown]
    if (dealing := seen.dealing) is not None:
        found["phase"] = plain(dealing.phase)
        found["bets"] = {
            str(seat.seat): [pick(bet, "wager stake is_open") for bet in seat.bets]
            for seat in dealing.seats
            if seat.bets
        }
        found["awaited"] = [seat.seat for seat in dealing.seats if seat.is_awaited]
        found["turned"] = [pick(one, "seat cards makers") for one in dealing.turned]
        if (due := dealing.settlement) is not None:
            found["settlement"] = pick(due, "seat cards makers take push")
            found["settlement"]["wagers"] = [pick(one, "wager stake verdict take push") for one in due.wagers]
        if (wrong := dealing.differs) is not None:
            found["differs"] = pick(wrong, "seat entered due")
    if seen.dealer is not None:
        found["dealer"] = seen.dealer.person
    found["called"], found["held"] = seen.call is not None, seen.suspended is not None
    if seen.refused is not None:
        found["refused"] = pick(seen.refused.card, "number person entered_by times")
    return found


def _console(seen: ConsoleView) -> Fact:
    found = pick(
        seen,
        "link sensor wager generation is_open round=round_id lit proposed key seat line is_verified is_confirmed"
        " card takes_executive amount may_be_signed is_settled face_up",
    )
    found["hands"] = [
        pick(one, "line amount source envy is_lit asks_cards") for one in seen.hands if one.is_lit or one.asks_cards
    ]
    found["waiting"] = [pick(one, "seat line") for one in seen.waiting]
    found["envy"] = [pick(one, "hitter line=hand seat amount") for one in seen.envy]
    found["hand_over"] = [win.id for win in seen.to_hand_over]
    found["locked"] = seen.locked.id if seen.locked else ""
    if seen.told is not None:
        found["told"] = pick(seen.told, "seat line proof")
    return found


def _boards(house: House, at: datetime) -> Fact:
    """What is shown of all tables at once: in the lobby to anyone, and in the pit by role."""
    pit = PitBoard(house, Known())
    lobby = "table game minimum maximum seats taken is_real is_dealt_by_hand waits=waits_for"
    tile = (
        "table is_real is_dealt_by_hand is_open is_closing minimum maximum seats players waits=waits.what"
        " whose=waits.whose"
    )
    found: Fact = {"lobby": [pick(one, lobby) for one in LobbyBoard(house).tables()]}
    for role in (Role.DEALER, Role.SUPERVISOR, Role.ACCOUNTING, Role.TECHNICIAN):
        seen = pit.view(role, at)
        found[f"pit, {role}"] = {
            "tables": [
                pick(one, tile)
                | {"slips": len(one.slips), "called": one.call is not None, "held": one.suspended is not None}
                | ({"money": pick(one.money, "drop win handle tray inventory")} if one.money is not None else {})
                for one in seen.tables
            ],
            "alerts": [
                pick(one, "alert kind place is_table times ended seen_at seen_by first_by")
                | {"may": acknowledging_command(role, one.kind) != ""}
                for one in seen.alerts
            ],
            "refused": [[one.place, one.card.times] for one in seen.refused],
        }
    return found


# --- the state --------------------------------------------------------------------------------------------------------


class Index:
    """The day's figures as the index has them: those of days that are closed are nowhere else."""

    def __init__(self) -> None:
        self.figures: dict[tuple[str, str], str] = {}

    def copy(self) -> Index:
        other = Index()
        other.figures = dict(self.figures)
        return other

    def take(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if isinstance(row, FigureRow):
                self.figures[row.day, row.stream] = row.figures

    def told(self) -> Fact:
        return {
            f"{day} {stream}": _figures(stream, body) for (day, stream), body in sorted(self.figures.items()) if body
        }


def _figures(stream: str, body: str) -> Fact:
    if stream == SLIPS_STREAM:
        slips = msgspec.json.decode(body, type=DaySlips)
        return {"last": slips.last, "slips": [_slip(slip) for slip in slips.slips]}
    if stream.startswith("table:"):
        return _table_figures(msgspec.json.decode(body, type=TableFigures))
    day = msgspec.json.decode(body, type=LinkDay)
    return {
        "tables": {
            name: pick(one, "wagers coin_in accrued won_from_meter won_from_house won_from_tray envy wins"
                            " backed_out_to_meter backed_out_to_house backed_out_to_tray")
            for name, one in sorted(day.figures.tables.items())
        },
        "levels": {name: pick(one, "beginning changes up down ending") for name, one in day.figures.levels.items()},
        "envy": [pick(one, "table round_id hitter line seat amount") for one in day.figures.envy],
        "reseeds": [pick(one, "win level seed reserve") for one in day.figures.reseeds],
        "meters": [pick(one, METERS) for one in day.levels],
        "proof": pick(day.proof, "awards meters reserves overflow seeds contributions adjustments advances"),
        "bank": pick(day.bank, "held deposited undeposited"),
    }  # fmt: skip


DAY = (
    "opening tray closed_with fills credits drop box rounds voids handle jackpot_chips capped corrections"
    " over_short closings win"
)
METERS = "level current seed contribution reserve_rate maximum reserve overflow advance hits won"


def _table_figures(day: TableFigures) -> Fact:
    opening = "opening closing fills credits drop rounds voids handle jackpot_chips corrections over_short win"
    found = pick(day, DAY)
    staked = "hands rounds total squares round_squares sizes"
    found["openings"] = [pick(one, opening) for one in day.by_opening]
    found["staked"] = [
        {wager: pick(one, staked) for wager, one in sorted(wagers.items())} for wagers in (day.staked or {}).values()
    ]
    found["estimated"] = [pick(one, staked) for one in (day.estimated or {}).values()]
    found["dealers"] = {name: pick(one, "paid differed") for name, one in sorted((day.dealers or {}).items())}
    return found


def _slip(slip: Any) -> Fact:
    found = pick(slip, "number kind table rack amount changed stage")
    for word in ("asked", "approved", "sent", "received", "voided"):
        if (signed := getattr(slip, word)) is not None:
            found[word] = signed.by
    return found


def _win(win: Win) -> Fact:
    """Who won what, where it came from, whose hands it went through, and what has become of it."""
    found = pick(
        win,
        "id number table round=round_id seat line pays source level amount displayed dealt_by entered_by verified_by"
        " confirmed_by approved_by card people meter_after advanced seed reserve overflow envy envy_fate returned"
        " adjusted proof",
    )
    found["owed"] = plain(win.owed_back())
    in_hand = win.handed_over is not None
    found["state"] = [
        word
        for word, is_so in (
            ("waiting", not win.is_paid),
            ("paid", win.is_paid),
            ("handed-over", in_hand),
            ("in-hand", win.is_in_hand),
            ("backed-out", win.is_backed_out),
        )
        if is_so
    ]
    if win.handed_over is not None:
        found["handed_over"] = pick(win.handed_over, "till by slip paid_by")
    if win.printed is not None:
        found["printed"] = pick(win.printed, "number by")
    return found


def _link(state: LinkState) -> Fact:
    found = pick(
        state, "wins_recorded shortfall deposited undeposited undeposited_since last_day is_removed held posted_since"
    )
    found["wager"] = state.config.wager
    found["levels"] = [pick(one, METERS) for one in level_meters(state)]
    found["funds"] = {name: plain(state.funds(name)) for name in state.config.level_names}
    found["books"] = {account(name): amount for name, amount in sorted(state.books.items())}
    found["wins"] = {name: _win(win) for name, win in sorted(state.wins.items())}
    found["tables"] = {
        name: {
            **pick(one, "round=round_id dealer is_closed is_settled wins"),
            **pick(one.console, "key seat line hand_by=lit_by is_confirmed signed_by locked"),
            "wagers": [pick(wager, "seat amount given lasting") for wager in one.wagers],
            "waiting": [pick(hand, "seat line") for hand in one.waiting],
        }
        for name, one in sorted(state.tables.items())
    }
    return found


def _table(house: House, table: LiveTable) -> Fact:
    found = pick(
        table,
        "is_open opening_inventory rounds round=round_id capped awards host kicked admitted invitation away=away_seats"
        " paces",
    )
    found["seats"] = {
        str(seat): [sitter.person, sitter.name, house.balance(accounts.stack(table.id, sitter.person))]
        for seat, sitter in sorted(table.seats.items())
    }
    found["held_in_round"] = plain(dict(sorted(table.round_people.items())))
    if table.round is not None:
        found["phase"] = plain(table.round.state.phase)
        found["layout"] = _layout(table)
    if table.plan.is_real:
        found["lit"] = plain(table.real_round.lit)
    if table.drop_count:
        found["drop_count"] = pick(table.drop_count, "rack by expected")
    if table.fault:
        found["fault"] = plain(table.fault.part)
    return found


def _layout(table: LiveTable) -> Fact:
    """What lies before every seat of the round, and what has become of it."""
    seats = table.round.state.seats if table.round is not None else {}
    fields = "stakes open results paid_back choices folded fouled shown"
    return {str(seat): pick(one, fields) for seat, one in sorted(seats.items())}


def _promotions(house: House) -> Fact:
    known = house.promotions.promotions
    return {name: pick(one, "asked_by approved_by began ended awards paid") for name, one in sorted(known.items())}


def _cage(book: Any) -> Fact:
    return {
        **pick(book, "last day taken given"),
        "count": pick(book.count, "number cash chips counted_by checked_by") if book.count else {},
        "pending": pick(book.pending, "cash chips by expected_cash expected_chips") if book.pending else {},
        "undone": {str(one.moved.number): one.undone for one in book.movements if one.undone},
    }


def of_state(house: House, index: Index, at: datetime) -> Fact:
    """The whole house, as far as it is fact, and what is shown of it."""
    by_name = sorted
    return {
        **pick(house, "position day closed archived last_slip slips private_tables alerts_raised has_mustered"),
        "balances": {account(name): amount for name, amount in by_name(house.books.items())},
        "tables": {name: _table(house, table) for name, table in by_name(house.tables.items())},
        "links": {name: _link(link.state) for name, link in by_name(house.links.items())},
        "figures": index.told(),
        "people": {
            name: [one.name, code(one.role), code(state_of(house, name))] for name, one in by_name(house.people.items())
        },
        "guests": sorted(house.guests),
        "bought": plain(dict(by_name(house.bought.items()))),
        "limits": {
            name: pick(one, "loss until money_then=money_when_set") for name, one in by_name(house.own_limits.items())
        },
        "requests": {name: pick(one, "asked_by link change") for name, one in by_name(house.requests.items())},
        "access": {name: pick(one, "asked_by change") for name, one in by_name(house.access_requests.items())},
        "invitations": {
            name: pick(one, "password card asked_by approved_by") for name, one in by_name(house.invitations.items())
        },
        "terminals": {name: one.by for name, one in by_name(house.terminals.items())},
        "broken_glass": {name: plain(one.change) for name, one in by_name(house.broken_glass.items())},
        "cards": {
            name: pick(one, "person by revoked_by is_valid") for name, one in by_name(house.cards.items())
        },
        "refused_cards": {
            name: pick(one, "number person entered_by times") for name, one in by_name(house.refused_cards.items())
        },
        "conditions": {name: pick(one, "document dated by") for name, one in by_name(house.conditions.items())},
        "dealing": {name: one.person for name, one in at_tables(house, "dealing")},
        "calls": {name: one.by for name, one in at_tables(house, "call")},
        "held": {name: one.by for name, one in at_tables(house, "suspended")},
        "mispaid": {
            name: pick(one, "round_id seat entered due dealer") for name, one in at_tables(house, "mispaid")
        },
        "shufflers": {name: pick(one, "mode first counted") for name, one in at_tables(house, "shuffler")},
        "closing": sorted(by_table(house, "is_closing")),
        "alerts": {
            name: pick(one, "kind place times since ended seen_at seen_by first_by")
            for name, one in by_name(house.alerts.items())
        },
        "verified": pick(house.verified, "day last findings") if house.verified else {},
        "slip_book": {str(number): _slip(one) for number, one in by_name(house.chip_slips.items())},
        **({"promotions": _promotions(house)} if house.promotions.asked else {}),
        **({"cage": _cage(house.cage)} if house.cage.last or house.cage.count or house.cage.pending else {}),
        "counts": {name: pick(one, "purpose rack by expected") for name, one in at_tables(house, "tray_count")},
        "closers": {name: pick(one, "rack day counted_by checked_by") for name, one in at_tables(house, "closer")},
        "corrected": dict(at_tables(house, "corrected")),
        "unsettled": {
            name: {str(seat): pick(row, ROWS[PlayedRow][1]) for seat, row in by_name(rows.items())}
            for name, rows in by_name(house.unsettled.items())
        },
        "waits": {name: pick(one, "what at position is_idle") for name, one in at_tables(house, "opened")},
        "seen": _boards(house, at),
        "receipts": {name: one.position for name, one in by_name(house.receipts.items())},
    }  # fmt: skip
