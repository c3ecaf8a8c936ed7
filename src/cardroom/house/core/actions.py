"""What each command does to the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.core import accounts
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.booking import postings_for
from cardroom.house.core.consoles import (
    feed_links,
    is_game_on,
    perform_at_console,
    run_consoles,
    tell,
    verify_jackpot_stakes,
)
from cardroom.house.core.people import Role
from cardroom.house.core.requests import answer, ask, on_bank
from cardroom.house.core.table_bank import close_table, collect_drop, fill_or_credit, keep_tray_filled, open_table
from cardroom.house.floor import Dealer
from cardroom.jackpots import LinkConfig, verify_table
from cardroom.jackpots.commands import ChangeLink
from cardroom.ledger import transfer
from cardroom.money import Money, show_money
from cardroom.table import Round
from cardroom.table import commands as t
from cardroom.table.betting import with_equal_wagers
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import RoundClosed, RoundVoided
from cardroom.table.state import Phase

if TYPE_CHECKING:
    from cardroom.house.core.house import House, Transaction
    from cardroom.house.core.live_table import LiveTable


def perform(house: House, transaction: Transaction, command: c.AnyCommand) -> None:
    """Carry a command out, or raise why not."""
    match command:
        case c.SitDown():
            sit_down(house, transaction, command)
        case c.TopUp():
            table = house.table(command.table)
            buy_chips(house, transaction, table, table.seat_of(transaction.by.id), command.amount)
        case c.StandUp():
            stand_up(house, transaction, command)
        case c.PlaceBets():
            place_bets(house, transaction, command)
        case c.Decide():
            table = house.table(command.table)
            decide(house, transaction, table, table.seat_of(transaction.by.id), command.multiple)
        case c.DecideForSeat():
            decide(house, transaction, house.table(command.table), command.seat, command.multiple)
        case c.SetOwnLimits():
            money = house.money_of(transaction.by.id)
            limits = e.LimitsSet(person=transaction.by.id, loss=command.loss, minutes=command.minutes, money_then=money)
            house.record_house(transaction, limits)
        case c.IssuePlayMoney():
            issue_play_money(house, transaction)
        case c.BeginRound():
            begin_round(house, transaction, house.table(command.table))
        case c.Perform():
            play(house, transaction, house.table(command.table), command.act)
        case c.RefuseLateBet():
            late = t.RefuseLateBet(command.seat, command.wager, command.amount)
            play(house, transaction, house.table(command.table), late)
        case c.DeclareMisdeal():
            play(house, transaction, house.table(command.table), t.DeclareMisdeal(command.reason))
        case c.FoulHand():
            if command.holder == "community":
                raise CardroomError("no-hand", "Community cards are no one's hand; declare a misdeal.")
            play(house, transaction, house.table(command.table), t.FoulHand(command.holder, command.reason))
        case c.CorrectMispay():
            correct_mispay(house, transaction, command)
        case c.OpenTable():
            open_table(house, transaction, house.table(command.table), command.inventory)
        case c.CloseTable():
            close_table(house, transaction, house.table(command.table))
        case c.Fill() | c.Credit():
            fill_or_credit(house, transaction, command)
        case c.CollectDrop():
            collect_drop(house, transaction, house.table(command.table))
        case c.Press() | c.SwipeSupervisorCard() | c.SwipeExecutiveCard() | c.TurnKey() | c.PressJackpot():
            table = house.table(command.table)
            perform_at_console(house, transaction, table, command)
            run_consoles(house, transaction, table)
            keep_tray_filled(house, transaction, table)
        case c.AskAdjustment() | c.AskBackOut() | c.AskRates():
            ask(house, transaction, command)
        case c.Approve() | c.Decline():
            answer(house, transaction, command)
        case c.RecordDeposit() | c.ReconcileBank():
            on_bank(house, transaction, command)
            give_back_jackpot_bets(house, transaction, command.link)
        case c.Enrol():
            enrol(house, transaction, command)


def follow_floor(house: House, transaction: Transaction, config: LinkConfig) -> None:
    """A link goes on under the configuration on record; only which tables are on it is the floor file's to say."""
    link = house.links[config.id]
    on_record = msgspec.structs.replace(link.state.config, tables=config.tables)
    for table in config.tables:
        verify_table(on_record, table.id, house.tables[table.id].plan.settings)
    if on_record != link.state.config:
        why = "other tables in the floor file"
        by, at = transaction.by.id, transaction.at
        tell(house, transaction, link, ChangeLink(at=at, by=by, approved_by="floor file", why=why, config=on_record))


