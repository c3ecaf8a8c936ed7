"""What may be linked with what, and bad input: refused with a sentence, nothing changed."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.games.catalogue import add_file, forget_file
from cardroom.games.citations import show_rule
from cardroom.games.jackpot_pages import Act
from cardroom.games.paytable import Line, PayTable
from cardroom.jackpots import (
    Chance,
    Console,
    JackpotKind,
    LevelConfig,
    LinkTable,
    Source,
    Who,
    link_config,
    parse_rate,
    require_open,
    validate_floor,
)
from cardroom.jackpots.text.citations import rule_for
from cardroom.money import CENT, DOLLAR, parse_pay


def refused(words: str):
    return pytest.raises(CardroomError, match=words)


@pytest.mark.parametrize("paytable", ["MS Stud-01", "Quick Hit"])
def test_one_game_tables_stand_on_one_table_or_tables_of_the_same_game(make, paytable):
    assert make.stud(paytable).tables[0].id == "ms-1"
    make.stud(paytable, tables=make.mississippi("ms-1", "ms-2", console=Console.KEYPAD))
    both = [*make.mississippi("ms-1"), LinkTable(id="cs-1", game="caribbean-stud")]
    with refused(
        "for one table or tables of Mississippi Stud; link stud has caribbean-stud, mississippi-stud."
        " Links of several games use Link 01, Link ML01 or Link ML03."
    ):
        make.stud(paytable, tables=both)
    with refused("Progressive has no pay table “MS Stud.*; it has: Link 01, Link ML01, Link ML03"):
        make.stud(paytable, tables=both[1:])


@pytest.mark.parametrize("paytable", ["01", "ML01", "ML03"])
def test_multi_game_tables_need_several_games_and_touch_displays(make, paytable):
    names = {"01": ["Progressive"], "ML01": ["Mega", "Major"], "ML03": ["Mega", "Major", "Minor"]}[paytable]
    levels = [LevelConfig(name=name, seed=100 * DOLLAR) for name in names]
    assert make.mega_link(levels=make.mega_link().levels).paytable.id == "Link ML03"
    with refused("is for links of several five-card poker games; link stud has only mississippi-stud. Use MS Stud-01"):
        make.stud(paytable, levels=levels, tables=make.mississippi("ms-1", "ms-2"))
    with refused("has only caribbean-stud. Add Mississippi Stud."):
        make.stud(paytable, levels=levels, tables=[LinkTable(id="cs-1", game="caribbean-stud")])
    chances = make.five_card_chances
    tables = [
        LinkTable(id="ms-1", game="mississippi-stud", chances=chances, console=Console.KEYPAD),
        LinkTable(id="cs-1", game="caribbean-stud", chances=chances),
    ]
    with refused("is run from touch displays; table ms-1 has a keypad console"):
        link_config("river", paytable, levels=levels, tables=tables)


def test_keep_it_straight_is_run_from_the_touch_display(make):
    table = LinkTable(id="kis-1", game="keep-it-straight", console=Console.KEYPAD)
    with refused("Keep It Straight is run from touch displays; table kis-1 has a keypad console"):
        link_config("straight", "PT-BJS-HCF-SF-01", levels=make.one_level(), tables=[table])


UNPAGED = """
import msgspec

from cardroom.games import find_game
from cardroom.games.model import Game
from cardroom.games.rule_parameters import game


@game
def unpaged() -> Game:
    printed = find_game("mississippi-stud")
    wagers = tuple(msgspec.structs.replace(wager, pages=()) for wager in printed.wagers)
    return msgspec.structs.replace(printed, id="unpaged", name="Unpaged", wagers=wagers)
