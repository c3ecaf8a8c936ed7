"""The statement: every requirement answered, with what was looked at. Programs read it as it is; people print it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec

from cardroom import __version__
from cardroom.documents import Hash
from cardroom.house.conformity.requirement import Answer, Area, Found, LogCheck, LogSoFar, Requirement, Standing
from cardroom.house.conformity.requirements import REQUIREMENTS
from cardroom.house.conformity.text import ANSWERS
from cardroom.house.log.records import Record
from cardroom.house.reports.papers import Paper, PaperSection, made_at, paper_as_pdf, row, words
from cardroom.house.reports.win_pages import Signature
from cardroom.jackpots import LinkConfig

FINDINGS_SHOWN = 20  # of one requirement


class Finding(msgspec.Struct, frozen=True):
    where: str
    what: str


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """One requirement, and what was found."""

    requirement: str
    area: Area
    says: str
    source: str
    answer: Answer
    evidence: str
    findings: tuple[Finding, ...]
    more: int = 0  # findings beyond those


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    version: str  # of the software
    at: datetime
    position: int  # the last record that was looked at
    head: Hash
    answers: tuple[Answered, ...]

    def count(self, answer: Answer) -> int:
        return sum(one.answer is answer for one in self.answers)


def conformity_of(
    standing: Standing,
    records: Iterable[Record],
    *,
    advance: Callable[[], object] = lambda: None,
    requirements: tuple[Requirement, ...] = REQUIREMENTS,
) -> Statement:
    """Follow the log once for all checks that read it, and ask the others of the house as it stands."""
    house = standing.house
    checks = {one.id: one.by_log() for one in requirements if one.by_log is not None}
    found: dict[str, list[Found]] = {one.id: [] for one in requirements}
    log = LogSoFar(lambda name: house.documents.get(name, LinkConfig))
    for record in records:
        for name, check in checks.items():
            found[name] += check.of_record(record, log)
        log.take_in(record)
        advance()
    for name, check in checks.items():
        found[name] += check.at_end(standing)
    answers = tuple(_answered(one, checks.get(one.id), found[one.id], standing) for one in requirements)
    return Statement(
        house=house.floor.name,
        version=__version__,
        at=standing.at,
        position=house.position,
        head=house.head,
        answers=answers,
    )


def _answered(one: Requirement, check: LogCheck | None, found: list[Found], standing: Standing) -> Answered:
    answer, evidence = Answer.PERSON, f"look at {one.looks}" if one.looks else ""
    if one.by_house is not None and not (one.unless is not None and one.unless(standing)):
        found = [*found, *one.by_house(standing)]
        answer, evidence = Answer.HOLDS, one.looks
    if check is not None:
        answer, evidence = Answer.HOLDS, f"{check.count:,} {check.looked_at} in the log"
    if found:
        answer = Answer.FAILS
    return Answered(
        requirement=one.id,
        area=one.area,
        says=one.says,
        source=one.source,
        answer=answer,
        evidence=evidence,
        findings=tuple(Finding(*each) for each in found[:FINDINGS_SHOWN]),
        more=max(0, len(found) - FINDINGS_SHOWN),
    )


def statement_as_pdf(statement: Statement) -> bytes:
    return paper_as_pdf(
        Paper(
            house=statement.house,
            title="Statement of conformity",
            period=f"records 1 to {statement.position:,}, {statement.head[:16]}",
            notices=(),
            sections=tuple(
                _section(area, [one for one in statement.answers if one.area is area])
                for area in dict.fromkeys(one.area for one in statement.answers)
            ),
            signatures=(Signature("For the house", ""), Signature("Looked at by", "")),
            made=f"{made_at(statement.at)}, Cardroom {statement.version}",
        )
    )


def _section(area: Area, answers: list[Answered]) -> PaperSection:
    rows = tuple(
        row((words(ANSWERS[one.answer], is_bad=one.answer is Answer.FAILS), words(one.says), words(one.source),
             words("; ".join([one.evidence, *(f"{found.where}: {found.what}" for found in one.findings)]))))
        for one in answers
    )  # fmt: skip
    return PaperSection(title=area, columns=("answer", "what must hold", "asked for in", "evidence"), rows=rows)