# --- sitting down and getting up --------------------------------------------------------------------------------------


def sit_down(house: House, transaction: Transaction, command: c.SitDown) -> None:
    table, person = house.table(command.table), transaction.by
    if not table.is_open:
        raise CardroomError("table-closed", f"Table {table.id} is closed.")
    if not 1 <= command.seat <= table.plan.settings.seats:
        raise CardroomError("unknown-seat", f"Table {table.id} has seats 1 to {table.plan.settings.seats}.")
    if command.seat in table.seats:
        raise CardroomError("seat-taken", f"Seat {command.seat} is taken; choose another one.")
    if any(sitter.person == person.id for sitter in table.seats.values()):
        raise CardroomError("seated-already", "One person plays one seat of a table; you have one here already.")
    if command.seat in table.round_people and table.is_playing:
        raise CardroomError("seat-in-play", f"Seat {command.seat} has a hand in play; wait for the next round.")
    _verify_chips(house, table, person.id, command.buy_in)
    if command.buy_in < table.plan.settings.minimum:
        raise CardroomError("small-buy-in", f"Buy in for at least {show_money(table.plan.settings.minimum)}.")
    event = e.SatDown(seat=command.seat, person=person.id, name=person.name, chips=command.buy_in)
    house.record_table(transaction, table, event)
    transaction.undo.append(lambda: table.seats.pop(command.seat, None))
    _pay_for_chips(house, transaction, table, person.id, command.buy_in)


def buy_chips(house: House, transaction: Transaction, table: LiveTable, seat: int, amount: Money) -> None:
    person = transaction.by.id
    _verify_chips(house, table, person, amount)
    house.record_table(transaction, table, e.ToppedUp(seat=seat, chips=amount))
    _pay_for_chips(house, transaction, table, person, amount)


def _verify_chips(house: House, table: LiveTable, person: str, amount: Money) -> None:
    wallet = house.balance(accounts.wallet(person))
    if amount % table.plan.settings.chip:
        chip = show_money(table.plan.settings.chip)
        raise CardroomError(
            "odd-chips", f"Chips at this table are {chip} each; {show_money(amount)} is not a whole number."
        )
    if amount > wallet:
        raise CardroomError("short-of-money", f"You have {show_money(wallet)}, not {show_money(amount)}.")


def _pay_for_chips(house: House, transaction: Transaction, table: LiveTable, person: str, amount: Money) -> None:
    """Cash goes into the drop box and chips come out of the tray."""
    stream = f"table:{table.id}"
    transaction.post(stream, transfer(accounts.wallet(person), accounts.drop(table.id), amount, "buy-in"))
    transaction.post(
        stream, transfer(accounts.tray(table.id), accounts.stack(table.id, person), amount, "chips bought")
    )
    keep_tray_filled(house, transaction, table)
    threshold = house.floor.thresholds.cash_report
    today = house._count_cash(person, amount, transaction.at)  # noqa: SLF001
    if threshold is not None and today >= threshold:
        flag = e.Flagged(kind="cash", person=person, amount=today, detail=f"bought in today, last at {table.id}")
        house.record_house(transaction, flag)