"""


@pytest.fixture
def unpaged_game(tmp_path):
    """A game from outside whose sheet has a jackpot wager and no page about it."""
    file = tmp_path / "unpaged.py"
    file.write_text(UNPAGED, encoding="utf-8")
    yield add_file(file)[0]
    forget_file(file)


def test_a_sheet_without_a_page_leaves_the_console_to_the_house(make, unpaged_game):
    for console in Console:
        table = LinkTable(id="un-1", game=unpaged_game, console=console)
        config = make.stud("MS Stud-01", tables=[table])
        assert show_rule(rule_for(config, "un-1", Act.PAY)) == "house ruling on the console"
    with refused("Only the sheet of Keep It Straight allows House jackpots"):
        make.stud(tables=[table], kind=JackpotKind.HOUSE, levels=[LevelConfig(name="House", seed=DOLLAR)])
    with refused("Fixed pays of MS Stud-01 come from the tray"):
        make.stud(tables=[table], fixed_pays=Source.METER)


def test_a_pay_table_must_belong_to_the_tables_game(make):
    with refused("has no pay table “PT-BJS-HCF-SF-01”"):
        make.stud("PT-BJS-HCF-SF-01")
    with refused("There is no pay table “MS Stud-99”"):
        make.stud("MS Stud-99")
    with refused("pays no share of a jackpot"):
        make.stud("3 Card Bonus 4")
    with refused("has no jackpot wager"):
        make.stud(tables=[LinkTable(id="ss-1", game="solitaire-stud")])


def test_levels_are_those_of_the_pay_table(make):
    with refused("pays from the levels Major, Mega, Minor; link river has Progressive"):
        make.mega_link(levels=make.one_level())
    with refused("pays from one meter; 2 levels are set up"):
        make.stud(levels=[LevelConfig(name=name, seed=0) for name in "ab"])


def test_house_jackpots_are_keep_it_straights_and_take_no_contribution(make):
    with refused("Only the sheet of Keep It Straight allows House jackpots"):
        make.stud(kind=JackpotKind.HOUSE, levels=[LevelConfig(name="House", seed=DOLLAR)])
    with refused("a House jackpot does not rise with wagers"):
        link_config(
            "straight",
            "PT-BJS-HCF-SF-01",
            kind=JackpotKind.HOUSE,
            levels=make.one_level(),
            tables=[LinkTable(id="kis-1", game="keep-it-straight")],
        )


def test_progressive_and_house_cannot_be_linked(make):
    tables = [
        LinkTable(id="kis-1", game="keep-it-straight"),
        LinkTable(id="kis-2", game="keep-it-straight", set_up_as=JackpotKind.HOUSE),
    ]
    with refused("is a progressive jackpot and table kis-2 is set up for a house one"):
        link_config("straight", "PT-BJS-HCF-SF-01", levels=make.one_level(), tables=tables)


class TestFloor:
    def straight(self, make, name, sensor=1, **fields):
        table = LinkTable(id="kis-1", game="keep-it-straight", sensor=sensor)
        return link_config(name, "PT-BJS-HCF-SF-01", **({"levels": make.one_level(), "tables": [table]} | fields))

    def test_two_jackpots_on_two_sensors(self, make):
        validate_floor([self.straight(make, "one", 1), self.straight(make, "two", 2)])

    def test_two_jackpots_on_one_sensor(self, make):
        with refused("one and two both use sensor 1; a sensor takes one jackpot"):
            validate_floor([self.straight(make, "one"), self.straight(make, "two")])

    def test_two_jackpot_types_on_a_table(self, make):
        house = {"kind": JackpotKind.HOUSE, "levels": [LevelConfig(name="House", seed=DOLLAR)]}
        with refused("one is a progressive jackpot and two a house one; all jackpots of a table must be of one type"):
            validate_floor([self.straight(make, "one"), self.straight(make, "two", 2, **house)])

    def test_more_than_two_sensors(self, make):
        with refused("at most two jackpot sensors, not a sensor 3"):
            self.straight(make, "three", 3)
        with refused("Mississippi Stud has one jackpot sensor"):
            make.stud(tables=make.mississippi("ms-1", sensor=2))

    def test_one_link_twice_or_a_table_with_two_games(self, make):
        with refused("Two links are called “one”"):
            validate_floor([self.straight(make, "one", 1), self.straight(make, "one", 2)])
        with refused("is keep-it-straight on link one and mississippi-stud on link stud"):
            validate_floor([self.straight(make, "one"), make.stud(tables=make.mississippi("kis-1"))])


class TestEquality:
    def tables(self, make, **second):
        chances = make.five_card_chances
        first = LinkTable(id="ms-1", game="mississippi-stud", chances=chances)
        return [first, LinkTable(**({"id": "cs-1", "game": "caribbean-stud", "chances": chances} | second))]

    def test_unequal_probabilities_are_refused_with_both_figures(self, make):
        chances = make.five_card_chances | {"flush": Chance(5_109, 2_598_960)}
        with refused("A flush comes 5,108 in 2,598,960 at ms-1 and 5,109 in 2,598,960 at cs-1"):
            make.mega_link(tables=self.tables(make, chances=chances))

    def test_equal_fractions_are_equal(self, make):
        chances = make.five_card_chances | {"royal_flush": Chance(1, 649_740)}
        make.mega_link(tables=self.tables(make, chances=chances))

    def test_tables_of_one_game_are_compared_where_they_bring_chances(self, make):
        chances = make.five_card_chances | {"royal_flush": Chance(5, 2_598_960)}
        first, second = make.mississippi("ms-1", chances=make.five_card_chances), make.mississippi("ms-2")
        make.stud(tables=[*first, *second])
        with refused("A royal flush comes 4 in 2,598,960 at ms-1 and 5 in 2,598,960 at ms-2"):
            make.stud(tables=[*first, *make.mississippi("ms-2", chances=chances)])

    @pytest.mark.parametrize("chance", [Chance(1, 0), Chance(-1, 5), Chance(6, 5)])
    def test_a_chance_is_between_none_and_all(self, make, chance):
        with refused("Table ms-1: .* is no probability of a royal flush"):
            make.stud(tables=make.mississippi("ms-1", chances={"royal_flush": chance}))

    def test_a_link_across_games_needs_the_probabilities(self, make):
        with refused("say with what probability cs-1 deals a royal flush"):
            make.mega_link(tables=self.tables(make, chances={}))

    def test_unequal_folding_is_refused_with_both_settings(self, make):
        with refused("Folded hands qualify at ms-1 and do not qualify at cs-1"):
            make.mega_link(tables=self.tables(make, folded_hands_qualify=False))

    def test_across_games_all_folded_hands_qualify(self, make):
        tables = [msgspec.structs.replace(t, folded_hands_qualify=False) for t in self.tables(make)]
        with refused("folded hands must qualify everywhere; they do not at ms-1"):
            make.mega_link(tables=tables)

    def test_bad_beats_of_two_games_are_not_linked(self, make):
        """Their folded hands lose, so the chance to win hangs on how each game is played."""
        lines = ["7-card_straight", "6-card_straight", "5-card_straight", "4-card_straight"]
        tables = [
            LinkTable(id=f"se-{n}", game=f"straight-edge-{n}", chances={line: Chance(1, 1_000) for line in lines})
            for n in (1, 2)
        ]
        with refused("folded hands must qualify everywhere; they do not at se-1"):
            link_config("edge", "Two Way Bad Beat 1", levels=make.one_level(), tables=tables)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ({"contribution": -1}, "a contribution of -0.01% is not between 0% and 100%"),
        ({"reserve": -500}, "a reserve of -5% is not between"),
        ({"contribution": 10_001}, "a contribution of 100.01% is not between"),
        ({"contribution": 9_000, "reserve": 2_000}, "add up to 110% of the wager"),
        ({"seed": -1}, "the seed must be whole cents and not below"),
        ({"seed": CENT // 2}, "the seed must be whole cents"),
        ({"seed": 5 * DOLLAR, "maximum": 4 * DOLLAR}, r"a maximum of \$4 is below the seed of \$5"),
        ({"name": " "}, "each with a name of its own"),
        ({"name": "a:b"}, "each with a name of its own"),
    ],
)
def test_bad_levels(make, level, words):
    with refused(words):
        make.stud(levels=[LevelConfig(**({"name": "Progressive", "seed": DOLLAR} | level))])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"wager": 0}, "must be a fixed amount of whole cents"),
        ({"wager": CENT // 2}, "must be a fixed amount of whole cents"),
        ({"tables": []}, "needs a table"),
        ({"executive_from": -1}, "cannot be negative"),
        ({"notice_days": -1}, "cannot be negative"),
        ({"fixed_pays": Source.HOUSE}, "from the tray or off the meter"),
        ({"fixed_pays": Source.METER}, "only Two Way Bad Beat"),
    ],
)
def test_bad_links(make, fields, words):
    with refused(words):
        make.stud(**fields)


def test_a_table_stands_on_a_link_once(make):
    with refused("Table ms-1 stands on link stud twice"):
        make.stud(tables=make.mississippi("ms-1", "ms-1"))


@pytest.mark.parametrize("text", ["", "12", "-3%", "12.345%", "abc%", "101%", "1e1%", "1.x%", "٣%"])
def test_bad_rates(text):
    with refused("is not a rate|at most 100%"):
        parse_rate(text)


def test_a_pay_table_of_ones_own_is_labelled_and_links_one_game(make):
    own = PayTable(
        id="Own",
        is_printed=False,
        lines=(Line("royal flush", (parse_pay("100%"),)), Line("flush", (parse_pay("9 for 1"),))),
    )
    assert make.stud(own).paytable.title == "Own (not approved)"
    printed = make.stud().paytable
    with refused("This is not MS Stud-01 as printed"):
        make.stud(msgspec.structs.replace(printed, lines=printed.lines[:-1]))
    with refused("a table of one's own may link one game only"):
        make.mega_link().tables and link_config("river", own, levels=make.one_level(), tables=make.mega_link().tables)


def test_lines_that_records_cannot_tell_apart_are_refused(make):
    lines = (Line("royal flush", (parse_pay("100%"),)), Line("Royal, flush!", (parse_pay("9 for 1"),)))
    with refused("line 2: “Royal, flush!” and “royal flush” have the same id, royal_flush; use other words for one"):
        make.stud(PayTable(id="Own", is_printed=False, lines=lines))


class TestRunning:
    """Checks on a link in operation."""

    def test_an_unreasonable_contribution_is_refused(self, make, pit):
        floor = pit(make.stud())
        with refused(r"would contribute from \$100; the wager of link stud is \$1"):
            floor.start("ms-1", [1], amount=100 * DOLLAR)
        with refused("has seats 1 to 7, not 8"):
            floor.start("ms-1", [8])
        assert len(floor.events) == 1

    def test_no_parameter_changes_while_a_round_is_in_progress(self, make, pit):
        floor = pit(make.stud(tables=make.mississippi("ms-1", "ms-2")))
        floor.start("ms-2", [1])
        with refused("Nothing changes while a round is in progress; table ms-2 is in a game"):
            floor.change(levels=tuple(make.one_level(1, 100, 0)))
        floor.end("ms-2")
        floor.change(levels=tuple(make.one_level(1, 100, 0)))
        floor.start("ms-2", [1])
        assert floor.cents() == 5_000_21  # what was there stays; the new rate of 1% counts

    def test_a_maximum_below_the_meter_is_refused_with_both_figures(self, make, pit):
        floor = pit(make.stud())
        floor.game("ms-1", range(1, 8))
        level = make.one_level(5_000, 2_000, 200, maximum=5_001 * DOLLAR)
        with refused(r"Progressive stands at \$5,001.40; a maximum of \$5,001 is below that"):
            floor.change(levels=tuple(level))

    def test_a_maximum_at_what_is_displayed_is_not_below_the_meter(self, make, pit):
        floor = pit(make.stud(levels=make.one_level(5_000, 1_234, 0)))
        floor.game("ms-1", [1])  # 5,000.1234
        floor.change(levels=tuple(make.one_level(5_000, 1_234, 0, maximum=5_000_12 * CENT)))
        floor.game("ms-1", [1])
        assert (floor.cents(), floor.balance("overflow:Progressive")) == (5_000_12, 123_400)

    def test_levels_kind_and_id_stay(self, make, pit):
        floor = pit(make.house_jackpot())
        with refused("is a house jackpot and stays one"):
            floor.change(kind=JackpotKind.PROGRESSIVE)
        with refused("holds money on House; it cannot change to Other"):
            floor.change(levels=(LevelConfig(name="Other", seed=DOLLAR),))

    def test_a_change_takes_two_people(self, make, pit):
        from cardroom.jackpots.commands import ChangeLink

        floor = pit(make.stud())
        for by, approved_by, why in (("sue", "sue", "x"), ("sue", " Sue ", "x"), ("sue", "", "x"), ("sue", "eve", " ")):
            with refused("Two different people|Say why"):
                floor.do(ChangeLink(why=why, config=floor.config), by, approved_by)

    def test_rates_of_one_level_change_alone(self, make, pit):
        floor = pit(make.mega_link())
        floor.change_rates("Major", 1_000, 0)
        major = floor.config.level("Major")
        assert (major.contribution, major.reserve, major.seed) == (1_000, 0, 1_000 * DOLLAR)
        assert floor.config.level("Mega") == make.mega_link().level("Mega")
        floor.start("ms-1", [1])
        assert floor.cents("Major") == 1_000_10
        assert floor.replayed() == floor.state

    def test_a_change_of_rates_is_checked_like_any_other(self, make, pit):
        floor = pit(make.mega_link())
        with refused("has no level “Grand”; it has: Mega, Major, Minor"):
            floor.change_rates("Grand", 1_000, 0)
        with refused("Two different people"):
            floor.change_rates("Major", 1_000, 0, approved_by="sue")
        with refused("Say why"):
            floor.change_rates("Major", 1_000, 0, why=" ")
        with refused("100%"):
            floor.change_rates("Major", 10_000, 0)
        floor.start("ms-2", [1])
        with refused("Nothing changes while a round is in progress; table ms-2 is in a game"):
            floor.change_rates("Major", 1_000, 0)
        assert len(floor.configs) == 1

    def test_a_press_on_a_closed_or_unknown_table(self, make, pit):
        from cardroom.jackpots.commands import (
            CloseConsole,
            Confirm,
            EndGame,
            OpenConsole,
            PressHand,
            PressSeat,
            StaffCard,
            SwipeCard,
        )

        floor = pit(make.stud(tables=make.mississippi("ms-1", "ms-2")))
        floor.press(CloseConsole, "ms-1")
        with refused("Table ms-1 is closed for the jackpot"):
            floor.start("ms-1", [1])
        with refused("Table ms-1 is closed for the jackpot"):
            require_open(floor.state, "ms-1", floor.now)
        with refused("is closed already"):
            floor.press(CloseConsole, "ms-1")
        events = list(floor.events)
        for kind, fields in (
            (EndGame, {}),
            (PressSeat, {"seat": 1}),
            (PressHand, {"line": "royal_flush"}),
            (Confirm, {}),
            (SwipeCard, {"card": StaffCard.EXECUTIVE}),
        ):
            with refused("Table ms-1 is closed for the jackpot; open it first"):
                floor.press(kind, "ms-1", **fields)
        assert floor.events == events
        floor.press(OpenConsole, "ms-1")
        floor.start("ms-1", [1])
        with refused("is in a game"):
            floor.press(CloseConsole, "ms-1")
        with refused("Table “ms-9” is not on link stud; its tables are: ms-1, ms-2"):
            floor.press(CloseConsole, "ms-9")

    def test_every_act_has_a_name_to_it(self, make, pit):
        from cardroom.jackpots.commands import EndGame

        floor = pit(make.stud())
        with refused("Say who does this"):
            floor.do(EndGame(table="ms-1"), " ")
        with refused("with the time zone"):
            floor.link.do(EndGame(table="ms-1"), Who(floor.now.replace(tzinfo=None), "dan"))
        floor.start("ms-1", [1])
        with refused("Say who does this"):
            floor.act("void", "ms-1", "r1", "misdeal", by=" ")
        with refused("Say who does this"):
            floor.act("hear", "ms-1", "r1", [], by=" ")

    def test_a_round_is_started_once(self, make, pit):
        from cardroom.jackpots.commands import StartGame

        floor = pit(make.stud(tables=make.mississippi("ms-1", "ms-2")))
        floor.game("ms-1", [1])
        floor.start("ms-1", [1])
        floor.void("ms-1")
        floor.game("ms-1", [1])
        for used in ("r1", "r2", "r3", " "):
            with refused(f"“{used}” is not a new round of table ms-1"):
                floor.do(StartGame(table="ms-1", round_id=used, wagers={}))
        both, without = floor.config.tables, floor.config.tables[1:]
        floor.change(tables=without)
        floor.change(tables=both)
        with refused("“r1” is not a new round of table ms-1"):
            floor.do(StartGame(table="ms-1", round_id="r1", wagers={}))
        floor.do(StartGame(table="ms-2", round_id="r1", wagers={}))

    def test_the_table_must_settle_by_the_links_pay_table(self, make, pit):
        floor = pit(make.stud())
        floor.start("ms-1", [1])
        with refused("was settled by Quick Hit; link stud pays MS Stud-01"):
            floor.act("qualify", "ms-1", "r1", 1, "Quick Hit", "flush")
        with refused("plays round r1, not r0"):
            floor.act("qualify", "ms-1", "r0", 1, "MS Stud-01", "flush")
        with refused("Table “ms-9” is not on link stud"):
            floor.act("qualify", "ms-9", "r1", 1, "MS Stud-01", "flush")
