"""Meters over a day, a month, a year or their whole life: from their beginning to what they show, each change named.

Contributions are everyday business and not read one by one: they are what is left of a day's change when all that is
significant (awards, new starts, adjustments, refunds) is taken out. The records behind them are those of their day.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from cardroom.house.engine.day_figures import LinkDay
from cardroom.house.engine.house import House
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.log.records import LinkPart, link_stream
from cardroom.house.reports.movements import METER
from cardroom.house.reports.papers import Paper, PaperCell, PaperSection, behind, dollars, made_at, row, words
from cardroom.house.reports.table_periods import SIGNATURES, days_after, days_of
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import LinkConfig
from cardroom.jackpots import events as j
from cardroom.jackpots.reports.link_figures import Activity, LinkFigures
from cardroom.jackpots.reports.regulator_figures import games_report
from cardroom.jackpots.text.names import jackpot_name
from cardroom.ledger import PostingCode
from cardroom.money import Money

# By what a meter moves, in the order of the report. Whatever is not here stands under its own name.
NAMES = {
    PostingCode.CONTRIBUTION: "accrued",
    PostingCode.JACKPOT_WAGER_BACK: "contributions of wagers given back",
    PostingCode.AMOUNT_WON: "won",
    PostingCode.RESEED: "started again, from seed and reserve",
    PostingCode.CAME_IN_SINCE: "came in while an award was locked",
    PostingCode.BACKED_OUT: "wins backed out",
    PostingCode.MALFUNCTION: "malfunctions, with wagers given back",
    PostingCode.ABOVE_LIMIT: "adjusted: above the limit",
    PostingCode.UNDISPLAYED_FUNDS: "adjusted: undisplayed funds",
    PostingCode.SEED_RECOVERY: "adjusted: seed recovered",
    PostingCode.OVERFLOW_RETURNED: "adjusted: overflow returned",
    PostingCode.ADDED_BY_HOUSE: "adjusted: added by the house",
    PostingCode.MOVED_IN: "moved in",
    PostingCode.MOVED_OUT: "moved out",
}


class LevelDay(msgspec.Struct, frozen=True, kw_only=True):
    """One level on one day: what it showed, and by what it changed."""

    day: str
    level: str
    beginning: Money
    ending: Money
    by_code: dict[PostingCode, Money]


class LinkPeriod(msgspec.Struct, frozen=True, kw_only=True):
    link: str
    config: LinkConfig
    levels: list[LevelDay]  # day by day
    figures: LinkFigures
    last: LinkDay


def read_links(reader: Reader, period: str, only: str = "") -> list[LinkPeriod]:
    """Every link with figures in these days."""
    days = days_of(reader.days(), period)
    if not days:
        return []
    found: dict[str, list[tuple[str, LinkDay]]] = defaultdict(list)
    for kept in reader.figures_between(days[0].day, days[-1].day):
        if kept.stream.startswith(link_stream("")):
            link = kept.stream.removeprefix(link_stream(""))
            if only in ("", link):
                found[link].append((kept.day, msgspec.json.decode(kept.figures, type=LinkDay)))
    firsts = [(day.first, day.day) for day in days]
    last = days_after(reader.days(), days[-1].day)
    return [_period(reader, link, of_days, firsts, last) for link, of_days in sorted(found.items())]


def _period(
    reader: Reader,
    link: str,
    of_days: list[tuple[str, LinkDay]],
    firsts: Sequence[tuple[int, str]],
    last: int | None,
) -> LinkPeriod:
    significant = _significant(reader, link, firsts, last)
    levels = []
    figures: LinkFigures | None = None
    for day, of_link in of_days:
        figures = of_link.figures if figures is None else figures.followed_by(of_link.figures)
        for name, level in of_link.figures.levels.items():
            by_code = dict(significant.get((day, name), {}))
            rest = level.ending - level.beginning - sum(by_code.values())
            by_code[PostingCode.CONTRIBUTION] = by_code.get(PostingCode.CONTRIBUTION, 0) + rest
            levels.append(
                LevelDay(day=day, level=name, beginning=level.beginning, ending=level.ending, by_code=by_code)
            )
    assert figures is not None
    newest = of_days[-1][1]
    body = reader.document(newest.config)
    assert body is not None, "configurations are kept"
    config = msgspec.json.decode(body, type=LinkConfig)
    return LinkPeriod(link=link, config=config, levels=levels, figures=figures, last=newest)


def _significant(
    reader: Reader, link: str, firsts: Sequence[tuple[int, str]], last: int | None
) -> dict[tuple[str, str], dict[PostingCode, Money]]:
    """By day and level: what significant events have done to meters."""
    rows = reader.events_of([EventKind.JACKPOT], firsts[0][0], last, link_stream(link))
    found: dict[tuple[str, str], dict[PostingCode, Money]] = defaultdict(lambda: defaultdict(int))
    for record in reader.holding(sorted({one.position for one in rows}), [f'"{METER}'.encode()]):
        day = max((first, day) for first, day in firsts if first <= record.position)[1]
        for part in record.parts:
            if isinstance(part, LinkPart) and part.link == link:
                for event in part.events:
                    if isinstance(event, j.LinkOpened | j.WagerTaken):
                        continue
                    for posting in event.postings:
                        for entry in posting.entries:
                            if entry.account.startswith(METER):
                                found[day, entry.account.removeprefix(METER)][posting.code] += entry.amount
    return found


# --- on paper ---------------------------------------------------------------------------------------------------------


def meters_paper(house: House, links: Sequence[LinkPeriod], period: str, at: datetime) -> Paper:
    """From the beginning of each meter to its end; the changes sum to the difference."""
    sections = [section for link in links if not link.config.is_house for section in _meters(link, period)]
    sections += [_envy(links, period)]
    return Paper(
        house=house.floor.name, title="Meters explained", period=period or "from the beginning", notices=(),
        sections=tuple(sections), signatures=SIGNATURES, made=made_at(at),
    )  # fmt: skip


def _meters(link: LinkPeriod, period: str) -> Iterable[PaperSection]:
    for name in dict.fromkeys(day.level for day in link.levels):
        days = [day for day in link.levels if day.level == name]
        codes = {code for day in days for code, amount in day.by_code.items() if amount}
        ordered = [code for code in NAMES if code in codes] + sorted(codes - NAMES.keys())
        rows = [row([words("Beginning"), dollars(days[0].beginning)])]
        for code in ordered:
            amount = sum(day.by_code.get(code, 0) for day in days)
            opens = behind(f"{METER}{name}", period, link=link.link, code=code)
            rows.append(row([words(NAMES.get(code, code).capitalize()), dollars(amount, opens)]))
        rows.append(row([words("Ending"), dollars(days[-1].ending)], is_total=True))
        reseeds = [line for line in link.figures.reseeds if line.level == name]
        seeds, reserves = sum(line.seed for line in reseeds), sum(line.reserve for line in reseeds)
        paid = f"the house has paid {dollars(seeds).text} as seed, and the reserve {dollars(reserves).text}"
        says = f"Of the new starts {paid}." if reseeds else ""
        proof = "The proof of the books holds." if link.last.proof.holds else "THE PROOF OF THE BOOKS DOES NOT HOLD."
        yield PaperSection(
            title=f"{jackpot_name(link.link)}: {name}", columns=("what", "amount"), rows=tuple(rows),
            says=" ".join(part for part in (says, proof) if part),
        )  # fmt: skip


def _envy(links: Sequence[LinkPeriod], period: str) -> PaperSection:
    rows = [
        row([
            words(jackpot_name(link.link)),
            dollars(_sum(link, "envy"), behind("envy", period, link=link.link)),
            dollars(sum(line.seed for line in link.figures.reseeds)),
        ])
        for link in links
    ]  # fmt: skip
    return PaperSection(
        title="Envy paid by the trays, and seeds paid by the house", columns=("jackpot", "envy", "seeds"),
        rows=tuple(rows),
    )  # fmt: skip


def _sum(link: LinkPeriod, name: str) -> Money:
    return sum(int(getattr(activity, name)) for activity in link.figures.tables.values())


def games_paper(house: House, links: Sequence[LinkPeriod], period: str, at: datetime) -> Paper:
    """The adjustment of the games report (WAC 230-15-671), table by table."""
    sections = []
    for link in links:
        lines = games_report(link.figures, link.config)
        if not lines:
            continue
        rows = [
            row([
                words(line.table),
                *_adjustment(link, period, line.table, line.accrued, line.paid_from_prizes, line.backed_out),
            ])
            for line in lines
        ]  # fmt: skip
        sums = [sum(getattr(line, name) for line in lines) for name in ("accrued", "paid_from_prizes", "backed_out")]
        rows.append(row([words("all"), *_adjustment(link, period, "", *sums)], is_total=True))
        sections.append(
            PaperSection(
                title=jackpot_name(link.link),
                columns=("table", "accrued", "paid from prizes", "backed out", "adjustment"),
                rows=tuple(rows),
                says="Adjustment = paid from prizes − backed out − accrued.",
            )
        )
    return Paper(
        house=house.floor.name, title="Games report: jackpot adjustment", period=period, notices=(),
        sections=tuple(sections), signatures=SIGNATURES, made=made_at(at),
    )  # fmt: skip


def _adjustment(
    link: LinkPeriod, period: str, table: str, accrued: Money, paid: Money, backed_out: Money
) -> list[PaperCell]:
    def asks(name: str) -> str:
        return behind(name, period, table, link.link)

    return [
        dollars(accrued, asks("accrued")),
        dollars(paid, asks("won_from_meter")),
        dollars(backed_out, asks("backed_out_to_meter")),
        dollars(paid - backed_out - accrued, asks("adjustment")),
    ]


def activity_of(links: Iterable[LinkPeriod], table: str) -> Activity:
    """Of one table, or of all, on these links."""
    found = [activity for link in links for name, activity in link.figures.tables.items() if table in ("", name)]
    sums = {name: sum(getattr(one, name) for one in found) for name in Activity.__struct_fields__}
    return Activity(**sums)


def activity_by_day(reader: Reader, period: str, figure: str, table: str, link: str) -> dict[str, int]:
    """One figure on each day, of one table or link, or of all."""
    days = days_of(reader.days(), period)
    sums: dict[str, int] = {}
    for kept in reader.figures_between(days[0].day, days[-1].day) if days else ():
        if kept.stream.startswith(link_stream("")) and link in ("", kept.stream.removeprefix(link_stream(""))):
            tables = msgspec.json.decode(kept.figures, type=LinkDay).figures.tables
            amount = sum(int(getattr(activity, figure)) for name, activity in tables.items() if table in ("", name))
            sums[kept.day] = sums.get(kept.day, 0) + amount
    return sums
