"""Pay tables of the operator's own: checked like the approved ones, and labelled as what they are."""

import pytest
from msgspec.structs import replace

from cardroom.errors import CardroomError
from cardroom.games import games
from cardroom.games.operator_paytables import complaints, load_paytable, read_paytable
from cardroom.games.paytable import Line, PayTable
from cardroom.money import Odds, Share
from cardroom.table import table_settings

BONUS = """
id = "House Bonus"
game = "straight-edge-1"
wager = "bonus"
[[line]]
hand = "7-card straight"
pays = "60 to 1"
[[line]]
hand = "6-card straight"
pays = "20 to 1"
[[line]]
hand = "5-card straight"
pays = "5 to 1"
[[line]]
hand = "4-card straight"
pays = "3 to 2"
"""
JACKPOT = """
id = "House Jackpot"
game = "keep-it-straight"
wager = "jackpot_1"
[[line]]
hand = "7-card straight flush"
pays = "100%"
envy = "$100"
[[line]]
hand = "6-card straight flush"
pays = "10%"
[[line]]
hand = "5-card straight flush"
pays = "$250"
[[line]]
hand = "4-card straight flush"
pays = "40 for 1"
[[line]]
hand = "3-card straight flush"
pays = "-"
"""
COVER_ALL = """
id = "House Cover All"
game = "caribbean-stud"
wager = "cover_all"
columns = [2, 3, 4, 5, 6, 7, 8]
[[line]]
hand = "Royal  Flush"
pays = ["700 to 1", "600 to 1", "500 to 1", "400 to 1", "300 to 1", "200 to 1", "100 to 1"]
[[line]]
hand = "straight flush"
pays = ["70 to 1", "60 to 1", "50 to 1", "40 to 1", "30 to 1", "20 to 1", "10 to 1"]
"""

FILES = {"bonus": BONUS, "jackpot": JACKPOT, "cover all": COVER_ALL}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "house.toml"


def load(file, text, *changes):
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    return load_paytable(file)


def refusal(file, text, *changes):
    with pytest.raises(CardroomError) as refused:
        load(file, text, *changes)
    assert refused.value.code == "bad-paytable"
    assert refused.value.message.count(str(file)) == 1
    return refused.value.message.removeprefix(str(file))


# --- what is taken ----------------------------------------------------------------------------------------------------


def test_a_table_is_read_in_its_order_and_labelled_not_in_the_approved_sheet(file):
    own = load(file, BONUS)
    assert (own.game.id, own.wager.id, own.warnings) == ("straight-edge-1", "bonus", ())
    assert [(line.hand, str(line.pays[0])) for line in own.table.lines] == [
        ("7-card straight", "60 to 1"),
        ("6-card straight", "20 to 1"),
        ("5-card straight", "5 to 1"),
        ("4-card straight", "3 to 2"),
    ]
    assert not own.table.is_printed
    assert own.table.title == "House Bonus (not approved)"


def test_a_jackpot_table_has_shares_prizes_for_one_and_envy_and_may_end_in_lines_that_do_not_pay(file):
    own = load(file, JACKPOT)
    assert own.warnings == ()
    assert [str(line.pays[0] or "-") for line in own.table.lines] == ["100%", "10%", "$250", "40 for 1", "-"]
    assert [str(line.envy or "-") for line in own.table.lines] == ["$100", "-", "-", "-", "-"]


def test_cover_all_pays_by_its_own_order_of_columns(file):
    own = load(file, COVER_ALL)
    classes = own.wager.hand_classes
    pays = [str(own.table.pay(classes, classes.place("royal flush"), hands)) for hands in (2, 8)]
    assert pays == ["700 to 1", "100 to 1"]


def printed_tables():
    return [
        pytest.param(game, wager, table, id=f"{game.id}/{wager.id}/{table.id}")
        for game in games().values()
        for wager in game.wagers
        for table in wager.paytables
    ]


