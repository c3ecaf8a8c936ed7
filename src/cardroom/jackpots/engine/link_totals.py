"""What a link adds up as it goes, so that nothing has to be read out of its past."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.jackpots.engine import accounts
from cardroom.jackpots.events import AnyEvent, AwardPaid, LinkOpened, WagerRefunded, WagerTaken
from cardroom.jackpots.setup.config import LinkConfig
from cardroom.money import Money


class Totals(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where prize money came from and went to since the link was opened: one side of the proof of its books."""

    awards: Money = 0  # paid off the meter, advances included
    seeds: Money = 0
    contributions: Money = 0  # less those of refunded wagers
    adjustments: Money = 0  # net; a removed jackpot leaves through here

    def after(self, event: AnyEvent, config: LinkConfig) -> Totals:
        if not event.postings:
            return self
        to_prizes = accounts.posted_to(accounts.prize_accounts(config), event.postings)
        from_seeds = -accounts.posted_to(accounts.seed_accounts(config), event.postings)
        match event:
            case LinkOpened():
                return msgspec.structs.replace(self, seeds=self.seeds + from_seeds)
            case WagerTaken() | WagerRefunded():
                return msgspec.structs.replace(self, contributions=self.contributions + to_prizes)
            case AwardPaid():
                return msgspec.structs.replace(
                    self, seeds=self.seeds + from_seeds, awards=self.awards + from_seeds - to_prizes
                )
            case _:
                return msgspec.structs.replace(self, adjustments=self.adjustments + to_prizes)


class Statement(msgspec.Struct, frozen=True):
    """What the bank said last."""

    at: datetime
    balance: Money
    difference: Money  # from the books, then
