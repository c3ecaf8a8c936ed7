"""What a player decided in rounds that are over, and what he saw then: all that a review of his play goes by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardroom.house.log import events as e
from cardroom.table import Round, TableSettings
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent, Checked, EventOfRound, Folded, Raised, Surrendered, TakenBack
from cardroom.table.information_set import Decided, sight_of
from cardroom.table.round import Option


def decisions_in(events: Iterable[e.TableEvent], settings: TableSettings, seat: Seat) -> list[Decided]:
    """Of one seat, in their order. A hand that the rules left nothing to decide about is no decision."""
    return list(_decisions([event for event in events if isinstance(event, EventOfRound)], settings, seat))


def _decisions(events: list[AnyEvent], settings: TableSettings, seat: Seat) -> Iterator[Decided]:
    for place, event in enumerate(events):
        if not isinstance(event, Raised | Folded | Checked | TakenBack | Surrendered) or event.seat != seat:
            continue
        before = Round(events[:place], settings)
        seen, options = sight_of(before, seat), before.options(seat)
        chosen = next((option.name for option in options if _is(event, option)), None)
        if seen is not None and chosen is not None and len(options) > 1:
            base = settings.rules.base_wager.id
            yield Decided(seen, chosen, before.state.seats[seat].stakes[base])


def _is(event: AnyEvent, option: Option) -> bool:
    match event:
        case Raised():
            return (option.kind, option.wager, option.multiple) == ("bet", event.wager, event.multiple)
        case Checked():
            return option.name == event.option
        case TakenBack():
            return (option.kind, option.wager) == ("take-back", event.wager)
        case Folded():
            return option.kind == "fold"
        case Surrendered():
            return option.kind == "surrender"
    return False