# Their missing top line is paid as a straight flush, by ruling.
WITHOUT_A_TOP_LINE = {
    "mississippi-stud": {"MS Stud Quick Hit 01", "3 Card Bonus 1", "3 Card Bonus 2", "3 Card Bonus 3"},
    "three-card-poker": {f"{name} {number}" for name in ("Ante Bonus", "Pair Plus") for number in (1, 2, 3, 4)},
}


@pytest.mark.parametrize(("game", "wager", "table"), printed_tables())
def test_every_printed_table_passes_the_same_check_and_can_be_written_as_a_file(game, wager, table):
    doubts = complaints(table, wager.hand_classes, None, table.id)
    assert len(doubts) == (table.id in WITHOUT_A_TOP_LINE.get(game.id, ()))
    lines = [
        {"hand": line.hand, "pays": [str(pay or "-") for pay in line.pays], "envy": str(line.envy or "-")}
        for line in table.lines
    ]
    document = {"id": "Own", "game": game.id, "wager": wager.id, "columns": list(table.columns), "line": lines}
    assert read_paytable(document, "own.toml").table.lines == tuple(replace(line, label="") for line in table.lines)


# --- what is doubtful -------------------------------------------------------------------------------------------------


def test_a_gap_is_a_warning_that_names_file_line_and_hands(file):
    first_line = '[[line]]\nhand = "7-card straight"\npays = "60 to 1"\n'
    own = load(file, BONUS, (first_line, ""), ("5-card", "3-card"), ("4-card", "2-card"))
    assert own.warnings == (
        f"{file}: line 1: no line for 7-card straight, which will be paid as 6-card straight.",
        f"{file}: line 2: no line for 5-card straight and 4-card straight, which will be paid as 3-card straight.",
    )


