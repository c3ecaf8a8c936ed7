"""A game from START GAME to END GAME: wagers in, hands that qualify, wagers back, envy."""

from __future__ import annotations

from datetime import datetime

from cardroom.errors import CardroomError, require_reason
from cardroom.games.citations import OtherRule, Procedure
from cardroom.games.jackpot_pages import Act
from cardroom.games.paytable import line_name
from cardroom.jackpots.commands import GameStart, Who
from cardroom.jackpots.engine import accounts
from cardroom.jackpots.engine.awards import amount_now, record_and_pay
from cardroom.jackpots.engine.level_funds import Funds, after_contribution, after_reversal, scaled
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.table_state import TableState
from cardroom.jackpots.engine.wins import Win
from cardroom.jackpots.events import (
    AnyEvent,
    EnvyPaid,
    GameEnded,
    GameStarted,
    GameVoided,
    HandEntered,
    HandQualified,
    Proof,
    SeatsReopened,
    SeatsSettled,
    WagerRefunded,
    WagerTaken,
)
from cardroom.jackpots.setup.config import Source
from cardroom.jackpots.text.citations import rule_for
from cardroom.ledger import Entry, Posting, PostingCode, transfer
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat, VoidCause


def start(state: LinkState, command: GameStart, who: Who) -> list[AnyEvent]:
    """Count the lit sensors, take the wagers in and let the meters rise."""
    config, table = state.config, state.tables[command.table]
    require_open(state, command.table, who.at)
    if table.round_id:
        raise CardroomError("game-in-progress", f"Table {command.table} is in a game; end it first.")
    if not command.round_id.strip() or command.round_id in state.rounds.get(command.table, ()):
        raise CardroomError("same-round", f"“{command.round_id}” is not a new round of table {command.table}.")
    for seat, amount in command.wagers.items():
        _require_seat(state, command.table, seat)
        if amount != config.wager:
            raise CardroomError(
                "unreasonable-contribution",
                f"Seat {seat} of table {command.table} would contribute from {show_money(amount)};"
                f" the wager of link {config.id} is {show_money(config.wager)}.",
            )
    rule = rule_for(config, command.table, Act.START)
    events: list[AnyEvent] = [
        GameStarted(
            at=who.at,
            by=who.by,
            rule=rule,
            table=command.table,
            round_id=command.round_id,
            seats=tuple(sorted(command.wagers)),
            dealer=command.dealer,
            players={seat: player for seat, player in command.players.items() if seat in command.wagers},
        )
    ]
    return [*events, *_taken(state, command.table, command.round_id, sorted(command.wagers), rule, who)]


def _taken(
    state: LinkState, table_id: str, round_id: str, seats: list[Seat], rule: OtherRule, who: Who
) -> list[AnyEvent]:
    """A wager of each of these seats, with what it gives to each level."""
    config, wager = state.config, state.config.wager
    events: list[AnyEvent] = []
    funds = {level.name: state.funds(level.name) for level in config.levels}
    for seat in seats:
        given = {}
        postings = [_wager_in(table_id, seat, wager)]
        if not config.is_house:
            after = {level.name: after_contribution(funds[level.name], level, wager) for level in config.levels}
            given = {name: after[name] - funds[name] for name in after}
            funds = after
            postings += _contribution(table_id, seat, given)
        events.append(
            WagerTaken(
                at=who.at,
                by=who.by,
                rule=rule,
                postings=tuple(postings),
                table=table_id,
                round_id=round_id,
                seat=seat,
                amount=wager,
                given=given,
            )
        )
    return events


def take_late(state: LinkState, table_id: str, round_id: str, seat: Seat, who: Who) -> list[AnyEvent]:
    """A wager that lay on its sensor and was not counted when the game started."""
    table = require_game(state, table_id, round_id)
    _require_settling(table)
    _require_seat(state, table_id, seat)
    if seat in table.seats:
        raise CardroomError("wager-counted", f"The wager of seat {seat} has been counted already.")
    return _taken(state, table_id, round_id, [seat], Procedure.DISPUTED_SENSOR.rule, who)


def require_open(state: LinkState, table_id: str, at: datetime) -> None:
    """Refuse a wager where the link cannot take it; to be asked when a player bets, not only when the game starts."""
    config, table = state.config, state.tables[state.config.table(table_id).id]
    if state.is_removed:
        raise CardroomError("link-closed", f"Jackpot {config.id} has been removed; no wagers are taken.")
    if state.shortfall:
        raise CardroomError(
            "link-closed",
            f"Link {config.id} is closed: its bank account is short by {show_money(state.shortfall)}."
            " It opens again once that is restored.",
        )
    if state.last_day is not None and at.date() > state.last_day:
        raise CardroomError("link-closed", f"Jackpot {config.id} was announced to end on {state.last_day}.")
    if table.is_closed:
        raise CardroomError("table-closed", f"Table {table_id} is closed for the jackpot; open it first.")


