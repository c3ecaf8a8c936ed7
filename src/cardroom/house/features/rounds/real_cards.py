"""At a table with real cards: sensors counted, hands declared and proven by their cards, mistakes put right.

Cardroom never knows the deck. A link needs to know which sensors were lit, which hands won and when the round is over;
from there on an award goes the same way as at a table where the cards are dealt here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import Wager
from cardroom.games.outcomes import Verdict
from cardroom.games.paytable import Line, line_name
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT
from cardroom.house.features.awards.handlers import require_handed_over
from cardroom.house.features.rounds.consoles import add_link_events, command_link, link_at, require_dealer
from cardroom.house.features.rounds.messages import (
    CardsShown,
    CorrectSensor,
    DeclareHand,
    JackpotChips,
    RealRoundBegan,
    RealRoundEnded,
    RefundHand,
    ReopenSeats,
    SensorsCounted,
    ShownHand,
    VerifyHand,
    VoidGame,
)
from cardroom.house.features.rounds.state import shown_cards_key
from cardroom.house.kernel import accounts
from cardroom.house.kernel.people import MANAGING
from cardroom.jackpots import Console, Link
from cardroom.jackpots.commands import KeySwitch
from cardroom.jackpots.engine.awards import amount_now
from cardroom.jackpots.engine.table_event_effects import start_press
from cardroom.jackpots.events import Proof
from cardroom.jackpots.setup.config import Source
from cardroom.ledger import PostingCode, transfer
from cardroom.money import Money
from cardroom.table import TableSettings
from cardroom.table.commands import Seat, VoidCause
from cardroom.table.engine.hand_proof import cards_needed, prove

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def require_real(table: LiveTable) -> None:
    if not table.plan.is_real:
        raise CardroomError("dealt-cards", f"Cardroom deals the cards of {table.title}: there it knows every hand.")


def count_sensors(work: UnitOfWork, table: LiveTable, link: Link, seats: Iterable[Seat]) -> None:
    """The lit sensors count. The first console of the table begins the round, and others join it."""
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed.")
    if table.is_closing and not work.house.games_on(table.id):
        raise CardroomError("table-closing", f"{table.title} closes: its tray is counted, and no round begins.")
    dealer, lit = require_dealer(table), sorted(set(seats))
    if not lit:
        raise CardroomError("no-wagers", "No sensor is lit: there is nothing to count, deal without the jackpot.")
    if not work.house.games_on(table.id):
        work.at_table(table, RealRoundBegan(round_id=f"{table.id}-{table.rounds + 1}"))
    wager = link.state.config.wager
    wagers = dict.fromkeys(lit, wager)
    command_link(work, link, start_press(link.state.config.table(table.id), table.round_id, wagers, {}, dealer))
    amount = wager * len(lit)
    counted = SensorsCounted(round_id=table.round_id, link=link.state.config.id, seats=tuple(lit), amount=amount)
    work.at_table(table, counted, transfer(accounts.CAGE, accounts.tray(table.id), amount, PostingCode.JACKPOT_CHIPS))


def move_jackpot_chips(work: UnitOfWork, table: LiveTable, amount: Money) -> None:
    """Real chips of a jackpot come into the tray, or leave it; what they stand for is on the link's books."""
    if amount:
        tray = accounts.tray(table.id)
        giver, receiver = (accounts.CAGE, tray) if amount > 0 else (tray, accounts.CAGE)
        moved = transfer(giver, receiver, abs(amount), PostingCode.JACKPOT_CHIPS)
        work.at_table(table, JackpotChips(round_id=table.round_id, amount=amount), moved)


# --- hands ------------------------------------------------------------------------------------------------------------


def prove_award_hand(work: UnitOfWork, command: DeclareHand | VerifyHand) -> None:
    """A hand that wins is proven by its cards, which are read as its wager says.

    What a supervisor tells is verified by that. Whoever else tells the cards of an award leaves them to be signed for.
    """
    table = work.house.table(command.table)
    require_real(table)
    link = link_at(work, table, command.link)
    config = link.state.config
    line = config.line(command.line)
    _require_declared(link, table, command, line)
    wager = config.table(table.id).wager
    if not table.plan.settings.is_live_after_fold(wager):
        _require_stayed_in(command)
    if isinstance(command, DeclareHand) and not command.cards and not asks_cards(work.house, link, line.id):
        _qualify(work, link, table, command.seat, line.id, None)
        return
    cards = _cards_told(table, command, cards_needed(table.plan.settings.rules, wager.id))
    _require_won(table.plan.settings, wager, line, cards)
    if isinstance(command, DeclareHand) or work.by.role in MANAGING:
        proof = Proof(cards=cards, entered_by=work.entered_by, verified_by=work.by.id)
        _qualify(work, link, table, command.seat, line.id, proof)
        return
    require_to_be_signed(link, table)
    proof = Proof(cards=cards, entered_by=work.entered_by, verified_by="")
    work.before_link(link)
    add_link_events(work, link, link.tell_hand(table.id, table.round_id, command.seat, line.id, proof, work.who))


