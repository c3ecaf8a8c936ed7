"""The two console generations as state machines. A press out of order is refused with what comes first.

Keypad: COIN IN, hand button, key to JPH, J-POT (the amount is locked), key to RUN (the meter changes), GAME OVER.
Touch display: START GAME, seat, hand button, CONFIRM, card (the amount is locked and the meter changes), END GAME.
Whose card is the key signs for all that is pressed until RUN; the card of the touch display for all that comes before.
"""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.games.jackpot_pages import Act, Console
from cardroom.games.paytable import line_name
from cardroom.jackpots.commands import (
    CoinIn,
    Confirm,
    EndGame,
    GameOver,
    KeySwitch,
    Press,
    PressHand,
    PressJackpot,
    PressSeat,
    StaffCard,
    StaffPress,
    StartGame,
    SwipeCard,
    TurnKey,
    Who,
)
from cardroom.jackpots.engine import console_games
from cardroom.jackpots.engine.awards import amount_now, pay, record, record_and_pay, require_recordable
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.table_state import ConsoleState
from cardroom.jackpots.events import (
    AnyEvent,
    AwardRecorded,
    HandPressed,
    KeyTurned,
    SeatPressed,
    WinConfirmed,
    WinSigned,
)
from cardroom.jackpots.setup.config import Source
from cardroom.jackpots.text.citations import rule_for
from cardroom.money import show_money
from cardroom.table.commands import Seat

_ONLY_ON = {
    CoinIn: Console.KEYPAD,
    TurnKey: Console.KEYPAD,
    PressJackpot: Console.KEYPAD,
    GameOver: Console.KEYPAD,
    StartGame: Console.TOUCH,
    PressSeat: Console.TOUCH,
    Confirm: Console.TOUCH,
    SwipeCard: Console.TOUCH,
    EndGame: Console.TOUCH,
}
_LABELS = {
    CoinIn: "COIN IN",
    TurnKey: "key",
    PressJackpot: "J-POT",
    GameOver: "GAME OVER",
    StartGame: "START GAME",
    PressSeat: "seat button",
    Confirm: "CONFIRM",
    SwipeCard: "card reader",
    EndGame: "END GAME",
}


def label(press: Press) -> str:
    """What is lettered on the button."""
    return _LABELS.get(type(press), "hand button")


def start_label(console: Console) -> str:
    """How the button that starts a game is lettered."""
    return _LABELS[CoinIn if console is Console.KEYPAD else StartGame]


def perform(state: LinkState, command: Press, who: Who) -> list[AnyEvent]:
    """What happens when this is pressed."""
    table = state.config.table(command.table)
    generation = _ONLY_ON.get(type(command), table.console)
    if generation is not table.console:
        raise CardroomError(
            "wrong-console", f"Table {table.id} has a {table.console} console, which has no {_LABELS[type(command)]}."
        )
    if state.tables[command.table].is_closed:
        raise CardroomError("table-closed", f"Table {table.id} is closed for the jackpot; open it first.")
    if isinstance(command, CoinIn | StartGame):
        return console_games.start(state, command, who)
    if not state.tables[command.table].round_id:
        first = start_label(table.console)
        raise CardroomError("no-game", f"Table {table.id} is not in a game; {first} comes first.")
    match command:
        case GameOver() | EndGame():
            _require_key_at_run(state, command)
            return console_games.end(state, command.table, who)
        case PressSeat():
            return [_press_seat(state, command, who)]
        case PressHand():
            return [_press_hand(state, command, who)]
        case Confirm():
            return [_confirm(state, command, who)]
        case SwipeCard():
            return _swipe(state, command, who)
        case TurnKey():
            return _turn_key(state, command, who)
        case PressJackpot():
            return [_press_jackpot(state, command, who)]


def needs_executive(state: LinkState, table_id: str, line: str) -> bool:
    """Whether an award of this line takes the executive's card, by what it is worth now."""
    return state.config.needs_executive(table_id, amount_now(state, line))