def test_a_line_with_a_label_is_meant_to_pay_the_better_hands_too(file):
    text = JACKPOT.replace(
        'hand = "7-card straight flush"', 'hand = "6-card straight flush, ace high"\nlabel = "7 cards or 6"'
    )
    own = load(file, text)
    assert own.warnings == ()
    assert own.table.lines[0].text == "7 cards or 6"


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "change", "message"),
    [
        ("bonus", ("6-card straight", "royal flush"), ", line 2: there is no hand “royal flush”; the hands are: 7-"),
        ("bonus", ('"6-card straight"', "6"), ", line 2: “hand” must be a text"),
        ("bonus", ('pays = "20 to 1"', ""), ", line 2: “pays” is missing"),
        ("bonus", ('pays = "20 to 1"', 'pays = "20 to 1"\nodds = 3'), ", line 2: “odds” is not known here"),
        ("bonus", ("20 to 1", "twenty"), ", line 2: “twenty” is not a pay-off"),
        ("bonus", ('"20 to 1"', "20"), ", line 2: “20” is not a pay-off"),
        ("bonus", ('"20 to 1"', '["20 to 1", "9 to 1"]'), ", line 2: 6-card straight needs 1 pays, not 2"),
        ("cover all", ('"70 to 1", ', ""), ", line 2: straight flush needs 7 pays, not 6"),
        # the kind of pay
        ("bonus", ("20 to 1", "20 for 1"), ", line 2: Bonus pays odds “to 1”, not 20 for 1"),
        ("bonus", ("20 to 1", "10%"), ", line 2: Bonus pays odds “to 1”, not 10%"),
        ("bonus", ("20 to 1", "$20"), ", line 2: Bonus pays odds “to 1”, not $20"),
        ("jackpot", ("40 for 1", "40 to 1"), ", line 4: Straight Flush Jackpot 1 pays “for 1”"),
        ("jackpot", ("40 for 1", "push"), ", line 4: Straight Flush Jackpot 1 pays “for 1”"),
        ("jackpot", ("$100", "10%"), ", line 1: “10%”: envy is an amount in dollars"),
        ("bonus", ('"20 to 1"', '"20 to 1"\nenvy = "$5"'), ", line 2: only a jackpot wager has envy"),
        # a better hand that pays less
        ("bonus", ("60 to 1", "19 to 1"), ", line 2: 6-card straight pays 20 to 1, more than the 19 to 1 of"),
        ("bonus", ("20 to 1", "-"), ", line 3: 5-card straight pays 5 to 1, more than the - of 6-card straight"),
        ("bonus", ("20 to 1", "push"), ", line 3: 5-card straight pays 5 to 1, more than the push"),
        ("jackpot", ('"10%"', '"$249"'), ", line 3: 5-card straight flush pays $250, more than the $249"),
        ("jackpot", ("40 for 1", "251 for 1"), ", line 4: 4-card straight flush pays 251 for 1, more than the $250"),
        ("jackpot", ("100%", "9%"), ", line 2: 6-card straight flush pays 10%, more than the 9%"),
        ("jackpot", ("100%", "$249"), ", line 3: 5-card straight flush pays $250, more than the $249 of 7-card"),
        ("cover all", ("20 to 1", "201 to 1"), ", line 2: straight flush pays 201 to 1, more than the 200 to 1"),
        # out of order
        ("bonus", ("7-card", "5-card"), ", line 2: 6-card straight stands below 5-card straight; list the best"),
        ("bonus", ("6-card", "7-card"), ", line 2: 7-card straight stands below 7-card straight"),
        # the head of the file
        ("bonus", ('id = "House Bonus"', ""), ": “id” is missing"),
        ("bonus", ('"House Bonus"', "7"), ": “id” must be a text"),
        ("bonus", ('"House Bonus"', '" "'), ": “id” must be a text"),
        ("bonus", ('id = "House Bonus"', 'id = "House Bonus"\nodds = 3'), ": “odds” is not known here"),
        ("bonus", ("straight-edge-1", "straight-edge"), ": There is no game “straight-edge”. Did you mean"),
        ("bonus", ('"bonus"', '"blind"'), ": Straight Edge Poker, version 1 has no wager “blind”"),
        ("bonus", ('"bonus"', '"ante"'), ": Ante of Straight Edge Poker, version 1 is not paid by a pay table"),
        ("bonus", ('"bonus"', '"bonus"\ncolumns = [2]'), ": a pay table of Bonus has no columns"),
        ("bonus", ('"bonus"', '"bonus"\nseed = "much"'), ": “much” is not an amount"),
        ("cover all", ("7, 8]", "7]"), ": a pay table of Cover All has columns = [8, 7, 6, 5, 4, 3, 2]"),
        ("cover all", ("[2, 3, 4, 5, 6, 7, 8]", "7"), ": a pay table of Cover All has columns = [8, 7, 6, 5, 4, 3, 2]"),
    ],
)  # fmt: skip
def test_a_faulty_table_is_refused_and_the_message_names_file_and_line(file, kind, change, message):
    assert refusal(file, FILES[kind], change).startswith(message)


@pytest.mark.parametrize("name", ["Bonus 1", "bonus 2", " Bonus  1 "])
def test_the_id_of_a_printed_table_is_taken(file, name):
    assert "is a printed pay table; give yours another id" in refusal(file, BONUS, ("House Bonus", name))


def test_another_name_of_a_printed_table_is_taken_too(file):
    text = JACKPOT.replace("House Jackpot", "PT-BJS-HCF-SF-03b")
    assert refusal(file, text).startswith(": “PT-BJS-HCF-SF-03b” is a printed pay table")


@pytest.mark.parametrize("lines", ["", "line = []", "line = 3", "[line]", "line = [3]"])
def test_a_table_without_lines_is_refused(file, lines):
    head = BONUS.partition("[[line]]")[0]
    assert "line" in refusal(file, head + lines)


@pytest.mark.parametrize(("seed", "is_fine"), [("", True), ("$2,500", True), ("$2,499", False)])
def test_percentages_are_compared_at_the_seed(file, seed, is_fine):
    seeded = ('"jackpot_1"', f'"jackpot_1"\nseed = "{seed}"' if seed else '"jackpot_1"')
    if is_fine:
        assert load(file, JACKPOT, seeded).warnings == ()
    else:
        assert refusal(file, JACKPOT, seeded).startswith(", line 3: 5-card straight flush pays $250, more than the 10%")


