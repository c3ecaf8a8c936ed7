"""What happened as it is shown: a sentence, the rule in words, and why a wager came to what it did."""

from __future__ import annotations

import msgspec

from cardroom.games.citations import Citation
from cardroom.games.model import Game, Verdict
from cardroom.table.events import AnyEvent, Qualified, Surrendered, WagerSettled
from cardroom.table.transcript import tell


class TranscriptLine(msgspec.Struct, frozen=True):
    """One thing that happened. It is made when it is read, and written nowhere."""

    text: str  # "" where there is nothing to say
    cite: str = ""  # "" where no rule is followed
    why: str = ""  # of a settled wager: the number of the rule on the sheet that is quoted to whoever asks


def line(event: AnyEvent, game: Game) -> TranscriptLine:
    rule = reason(game, event) if isinstance(event, WagerSettled | Qualified | Surrendered) else ""
    return TranscriptLine(tell(event, game), game.cite(event.rule), rule if isinstance(rule, str) else "")


def reason(game: Game, event: AnyEvent) -> Citation:
    """The rule that is quoted to someone who asks why: of a hand that was not enough, what it takes to be paid."""
    if isinstance(event, WagerSettled) and event.verdict is Verdict.LOSE and event.hand:
        return game.wager(event.wager).needs_rule or event.rule
    return event.rule
