"""Reports on the meters, as data, read off the link's events so that they can be made again.

A period is from its beginning up to, not including, its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from cardroom.documents import Hash
from cardroom.jackpots.engine import accounts
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.wins import Hits
from cardroom.jackpots.events import AnyEvent, AwardPaid, LinkChanged, LinkOpened
from cardroom.jackpots.setup.config import LinkConfig
from cardroom.jackpots.text.citations import cite
from cardroom.jackpots.text.transcript import explained_movement
from cardroom.ledger import Account, Posting, PostingCode
from cardroom.money import Money, whole_cents


class Period(msgspec.Struct, frozen=True):
    """A shift, a day, or any other time to report on."""

    name: str
    begins: datetime
    ends: datetime

    def holds(self, event: AnyEvent) -> bool:
        return self.begins <= event.at < self.ends


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One explained change of a meter."""

    at: datetime
    by: str
    event: int  # its place in the link's record
    code: PostingCode
    why: str
    cite: str
    amount: Money
    balance: Money


class MeterReading(msgspec.Struct, frozen=True, kw_only=True):
    level: str
    beginning: Money
    changes: tuple[Change, ...]
    ending: Money

    @property
    def displayed(self) -> Money:
        return whole_cents(self.ending)


def meter_reading(
    events: Sequence[AnyEvent], level: str, period: Period | None = None, config: LinkConfig | None = None
) -> MeterReading:
    """The beginning amount, and every increase and decrease with its explanation (WAC 230-15-685)."""
    return account_reading(events, accounts.meter(level), level, period, config)


def account_reading(
    events: Sequence[AnyEvent],
    account: Account,
    name: str,
    period: Period | None = None,
    config: LinkConfig | None = None,
) -> MeterReading:
    beginning: Money = 0
    found: list[tuple[int, AnyEvent, Posting, Money]] = []
    for place, event in enumerate(events):
        for posting in event.postings:
            amount = sum(entry.amount for entry in posting.entries if entry.account == account)
            if not amount or (period is not None and event.at >= period.ends):
                continue
            if isinstance(event, LinkOpened) or (period is not None and event.at < period.begins):
                beginning += amount
            else:
                found.append((place, event, posting, amount))
    balance = beginning
    changes = []
    for place, event, posting, amount in found:
        balance += amount
        changes.append(
            Change(
                at=event.at,
                by=event.by,
                event=place,
                code=posting.code,
                why=explained_movement(event, posting),
                cite=cite(event, config),
                amount=amount,
                balance=balance,
            )
        )
    return MeterReading(level=name, beginning=beginning, changes=tuple(changes), ending=balance)


class LevelMeters(msgspec.Struct, frozen=True, kw_only=True):
    """The figures kept for one level."""

    level: str
    current: Money
    seed: Money
    contribution: int
    reserve_rate: int
    maximum: Money | None
    reserve: Money
    overflow: Money
    advance: Money  # advanced by the house and not recovered yet
    hits: int
    won: Money


def level_meters(state: LinkState) -> list[LevelMeters]:
    figures = []
    for level in state.config.levels:
        funds, hits = state.funds(level.name), state.hits.get(level.name, Hits())
        figures.append(
            LevelMeters(
                level=level.name,
                current=state.displayed(level.name),
                seed=level.seed,
                contribution=level.contribution,
                reserve_rate=level.reserve,
                maximum=level.maximum,
                reserve=funds.reserve,
                overflow=funds.overflow,
                advance=-funds.advance,
                hits=hits.count,
                won=hits.amount,
            )
        )
    return figures


class Advance(msgspec.Struct, frozen=True, kw_only=True):
    """A time when the meter ran dry and the house paid the rest."""

    win: str
    level: str
    at: datetime
    amount: Money


def advances(events: Iterable[AnyEvent]) -> list[Advance]:
    return [
        Advance(win=event.win, level=event.level, at=event.at, amount=event.advanced)
        for event in events
        if isinstance(event, AwardPaid) and event.advanced
    ]


class PostedPrize(msgspec.Struct, frozen=True):
    """What a House jackpot has posted since when, and who changed it."""

    since: datetime
    level: str
    prize: Money
    by: str


def posted_prizes(events: Iterable[AnyEvent], configs: Mapping[Hash, LinkConfig]) -> list[PostedPrize]:
    prizes: list[PostedPrize] = []
    latest: dict[str, Money] = {}
    for event in events:
        if isinstance(event, LinkOpened | LinkChanged):
            for level in configs[event.config].levels:
                if latest.get(level.name) != level.seed:
                    prizes.append(PostedPrize(event.at, level.name, level.seed, event.by))
                    latest[level.name] = level.seed
    return prizes