def card_needed(state: LinkState, table_id: str, line: str) -> StaffCard:
    """The card that a touch display waits for: where the executive's is needed, the supervisor's comes first."""
    is_signed = bool(state.tables[table_id].console.signed_by)
    is_executives = is_signed and needs_executive(state, table_id, line)
    return StaffCard.EXECUTIVE if is_executives else StaffCard.SUPERVISOR


def next_press(state: LinkState, table_id: str, *, checks_seats: bool = False) -> StaffPress | None:
    """The press that comes next at a table, so that a console can show it and a service can issue it.

    While awards wait it is a step of the first one's approval; otherwise it ends the game. None: there is no game, or
    not all seats are settled and awards are paid clockwise, unless whoever presses `checks_seats` by it.
    """
    table, is_keypad = state.tables[table_id], state.config.table(table_id).console is Console.KEYPAD
    console = table.console
    if not table.round_id:
        return None
    if console.locked:
        return TurnKey(table=table_id, to=KeySwitch.RUN)
    if table.waiting and not (checks_seats or table.is_order_known(state.config.award_order)):
        return None
    hand = next(iter(table.in_order(state.config.award_order)), None)
    is_known = table.is_order_known(state.config.award_order)  # at JPH not: seats were taken up again
    if console.key is KeySwitch.JPH and (hand is None or console.line != hand.line or not is_known):
        return TurnKey(table=table_id, to=KeySwitch.RUN)
    if hand is None:
        if console.line:
            return PressHand(table=table_id, line=console.line)
        return GameOver(table=table_id) if is_keypad else EndGame(table=table_id)
    if console.line and (console.line != hand.line or (not is_keypad and console.seat != hand.seat)):
        return PressHand(table=table_id, line=console.line)
    if not is_keypad and console.seat != hand.seat:
        return PressSeat(table=table_id, seat=hand.seat)
    if not console.line:
        return PressHand(table=table_id, line=hand.line)
    if is_keypad:
        if console.key is KeySwitch.RUN:
            return TurnKey(table=table_id, to=KeySwitch.JPH)
        return PressJackpot(table=table_id, seat=hand.seat)
    if not console.is_confirmed:
        return Confirm(table=table_id)
    return SwipeCard(table=table_id, card=card_needed(state, table_id, hand.line))


# --- both generations -------------------------------------------------------------------------------------------------


def _press_hand(state: LinkState, command: PressHand, who: Who) -> HandPressed:
    console = _console(state, command)
    line = state.config.line(command.line).id
    if state.config.source(state.config.pay(line)) is Source.TRAY:
        raise CardroomError("paid-from-tray", f"A {line_name(line)} is paid from the tray; it needs no button.")
    if console.locked:
        raise CardroomError("award-locked", f"Complete the recorded win first: {_told(state, console)}.")
    if console.key is KeySwitch.JPH:
        raise CardroomError("key-at-jph", "The key is at JPH; turn it back to RUN before changing the hand.")
    if console.line and console.line != line:
        raise CardroomError(
            "other-hand", f"The button {line_name(console.line)} is lit; press it again to turn it off first."
        )
    if state.config.table(command.table).console is Console.TOUCH and console.seat is None:
        raise CardroomError("no-seat", "Choose the winner's seat first, then the hand.")
    return HandPressed(
        at=who.at,
        by=who.by,
        rule=rule_for(state.config, command.table, Act.PRESS),
        table=command.table,
        line=line,
        lit=not console.line,
    )


# --- keypad -----------------------------------------------------------------------------------------------------------


def _turn_key(state: LinkState, command: TurnKey, who: Who) -> list[AnyEvent]:
    console = _console(state, command)
    if command.to is console.key:
        raise CardroomError("key-there", f"The key is at {command.to} already.")
    if command.to is KeySwitch.JPH and not console.line:
        raise CardroomError("no-hand-lit", "Press the button of the winning hand before turning the key to JPH.")
    turned = KeyTurned(
        at=who.at,
        by=who.by,
        rule=rule_for(state.config, command.table, Act.PAY if command.to is KeySwitch.RUN else Act.RECORD),
        table=command.table,
        to=command.to,
    )
    if not console.locked:
        return [turned]
    return [turned, pay(state, state.wins[console.locked], who)]