def asks_cards(house: House, link: Link, line: str) -> bool:
    """Every award, every hand that gives envy, and what the tray pays from an amount of the house are proven."""
    config, since = link.state.config, house.floor.approvals.cards_from
    if config.source(config.pay(line)) is not Source.TRAY or (config.envy and config.line(line).envy):
        return True
    return since is not None and amount_now(link.state, line) >= since


def may_be_signed(link: Link, table: LiveTable) -> bool:
    """Whether one card can stand for verification and award: the award must be the next thing that is done."""
    of_table = link.state.tables[table.id]
    return of_table.console.key is KeySwitch.RUN and of_table.is_order_known(link.state.config.award_order)


def require_to_be_signed(link: Link, table: LiveTable) -> None:
    if not may_be_signed(link, table):
        why = (
            "the key is at JPH"
            if link.state.tables[table.id].console.key is KeySwitch.JPH
            else "awards are paid clockwise"
        )
        raise CardroomError("needs-verification", f"A supervisor's card verifies this hand now: {why}.")


def sign(work: UnitOfWork, link: Link, table: LiveTable) -> None:
    """Whose card it is stands for the cards that were told."""
    if (told := link.state.tables[table.id].console.told) is None:
        return
    for holder, shown in told.proof.cards.items():
        _require_as_before(table, told.seat, holder, shown)
    _require_new(table, told.seat, told.proof.cards)
    proof = msgspec.structs.replace(told.proof, verified_by=work.by.id)
    _qualify(work, link, table, told.seat, told.line, proof)


def _qualify(work: UnitOfWork, link: Link, table: LiveTable, seat: Seat, line: str, proof: Proof | None) -> None:
    for holder, shown in proof.cards.items() if proof else ():
        if proof and shown_cards_key(holder, seat) not in table.real_round.shown:
            event = CardsShown(
                round_id=table.round_id, holder=holder, seat=seat, cards=shown,
                entered_by=proof.entered_by, verified_by=proof.verified_by,
            )  # fmt: skip
            work.at_table(table, event)
    work.before_link(link)
    paytable = link.state.config.paytable.id
    add_link_events(work, link, link.qualify(table.id, table.round_id, seat, paytable, line, work.who, proof))


def _require_won(settings: TableSettings, wager: Wager, line: Line, cards: dict[str, tuple[Card, ...]]) -> None:
    """The cards make this line of the pay table, and it is paid: a tied bad beat makes one and loses all the same."""
    found = prove(settings, wager.id, cards)
    if found.line is None or found.line.id != line.id:
        makes = found.line.text if found.line else f"nothing that {wager.name} pays"
        raise CardroomError("other-hand", f"These cards make {makes} ({found.hand}), not {line.text}.")
    if found.outcome.verdict is not Verdict.WIN:
        why = settings.rules.rules.get(found.outcome.rule, "")
        raise CardroomError("no-win", f"With these cards {wager.name} does not win ({found.hand}). {why}".strip())


def _require_declared(link: Link, table: LiveTable, command: ShownHand, line: Line) -> None:
    """The tray's pays are the dealer's to declare; others are declared on the console and then verified."""
    config, of_table = link.state.config, link.state.tables[table.id]
    if not of_table.round_id:
        raise CardroomError("no-game", f"Jackpot {config.id} is not in a game at {table.title}.")
    of_table.wager_of(command.seat)
    is_tray = config.source(config.pay(line.id)) is Source.TRAY
    if isinstance(command, DeclareHand):
        if not is_tray:
            told = f"{line.text} is no pay of the tray: press its button, then a supervisor verifies it."
            raise CardroomError("needs-verification", told)
        return
    if is_tray:
        raise CardroomError(
            "paid-from-tray", f"{line.text} is paid from the tray: the dealer declares it with its cards."
        )
    console = of_table.console
    if console.line != line.id:
        lit = f"{line_name(console.line)} is lit" if console.line else "no hand is lit"
        raise CardroomError("not-declared", f"On the console {lit}: the button {line.text} comes first.")
    if config.table(table.id).console is Console.TOUCH and console.seat != command.seat:
        raise CardroomError("not-declared", f"On the console seat {console.seat} is chosen, not seat {command.seat}.")


