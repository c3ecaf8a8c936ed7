"""The cards behind an award, as far as the staff may see them: what was shown, and all of it once the round is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from cardroom.cards import Card
from cardroom.fairness.shuffler import shuffle
from cardroom.games.catalogue import is_known
from cardroom.games.model import COMMUNITY, DEALER, SEAT
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.rounds.rows import RoundRow
from cardroom.house.kernel.document_store import Documents
from cardroom.house.log.records import TablePart, table_stream
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots.events import Proof
from cardroom.table import TableSettings
from cardroom.table.commands import Seat
from cardroom.table.engine.needed_hands import holders_read
from cardroom.table.event_visibility import unsealed, view
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import CardExposed, DealerRevealed, EventOfRound, HandShown, PacketDealt, RoundOpened


class CardsOf(msgspec.Struct, frozen=True):
    """The cards of the player (“seat”), of the dealer, or of all."""

    holder: str
    cards: tuple[Card, ...]


def cards_of(house: House, table: str, round_id: str, seat: Seat, wager: str) -> tuple[CardsOf, ...]:
    """Those that the wager is read on, of a round that is still at its table. Others are in the log."""
    live = house.tables.get(table)
    if live is None or live.round_id != round_id:
        return ()
    if live.plan.is_real:
        return _verified(house, live, seat, wager)
    if live.round is None or not is_known(live.plan.settings.game):
        return ()
    settings = live.round.state.settings
    events = live.round.events if live.seed else [view(event, "spectator") for event in live.round.events]
    return _shown(settings, events, seat, wager)


def _verified(house: House, table: LiveTable, seat: Seat, wager: str) -> tuple[CardsOf, ...]:
    """Real cards are known once somebody has verified a hand by them."""
    for link in house.links_of(table.id):
        if link.state.config.table(table.id).wager.id == wager:
            wagers = link.state.tables[table.id].wagers
            return proof_cards(next((one.proof for one in wagers if one.seat == seat), None))
    return ()


def proof_cards(proof: Proof | None) -> tuple[CardsOf, ...]:
    """The real cards of a hand; none where they were dealt here."""
    return tuple(CardsOf(holder, cards) for holder, cards in proof.cards.items()) if proof else ()


def cards_in_log(reader: Reader, documents: Documents, round_id: str, seat: Seat, wager: str) -> tuple[CardsOf, ...]:
    """The same of any round; none where its rules are gone."""
    row = reader.row(RoundRow, round_id=round_id)
    if row is None:
        return ()
    events = list(_events(reader, row))
    opened = next((event for event in events if isinstance(event, RoundOpened)), None)
    if opened is None:
        return ()
    settings = documents.get(opened.settings, TableSettings)
    if not is_known(settings.game):
        return ()
    if row.seed:
        deck, _ = shuffle(bytes.fromhex(row.seed), settings.rules.deck.cards)
        return _shown(settings, [unsealed(event, deck) for event in events], seat, wager)
    return _shown(settings, [view(event, "spectator") for event in events], seat, wager)


def _events(reader: Reader, row: RoundRow) -> Iterator[RoundEvent]:
    for record in reader.of_stream(table_stream(row.table_id), row.first - 1, row.last or None):
        for part in record.parts:
            if isinstance(part, TablePart) and part.table == row.table_id:
                yield from (event for event in part.events if isinstance(event, EventOfRound))


def _holders(settings: TableSettings, wager: str) -> list[str]:
    """Whose cards the wager is read on, the player's first."""
    read = holders_read(settings.rules, wager)
    return sorted((holder for holder in settings.rules.holders if holder in read), key=lambda holder: holder != SEAT)


def _shown(settings: TableSettings, events: Iterable[RoundEvent], seat: Seat, wager: str) -> tuple[CardsOf, ...]:
    """Packets whose cards are all known, or what has been turned of them."""
    dealt: dict[str, list[tuple[Card, ...] | None]] = {}
    turned: dict[str, tuple[Card, ...]] = {}
    for event in events:
        match event:
            case PacketDealt(to_empty_seat=False):
                holder = SEAT if event.to == seat else str(event.to)
                is_up = len(event.up) == event.count
                dealt.setdefault(holder, []).append(event.up if is_up else event.cards)
            case HandShown() if event.seat == seat:
                turned[SEAT] = event.cards
            case DealerRevealed():
                turned[DEALER] = event.cards
            case CardExposed():
                turned[COMMUNITY] = (*turned.get(COMMUNITY, ()), event.card)
            case _:
                pass
    found = []
    for holder in _holders(settings, wager):
        packets = dealt.get(holder, [])
        known = [packet for packet in packets if packet is not None]
        is_known_whole = packets and len(known) == len(packets)
        cards = tuple(card for packet in known for card in packet) if is_known_whole else turned.get(holder, ())
        if cards:
            found.append(CardsOf(holder, cards))
    return tuple(found)