def _press_jackpot(state: LinkState, command: PressJackpot, who: Who) -> AwardRecorded:
    console = _console(state, command)
    if console.key is not KeySwitch.JPH:
        raise CardroomError("key-at-run", "The supervisor's key must be at JPH before J-POT.")
    if console.locked:
        raise CardroomError("award-locked", f"Complete the recorded win first: {_told(state, console)}.")
    if not console.line:
        raise CardroomError("no-hand-lit", "No hand is lit; turn the key back to RUN and press the winning hand first.")
    require_recordable(state, command.table, command.seat, console.line)
    if needs_executive(state, command.table, console.line):
        return record(state, command.table, command.seat, console.line, who, StaffCard.EXECUTIVE)
    return record(state, command.table, command.seat, console.line, who, approved_by=console.signed_by)


def _require_key_at_run(state: LinkState, command: GameOver | EndGame) -> None:
    console = _console(state, command)
    if console.key is KeySwitch.JPH:
        raise CardroomError("key-at-jph", "The key is at JPH; turn it back to RUN first.")


# --- touch display ----------------------------------------------------------------------------------------------------


def _press_seat(state: LinkState, command: PressSeat, who: Who) -> SeatPressed:
    console = _console(state, command)
    state.tables[command.table].wager_of(command.seat)
    if console.line:
        raise CardroomError(
            "hand-lit", f"{line_name(console.line)} is lit for seat {console.seat}; press it again to turn it off."
        )
    return SeatPressed(
        at=who.at,
        by=who.by,
        rule=rule_for(state.config, command.table, Act.PRESS),
        table=command.table,
        seat=command.seat,
    )


def _confirm(state: LinkState, command: Confirm, who: Who) -> WinConfirmed:
    console = _console(state, command)
    if console.seat is None or not console.line:
        raise CardroomError("nothing-to-confirm", "Choose the winner's seat and hand before CONFIRM.")
    if console.is_confirmed:
        raise CardroomError("confirmed", "This win is confirmed; swipe the card.")
    require_recordable(state, command.table, console.seat, console.line)
    return WinConfirmed(
        at=who.at,
        by=who.by,
        rule=rule_for(state.config, command.table, Act.RECORD),
        table=command.table,
        seat=console.seat,
        line=console.line,
    )


def _swipe(state: LinkState, command: SwipeCard, who: Who) -> list[AnyEvent]:
    console = _console(state, command)
    if not console.is_confirmed or console.seat is None:
        raise CardroomError("not-confirmed", "Seat, hand and CONFIRM come before the card.")
    require_recordable(state, command.table, console.seat, console.line)
    if needs_executive(state, command.table, console.line):
        award = f"An award of {show_money(amount_now(state, console.line))}"
        since = f"(from {show_money(state.config.executive_from)})"
        if not console.signed_by and command.card is StaffCard.EXECUTIVE:
            raise CardroomError(
                "not-signed", f"{award} needs two cards {since}: the supervisor's comes first, then the executive's."
            )
        if not console.signed_by:
            return [_signed(state, command, console.seat, console.line, who)]
        if command.card is not StaffCard.EXECUTIVE:
            raise CardroomError("wrong-card", f"{award} needs the executive's card {since}.")
    return record_and_pay(state, command.table, console.seat, console.line, who, command.card)


def _signed(state: LinkState, command: SwipeCard, seat: Seat, line: str, who: Who) -> WinSigned:
    rule = rule_for(state.config, command.table, Act.RECORD)
    return WinSigned(at=who.at, by=who.by, rule=rule, table=command.table, seat=seat, line=line)


def _console(state: LinkState, command: Press) -> ConsoleState:
    return state.tables[command.table].console


def _told(state: LinkState, console: ConsoleState) -> str:
    win = state.wins[console.locked]
    return f"{show_money(win.amount)} to seat {win.seat}, key back to RUN"