def _require_stayed_in(command: ShownHand) -> None:
    if command.stayed_in is None:
        raise CardroomError("folded-or-not", f"Say whether seat {command.seat} stayed in: a folded hand does not win.")
    if not command.stayed_in:
        raise CardroomError("folded", f"Seat {command.seat} has folded, and a folded hand does not win this wager.")


def _cards_told(table: LiveTable, command: ShownHand, needed: dict[str, int]) -> dict[str, tuple[Card, ...]]:
    """By holder. What was shown before in this round need not be told again, and cannot be told otherwise."""
    told = {SEAT: command.cards, DEALER: command.dealer, COMMUNITY: command.community}
    cards = {}
    for holder, shown in told.items():
        before = _require_as_before(table, command.seat, holder, shown)
        if before is not None and holder in needed:
            cards[holder] = before
        elif shown:
            cards[holder] = tuple(shown)
    _require_new(table, command.seat, cards)
    return cards


def _require_as_before(table: LiveTable, seat: Seat, holder: str, shown: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """What lies there since it was shown, if anything."""
    known = table.real_round.shown.get(shown_cards_key(holder, seat))
    before = None if known is None else known.cards
    if before is not None and shown and set(shown) != set(before):
        whose = f"Seat {seat}" if holder == SEAT else f"The {holder}"
        raise CardroomError("other-cards", f"{whose} has shown other cards in this round: {' '.join(before)}.")
    return before


def _require_new(table: LiveTable, seat: Seat, cards: dict[str, tuple[Card, ...]]) -> None:
    """A card that lay elsewhere on the table in this round cannot lie here."""
    own = {shown_cards_key(holder, seat) for holder in cards}
    elsewhere = [card for place, shown in table.real_round.shown.items() if place not in own for card in shown.cards]
    here = [card for shown in cards.values() for card in shown]
    too_many = Counter([*elsewhere, *here]) - Counter(table.plan.settings.rules.deck.cards)
    if found := next((card for card in here if card in too_many and card in elsewhere), None):
        raise CardroomError("card-shown", f"The {found} has been shown in this round already, by another hand.")


def reopen_seats(work: UnitOfWork, command: ReopenSeats) -> None:
    """A seat was overlooked, on all consoles that pay clockwise and have begun to."""
    table = work.house.table(command.table)
    require_real(table)
    settled = [link for link in _in_game(work, table) if link.state.tables[table.id].is_settled]
    if not settled:
        raise CardroomError("not-settled", "Seats are still being checked: declare the hand.")
    for link in settled:
        work.before_link(link)
        add_link_events(work, link, link.settle_on(table.id, table.round_id, work.who))


# --- putting right ----------------------------------------------------------------------------------------------------


def correct_sensor(work: UnitOfWork, command: CorrectSensor) -> None:
    table = work.house.table(command.table)
    require_real(table)
    link = link_at(work, table, command.link)
    work.before_link(link)
    wager = link.state.config.wager
    if command.lit:
        add_link_events(work, link, link.take_late(table.id, table.round_id, command.seat, work.who))
        move_jackpot_chips(work, table, wager)
    else:
        seat, why = command.seat, command.why
        add_link_events(work, link, link.refund(table.id, table.round_id, seat, why, work.who, VoidCause.SENSOR))
        move_jackpot_chips(work, table, -wager)


def refund_hand(work: UnitOfWork, command: RefundHand) -> None:
    table = work.house.table(command.table)
    require_real(table)
    links = [link for link in _in_game(work, table) if command.seat in link.state.tables[table.id].seats]
    if not links:
        raise CardroomError("no-wager", f"Seat {command.seat} has no jackpot wager in this round.")
    for link in links:
        work.before_link(link)
        add_link_events(work, link, link.refund(table.id, table.round_id, command.seat, command.why, work.who))
        move_jackpot_chips(work, table, -link.state.config.wager)


def void_game(work: UnitOfWork, command: VoidGame) -> None:
    table = work.house.table(command.table)
    require_real(table)
    for link in _in_game(work, table):
        require_handed_over(link, table)
        seats = len(link.state.tables[table.id].seats)
        work.before_link(link)
        add_link_events(work, link, link.void(table.id, table.round_id, command.why, work.who))
        move_jackpot_chips(work, table, -seats * link.state.config.wager)
    work.at_table(table, RealRoundEnded(round_id=table.round_id, is_void=True))


def _in_game(work: UnitOfWork, table: LiveTable) -> list[Link]:
    links = [link for link in work.house.links_of(table.id) if link.state.tables[table.id].round_id]
    if not links:
        raise CardroomError("no-game", f"No round is on at {table.title}: COIN IN or START GAME comes first.")
    return links
