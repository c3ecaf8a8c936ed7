"""The lab for readers: sheets, strategies, hands, pay tables.

It has a worker of its own, so that no table waits behind a sheet, and what is finished is kept.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar, cast

import msgspec

from cardroom.documents import hash_of
from cardroom.errors import CardroomError
from cardroom.games import find_game, games
from cardroom.house.runtime.background_tasks import Background
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.lab.exposure.exposure_queries import TableAnswer, TableQuestion
from cardroom.lab.exposure.promotion_price import PromotionPrice, PromotionQuestion
from cardroom.lab.par_sheet.content import ParSheet
from cardroom.lab.queries.messages import (
    Audit,
    EditableGame,
    HandAnswer,
    HandQuestion,
    Overview,
    PriceAnswer,
    PriceQuestion,
    Reviewed,
    StrategyAnswer,
)
from cardroom.table.commands import Seat
from cardroom.table.information_set import Decided, Sight

BUSY = "lab-busy"
MOST_EXPOSURES = 500  # answers kept
MOST_REVIEWS = 20_000  # rounds
MOST_WAITING = 40  # questions at once, of all readers together

T = TypeVar("T")


class LabService:
    def __init__(self, background: Background) -> None:
        self._background = background
        self._laboratory = LabProcess()
        self._kept: dict[tuple[str, ...], asyncio.Task[Any]] = {}
        self._exposures: dict[bytes, TableAnswer] = {}
        self._reviews: dict[tuple[str, Seat], tuple[Reviewed, ...] | None] = {}
        self._waiting = 0
        # What nothing is known of yet is counted by a worker of its own, while this one answers.
        self._counter = LabProcess()
        self._counting: asyncio.Task[None] | None = None
        self._counted: set[str] = set()

    async def overview(self) -> Overview:
        """Of what is counted already; the rest is being counted, and is there when one asks again."""
        new = await self._once(lambda: self._ask(list, "not_at_hand"), "not at hand")
        if new and self._counting is None:
            self._counting = self._background.once("counting-games", self._count(new))
        left = tuple(game for game in new if game not in self._counted)
        return await self._once(lambda: self._ask(Overview, "overview", left), "overview", *left)

    async def audit(self) -> Audit:
        return await self._once(self._audit, "audit")

    async def sheet(self, game: str) -> ParSheet:
        name = find_game(game).id
        return await self._once(lambda: self._ask(ParSheet, "sheet", name), "sheet", name)

    async def sheet_as_pdf(self, game: str) -> bytes:
        sheet = await self.sheet(game)
        return await self._once(lambda: self._ask(bytes, "sheet_as_pdf", sheet), "pdf", find_game(game).id)

    async def strategy(self, game: str) -> StrategyAnswer:
        name = find_game(game).id
        return await self._once(lambda: self._ask(StrategyAnswer, "strategy", name), "strategy", name)

    async def editable(self, game: str) -> EditableGame:
        name = find_game(game).id
        return await self._once(lambda: self._ask(EditableGame, "editable", name), "editable", name)

    async def price(self, question: PriceQuestion) -> PriceAnswer:
        return await self._ask(PriceAnswer, "price", question)

    async def weigh(self, question: HandQuestion) -> HandAnswer:
        return await self._ask(HandAnswer, "weigh", question)

    async def weigh_seen(self, seen: Sight) -> HandAnswer:
        """A hand at a table, under the table's own pay tables."""
        return await self._ask(HandAnswer, "weigh_seen", seen)

    async def review(self, round_id: str, seat: Seat, decided: Sequence[Decided]) -> tuple[Reviewed, ...] | None:
        """What a player's decisions in a finished round were worth; None where no advice can be given."""
        key = round_id, seat
        if key not in self._reviews:
            while len(self._reviews) >= MOST_REVIEWS:
                self._reviews.pop(next(iter(self._reviews)))
            found = await self._ask(object, "review", tuple(decided)) if decided else ()
            self._reviews[key] = cast("tuple[Reviewed, ...] | None", found)
        return self._reviews[key]

    async def exposure(self, question: TableQuestion) -> TableAnswer:
        """What a table risks, and the band of its win; answered again only when something was played since."""
        key = msgspec.json.encode(question)
        if key not in self._exposures:
            while len(self._exposures) >= MOST_EXPOSURES:
                self._exposures.pop(next(iter(self._exposures)))
            self._exposures[key] = await self._ask(TableAnswer, "answer_question", question)
        return self._exposures[key]

    async def price_promotion(self, question: PromotionQuestion) -> PromotionPrice:
        """What a promotion on a bonus wager costs the house; its figures are kept."""
        return await self._once(
            lambda: self._ask(PromotionPrice, "price_promotion", question),
            "promotion", hash_of(msgspec.json.encode(question)),
        )  # fmt: skip

    def close(self) -> None:
        for task in (*self._kept.values(), *([self._counting] if self._counting else [])):
            task.cancel()
        self._laboratory.close()
        self._counter.close()

    async def _count(self, new: list[str]) -> None:
        """The answers are left on disk, where the one who answers finds them; not every game can be counted."""
        for game in new:
            with contextlib.suppress(CardroomError, BrokenProcessPool):
                await self._counter.ask(_answer, "analysis_of", (game,))
            self._counted.add(game)
        self._counter.close()

    async def _audit(self) -> Audit:
        await self._count_all()
        return await self._ask(Audit, "audit")

    async def _count_all(self) -> None:
        """Game after game, so that a short question never waits for more than one of them. Not all can be counted."""
        for game in games():
            try:
                await self._ask(object, "analysis_of", game)
            except CardroomError as error:
                if error.code == BUSY:
                    raise

    async def _once(self, ask: Callable[[], Coroutine[Any, Any, T]], *key: str) -> T:
        """A finished answer is kept; whoever asks meanwhile waits for the same one. A refusal is forgotten."""
        task = self._kept.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._kept[key] = asyncio.create_task(ask())
        answer: T = await asyncio.shield(task)
        return answer

    async def _ask(self, kind: type[T], question: str, *things: object) -> T:
        if self._waiting >= MOST_WAITING:
            raise CardroomError(BUSY, "The lab has many questions to answer; ask again in a few seconds.")
        self._waiting += 1
        try:
            answer = await self._laboratory.ask(_answer, question, things)
        except BrokenProcessPool:
            raise CardroomError(BUSY, "The lab had to begin anew; ask again.") from None
        finally:
            self._waiting -= 1
        assert isinstance(answer, kind)
        return answer


def _answer(question: str, things: tuple[object, ...]) -> object:
    """In the worker: the lab is imported there and nowhere else."""
    from cardroom.lab.queries import handlers

    assert question in handlers.__all__
    return getattr(handlers, question)(*things)