def stand_up(house: House, transaction: Transaction, command: c.StandUp) -> None:
    table = house.table(command.table)
    is_staff = transaction.by.role not in (Role.GUEST, Role.PLAYER)
    if is_staff and command.seat is None:
        raise CardroomError("no-seat", "Say which seat is to be cleared.")
    seat = command.seat if is_staff and command.seat is not None else table.seat_of(transaction.by.id)
    if seat not in table.seats:
        raise CardroomError("empty-seat", f"Nobody sits at seat {seat}.")
    if table.is_playing and seat in table.current_round().state.seats:
        if table.current_round().state.phase is not Phase.BETTING:
            raise CardroomError("hand-in-play", "Your hand is in play; finish it before you leave.")
        play(house, transaction, table, t.Bet(seat, {}))
    if seat in table.round_people and is_game_on(house, table):
        raise CardroomError("award-pending", "The jackpot of this round is not settled yet; wait for it.")
    person = table.seats[seat].person
    sitter = table.seats[seat]
    chips = house.balance(accounts.stack(table.id, person), transaction)
    house.record_table(transaction, table, e.StoodUp(seat=seat, chips=chips))
    transaction.undo.append(lambda: table.seats.__setitem__(seat, sitter))
    if chips:
        cash_out = transfer(accounts.stack(table.id, person), accounts.wallet(person), chips, "chips cashed")
        transaction.post(f"table:{table.id}", cash_out)


def issue_play_money(house: House, transaction: Transaction) -> None:
    person, floor = transaction.by.id, house.floor
    if not floor.play_money:
        raise CardroomError("real-money", "This house does not give out play money.")
    missing = floor.play_money_grant - house.money_of(person)
    if missing <= 0:
        raise CardroomError("enough-money", f"You still have {show_money(house.money_of(person))}; play on with that.")
    house.record_house(transaction, e.MoneyIssued(person=person, amount=missing))
    transaction.post("house", transfer(accounts.CAGE, accounts.wallet(person), missing, "play money"))


def enrol(house: House, transaction: Transaction, command: c.Enrol) -> None:
    if command.role not in set(Role) - {Role.SERVICE}:
        raise CardroomError("unknown-role", f"There is no role “{command.role}”.")
    if command.person in house.people:
        raise CardroomError("known-person", f"“{command.person}” is enrolled already.")
    if ":" in command.person:
        raise CardroomError("bad-name", "A person's id has no colon in it.")
    house.record_house(transaction, e.Enrolled(person=command.person, name=command.name, role=command.role))
    transaction.undo.append(lambda: house.people.pop(command.person, None))


# --- the round --------------------------------------------------------------------------------------------------------


def begin_round(house: House, transaction: Transaction, table: LiveTable) -> None:
    if not table.is_open:
        raise CardroomError("table-closed", f"Table {table.id} is closed.")
    if table.is_playing:
        raise CardroomError("round-open", f"Table {table.id} is in a round already.")
    if not table.seats:
        raise CardroomError("no-players", f"Nobody sits at table {table.id}.")
    if is_game_on(house, table):
        raise CardroomError("award-pending", "The jackpot of the last round is not settled yet.")
    seed, round_id = house.draw_seed(), f"{table.id}-{table.rounds + 1}"
    round_, commitment = table.begin(round_id, seed)
    transaction.secrets[round_id] = seed
    house.record_table(transaction, table, e.RoundBegan(round_id=round_id, commitment=commitment))
    table.round = round_
    house.record_round(transaction, table, round_.events[0], [])


def place_bets(house: House, transaction: Transaction, command: c.PlaceBets) -> None:
    table = house.table(command.table)
    seat, round_ = table.seat_of(transaction.by.id), table.current_round()
    settings = table.plan.settings
    stakes = with_equal_wagers(settings, command.stakes)
    on_layout = round_.state.seats[seat].stakes if seat in round_.state.seats else {}
    total, before = sum(stakes.values()), sum(on_layout.values())
    round_.verify(t.Bet(seat, stakes))
    chips = house.balance(accounts.stack(table.id, transaction.by.id)) + before
    if total > chips:
        raise CardroomError(
            "short-of-chips",
            f"These bets come to {show_money(total)}; you have {show_money(chips)} in chips. Buy more.",
        )
    if limits := house.own_limits.get(transaction.by.id):
        limits.verify(house.money_of(transaction.by.id), total, transaction.at)
    verify_jackpot_stakes(house, table, stakes, transaction.at)
    play(house, transaction, table, t.Bet(seat, stakes))


