"""The table of staff cards."""

from __future__ import annotations

from cardroom.house.features.staff_cards import handlers
from cardroom.house.features.staff_cards.messages import AcknowledgeRefusal, IssueCard, NoteRefusedCard, RevokeCard
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import CLOSING, ONLY_SERVICE, SUPERVISING

FEATURE = Feature(
    commands=(
        command(IssueCard, handlers.issue, ONLY_SERVICE),
        command(RevokeCard, handlers.revoke, CLOSING),
        command(NoteRefusedCard, handlers.note_refused, ONLY_SERVICE),
        command(AcknowledgeRefusal, handlers.acknowledge, SUPERVISING),  # by the house, when the next card is taken
    ),
)
