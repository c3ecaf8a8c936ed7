"""The lab for readers: sheets, strategies, hands, pay tables.

It has a worker of its own, so that no table waits behind a sheet, and what is finished is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from cardroom.errors import CardroomError
from cardroom.games import find_game, games
from cardroom.house.running.laboratory import Laboratory
from cardroom.lab.answers import (
    Audit,
    EditableGame,
    HandAnswer,
    HandQuestion,
    Overview,
    PriceAnswer,
    PriceQuestion,
    StrategyAnswer,
)
from cardroom.lab.par_sheet.content import ParSheet
from cardroom.table.sight import Sight

BUSY = "lab-busy"
MOST_WAITING = 40  # questions at once, of all readers together

T = TypeVar("T")


class ReadingRoom:
    def __init__(self) -> None:
        self._laboratory = Laboratory()
        self._kept: dict[tuple[str, ...], asyncio.Task[Any]] = {}
        self._waiting = 0

    async def overview(self) -> Overview:
        return await self._once(self._overview, "overview")

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

    def close(self) -> None:
        for task in self._kept.values():
            task.cancel()
        self._laboratory.close()

    async def _overview(self) -> Overview:
        await self._count_all()
        return await self._ask(Overview, "overview")

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
    from cardroom.lab import answering

    assert question in answering.__all__
    return getattr(answering, question)(*things)
