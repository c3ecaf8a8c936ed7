"""Every requirement that a check answers has a fault here that turns it red, and nothing else; the others ask a person.

The faults are planted in records of the guard's stories, which all hold, and in houses as these leave them.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.games.approval import Venue
from cardroom.house.audit.software_identity import installed
from cardroom.house.conformity.requirement import Answer, Standing
from cardroom.house.conformity.requirements import REQUIREMENTS
from cardroom.house.conformity.statement import Answered, conformity_of
from cardroom.house.engine.house import House
from cardroom.house.features.access.messages import AccountEnded
from cardroom.house.features.chip_counts.messages import TrayChecked
from cardroom.house.features.log_upkeep.state import Verified
from cardroom.house.features.rounds.messages import AtTable, RoundBegan
from cardroom.house.features.slips.messages import SlipAsked
from cardroom.house.features.tables.messages import FaultyPart, TableStopped
from cardroom.house.floor.plan import Approvals, Conditions
from cardroom.house.log.records import HousePart, Record, decode_record
from cardroom.house.storage.store import Store
from cardroom.jackpots import Link, Source
from cardroom.jackpots import events as j
from cardroom.jackpots.commands import Reason
from cardroom.jackpots.setup.config import Chance
from cardroom.money import DOLLAR, Share
from cardroom.table.commands import Bet

from ..guard.replay import Replay, read_chapters
from ..stores import write

REAL, MONEY, EVENING = "real cards", "the jackpots' money", "an eventful evening"
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
SLIPS, ROUNDS = "edge-1, evening 1", "edge-1, evening 2"


@dataclass
class Told:
    """A story of the guard: its records, its house, and the database that they are in."""

    records: list[Record]
    house: House
    store: Store
    standing: dict[str, Any]


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> Callable[[str], Told]:
    folder: Path = tmp_path_factory.mktemp("conformity")

    @cache
    def of(name: str) -> Told:
        chapter = next(one for one in read_chapters() if one.name == name)
        replay = Replay(chapter, is_alone=True)
        written = [done for done in replay.dones() if done.written is not None]
        store = Store(f"sqlite:///{folder / f'{name}.sqlite'}")
        store.migrate()
        write(store, written)
        at = chapter.steps[-1].moment
        replay.house.verified = Verified(at, replay.house.day, replay.house.position, replay.house.head)
        return Told([decode_record(done.written.body) for done in written], replay.house, store, {"at": at})

    return of


def answers(told: Told, records: list[Record] | None = None, **standing: Any) -> dict[str, Answered]:
    with told.store.reading() as reader:
        stands = Standing(**{"house": told.house, "reader": reader, "slowest_display": 0.2} | told.standing | standing)
        found = conformity_of(stands, told.records if records is None else records)
    return {one.requirement: one for one in found.answers}


def failing(found: dict[str, Answered]) -> set[str]:
    return {name for name, one in found.items() if one.answer is Answer.FAILS}


# --- planting ---------------------------------------------------------------------------------------------------------


def places(records: list[Record], kind: type, **where: Any) -> Iterator[tuple[int, int, int]]:
    for number, record in enumerate(records):
        for of, part in enumerate(record.parts):
            for place, event in enumerate(part.events):
                if isinstance(event, kind) and all(getattr(event, name) == value for name, value in where.items()):
                    yield number, of, place


def changed(records: list[Record], at: tuple[int, int, int], *events: Any) -> list[Record]:
    """With other events in place of one."""
    number, of, place = at
    record = records[number]
    part = record.parts[of]
    new = msgspec.structs.replace(part, events=(*part.events[:place], *events, *part.events[place + 1 :]))
    parts = (*record.parts[:of], new, *record.parts[of + 1 :])
    return [*records[:number], msgspec.structs.replace(record, parts=parts), *records[number + 1 :]]


def event_at(records: list[Record], at: tuple[int, int, int]) -> Any:
    number, of, place = at
    return records[number].parts[of].events[place]


def with_fields(
    kind: type, where: dict[str, Any] | None = None, **fields: Any
) -> Callable[[list[Record]], list[Record]]:
    """The first event of a kind, with other fields."""

    def plant(records: list[Record]) -> list[Record]:
        at = next(places(records, kind, **(where or {})))
        return changed(records, at, msgspec.structs.replace(event_at(records, at), **fields))

    return plant


def with_more_before(
    kind: type, more: Callable[[Any, Record], Any], **where: Any
) -> Callable[[list[Record]], list[Record]]:
    """Another event right before the first one of a kind."""

    def plant(records: list[Record]) -> list[Record]:
        at = next(places(records, kind, **where))
        event = event_at(records, at)
        return changed(records, at, more(event, records[at[0]]), event)

    return plant


def a_posting_is_gone(records: list[Record]) -> list[Record]:
    at = next(places(records, j.AwardPaid, source=Source.METER))
    return changed(records, at, msgspec.structs.replace(event_at(records, at), postings=()))


def a_wager_gives_more(records: list[Record]) -> list[Record]:
    at = next(at for at in places(records, j.WagerTaken) if event_at(records, at).given)
    event = event_at(records, at)
    name, given = next(iter(event.given.items()))
    more = msgspec.structs.replace(given, meter=given.meter + DOLLAR)
    return changed(records, at, msgspec.structs.replace(event, given=event.given | {name: more}))


def one_person_does_all(records: list[Record]) -> list[Record]:
    """Whoever touches a win where people deal is the dealer."""
    kinds = (j.HandPressed, j.AwardRecorded, j.AwardHandedOver, j.HandPayPaid, j.KeyTurned, j.WinSigned, j.WinConfirmed)
    for at in list(places(records, kinds)):
        event = event_at(records, at)
        fields = {"by": "dora"} | ({"approved_by": "dora"} if isinstance(event, j.AwardRecorded) else {})
        records = changed(records, at, msgspec.structs.replace(event, **fields))
    return records


def somebody_bets_for_another(records: list[Record]) -> list[Record]:
    number = next(
        place for place, record in enumerate(records)
        if isinstance(record.command, AtTable) and isinstance(record.command.command, Bet)
    )  # fmt: skip
    other = msgspec.structs.replace(records[number], by="house")
    return [*records[:number], other, *records[number + 1 :]]


def an_ended_account_acts(records: list[Record]) -> list[Record]:
    """The last one to do something had left the house before."""
    last = records[-1]
    at = next(number for number, record in enumerate(records) if any(isinstance(p, HousePart) for p in record.parts))
    of = next(number for number, part in enumerate(records[at].parts) if isinstance(part, HousePart))
    part = records[at].parts[of]
    ended = msgspec.structs.replace(part, events=(*part.events, AccountEnded(person=last.by, why="left")))
    parts = (*records[at].parts[:of], ended, *records[at].parts[of + 1 :])
    return [*records[:at], msgspec.structs.replace(records[at], parts=parts), *records[at + 1 :]]


def a_full_award_leaves_nothing(records: list[Record]) -> list[Record]:
    """A level that has been won whole does not start again."""
    won = next(
        at
        for at in places(records, j.AwardRecorded, source=Source.METER)
        if isinstance(event_at(records, at).pays, Share) and event_at(records, at).pays.basis_points == 10_000
    )
    win = event_at(records, won).win
    at = next(places(records, j.AwardPaid, win=win))
    return changed(records, at, msgspec.structs.replace(event_at(records, at), seed=0))


def awards_change_places(records: list[Record]) -> list[Record]:
    """A later win has the number of the one before it."""
    first, second, *_ = places(records, j.AwardRecorded, source=Source.METER)
    one, other = event_at(records, first), event_at(records, second)
    records = changed(records, first, msgspec.structs.replace(one, win=other.win))
    return changed(records, second, msgspec.structs.replace(other, win=one.win))


def an_adjustment_for_another_reason(records: list[Record]) -> list[Record]:
    at = next(at for at in places(records, j.Adjusted) if event_at(records, at).change < 0)
    return changed(records, at, msgspec.structs.replace(event_at(records, at), reason=Reason.ADDED_BY_HOUSE))


# By requirement: in which story what is planted, and which others may turn red with it.
LOG_FAULTS: dict[str, tuple[str, Callable[[list[Record]], list[Record]], set[str]]] = {
    "restarts-after-a-hit": (REAL, a_full_award_leaves_nothing, set()),
    "contribution-as-set": (REAL, a_wager_gives_more, set()),
    "every-change-explained": (REAL, a_posting_is_gone, set()),
    "meter-falls-for-reasons": (MONEY, an_adjustment_for_another_reason, set()),
    "awards-as-shown": (REAL, with_fields(j.AwardRecorded, {"source": Source.METER}, amount=5 * DOLLAR),
                        {"level-meters"}),
    "order-of-awards": (REAL, awards_change_places, {"restarts-after-a-hit"}),
    "no-wager-while-closed": (REAL, with_more_before(
        j.WagerTaken, lambda event, _: j.LinkClosed(rule=event.rule, shortfall=DOLLAR)), set()),
    "changes-by-two": (MONEY, with_fields(j.Adjusted, approved_by=""), {"accounting-hears"}),
    "accounting-hears": (MONEY, with_fields(j.Adjusted, approved_by="dealer"), set()),
    "nobody-pays-alone": (REAL, one_person_does_all, set()),
    "access-ends-at-once": (REAL, an_ended_account_acts, set()),
    "players-commit": (ROUNDS, somebody_bets_for_another, set()),
    "slips-without-gap": (SLIPS, with_fields(SlipAsked, slip=77), set()),
    "counts-by-two": (REAL, with_fields(TrayChecked, counted_by="sue", checked_by="sue"), set()),
    "no-play-under-a-fault": (ROUNDS, with_more_before(
        RoundBegan, lambda event, _: TableStopped(part=FaultyPart.GAME, error="X", round_id="")), set()),
}  # fmt: skip


@pytest.mark.parametrize("requirement", LOG_FAULTS)
def test_a_fault_in_the_log_turns_its_requirement_red_and_no_other(told, requirement):
    name, plant, others = LOG_FAULTS[requirement]
    story = told(name)
    before, after = answers(story), answers(story, plant(story.records))
    assert before[requirement].answer is Answer.HOLDS
    assert not before[requirement].evidence.startswith("0 "), "the story has what is checked"
    assert requirement in failing(after), after[requirement]
    assert failing(after) - failing(before) <= {requirement} | others


def test_a_change_of_a_configuration_during_a_game_is_found(told):
    story = told(MONEY)
    at = next(places(story.records, j.WagerTaken))
    config = next(event_at(story.records, one).config for one in places(story.records, j.LinkOpened))
    event = event_at(story.records, at)
    change = j.LinkChanged(by="technician", approved_by="accounting", rule=event.rule, config=config)
    after = answers(story, changed(story.records, at, event, change))
    assert "no-change-during-play" in failing(after)


def test_who_pressed_a_hand_in_an_earlier_game_takes_no_part_in_an_award_of_this_one(told):
    story = told(REAL)
    *_, won = places(story.records, j.AwardRecorded, source=Source.METER)
    table = event_at(story.records, won).table
    begun = [at for at in places(story.records, j.GameStarted, table=table) if at < won][-1]
    earlier = [at for at in places(story.records, j.HandPressed, table=table) if at < begun]
    assert earlier, "a hand was pressed there before"
    kinds = (j.HandPressed, j.AwardRecorded, j.AwardHandedOver, j.HandPayPaid, j.KeyTurned, j.WinSigned, j.WinConfirmed)
    records = story.records
    for at in reversed([at for at in places(records, kinds) if at > begun]):
        event = event_at(records, at)
        fields = {"by": "dora"} | ({"approved_by": "dora"} if isinstance(event, j.AwardRecorded) else {})
        replaced = () if isinstance(event, j.HandPressed) else (msgspec.structs.replace(event, **fields),)
        records = changed(records, at, *replaced)
    assert "nobody-pays-alone" in failing(answers(story, records))


def test_every_story_of_the_guard_holds_as_far_as_its_log_is_asked(told):
    """What the log answers is true of every story, played at random or not."""
    asked = {one.id for one in REQUIREMENTS if one.by_log is not None}
    for name in (REAL, MONEY, EVENING, SLIPS, ROUNDS, "three levels and two tables"):
        assert not failing(answers(told(name))) & asked, name


# --- the house as it stands -------------------------------------------------------------------------------------------


def a_meter_is_raised(house: House) -> None:
    """In memory, where no record says why."""
    for link in house.links.values():
        if not link.state.config.is_house:
            account = f"meter:{link.state.config.levels[0].name}"
            link.state.books[account] = link.state.books.get(account, 0) + 10 * DOLLAR
            return


def a_table_hides_its_meter(house: House) -> None:
    table = next(table for table in house.tables.values() if table.plan.links)
    table.plan = msgspec.structs.replace(table.plan, links=())


def with_level(**fields: Any) -> Callable[[House], None]:
    def plant(house: House) -> None:
        link = next(link for link in house.links.values() if not link.state.config.is_house)
        first, *rest = link.state.config.levels
        levels = (msgspec.structs.replace(first, **fields), *rest)
        link.state.config = msgspec.structs.replace(link.state.config, levels=levels)

    return plant


def with_tables(change: Callable[[Any], tuple[Any, ...]]) -> Callable[[House], None]:
    def plant(house: House) -> None:
        link = next(link for link in house.links.values() if not link.state.config.is_house)
        tables = change(link.state.config)
        link.state.config = msgspec.structs.replace(link.state.config, tables=tables)

    return plant


def a_chance_is_too_long(config: Any) -> tuple[Any, ...]:
    lines = [line.id for line in config.paytable.lines if line.pays[0] is not None]
    far = msgspec.structs.replace(config.tables[0], chances={line: Chance(1, 10**9) for line in lines})
    return (far, *config.tables[1:])


def two_games_differ(config: Any) -> tuple[Any, ...]:
    first = config.tables[0]
    other = next(game for game in ("mississippi-stud", "caribbean-stud") if game != first.game)
    one = msgspec.structs.replace(first, chances={"royal_flush": Chance(1, 1000)})
    return (one, msgspec.structs.replace(one, id="elsewhere", game=other, chances={"royal_flush": Chance(2, 1000)}))


def a_deposit_is_late(house: House) -> None:
    link = next(link for link in house.links.values() if not link.state.config.is_house)
    link.state.undeposited, link.state.undeposited_since = 100 * DOLLAR, LONG_AGO


def a_total_is_other(house: House) -> None:
    link = next(link for link in house.links.values() if not link.state.config.is_house)
    totals = link.state.totals
    link.state.totals = msgspec.structs.replace(totals, contributions=totals.contributions + DOLLAR)


def with_plan(**fields: Any) -> Callable[[House], None]:
    def plant(house: House) -> None:
        table = next(table for table in house.tables.values() if not table.plan.is_private)
        settings = {name: value for name, value in fields.items() if name != "payout_cap"}
        plan = msgspec.structs.replace(table.plan, settings=msgspec.structs.replace(table.plan.settings, **settings))
        table.plan = msgspec.structs.replace(plan, **{k: v for k, v in fields.items() if k == "payout_cap"})

    return plant


def with_floor(**fields: Any) -> Callable[[House], None]:
    def plant(house: House) -> None:
        house.floor = msgspec.structs.replace(house.floor, **fields)

    return plant


def nothing_is_verified(house: House) -> None:
    house.verified = None


HOUSE_FAULTS: dict[str, tuple[Callable[[House], None], set[str]]] = {
    "every-change-explained": (a_meter_is_raised, set()),
    "level-meters": (a_total_is_other, set()),
    "meter-at-every-table": (a_table_hides_its_meter, set()),
    "level-is-set": (with_level(contribution=0), set()),
    "limit-not-below-meter": (with_level(maximum=DOLLAR), set()),
    "chance-of-each-award": (with_tables(a_chance_is_too_long), set()),
    "equal-chances-on-a-link": (with_tables(two_games_differ), {"meter-at-every-table"}),
    "tables-identified": (with_tables(lambda config: (*config.tables, config.tables[0])), set()),
    "money-at-the-bank": (a_deposit_is_late, set()),
    "wager-limit": (with_plan(maximum=5_000 * DOLLAR), set()),
    "payout-cap": (with_plan(payout_cap=DOLLAR), set()),
    "winning-hands-kept": (with_floor(approvals=Approvals(keep_cards_days=1)), set()),
    "conditions-on-file": (with_floor(conditions=Conditions(venue=Venue.COMMERCIAL)), set()),
    "log-verified": (nothing_is_verified, set()),
}


@pytest.fixture
def standing_house(told):
    """A house that may be spoiled."""
    story = told(EVENING)
    house = copy.copy(story.house)
    house.links = {name: Link(link.state.copy()) for name, link in story.house.links.items()}
    house.tables = {name: table.copy() for name, table in story.house.tables.items()}
    return story, house


@pytest.mark.parametrize("requirement", HOUSE_FAULTS)
def test_a_fault_of_the_house_turns_its_requirement_red_and_no_other(standing_house, requirement):
    story, house = standing_house
    plant, others = HOUSE_FAULTS[requirement]
    before = answers(story, house=house)
    plant(house)
    after = answers(story, house=house)
    assert before[requirement].answer is not Answer.FAILS, before[requirement]
    assert requirement in failing(after), after[requirement]
    assert failing(after) - failing(before) <= {requirement} | others


def test_a_sign_that_is_late_is_found(told):
    story = told(MONEY)
    assert answers(story)["win-on-display"].answer is Answer.HOLDS
    assert answers(story, slowest_display=31.0)["win-on-display"].answer is Answer.FAILS
    assert answers(story, slowest_display=None)["win-on-display"].answer is Answer.PERSON  # nobody has measured


def test_software_that_is_other_than_the_list_is_found(told):
    story, ours = told(MONEY), installed()
    assert answers(story)["software-identified"].answer is Answer.PERSON  # nobody has told what it should be
    assert answers(story, release=ours)["software-identified"].answer is Answer.HOLDS
    other = msgspec.structs.replace(ours.files[0], hash="0" * 64)
    release = msgspec.structs.replace(ours, files=(other, *ours.files[1:]))
    found = answers(story, release=release)
    assert [(one.where, one.what) for one in found["software-identified"].findings] == [
        (other.path, "has been changed")
    ]
    assert failing(found) - failing(answers(story)) == {"software-identified"}


def test_a_row_that_is_gone_is_found(told, tmp_path):
    """Of the index of significant events, and of the records of a round."""
    story = told(REAL)
    before = answers(story)
    assert before["awards-noted"].answer is before["last-rounds-recalled"].answer is Answer.HOLDS
    with story.store.reading() as reader:
        stands = Standing(story.house, Blind(reader), story.standing["at"])
        found = {one.requirement: one.answer for one in conformity_of(stands, story.records).answers}
    assert found["awards-noted"] is Answer.FAILS


class Blind:
    """A reader that finds no significant event, and no record of a round."""

    def __init__(self, reader) -> None:
        self._reader = reader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    def events(self, *_: int) -> list[Any]:
        return []

    def at(self, _: list[int]) -> Iterator[Any]:
        return iter(())


def test_rounds_whose_records_are_gone_are_found(told):
    story = told(ROUNDS)
    assert answers(story)["last-rounds-recalled"].answer is Answer.HOLDS
    with story.store.reading() as reader:
        stands = Standing(story.house, Blind(reader), story.standing["at"])
        found = {one.requirement: one.answer for one in conformity_of(stands, story.records).answers}
    assert found["last-rounds-recalled"] is Answer.FAILS


def test_whatever_a_check_answers_can_be_turned_red():
    """A requirement without a planted fault may only ask a person."""
    apart = {"no-change-during-play", "win-on-display", "awards-noted", "last-rounds-recalled", "software-identified"}
    planted = LOG_FAULTS.keys() | HOUSE_FAULTS.keys() | apart
    checked = {one.id for one in REQUIREMENTS if one.by_log is not None or one.by_house is not None}
    assert checked == planted
    assert len({one.id for one in REQUIREMENTS}) == len(REQUIREMENTS)
    assert all(one.looks for one in REQUIREMENTS if one.by_log is None)