def qualify(
    state: LinkState,
    table_id: str,
    round_id: str,
    seat: Seat,
    paytable: str,
    line: str,
    who: Who,
    proof: Proof | None = None,
) -> list[AnyEvent]:
    """The table has found a hand that the pay table pays; real cards prove it."""
    config = state.config
    table = require_game(state, table_id, round_id)
    _require_settling(table)
    wager = table.wager_of(seat)
    if not config.paytable.is_called(paytable):
        raise CardroomError(
            "wrong-paytable",
            f"Table {table_id} was settled by {paytable}; link {config.id} pays {config.paytable.title}.",
        )
    config.line(line)
    if wager.qualified:
        raise CardroomError(
            "one-award",
            f"Seat {seat} already has {line_name(wager.qualified)}; only the best award is paid.",
        )
    source = config.source(config.pay(line))
    qualified = HandQualified(
        at=who.at,
        by=who.by,
        rule=rule_for(config, table_id, Act.FIXED if source is Source.TRAY else Act.PRESS),
        table=table_id,
        round_id=round_id,
        seat=seat,
        line=line,
        source=source,
        proof=proof,
    )
    if source is not Source.TRAY:
        return [qualified]
    return [qualified, *record_and_pay(state, table_id, seat, line, who)]


def tell_hand(
    state: LinkState, table_id: str, round_id: str, seat: Seat, line: str, proof: Proof, who: Who
) -> list[AnyEvent]:
    """The cards of the hand that is lit are told; whoever signs for the award signs for them."""
    config, table = state.config, require_game(state, table_id, round_id)
    _require_settling(table)
    if known := table.wager_of(seat).qualified:
        raise CardroomError("one-award", f"Seat {seat} already has {line_name(known)}; only the best award is paid.")
    told = HandEntered(
        at=who.at,
        by=who.by,
        rule=rule_for(config, table_id, Act.PRESS),
        table=table_id,
        round_id=round_id,
        seat=seat,
        line=line,
        proof=proof,
    )
    return [told]


def finish_settling(state: LinkState, table_id: str, round_id: str, who: Who) -> list[AnyEvent]:
    """No more hands of this round will qualify. Awards that are paid clockwise wait for it."""
    _require_settling(require_game(state, table_id, round_id))
    rule = rule_for(state.config, table_id, Act.ORDER)
    return [SeatsSettled(at=who.at, by=who.by, rule=rule, table=table_id, round_id=round_id)]


def reopen_settling(state: LinkState, table_id: str, round_id: str, who: Who) -> list[AnyEvent]:
    """A seat has been overlooked: hands may qualify again."""
    table = require_game(state, table_id, round_id)
    if not table.is_settled:
        raise CardroomError("not-settled", f"Seats of round {round_id} are still being settled.")
    return [SeatsReopened(at=who.at, by=who.by, rule=Procedure.OVERLOOKED_SEAT.rule, table=table_id, round_id=round_id)]


def refund(
    state: LinkState,
    table_id: str,
    round_id: str,
    seat: Seat,
    why: str,
    who: Who,
    cause: VoidCause = VoidCause.DECLARED,
) -> list[AnyEvent]:
    """One wager back: its hand was fouled."""
    table = require_game(state, table_id, round_id)
    require_reason(why, "a refund")
    table.wager_of(seat)
    if table.console.locked:
        raise CardroomError("award-locked", _finish_first(state, table))
    return _refunds(state, table_id, [seat], why, who, cause)


def void(
    state: LinkState, table_id: str, round_id: str, why: str, who: Who, cause: VoidCause = VoidCause.DECLARED
) -> list[AnyEvent]:
    """All wagers of the round back. Recorded wins stand until they are backed out."""
    table = require_game(state, table_id, round_id)
    if cause is VoidCause.DECLARED:
        require_reason(why, "a refund")
    if table.console.locked:
        raise CardroomError("award-locked", _finish_first(state, table))
    voided = GameVoided(
        at=who.at,
        by=who.by,
        rule=Procedure.MISDEAL.rule,
        table=table_id,
        round_id=round_id,
        cause=cause,
        why=why,
    )
    return [*_refunds(state, table_id, table.seats, why, who, cause), voided]


def end(state: LinkState, table_id: str, who: Who) -> list[AnyEvent]:
    """Everything is reconciled: envy is paid and the console is reset."""
    table = state.tables[table_id]
    if not table.round_id:
        raise CardroomError("no-game", f"Table {table_id} is not in a game.")
    if table.console.locked:
        raise CardroomError("award-locked", _finish_first(state, table))
    if table.waiting:
        hand = table.in_order(state.config.award_order)[0]
        raise CardroomError(
            "award-waiting", f"Not yet: the {line_name(hand.line)} of seat {hand.seat} is not recorded."
        )
    if told := table.console.told:
        raise CardroomError(
            "award-waiting",
            f"Not yet: the {line_name(told.line)} of seat {told.seat} is told, and nobody has signed for it.",
        )
    ended = GameEnded(
        at=who.at,
        by=who.by,
        rule=rule_for(state.config, table_id, Act.END),
        table=table_id,
        round_id=table.round_id,
    )
    return [*_envy(state, table_id, who), ended]


