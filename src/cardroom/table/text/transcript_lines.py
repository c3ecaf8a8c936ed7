"""What happened as it is shown: a sentence, the rule in words, and why a wager came to what it did."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from cardroom.games.citations import Citation
from cardroom.games.model import Game, Verdict
from cardroom.table.events import AnyEvent, Qualified, Surrendered, WagerSettled
from cardroom.table.settings import TableSettings
from cardroom.table.text.hand_names import hand_names
from cardroom.table.text.transcript import round_event_in_words


class TranscriptLine(msgspec.Struct, frozen=True):
    """One thing that happened. It is made when it is read, and written nowhere."""

    text: str  # "" where there is nothing to say
    cite: str = ""  # "" where no rule is followed
    hand: str | UnsetType = UNSET  # the name of the hand that it speaks of
    why: str | UnsetType = (
        UNSET  # of a settled wager: the number of the rule on the sheet that is quoted to whoever asks
    )


def line(event: AnyEvent, game: Game, hand: str = "") -> TranscriptLine:
    rule = reason(game, event, hand) if isinstance(event, WagerSettled | Qualified | Surrendered) else ""
    why = rule if isinstance(rule, str) else ""
    return TranscriptLine(round_event_in_words(event, game, hand), game.cite(event.rule), hand or UNSET, why or UNSET)


def lines(settings: TableSettings, events: Sequence[AnyEvent], game: Game) -> tuple[TranscriptLine, ...]:
    """A whole round, with the names of its hands."""
    names = hand_names(settings, events)
    return tuple(line(event, game, hand) for event, hand in zip(events, names, strict=True))


def reason(game: Game, event: AnyEvent, hand: str) -> Citation:
    """The rule that is quoted to someone who asks why: of a hand that was not enough, what it takes to be paid."""
    if isinstance(event, WagerSettled) and event.verdict is Verdict.LOSE and hand:
        return game.wager(event.wager).needs_rule or event.rule
    return event.rule
