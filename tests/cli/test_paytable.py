"""`cardroom paytable` and `--paytable FILE`: pay tables of the operator's own."""

import pytest

GOOD = """
id = "House Bonus"
game = "straight-edge-1"
wager = "bonus"
[[line]]
hand = "7-card straight"
pays = "60 to 1"
[[line]]
hand = "5-card straight"
pays = "6 to 1"
[[line]]
hand = "4-card straight"
pays = "1 to 1"
"""


@pytest.fixture
def file(tmp_path):
    """Write a pay table and give its name."""

    def write(text):
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_pay_table_is_shown_with_its_label_and_its_warning(run, file):
    shown = run("paytable", file(GOOD))
    assert shown.code == 0
    assert "House Bonus (not approved)" in shown.out
    assert "60 to 1" in shown.out
    assert shown.err.startswith("warning: ")
    assert shown.err.count("\n") == 1
    assert "no line for 6-card straight, which will be paid as 5-card straight." in shown.err


def test_a_pay_table_as_json(run, file):
    shown = run("paytable", file(GOOD), "--json")
    assert (shown.code, shown.err) == (0, "")
    document = shown.json
    assert (document["game"], document["wager"]) == ("straight-edge-1", "bonus")
    assert document["paytable"]["approved"] is False
    assert [line["pays"] for line in document["paytable"]["lines"]] == [["60 to 1"], ["6 to 1"], ["1 to 1"]]
    assert len(document["warnings"]) == 1


def test_brackets_in_an_operators_text_are_printed_as_they_are(run, file):
    shown = run("paytable", file(GOOD.replace("House Bonus", "[bold]House[/bold] :heart:")))
    assert "[bold]House[/bold] :heart:" in shown.out


def test_an_own_pay_table_is_played_and_labelled(run, file):
    own = file(GOOD)
    page = run("rules", "straight-edge-1", "--paytable", own)
    assert (page.code, page.out.count("House Bonus (not approved)")) == (0, 2)
    document = run("deal", "straight-edge-1", "--paytable", own, "--json").json
    in_force = document["settings"]["paytables"]["bonus"]
    assert (in_force["id"], in_force["approved"]) == ("House Bonus", False)


def test_an_own_pay_table_with_the_lines_of_a_printed_one_is_shown_beside_it(run, file):
    own = file(
        GOOD.replace('[[line]]\nhand = "5', '[[line]]\nhand = "6-card straight"\npays = "7 to 1"\n[[line]]\nhand = "5')
    )
    page = run("rules", "straight-edge-1", "--paytable", own)
    assert (page.code, page.err) == (0, "")
    assert page.out.count("House Bonus (not approved)") == 2


def test_a_pay_table_of_the_game_itself_is_played(run, file):
    own = file('id = "Soft"\ngame = "mississippi-stud"\nwager = "ante"\n[[line]]\nhand = "high card"\npays = "push"\n')
    document = run("deal", "mississippi-stud", "--paytable", own, "--json").json
    assert {gain for results in document["results"].values() for gain in results.values()} == {0}


def test_a_pay_table_by_hands_dealt_is_shown(run, file):
    own = file(
        'id = "Flat"\ngame = "caribbean-stud"\nwager = "cover_all"\ncolumns = [2, 3, 4, 5, 6, 7, 8]\n'
        '[[line]]\nhand = "three of a kind"\n'
        'pays = ["9 to 1", "6 to 1", "5 to 1", "4 to 1", "3 to 1", "3 to 1", "5 to 2"]\n'
    )
    shown = run("paytable", own, width=120)
    assert shown.lines[-2].split() == ["three", "of", "a", "kind", "9", "6", "5", "4", "3", "3", "5", "to", "2"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('"60 to 1"', "60 to 1"), "not a TOML file"),
        (('id = "House Bonus"', ""), "“id” is missing"),
        (('id = "House Bonus"', 'id = "Bonus 1"'), "is a printed pay table"),
        (('id = "House Bonus"', 'id = "House Bonus"\nextra = 1'), "“extra” is not known here"),
        (('"straight-edge-1"', '"straight-edge-9"'), "There is no game"),
        (('"bonus"', '"bonsu"'), "has no wager “bonsu”"),
        (('"bonus"', '"ante"'), "is not paid by a pay table"),
        (('"7-card straight"', '"8-card straight"'), "there is no hand “8-card straight”"),
        (('"60 to 1"', '"sixty"'), "“sixty” is not a pay-off"),
        (('"60 to 1"', '"60 for 1"'), "pays odds “to 1”"),
        (('"60 to 1"', '"1 to 2"'), "5-card straight pays 6 to 1, more than the 1 to 2"),
        (('"5-card straight"', '"7-card straight"'), "list the best hand first"),
        (('"60 to 1"', '["60 to 1", "50 to 1"]'), "needs 1 pays, not 2"),
        (('pays = "60 to 1"', 'pays = "60 to 1"\nenvy = "$5"'), "only a jackpot wager has envy"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_line(refused, file, change, complaint):
    before, after = change
    own = file(GOOD.replace(before, after, 1))
    for command in (["paytable", own], ["rules", "straight-edge-1", "--paytable", own]):
        said = refused(*command)
        assert said.startswith(own)
        assert complaint in said


def test_a_file_without_lines_is_refused(refused, file):
    assert "“line” is missing" in refused("paytable", file(GOOD.split("[[line]]", maxsplit=1)[0]))


def test_a_pay_table_for_another_game_is_refused(refused, file):
    own = file(GOOD)
    for command in ("rules", "deal"):
        assert refused(command, "straight-edge-2", "--paytable", own).endswith(
            "this pay table is for straight-edge-1, not for straight-edge-2."
        )


def test_two_pay_tables_for_one_wager_are_refused(refused):
    assert "second pay table" in refused("deal", "straight-edge-1", "--paytable", "bonus 1", "--paytable", "bonus 2")


@pytest.mark.parametrize("command", [["paytable"], ["rules", "solitaire-stud", "--paytable"]])
def test_what_is_no_file_is_refused(refused, command, tmp_path):
    assert "nowhere.toml" in refused(*command, str(tmp_path / "nowhere.toml"))
    assert "cannot be read" in refused(*command, str(tmp_path))


def test_a_file_that_is_not_text_is_refused(refused, tmp_path):
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not a TOML file" in refused("paytable", str(path))