def envy_due(state: LinkState, table_id: str) -> list[tuple[Win, Seat, Money]]:
    """Who gets envy at the end of this game: win, receiver, amount, in the order the awards were won.

    Every other seat with the wager on this sensor collects, folded or not, once for each qualifying hand.
    """
    config, table = state.config, state.tables[table_id]
    due = []
    for win in (state.wins[name] for name in table.wins):
        envy = config.line(win.line).envy
        if not config.envy or envy is None or win.is_backed_out or win.seat not in table.seats:
            continue
        amount = scaled(envy, config.wager)
        due += [(win, seat, amount) for seat in table.seats if seat != win.seat]
    return due


def not_yet_paid(state: LinkState, table_id: str) -> list[tuple[Seat, Money]]:
    """What the game in progress will bring to its seats once everything is approved, as the meters stand now."""
    table = state.tables[table_id]
    won = [(hand.seat, amount_now(state, hand.line)) for hand in table.waiting]
    recorded = (state.wins[name] for name in table.wins)
    won += [(win.seat, win.amount) for win in recorded if not win.is_paid and not win.is_backed_out]
    return won + [(seat, amount) for _, seat, amount in envy_due(state, table_id)]


def require_game(state: LinkState, table_id: str, round_id: str) -> TableState:
    table = state.tables[table_id]
    if not table.round_id:
        raise CardroomError("no-game", f"Table {table_id} is not in a game.")
    if table.round_id != round_id:
        raise CardroomError("other-round", f"Table {table_id} plays round {table.round_id}, not {round_id}.")
    return table


def _wager_in(table: str, seat: Seat, wager: Money) -> Posting:
    return transfer(accounts.player(table, seat), accounts.wagers(table), wager, PostingCode.JACKPOT_WAGER, seat=seat)


def _contribution(table: str, seat: Seat, given: dict[str, Funds]) -> list[Posting]:
    entries = [entry for level, change in given.items() for entry in accounts.entries_for(level, change)]
    if not entries:
        return []
    return [accounts.balanced(entries, accounts.wagers(table), PostingCode.CONTRIBUTION, seat=seat)]


def _refunds(
    state: LinkState, table_id: str, seats: list[Seat], why: str, who: Who, cause: VoidCause
) -> list[AnyEvent]:
    table = state.tables[table_id]
    events: list[AnyEvent] = []
    funds = {level.name: state.funds(level.name) for level in state.config.levels}
    for seat in seats:
        taken = table.wager_of(seat)
        after = {level: after_reversal(funds[level], taken.given[level]) for level in funds if level in taken.given}
        entries = [entry for level in after for entry in accounts.entries_for(level, after[level] - funds[level])]
        funds |= after
        taken_out = accounts.balanced(entries, accounts.wagers(table_id), PostingCode.MALFUNCTION, seat=seat)
        reversal = [taken_out] if entries else []
        refund_entries = (
            Entry(accounts.wagers(table_id), -taken.amount),
            Entry(accounts.player(table_id, seat), taken.amount),
        )
        events.append(
            WagerRefunded(
                at=who.at,
                by=who.by,
                rule=Procedure.MISDEAL_OR_FOULED_HAND.rule,
                postings=(*reversal, Posting(refund_entries, PostingCode.JACKPOT_WAGER_BACK, seat=seat)),
                table=table_id,
                round_id=table.round_id,
                seat=seat,
                amount=taken.amount,
                cause=cause,
                why=why,
            )
        )
    return events


def _envy(state: LinkState, table_id: str, who: Who) -> list[AnyEvent]:
    return [
        EnvyPaid(
            at=who.at,
            by=who.by,
            rule=rule_for(state.config, table_id, Act.ENVY),
            postings=(
                transfer(
                    accounts.tray(table_id),
                    accounts.player(table_id, seat),
                    amount,
                    PostingCode.ENVY,
                    seat=seat,
                    reference=win.id,
                ),
            ),
            win=win.id,
            table=table_id,
            round_id=state.tables[table_id].round_id,
            hitter=win.seat,
            line=win.line,
            seat=seat,
            amount=amount,
        )
        for win, seat, amount in envy_due(state, table_id)
    ]


def _finish_first(state: LinkState, table: TableState) -> str:
    win = state.wins[table.console.locked]
    return f"The award of {show_money(win.amount)} to seat {win.seat} is recorded; turn the key back to RUN first."


def _require_seat(state: LinkState, table_id: str, seat: Seat) -> None:
    seats = state.config.table(table_id).rules.seats
    if not 1 <= seat <= seats:
        raise CardroomError("unknown-seat", f"Table {table_id} has seats 1 to {seats}, not {seat}.")


def _require_settling(table: TableState) -> None:
    if table.is_settled:
        raise CardroomError("settled", f"Every seat of round {table.round_id} is settled already.")
