"""The table of staff cards."""

from __future__ import annotations

from cardroom.house.features.staff_cards import handlers, state, text
from cardroom.house.features.staff_cards.messages import (
    AcknowledgeRefusal,
    CardIssued,
    CardRefused,
    CardRevoked,
    IssueCard,
    NoteRefusedCard,
    RefusalCleared,
    RevokeCard,
)
from cardroom.house.features.tables.messages import TableRemoved
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command, in_house
from cardroom.house.kernel.people import CLOSING, ONLY_SERVICE, SUPERVISING

FEATURE = Feature(
    commands=(
        command(IssueCard, handlers.issue, ONLY_SERVICE),
        command(RevokeCard, handlers.revoke, CLOSING),
        command(NoteRefusedCard, handlers.note_refused, ONLY_SERVICE),
        command(AcknowledgeRefusal, handlers.acknowledge, SUPERVISING),  # by the house, when the next card is taken
    ),
    events=(
        in_house(CardIssued, EventKind.PEOPLE, applied=state.issued),
        in_house(CardRevoked, EventKind.PEOPLE, applied=state.revoked),
        in_house(CardRefused, EventKind.REFUSAL, applied=state.refused),
        in_house(RefusalCleared, applied=state.cleared),
    ),
    follows=(at_table(TableRemoved, applied=state.table_removed),),
    significant=text.significant,
)
