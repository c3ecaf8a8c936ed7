"""What comes next at a table where a person deals, at the table and on its consoles: one answer for both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.model import Shuffler
from cardroom.games.paytable import line_name
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.awards.handlers import to_hand_over
from cardroom.house.features.rounds.consoles import links_to_start, sensors_lit
from cardroom.house.features.rounds.real_cards import may_be_signed
from cardroom.house.features.rounds.required_payout_figures import asks_figure
from cardroom.house.features.rounds.state import AtShuffler
from cardroom.house.features.tables.text import fault_in_words
from cardroom.house.floor import Dealer
from cardroom.house.kernel.people import Whose
from cardroom.house.log import commands as c
from cardroom.jackpots import Link, next_press
from cardroom.jackpots import commands as j
from cardroom.jackpots.engine.awards import amount_now
from cardroom.jackpots.engine.consoles import label, needs_executive, start_label
from cardroom.money import show_money
from cardroom.table import commands as t
from cardroom.table.commands import Seat
from cardroom.table.round_state import Phase
from cardroom.table.text.dealer_instructions import list_in_words, settled_in_words

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """The next press, or whatever else is waited for."""

    label: str  # as it is lettered on the button
    whose: Whose
    says: str  # a sentence
    link: str = ""  # on whose console
    cite: str = ""  # the rule that it follows
    asks_figure: bool = False  # what is counted out for the seat is entered, and settles it
    command: c.Sent | None = None  # to be sent as it is; None: something has to be told first, or is not ours to do


def next_step(house: House, table: LiveTable) -> NextStep | None:
    """None: nothing is waited for."""
    if not table.is_open:
        says = "The table is closed: two people count its tray, and a supervisor opens it."
        return _step("OPEN", Whose.SUPERVISOR, says)
    if table.is_closing and not table.is_playing and not house.games_on(table.id):
        return _step("COUNT", Whose.SUPERVISOR, "The table closes: two people count its tray.")
    if table.fault:
        return _step(
            "", Whose.SUPERVISOR, f"{fault_in_words(table.fault)} A supervisor closes the table, and opens it anew."
        )
    if table.plan.is_real:
        return _with_real_cards(house, table)
    if table.trouble:
        return _step(
            "", Whose.SUPERVISOR, f"{table.trouble_in_words} A supervisor declares a misdeal, or closes the table."
        )
    if table.suspended is not None:
        says = "The table is suspended: a supervisor looks into it, and lets it go on."
        return _step("RESUME", Whose.SUPERVISOR, says, command=c.ResumeTable(table.id))
    if (wrong := table.mispaid) is not None:
        says = f"The payout of seat {wrong.seat} differs: a supervisor looks at it, and puts it right."
        return _step("PUT RIGHT", Whose.SUPERVISOR, says)
    return _in_round(house, table) if table.is_playing else _between_rounds(house, table)


AT_TERMINAL = (
    c.AtConsole, c.CountSensors, c.DeclareHand, c.VerifyHand, c.ReopenSeats, c.CorrectSensor, c.RefundHand, c.VoidGame,
    c.BeginRound, c.HandOver,
)  # fmt: skip


def error_with_next_step(house: House, command: c.AnyCommand, error: CardroomError) -> CardroomError:
    """A press that is refused, with the one that comes next."""
    table = house.tables.get(command.target)
    if table is None or not isinstance(command.act, AT_TERMINAL) or table.plan.dealer is not Dealer.HUMAN:
        return error
    step = next_step(house, table)
    if step is None or not step.label or step.label in error.message:
        return error
    return CardroomError(error.code, f"{error.message} Next: {step.label}. {step.says}")


def is_lit_hand_proven(link: Link, table: LiveTable) -> bool:
    """Whether the hand that is lit on the console has been proven by its cards, signed for or not yet."""
    of_table = link.state.tables[table.id]
    seat, hands = of_table.console.seat, of_table.in_order(link.state.config.award_order)
    return any(hand.line == of_table.console.line and seat in (None, hand.seat) for hand in hands)


# --- tables that Cardroom deals ---------------------------------------------------------------------------------------


def _in_round(house: House, table: LiveTable) -> NextStep | None:
    assert table.round is not None
    if table.round.state.phase is Phase.BETTING:
        if not table.round.state.seats:
            return _step("", Whose.PLAYERS, "Players put their bets down.")
        if link := next((link for link in house.links_of(table.id) if sensors_lit(link, table)), None):
            says = "When all who want to have bet: count the lit sensors, and betting is closed."
            return _tap_in(table) or _count(link, table, says)
        return _dealers_act(table, t.CloseBets())
    if link := next(iter(links_to_start(house, table)), None):
        says = "Count the lit sensors of this jackpot, then take its wagers in."
        return _tap_in(table) or _count(link, table, says)
    act = table.round.next_act()
    if press := _at_shuffler(table, act):
        return press
    if act is not None:
        return _dealers_act(table, act)
    seats = table.round.awaited_seats()
    who = f"Seat {seats[0]} decides." if len(seats) == 1 else f"Seats {list_in_words(map(str, seats))} decide."
    return _step("", Whose.PLAYERS, who)


def _dealers_act(table: LiveTable, act: t.AnyAct) -> NextStep:
    """In spoken words. Of a settlement the dealer is told what comes of it, unless he counts it out himself."""
    assert table.round is not None
    round_ = table.round
    spoken = round_.next_said()
    assert spoken is not None
    words, asks = spoken.words, False
    if isinstance(act, t.SettleSeat | t.SettleSecondPass):
        asks = asks_figure(table)
        words = f"{spoken.words.rstrip('.')}: turn the hand, take and pay, and enter what you push to it."
        if not asks:
            words = settled_in_words(round_.state, act.seat, round_.plan(act))
    return NextStep(
        label=spoken.label,
        whose=Whose.DEALER,
        says=words,
        cite=spoken.cite,
        asks_figure=asks,
        command=None if asks else c.AtTable(table.id, act),
    )


def _at_shuffler(table: LiveTable, act: t.AnyAct | None) -> NextStep | None:
    """The green button, where the sheet has it pressed before the first packet, and when the deal is out."""
    assert table.round is not None
    state, before = table.round.state, (table.shuffler or AtShuffler())
    shuffler = _shuffler(table)
    if shuffler is None:
        return None
    is_first = isinstance(act, t.DealPacket) and not state.dealt_to
    if is_first and shuffler.first_rule and before.first != state.round_id:
        says = "Press the green button: the shuffler gives out the first packet."
        return _press(table, "first", "GREEN BUTTON", says, shuffler.first_rule)
    is_out = bool(state.dealt_to) and not isinstance(act, t.DealPacket | t.CollectEmptySeats)
    if is_out and shuffler.count_rule and not state.dealer_revealed and before.counted != state.round_id:
        hands = len(state.seats) + bool(state.dealer)
        name = state.game.wager(shuffler.shows).name
        says = f"Press the green button: the shuffler counts {hands} hands, and shows what the {name} pays."
        return _press(table, "count", "GREEN BUTTON", says, shuffler.count_rule)
    return None


def _shuffler(table: LiveTable) -> Shuffler | None:
    """Whose presses a dealer is told; one that is there for a wager only where that is offered."""
    settings = table.plan.settings
    shuffler = settings.rules.shuffler if table.plan.dealer is Dealer.HUMAN else None
    return None if shuffler is None or shuffler.shows not in ("", *settings.offered) else shuffler


def _press(table: LiveTable, what: c.ShufflerPress, label: str, says: str, rule: str) -> NextStep:
    cite = table.plan.settings.rules.cite(rule)
    command = c.PressShuffler(table.id, what)
    return NextStep(label=label, whose=Whose.DEALER, says=says, cite=cite, command=command)


def _between_rounds(house: House, table: LiveTable) -> NextStep | None:
    for link in house.links_of(table.id):
        if link.state.tables[table.id].round_id and (press := next_press(link.state, table.id)):
            return press_step(link, press)
    if table.is_closing:
        return _step("CLOSE", Whose.SUPERVISOR, "The last round is over: the chips are counted, and the table closes.")
    if not table.here:
        return None
    shuffler = _shuffler(table)
    if shuffler is not None and (table.shuffler or AtShuffler()).mode != shuffler.mode:
        says = f"Set the shuffler to “{shuffler.mode}”."
        return _press(table, "mode", "SHUFFLER IS SET", says, shuffler.mode_rule)
    return _step("NEW ROUND", Whose.DEALER, "The next round can begin.", command=c.BeginRound(table.id))


def _tap_in(table: LiveTable) -> NextStep | None:
    """A game of the jackpot starts with somebody who deals."""
    if table.dealing is not None:
        return None
    says = "Nobody deals here: tap in, and the table goes on with you."
    return _step("TAP IN", Whose.DEALER, says, command=c.TapIn(table.id))


def _start_label(link: Link, table: LiveTable) -> str:
    return start_label(link.state.config.table(table.id).console)


def _count(link: Link, table: LiveTable, says: str, seats: tuple[Seat, ...] = ()) -> NextStep:
    name = link.state.config.id
    command = c.CountSensors(name, table.id, seats)
    return _step(_start_label(link, table), Whose.DEALER, says, link=name, command=command)


# --- tables with real cards -------------------------------------------------------------------------------------------


def _with_real_cards(house: House, table: LiveTable) -> NextStep:
    links = house.links_of(table.id)
    playing = [link for link in links if link.state.tables[table.id].round_id]
    if not playing and (step := _tap_in(table)):
        return step
    if not playing:
        says = "Light the seats with a chip on the sensor, count them, take the wagers in and deal."
        return _step(_start_label(links[0], table), Whose.DEALER, says, link=links[0].state.config.id)
    for link in playing:
        if step := _at_console(link, table):
            return step
    for link in playing:
        for win in to_hand_over(link, table):
            says = f"{show_money(win.amount)} goes to seat {win.seat}, from the tray or by hand-pay slip."
            return _step("HAND OVER", Whose.SUPERVISOR, says, link=link.state.config.id)
    press = next_press(playing[0].state, table.id, checks_seats=True)
    assert press is not None, "a game without a hand that waits can be ended"
    return press_step(playing[0], press, says="Declare every hand that wins. When all seats are checked:")


def _at_console(link: Link, table: LiveTable) -> NextStep | None:
    """Something has begun on a console that must be completed first."""
    of_table, name = link.state.tables[table.id], link.state.config.id
    console = of_table.console
    if console.line and not console.locked and not is_lit_hand_proven(link, table):
        if may_be_signed(link, table):
            says = f"Tell the cards of the {line_name(console.line)}, with a supervisor who signs for them next."
            return _step("VERIFY", Whose.DEALER, says, link=name)
        says = f"A supervisor verifies the {line_name(console.line)} by its cards."
        return _step("VERIFY", Whose.SUPERVISOR, says, link=name)
    if not (console.line or console.locked or of_table.waiting):
        return None
    is_open = bool(of_table.waiting) and not of_table.is_order_known(link.state.config.award_order)
    press = next_press(link.state, table.id, checks_seats=True)
    if press is None:
        return None
    others = "Declare every other hand that wins. When all seats are checked:" if is_open else ""
    return press_step(link, press, says=others)


# --- presses ----------------------------------------------------------------------------------------------------------


def press_step(link: Link, press: j.StaffPress, says: str = "") -> NextStep:
    """A press on the console of a link, and whose it is; `says` comes before it."""
    config, first = link.state.config, f"{says} " if says else ""
    whose, button = Whose.DEALER, label(press)
    console = link.state.tables[press.table].console
    match press:
        case j.PressSeat():
            button, says = f"SEAT {press.seat}", f"Choose seat {press.seat}, which has won."
        case j.PressHand():
            button = config.line(press.line).text
            again = f"Press {button} again: it goes out."
            says = again if console.line else f"Press the hand that won: {button}."
        case j.TurnKey(to=j.KeySwitch.JPH):
            whose, button = Whose.SUPERVISOR, "KEY TO JPH"
            says = "A supervisor has verified the win: the card turns the key to JPH, and is the key until RUN."
        case j.TurnKey():
            button, says = "KEY TO RUN", "The key goes back to RUN: the meter changes."
        case j.PressJackpot():
            says = f"J-POT for seat {press.seat}: the amount is locked."
            if needs_executive(link.state, press.table, console.line):
                whose, says = Whose.EXECUTIVE, f"The executive's card, and {says}"
        case j.Confirm():
            says = "A supervisor has verified the win: CONFIRM, and the card that follows signs for it."
        case j.SwipeCard():
            whose = Whose.EXECUTIVE if press.card is j.StaffCard.EXECUTIVE else Whose.SUPERVISOR
            button, does = f"{whose.upper()} CARD", "signs for the win, and records it"
            if whose is Whose.SUPERVISOR and needs_executive(link.state, press.table, console.line):
                does = "signs for the win; the executive's, which comes next, records it"
            elif whose is Whose.EXECUTIVE:
                does = "records the win"
            says = f"The {whose}'s card {does}: {_award(link, press.table)}."
        case j.GameOver() | j.EndGame():
            says = f"All is reconciled: {button} pays the envy and resets the console."
    return _step(button, whose, first + says, link=config.id, command=c.AtConsole(config.id, press))


def _award(link: Link, table: str) -> str:
    """What whoever swipes a card signs for."""
    console = link.state.tables[table].console
    return f"seat {console.seat}, {line_name(console.line)}, {show_money(amount_now(link.state, console.line))}"


def _step(label: str, whose: Whose, says: str, *, link: str = "", command: c.Sent | None = None) -> NextStep:
    return NextStep(label=label, whose=whose, says=says, link=link, command=command)
