"""The round at a table: begun, bet on, decided, dealt on by an automatic dealer, and ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.fairness.commitments import commitment
from cardroom.house.features.promotions import handlers as promotions
from cardroom.house.features.reportable_events.messages import Flagged, FlagKind
from cardroom.house.features.rounds import consoles
from cardroom.house.features.rounds import real_cards as real
from cardroom.house.features.rounds.consoles import (
    feed_links,
    is_game_on,
    link_at,
    links_refusing_wagers,
    links_to_start,
    run_consoles,
    validate_jackpot_stakes,
    waits_for_award,
)
from cardroom.house.features.rounds.messages import (
    AtTable,
    BeginRound,
    CountSensors,
    PayoutCapped,
    RoundBegan,
    SeedLost,
    SeedRevealed,
    VoidWithoutKey,
)
from cardroom.house.features.rounds.required_payout_figures import require_figure
from cardroom.house.features.rounds.round_postings import over_cap, postings_for
from cardroom.house.features.tables import plan_changes
from cardroom.house.features.tables.bank import close_table as close_bank
from cardroom.house.features.tables.bank import keep_tray_filled, remove_table
from cardroom.house.features.tables.messages import CameBack
from cardroom.house.features.tables.text import fault_in_words
from cardroom.house.floor import Dealer
from cardroom.house.kernel import accounts
from cardroom.house.kernel.dual_control import require_two
from cardroom.house.kernel.people import PLAYERS
from cardroom.jackpots import Link
from cardroom.jackpots.engine.consoles import start_label
from cardroom.money import Money, show_money
from cardroom.table import Round
from cardroom.table import commands as t
from cardroom.table.commands import Seat
from cardroom.table.engine.betting import minimum_to_stay_in, with_equal_wagers
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import Raised, RoundClosed, RoundVoided
from cardroom.table.round_state import Phase

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def begin(work: UnitOfWork, command: BeginRound) -> None:
    table = work.house.table(command.table)
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed.")
    if table.is_playing:
        raise CardroomError("round-open", f"{table.title} is in a round already.")
    if table.is_closing:
        raise CardroomError("table-closing", f"{table.title} closes: its tray is counted, and no round begins.")
    if table.plan.is_real:
        raise CardroomError("real-cards", f"{table.title} has real cards: a round begins with COIN IN or START GAME.")
    if not table.seats:
        raise CardroomError("no-players", f"Nobody sits at {table.title}.")
    if not table.here:
        raise CardroomError("no-players", f"Everyone at {table.title} is away.")
    if is_game_on(work.house, table) and not waits_for_award(work.house, table):
        raise CardroomError("game-on", "The jackpot's game of the last round is still on; end it on the console.")
    require_not_suspended(work, table)
    plan_changes.take_up(work, table)
    round_id = f"{table.id}-{table.rounds + 1}"
    seal = work.house.seals.draw(round_id)
    seed = work.house.seals.seed_of(round_id, seal)
    opened = Round.open(round_id, table.plan.settings, settings_hash=table.settings).events[0]
    committed = commitment(round_id, seed)
    work.at_table(table, RoundBegan(round_id=round_id, commitment=committed, nonce=seal.nonce, seal_key=seal.key))
    work.at_table(table, opened)
    table.deal_from(seed)


def play(work: UnitOfWork, at_table: AtTable) -> None:
    """What somebody does in the round."""
    table, command = work.house.table(at_table.table), at_table.command
    if isinstance(command, t.Bet | t.Choose | t.Act):
        require_not_suspended(work, table)
    match command:
        case t.Bet():
            _own_seat(work, table, command.seat)
            bet(work, table, command)
        case t.Choose():
            _own_seat(work, table, command.seat)
            choose(work, table, command)
        case t.CorrectMispay():
            if table.round is None:
                raise CardroomError("no-round", f"No round has been played at {table.title}.")
            _accept(work, table, table.round.plan(command))
        case t.CloseBets():
            _close_bets(work, table)
        case t.RefuseLateBet():
            planned = table.current_round().plan(command)
            if command.seat not in table.people():
                raise CardroomError("empty-seat", f"Nobody sits at seat {command.seat}: no bet is pushed back there.")
            go_on(work, table, planned)
        case _:
            if isinstance(command, t.Act) and table.is_playing:
                require_counted(work, table)
                require_figure(table, command)
            carry_out(work, table, command)


def _close_bets(work: UnitOfWork, table: LiveTable) -> None:
    for link in links_refusing_wagers(work.house, table, work.at):
        _give_back(work, table, link)
    carry_out(work, table, t.CloseBets())


def require_counted(work: UnitOfWork, table: LiveTable) -> None:
    """The jackpot wagers are counted and taken in before a card is dealt."""
    for link in links_to_start(work.house, table):
        button = start_label(link.state.config.table(table.id).console)
        raise CardroomError("not-counted", f"{button} on the console of jackpot {link.state.config.id} comes first.")


def count_sensors(work: UnitOfWork, command: CountSensors) -> None:
    """COIN IN or START GAME, by whoever deals."""
    table = work.house.table(command.table)
    require_not_suspended(work, table)
    link = link_at(work, table, command.link)
    if table.plan.is_real:
        real.count_sensors(work, table, link, command.seats)
        return
    if table.round is not None and table.round.state.phase is Phase.BETTING and table.plan.dealer is Dealer.HUMAN:
        _close_bets(work, table)
    consoles.count_sensors(work, table, link)


def _own_seat(work: UnitOfWork, table: LiveTable, seat: Seat) -> None:
    if work.by.role in PLAYERS and table.seat_of(work.by.id) != seat:
        raise CardroomError("not-your-seat", f"Seat {seat} is not yours; you sit at {table.seat_of(work.by.id)}.")


def bet(work: UnitOfWork, table: LiveTable, command: t.Bet) -> None:
    round_, person = table.current_round(), work.by.id
    stakes = with_equal_wagers(round_.state.settings, command.stakes)
    on_layout = round_.state.seats[command.seat].stakes if command.seat in round_.state.seats else {}
    total = sum(stakes.values())
    planned = round_.plan(t.Bet(command.seat, stakes))
    chips = work.balance(accounts.stack(table.id, person)) + sum(on_layout.values())
    if total > chips:
        raise CardroomError(
            "short-of-chips",
            f"These bets come to {show_money(total)}, and your chips to {show_money(chips)}. Buy chips, or bet less.",
        )
    if limits := work.house.own_limits.get(person):
        limits.validate_time(work.at)
        later = minimum_to_stay_in(round_.state.settings, stakes)  # or the limit would make the hand fold
        _require_within_own_limit(work, person, total - sum(on_layout.values()) + later)
    validate_jackpot_stakes(work.house, table, stakes, work.at)
    mark_present(work, table, command.seat)
    go_on(work, table, planned)


def choose(work: UnitOfWork, table: LiveTable, command: t.Choose) -> None:
    planned = table.current_round().plan(command)
    person = table.people().get(command.seat, "")
    chips = work.balance(accounts.stack(table.id, person))
    for event in planned:
        if not isinstance(event, Raised):
            continue
        if event.stake > chips:
            raise CardroomError(
                "short-of-chips",
                f"That bet is {show_money(event.stake)}; you have {show_money(chips)}. Buy chips or fold.",
            )
        _require_within_own_limit(work, person, event.stake)
    if work.by.role in PLAYERS:
        mark_present(work, table, command.seat)
    go_on(work, table, planned)


def _require_within_own_limit(work: UnitOfWork, person: str, more: Money) -> None:
    """With all that lies on layouts, at other tables too."""
    if limits := work.house.own_limits.get(person):
        at_stake = sum(work.balance(accounts.layout(table, person)) for table in work.house.tables)
        limits.validate_loss(work.house.money_of(person), at_stake + more, work.at)


def mark_present(work: UnitOfWork, table: LiveTable, seat: Seat) -> None:
    """Who does something is there."""
    if seat in table.away_seats:
        work.at_table(table, CameBack(seat=seat))


def carry_out(work: UnitOfWork, table: LiveTable, command: t.AnyCommand | t.VoidRound) -> None:
    go_on(work, table, table.current_round().plan(command))


def give_back_jackpot_bets(work: UnitOfWork, link: Link) -> None:
    """A link that has just closed takes no wagers: those that lie on open layouts go back, and the rest is played."""
    for config in link.state.config.tables if link.state.shortfall or link.state.is_removed else ():
        if (table := work.house.tables.get(config.id)) is not None:
            _give_back(work, table, link)


def _give_back(work: UnitOfWork, table: LiveTable, link: Link) -> None:
    if table.round is None or table.round.state.phase is not Phase.BETTING:
        return
    own = link.state.config.table(table.id).wager.id
    for seat, of_seat in list(table.round.state.seats.items()):
        if own in of_seat.stakes:
            others = {wager: stake for wager, stake in of_seat.stakes.items() if wager != own}
            carry_out(work, table, t.Bet(seat, others))


def void(work: UnitOfWork, table: LiveTable, cause: t.VoidCause) -> None:
    """A round that cannot go on, if there is one."""
    if table.is_playing:
        carry_out(work, table, t.VoidRound(cause))


def require_working(table: LiveTable) -> None:
    if table.fault:
        raise CardroomError("table-stopped", f"{table.title}: {fault_in_words(table.fault)}")


def void_without_key(work: UnitOfWork, command: VoidWithoutKey) -> None:
    """Nobody knows the cards any more: the round is void and every stake goes back. It takes two people.

    An award that somebody is approving was won by cards that lie open: it waits on its console.
    """
    table = work.house.table(command.table)
    alone = "It takes two people of the staff, and one of them a supervisor."
    require_two(work.house, command.entered_by, work.by, alone)
    round_ = table.current_round()
    if command.round_id != table.round_id or table.began is None:
        raise CardroomError("no-round", f"Round {command.round_id} is not in progress at {table.title}.")
    lost = SeedLost(round_id=table.round_id, seal_key=table.began.key, entered_by=command.entered_by)
    go_on(work, table, round_.plan(t.VoidRound(t.VoidCause.KEY_LOST)), lost=lost)


def require_not_suspended(work: UnitOfWork, table: LiveTable) -> None:
    """What was disputed, or has failed, stays as it lies: only a supervisor puts right what is wrong."""
    require_working(table)
    if (held := table.suspended) is not None:
        why = f": {held.why.rstrip('.')}" if work.by.role not in PLAYERS else ""
        raise CardroomError(
            "table-suspended",
            f"{table.title} is suspended{why}. Everything stays as it lies, and no clock runs, until a supervisor"
            " lets it go on.",
        )
    if (wrong := table.mispaid) is not None:
        raise CardroomError(
            "payout-differs",
            f"The payout of seat {wrong.seat} is looked into: a supervisor puts it right, and then it goes on.",
        )


def resume_play(work: UnitOfWork, table: LiveTable) -> None:
    """Where the house itself deals it goes on with what had to wait."""
    if table.is_playing:
        go_on(work, table, [], was_suspended=True)


def go_on(
    work: UnitOfWork,
    table: LiveTable,
    planned: list[RoundEvent],
    *,
    was_suspended: bool = False,
    lost: SeedLost | None = None,
) -> None:
    """What follows from these events: the automatic dealer goes on from there, and the links are told."""
    _accept(work, table, planned)
    round_, events = table.round, list(planned)
    assert round_ is not None
    stands_still = work.is_rehearsal or (table.suspended is not None and not was_suspended)
    if table.plan.dealer is Dealer.AUTOMATIC and not stands_still:
        while round_.state.phase is Phase.PLAYING and (act := round_.next_act()) is not None:
            events += _accept(work, table, round_.plan(act))
    feed_links(work, table, events, to_locked=lost is None)
    is_over = any(isinstance(event, RoundClosed | RoundVoided) for event in events)
    if is_over:
        _end(work, table, lost)
    keep_tray_filled(work, table)
    if is_over and table.is_closing and table.plan.dealer is Dealer.AUTOMATIC:
        end = remove_table if table.plan.is_private else close_bank
        end(work, table)


def _accept(work: UnitOfWork, table: LiveTable, planned: list[RoundEvent]) -> list[RoundEvent]:
    """Book each event against the state before it, and take it in."""
    people = table.people()
    for event in planned:
        assert table.round is not None
        work.at_table(table, event, *postings_for(table.id, people, table.round.state, event))
    return planned


def _end(work: UnitOfWork, table: LiveTable, lost: SeedLost | None) -> None:
    """The seed may be seen, if it can be; large wins are flagged; consoles are run as far as the house itself may."""
    _cap_and_flag(work, table)
    promotions.award(work, table)
    if lost is None:
        work.at_table(table, SeedRevealed(round_id=table.round_id, seed=work.house.seed_of(table).hex()))
    else:
        work.at_table(table, lost)
    run_consoles(work, table)


def _cap_and_flag(work: UnitOfWork, table: LiveTable) -> None:
    assert table.round is not None
    threshold, cap = work.house.floor.thresholds.winnings_report, table.plan.payout_cap
    for seat, results in table.round.state.results.items():
        person = table.people()[seat]
        won = sum(amount for amount in results.values() if amount > 0)
        if cap is not None and won > cap:
            capped = PayoutCapped(round_id=table.round_id, seat=seat, won=won, cap=cap)
            work.at_table(table, capped, over_cap(table.id, person, won - cap))
            won = cap
        if threshold is not None and won >= threshold:
            flag = Flagged(
                kind=FlagKind.WINNINGS, person=person, amount=won, table=table.id, round_id=table.round_id, seat=seat
            )
            work.in_house(flag)