def give_back_jackpot_bets(house: House, transaction: Transaction, link_id: str) -> None:
    """A link that has just closed takes no wagers: those that lie on open layouts go back, and the rest is played."""
    state = house.links[link_id].state
    for config in state.config.tables if state.shortfall else ():
        table = house.tables.get(config.id)
        if table is None or table.round is None or table.round.state.phase is not Phase.BETTING:
            continue
        for seat, of_seat in list(table.round.state.seats.items()):
            if config.wager.id in of_seat.stakes:
                others = {wager: stake for wager, stake in of_seat.stakes.items() if wager != config.wager.id}
                play(house, transaction, table, t.Bet(seat, others))


def decide(house: House, transaction: Transaction, table: LiveTable, seat: int, multiple: int) -> None:
    round_ = table.current_round()
    chosen = next((option for option in round_.options(seat) if option.multiple == multiple), None)
    person = table.people().get(seat, "")
    chips = house.balance(accounts.stack(table.id, person))
    if chosen is not None and chosen.amount > chips:
        raise CardroomError(
            "short-of-chips",
            f"That bet is {show_money(chosen.amount)}; you have {show_money(chips)}. Buy chips or fold.",
        )
    play(house, transaction, table, t.Choose(seat, multiple))


def play(house: House, transaction: Transaction, table: LiveTable, command: t.AnyCommand) -> None:
    """A command to the round; the automatic dealer goes on from there, and the links are told."""
    round_ = table.current_round()
    _guard(transaction, table, round_)
    events = _do(house, transaction, table, round_, command)
    if table.plan.dealer is Dealer.AUTOMATIC:
        while round_.state.phase is Phase.PLAYING and (act := round_.next_act()) is not None:
            events += _do(house, transaction, table, round_, act)
    feed_links(house, transaction, table, events)
    if any(isinstance(event, RoundClosed | RoundVoided) for event in events):
        end_round(house, transaction, table)
    keep_tray_filled(house, transaction, table)


def _do(
    house: House, transaction: Transaction, table: LiveTable, round_: Round, command: t.AnyCommand
) -> list[RoundEvent]:
    """Carry a command out and book each event against the state before it."""
    events = round_.plan(command)
    for event in events:
        postings = postings_for(table.id, table.people(), round_.state, event)
        round_.accept(event)
        house.record_round(transaction, table, event, postings)
    return events


def _guard(transaction: Transaction, table: LiveTable, round_: Round) -> None:
    """If anything of the command is refused later, the round goes back to where it was."""
    before, people = len(round_.events), dict(table.round_people)

    def undo() -> None:
        table.round = round_.back_to(round_.events[:before])
        table.round_people = people

    transaction.undo.append(undo)


def end_round(house: House, transaction: Transaction, table: LiveTable) -> None:
    """The seed may be seen; large wins are flagged; consoles are run as far as the house itself may."""
    _cap_and_flag(house, transaction, table)
    seed = house.secret_of(table.round_id, transaction)
    house.record_table(transaction, table, e.SeedRevealed(round_id=table.round_id, seed=seed.hex()))
    run_consoles(house, transaction, table)


def _cap_and_flag(house: House, transaction: Transaction, table: LiveTable) -> None:
    assert table.round is not None
    thresholds, cap = house.floor.thresholds, table.plan.payout_cap
    for seat, results in table.round.state.results.items():
        person = table.people()[seat]
        won = sum(amount for amount in results.values() if amount > 0)
        if cap is not None and won > cap:
            house.record_table(transaction, table, e.PayoutCapped(round_id=table.round_id, seat=seat, won=won, cap=cap))
            over = transfer(
                accounts.stack(table.id, person), accounts.tray(table.id), won - cap, "above the payout cap"
            )
            transaction.post(f"table:{table.id}", over)
            won = cap
        if thresholds.winnings_report is not None and won >= thresholds.winnings_report:
            flag = e.Flagged(kind="winnings", person=person, amount=won, detail=f"round {table.round_id}, seat {seat}")
            house.record_house(transaction, flag)


def correct_mispay(house: House, transaction: Transaction, command: c.CorrectMispay) -> None:
    table = house.table(command.table)
    if table.round is None:
        raise CardroomError("no-round", f"No round has been played at table {table.id}.")
    _guard(transaction, table, table.round)
    mispay = t.CorrectMispay(command.seat, command.wager, command.paid, command.reason)
    _do(house, transaction, table, table.round, mispay)