def test_shares_of_different_levels_do_not_compare(file):
    changes = ('"jackpot_1"', '"jackpot_1"\nseed = "$10,000"'), ('"100%"', '"50% Mega"'), ('"10%"', '"100% Minor"')
    assert [str(line.pays[0]) for line in load(file, JACKPOT, *changes).table.lines[:2]] == ["50% Mega", "100% Minor"]


@pytest.mark.parametrize("text", ["id = ", "id = 'a'\nid = 'b'", "[[line]"])
def test_what_is_not_toml_is_refused(file, text):
    assert refusal(file, text).startswith(": not a TOML file: ")


def test_a_number_without_end_is_refused(file):
    assert refusal(file, "seed = " + "9" * 5000).startswith(": not a TOML file: ")


def test_a_syntax_error_names_its_line(file):
    assert "line 8" in refusal(file, BONUS, ('[[line]]\nhand = "6-card', '[[line]\nhand = "6-card'))


def test_bytes_that_are_no_text_are_refused(file):
    file.write_bytes(b'id = "\xff"')
    with pytest.raises(CardroomError, match="not a TOML file"):
        load_paytable(file)


def test_a_file_that_is_not_there_is_refused(file):
    with pytest.raises(CardroomError, match=r"house\.toml: cannot be read"):
        load_paytable(file)


class TestMadeByAProgram:
    """A pay table that a program makes is held to what a file is held to."""

    WAGER = games()["straight-edge-1"].wager("bonus")
    LINES = (Line("7-card straight", (Odds(60),)), Line("4-card straight", (Odds(3, 2),)))

    def settings(self, table):
        return table_settings("straight-edge-1", paytables={"bonus": table})

    def test_it_is_not_approved_whatever_it_says(self):
        table = self.settings(PayTable(id="Mine", lines=self.LINES, is_printed=True)).paytables["bonus"]
        assert (table.is_printed, table.title) == (False, "Mine (not approved)")

    def test_a_printed_one_stays_approved(self):
        printed = self.WAGER.paytables[1]
        assert self.settings(printed).paytables["bonus"] is printed

    def test_it_says_the_same_as_a_file(self, tmp_path):
        path = tmp_path / "own.toml"
        path.write_text(BONUS, encoding="utf-8")
        from_file = load_paytable(path).table
        from_program = self.settings(PayTable(id=from_file.id, lines=from_file.lines)).paytables["bonus"]
        assert from_program == from_file

    def test_hands_may_be_written_in_any_case(self):
        table = self.settings(PayTable(id="Mine", lines=(Line("7-Card  Straight", (Odds(60),)),))).paytables["bonus"]
        assert table.lines[0].hand == "7-card straight"

    @pytest.mark.parametrize(
        ("table", "why"),
        [
            (PayTable(id="Bonus 1", lines=LINES), "“Bonus 1” is a printed pay table; give yours another id"),
            (PayTable(id="Mine", lines=LINES[::-1]), "line 2: 7-card straight stands below 4-card straight"),
            (PayTable(id="Mine", lines=()), "needs an id and at least one line"),
            (PayTable(id=" ", lines=LINES), "needs an id and at least one line"),
            (PayTable(id="Mine", lines=(Line("flush", (Odds(1),)),)), "line 1: there is no hand “flush”"),
            (PayTable(id="Mine", lines=(Line("7-card straight", (Odds(1), Odds(2))),)), "needs 1 pays, not 2"),
            (PayTable(id="Mine", lines=(Line("7-card straight", (Share(100),)),)), "pays odds “to 1”, not 1%"),
            (PayTable(id="Mine", lines=LINES, columns=(2, 3)), "has no columns"),
        ],
    )
    def test_what_a_file_may_not_do_a_program_may_not_do(self, table, why):
        with pytest.raises(CardroomError, match=why):
            self.settings(table)
