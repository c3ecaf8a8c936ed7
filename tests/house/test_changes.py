"""A jackpot that is changed, announced and removed by two people, and the floor file that says otherwise."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.cli import main
from cardroom.errors import CardroomError
from cardroom.house.floor.floor_check import check_floor
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.runtime.startup import require_floor, stopped_house_from
from cardroom.jackpots import commands as j
from cardroom.jackpots import validate_table
from cardroom.jackpots.events import JackpotRemoved, LinkChanged, NoticeGiven
from cardroom.jackpots.reports.regulator_figures import proof
from cardroom.money import DOLLAR

from .logs import audited, stored

LINKS = ("delta", "bad-beat", "house-flush")
TABLES = ("delta-1", "delta-2", "edge-1", "straight-1")


@pytest.fixture
def room(make, floor):
    room = make(floor(TABLES, links=LINKS))
    room.guest("ann", "delta-1", 1)
    return room


def agree(room, link: str, change: j.ByTwoPeople):
    """Accounting asks, an executive approves."""
    room.do("accounting", c.AskChange(link, change))
    return room.do("executive", c.ApproveChange(next(reversed(room.house.requests))))


def config_of(room, link: str = "delta"):
    return room.house.links[link].state.config


WAGER = j.ChangeWager(wager=2 * DOLLAR, why="players ask for it")


def test_another_wager_is_played_at_every_table_of_the_link_from_one_record_on(room):
    done = agree(room, "delta", WAGER)
    assert {part.stream for part in done.record.parts} == {"link:delta", "table:delta-1", "table:delta-2", "house"}
    assert config_of(room).wager == 2 * DOLLAR
    for name in ("delta-1", "delta-2"):
        assert room.house.tables[name].plan.settings.jackpot_wagers["progressive"] == 2 * DOLLAR
    room.begin("delta-1")
    assert "$2" in room.refused("ann", room.bets("ann", "delta-1", progressive=1)).message
    room.bet("ann", "delta-1", progressive=2)
    room.deal("delta-1")
    room.finish("delta-1")
    assert room.dollars("link:delta:meter:Progressive") == 5_000.40
    room.prove()


def test_a_wager_changes_between_rounds_only_and_may_be_asked_for_before(room):
    room.begin("delta-1")
    room.do("technician", c.AskChange("delta", WAGER))
    (request,) = room.house.requests
    assert room.refused("accounting", c.ApproveChange(request)).code == "round-in-play"
    room.bet("ann", "delta-1", progressive=1)
    assert "table delta-1 is in one" in room.refused("accounting", c.ApproveChange(request)).message
    room.deal("delta-1")
    room.finish("delta-1")
    room.do("accounting", c.ApproveChange(request))
    assert config_of(room).wager == 2 * DOLLAR
    room.prove()


@pytest.mark.parametrize(
    ("link", "change", "figure", "value"),
    [
        ("house-flush", j.ChangePrize(level="Posted prize", prize=9_000 * DOLLAR, why="x"), "seed", 9_000 * DOLLAR),
        ("delta", j.ChangeSeed(level="Progressive", seed=700 * DOLLAR, why="x"), "seed", 700 * DOLLAR),
        ("delta", j.ChangeMaximum(level="Progressive", maximum=8_000 * DOLLAR, why="x"), "maximum", 8_000 * DOLLAR),
        ("delta", j.ChangeRates(level="Progressive", contribution=100, reserve=5, why="x"), "contribution", 100),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_figure_is_changed_by_two_people_and_no_money_moves(room, link, change, figure, value):
    books = dict(room.house.books)
    agree(room, link, change)
    assert getattr(config_of(room, link).levels[0], figure) == value
    assert room.house.books == books
    (changed,) = room.events(LinkChanged)
    assert (changed.by, changed.approved_by, changed.why) == ("accounting", "executive", "x")
    assert room.refused("accounting", c.AskChange(link, change)).code == "no-change"
    room.prove()


@pytest.mark.parametrize(
    ("link", "change", "words"),
    [
        ("delta", j.ChangePrize(level="Progressive", prize=1, why="x"), "is progressive"),
        ("house-flush", j.ChangeSeed(level="Posted prize", seed=1, why="x"), "is a House jackpot"),
        ("house-flush", j.ChangeMaximum(level="Posted prize", maximum=1, why="x"), "is a House jackpot"),
        ("delta", j.ChangeMaximum(level="Progressive", maximum=4_000 * DOLLAR, why="x"), "below"),
        ("delta", j.ChangeSeed(level="Mega", seed=1, why="x"), "no level"),
        ("delta", j.ChangeSeed(level="Progressive", seed=1, why="x"), "whole cents"),
        ("delta", j.ChangeWager(wager=401 * DOLLAR, why="x"), "outside the limits"),
        ("delta", j.ChangeRates(level="Progressive", contribution=9_000, reserve=2_000, why="x"), "no more than 100%"),
        ("house-flush", j.GiveNotice(last_day="2027-01-01", why="x"), "holds no players' money"),
        ("delta", j.RemoveJackpot(destination="bad-beat", why="x"), "Give notice first"),
        ("delta", j.Adjust(level="Progressive", change=1, reason=j.Reason.MOVED_IN, why="x"), "in the same act"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, msgspec.Struct) else None,
)
def test_what_cannot_be_is_refused_when_it_is_asked(room, link, change, words):
    change = msgspec.convert(msgspec.to_builtins(change), j.ByTwoPeople)
    assert words in room.refused("accounting", c.AskChange(link, change)).message


@pytest.mark.parametrize("role", ["dealer", "auditor"])
def test_not_everyone_may_ask(room, role):
    assert room.turned_away(role, c.AskChange("delta", WAGER)).command == "ChangeWager"


# --- the end of a jackpot ---------------------------------------------------------------------------------------------


def announced(room) -> None:
    room.play("delta-1", "ann", progressive=1)
    last_day = (room.now + timedelta(days=10)).date()
    agree(room, "delta", j.GiveNotice(last_day=last_day, why="a new game"))
    room.now += timedelta(days=11)


def removal(destination: str, level: str = "") -> j.RemoveJackpot:
    return j.RemoveJackpot(destination=destination, level=level, why="a new game")


def test_the_money_of_a_removed_jackpot_is_on_another_in_the_same_record(room):
    announced(room)
    held = room.house.links["delta"].state.held
    had = room.house.links["bad-beat"].state.held
    done = agree(room, "delta", removal("bad-beat"))
    assert {part.stream for part in done.record.parts} == {"link:delta", "link:bad-beat", "house"}
    assert room.house.links["delta"].state.held == 0
    assert room.house.links["bad-beat"].state.held == had + held
    assert room.dollars("link:delta:moved") == -room.dollars("link:bad-beat:moved") == held / DOLLAR
    (notice,), (removed,) = room.events(NoticeGiven), room.events(JackpotRemoved)
    assert (notice.approved_by, removed.approved_by, removed.amount) == ("executive", "executive", held)
    told = room.told()
    assert any("its money to bad-beat" in what for what in told)
    assert any("goes to bad-beat" in what for what in told)
    room.prove()


def test_or_it_is_owed_to_the_fund_for_problem_gambling(room):
    announced(room)
    held = room.house.links["delta"].state.held
    agree(room, "delta", removal(j.PROBLEM_GAMBLING))
    assert room.house.balance("link:delta:problem_gambling_fund") == held
    assert "link:delta:moved" not in room.house.books
    room.prove()


@pytest.mark.parametrize(
    ("to", "words"),
    [
        (removal("house-flush"), "can go to: bad-beat, problem_gambling"),
        (removal("delta"), "can go to"),
        (removal("nowhere"), "can go to"),
        (removal(""), "Say where $5,000.22 goes"),
        (removal("bad-beat", "Mega"), "no level"),
    ],
    ids=["house", "itself", "nowhere", "nothing", "level"],
)
def test_it_goes_nowhere_else(room, to, words):
    announced(room)
    assert words in room.refused("accounting", c.AskChange("delta", to)).message


def test_what_does_not_fit_under_the_other_ones_maximum_is_refused_whole(room):
    announced(room)
    agree(room, "bad-beat", j.ChangeMaximum(level="Bad Beat", maximum=3_000 * DOLLAR, why="x"))
    assert room.refused("accounting", c.AskChange("delta", removal("bad-beat"))).code == "too-much"


def test_wagers_on_a_removed_jackpot_go_back(room):
    """It was announced to run until that day, and a layout may be open at midnight."""
    room.play("delta-1", "ann", progressive=1)
    agree(room, "delta", j.GiveNotice(last_day=(room.now + timedelta(days=10)).date(), why="x"))
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.now += timedelta(days=11)
    agree(room, "delta", removal("bad-beat"))
    assert "progressive" not in room.round("delta-1").state.seats[1].stakes
    room.deal("delta-1")
    room.finish("delta-1")
    room.prove()


def test_a_house_jackpot_is_discontinued(room):
    agree(room, "house-flush", removal(""))
    assert room.house.links["house-flush"].state.is_removed
    room.prove()


# --- another floor file -----------------------------------------------------------------------------------------------


def refused(room, text: str) -> str:
    before = room.state()
    with pytest.raises(CardroomError) as refusal:
        room.open(text)
    assert room.state() == before
    return refusal.value.message


def test_what_two_people_have_changed_stands_when_the_house_starts_again(room, floor):
    agree(room, "delta", WAGER)
    agree(room, "delta", j.ChangeSeed(level="Progressive", seed=700 * DOLLAR, why="x"))
    changed = config_of(room)
    done = room.open(floor(TABLES, links=LINKS))
    assert [type(event) for part in done.record.parts for event in part.events] == [e.HouseOpened]
    assert config_of(room) == changed
    room.play("delta-1", "ann", progressive=2)
    room.prove()


def test_a_new_table_plays_with_the_wager_of_the_running_link(room, floor):
    agree(room, "delta", WAGER)
    room.open(floor((*TABLES, "delta-3"), links=LINKS))
    assert room.house.tables["delta-3"].plan.settings.jackpot_wagers["progressive"] == 2 * DOLLAR
    room.do("ann", c.SitDown("delta-3", 1, 200 * DOLLAR))
    room.play("delta-3", "ann", progressive=2)
    room.prove()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('wager = "$1"', 'wager = "$5"'), "the wager is $1 in the running house, and $5 in the file. $1 stands"),
        (('seed = "$5,000"', 'seed = "$6,000"'), "the seed is $5,000 in the running house, and $6,000"),
        (('contribution = "20%"', 'contribution = "25%"'), "the contribution is 20%"),
        (('reserve = "2%"', 'reserve = "3%"'), "the reserve is 2%"),
        (('reserve = "2%"', 'reserve = "2%"\nmaximum = "$9,000"'), "the maximum is none in the running house"),
    ],
    ids=["wager", "seed", "contribution", "reserve", "maximum"],
)
def test_a_figure_that_differs_in_the_file_is_explained_and_not_taken(room, floor, change, words):
    text = floor(TABLES, links=LINKS).replace(*change, 1)
    wanted = room.read(text)
    found = wanted.differences(room.house.running_links())
    assert [difference.is_refused for difference in found] == [False]
    assert words in found[0].text
    before = config_of(room)
    room.open(text)
    assert config_of(room) == before
    room.play("delta-1", "ann", progressive=1)
    room.prove()


def test_what_only_the_file_says_follows_it(room, floor):
    text = floor(TABLES, links=LINKS, order="clockwise").replace("envy = true", "envy = false", 1)
    text = text.replace("[approvals]", '[approvals]\nexecutive_from = "$77"')
    found = room.read(text).differences({"delta": room.house.links["delta"].state})
    assert [difference.key for difference in found] == ["envy", "award_order", "executive_from"]
    room.open(text)
    config = config_of(room)
    assert (config.envy, config.executive_from) == (False, 77 * DOLLAR)
    assert not room.house.tables["delta-1"].plan.settings.gives_envy("progressive")
    room.play("delta-1", "ann", progressive=1)
    room.prove()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('paytable = "MS Stud-01"', 'paytable = "Quick Hit"'), "pays by MS Stud-01, not"),
        (('name = "Progressive"', 'name = "Grand"'), "has the levels Progressive, not Grand"),
    ],
    ids=["paytable", "level"],
)
def test_another_jackpot_under_the_same_id_is_refused(room, floor, change, words):
    assert words in refused(room, floor(TABLES, links=LINKS).replace(*change, 1))


def test_a_jackpot_with_players_money_stays_in_the_file_until_it_is_removed(room, floor):
    without = floor({"delta-1": "jackpots = []", "edge-1": ""}, links=("bad-beat",))
    room.play("delta-1", "ann", progressive=1)
    assert "holds $5,000.22 that players have played for" in refused(room, without)
    agree(room, "delta", j.GiveNotice(last_day=(room.now + timedelta(days=10)).date(), why="x"))
    assert "give notice, remove it" in refused(room, without)
    room.now += timedelta(days=11)
    agree(room, "delta", removal("bad-beat"))
    room.open(without)
    room.play("delta-1", "ann")
    room.prove()


def test_a_removed_jackpot_may_stay_in_the_file_but_gets_no_new_table(room, floor):
    announced(room)
    agree(room, "delta", removal("bad-beat"))
    room.open(floor(TABLES, links=LINKS))
    room.play("delta-1", "ann")
    assert "has been removed" in refused(room, floor((*TABLES, "delta-3"), links=LINKS))
    room.prove()


# --- with the lines of the file ---------------------------------------------------------------------------------------


@pytest.fixture
def played(make, floor, tmp_path):
    """A house on disk whose jackpot somebody has played for, and the file that it runs on."""
    room = make(floor(("delta-1", "edge-1")))
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    store = stored(room, tmp_path / "house.db")
    return room, store, floor(("delta-1", "edge-1"))


def test_a_start_explains_what_stands_and_refuses_what_cannot_be_with_the_line(played, caplog):
    room, _, text = played
    checked = check_floor(text.replace('wager = "$1"', 'wager = "$5"', 1), "floor.toml", lambda *_: {})
    require_floor(room.house, checked.sound, checked.file)
    line = checked.file.lines.index('wager = "$5"') + 1
    assert f"floor.toml:{line}: Jackpot delta: the wager is $1 in the running house, and $5" in caplog.text
    checked = check_floor(text.replace('"MS Stud-01"', '"Quick Hit"', 1), "floor.toml", lambda *_: {})
    with pytest.raises(CardroomError, match=r"floor\.toml:8: Jackpot delta pays by MS Stud-01, not"):
        require_floor(room.house, checked.sound, checked.file)


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (("", ""), 0, "all in order"),
        (('seed = "$5,000"', 'seed = "$6,000"'), 0, "$5,000 stands; two people change it"),
        (('jackpots = ["delta"]', ""), 2, "needs a table"),
        (('reserve = "2%"', 'reserve = "2%"\npreset_seed = "$9,000"'), 0, "the preset seed makes $9,000"),
    ],
    ids=["same", "figure", "no table", "recommendation"],
)
def test_check_config_holds_a_file_against_a_running_house(played, tmp_path, capsys, change, code, words):
    _, store, text = played
    file = tmp_path / "floor.toml"
    file.write_text(text.replace(*change, 1))
    with pytest.raises(SystemExit) as end:
        main(["check-config", str(file), "--database", str(store.engine.url), "--no-risks"])
    told = capsys.readouterr()
    assert (end.value.code or 0) == code
    assert words in (told.err if code else told.out)


def test_check_config_refuses_a_file_that_drops_players_money(played, floor, tmp_path, capsys):
    _, store, _ = played
    file = tmp_path / "floor.toml"
    file.write_text(floor(("edge-1",)))
    with pytest.raises(SystemExit) as end:
        main(["check-config", str(file), "--database", str(store.engine.url), "--no-risks"])
    assert end.value.code == 2
    assert "Jackpot delta holds $5,000.22 that players have played for" in capsys.readouterr().err


def test_check_config_refuses_what_the_house_would_not_start_with(make, floor, tmp_path, capsys):
    """A table with a round in play is not in the file any more."""
    room = make(floor(("edge-1", "straight-1")))
    room.guest("ann", "edge-1", 1)
    room.begin("edge-1")
    room.bet("ann", "edge-1")
    store = stored(room, tmp_path / "house.sqlite")
    file = tmp_path / "floor.toml"
    file.write_text(floor(("straight-1",)))
    with pytest.raises(CardroomError) as refused:
        require_floor(stopped_house_from(store), room.read(file.read_text()))
    with pytest.raises(SystemExit) as end:
        main(["check-config", str(file), "--database", str(store.engine.url), "--no-risks"])
    assert end.value.code == 2
    assert f"{file}: {refused.value.message}" in capsys.readouterr().err
    assert "has a round in play" in refused.value.message


def test_the_audit_does_it_all_again(played, tmp_path):
    room, _, text = played
    agree(room, "delta", WAGER)
    room.do("accounting", c.AskChange("delta", j.ChangeSeed(level="Progressive", seed=DOLLAR, why="x")))
    room.open(text)
    agree(room, "delta", j.GiveNotice(last_day=(room.now + timedelta(days=10)).date(), why="x"))
    room.now += timedelta(days=11)
    agree(room, "delta", removal("bad-beat"))
    assert audited(str(stored(room, tmp_path / "again.db").engine.url)).findings == []


# --- at random --------------------------------------------------------------------------------------------------------

AMOUNTS = st.integers(0, 12).map(lambda number: number * 1_000 * DOLLAR)
RATES = st.integers(0, 6_000)
CHANGES = st.one_of(
    st.builds(j.ChangeWager, wager=st.integers(1, 3).map(lambda number: number * DOLLAR), why=st.just("x")),
    st.builds(j.ChangeSeed, level=st.just("Progressive"), seed=AMOUNTS, why=st.just("x")),
    st.builds(
        j.ChangeMaximum, level=st.just("Progressive"), maximum=AMOUNTS.map(lambda a: a or None), why=st.just("x")
    ),
    st.builds(j.ChangeRates, level=st.just("Progressive"), contribution=RATES, reserve=RATES, why=st.just("x")),
    st.builds(j.ChangePrize, level=st.just("Posted prize"), prize=st.just(7 * DOLLAR), why=st.just("x")),
)
ENDS = st.builds(removal, st.sampled_from(("delta", "bad-beat", "house-flush", "", "nowhere", j.PROBLEM_GAMBLING)))


@settings(max_examples=15, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_whatever_two_people_change_money_is_conserved_and_the_log_makes_the_same_house(make, floor, data):
    """A figure never goes where the rules forbid it, whatever has been asked for, approved, played or announced."""
    text = floor(("delta-1", "edge-1", "straight-1"), links=LINKS)
    room = make(text)
    room.guest("ann", "delta-1", 1, chips=900)
    for _ in range(data.draw(st.integers(3, 12))):
        match data.draw(st.sampled_from(("change", "change", "play", "notice", "end", "later", "start again"))):
            case "play":
                wager = room.house.tables["delta-1"].plan.settings.jackpot_wagers["progressive"] // DOLLAR
                room.play("delta-1", "ann", **({} if config_ended(room) else {"progressive": wager}))
            case "later":
                room.now += timedelta(days=6)
            case "start again":
                room.open(text)
            case what:
                notice = j.GiveNotice(last_day=(room.now + timedelta(days=10)).date(), why="x")
                change = data.draw({"change": CHANGES, "end": ENDS}.get(what, st.just(notice)))
                with suppress(CardroomError):
                    agree(room, data.draw(st.sampled_from(LINKS)), change)
        check_links(room)
    room.prove()


def config_ended(room) -> bool:
    state = room.house.links["delta"].state
    return state.is_removed or (state.last_day is not None and room.now.date() > state.last_day)


def check_links(room) -> None:
    links = room.house.running_links()
    assert sum(room.house.books.values()) == 0
    assert sum(room.house.balance(f"link:{name}:moved") for name in links) == 0
    for name, state in links.items():
        assert proof(state).holds
        for level in state.config.levels:
            assert level.maximum is None or max(level.seed, state.displayed(level.name)) <= level.maximum
        for table in state.config.tables:
            validate_table(state.config, table.id, room.house.tables[table.id].plan.settings)
        assert not (state.is_removed and state.held), name
