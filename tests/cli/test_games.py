"""`cardroom games`, `rules` and `hand`, and the help."""

import pytest

from cardroom.games import games as all_games

GAMES = all_games()

COMMANDS = ("games", "rules", "hand", "deal", "demo", "paytable")

every_game = pytest.mark.parametrize("game", GAMES)
both_widths = pytest.mark.parametrize("width", [80, 120])


def test_without_a_command_the_help_is_shown(run):
    assert run().out == run("--help").out


def test_the_help_names_every_command_and_shows_examples(ok):
    shown = ok("-h").out
    assert all(f"\n  {command}  " in shown for command in COMMANDS)
    assert "Examples:\n" in shown
    assert "..." not in shown.split("Commands:")[1].split("Examples:")[0]  # no description is cut off


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_within_80_columns(ok, command):
    shown = ok(command, "--help").lines
    assert shown[0].startswith(f"Usage: cardroom {command}")
    assert max(map(len, shown)) <= 80


def test_version(ok):
    assert ok("--version").out.startswith("cardroom 0.")


# --- games ------------------------------------------------------------------------------------------------------------


@both_widths
def test_the_list_shows_every_game_on_lines_that_fit(ok, width):
    lines = ok("games", width=width).lines
    assert [line.split()[0] for line in lines if line.startswith(tuple(GAMES))] == list(GAMES)
    assert max(map(len, lines)) <= width


def test_the_list_as_json(ok):
    games = ok("games", "--json").json
    assert [game["id"] for game in games] == list(GAMES)
    assert [game["seats"] for game in games] == [game.seats for game in GAMES.values()]
    assert all(game["name"] and game["summary"] for game in games)


# --- rules ------------------------------------------------------------------------------------------------------------


@both_widths
@every_game
def test_the_rules_show_rules_wagers_rulings_and_every_pay_table(ok, game, width):
    page = ok("rules", game, width=width)
    words = " ".join(page.out.split())
    assert max(map(len, page.lines)) <= width
    for wager in GAMES[game].wagers:
        assert f" {wager.id} " in page.out
        for table in wager.paytables:
            assert table.id in words
            assert all(line.text in page.out for line in table.lines)
    for rule in GAMES[game].rules:
        assert any(line.startswith(f"{rule} ") for line in page.lines)
    assert words.count("rules hash") == 1


@every_game
def test_the_rules_as_json(ok, game):
    page = ok("rules", game, "--json").json
    assert page["game"] == game
    assert [(rule["number"], rule["text"]) for rule in page["rules"]] == list(GAMES[game].rules.items())
    assert [wager["id"] for wager in page["wagers"]] == [wager.id for wager in GAMES[game].wagers]
    assert len(page["rules_hash"].partition(":")[2]) == 64
    for wager in page["wagers"]:
        assert all(line["pays"] for table in wager["paytables"] for line in table["lines"])
        assert all(case["then"] for case in wager["settlement"])


def test_the_settlement_has_a_row_for_everything_that_can_happen(ok):
    page = ok("rules", "straight-edge-2", width=120).out
    shown = page.split("Settlement")[1].split("Blind: paid on")[0]
    rows = [line.split("   ") for line in shown.splitlines()[3:] if line.strip()]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert cells == [
        ["dealer qualifies, hand better", "1 to 1 (10)", "by pay table, else push (10)", "1 to 1 (10)"],
        ["dealer qualifies, hand equal", "push (12)", "push (12)", "push (12)"],
        ["dealer qualifies, hand worse", "lose (11)", "lose (11)", "lose (11)"],
        ["dealer qualifies: no, hand better", "push (8)", "by pay table, else push (10)", "1 to 1 (10)"],
        ["dealer qualifies: no, hand equal", "push (8)", "push (12)", "push (12)"],
        ["dealer qualifies: no, hand worse", "push (8)", "lose (11)", "lose (11)"],
    ]


def test_a_wager_that_is_paid_whatever_the_dealer_has_is_paid_by_its_table_in_every_row(ok):
    page = ok("rules", "crazy-4-poker", width=140).lines
    rows = [line for line in page if line.startswith("dealer qualifies")]
    assert len(rows) == 4
    assert all("by pay table, else " in row for row in rows)


def test_a_printed_pay_table_can_be_put_in_force(ok):
    page = ok("rules", "mississippi-stud", "--paytable", "3 Card Bonus 4", "--paytable", "ml03", "--json").json
    in_force = {wager["id"]: wager["paytable_in_force"] for wager in page["wagers"]}
    assert in_force["three_card_bonus"] == "3 Card Bonus 4"
    assert in_force["progressive"] == "Link ML03"
    assert in_force["ante"] == "MS-01"


def test_the_rules_hash_follows_the_pay_table(ok):
    plain, other = (
        ok("rules", "solitaire-stud", *table, "--json").json["rules_hash"] for table in ([], ["--paytable", "SS-02"])
    )
    assert plain != other


# --- hand -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "said"),
    [
        ("straight-edge-1", "Js Qh Kd Ac 2s 3d 9h", "ring straight: six-card straight, jack to three"),
        ("straight-edge-2", "Js Qh Kd Ac 2s 3d 9h", "straight: four-card straight, jack to ace (Js Qh Kd Ac)"),
        ("solitaire-stud", "Kh Qs Jd 4h 3c 2d Ah", "solitaire run: three-card run, jack to king (Jd Qs Kh)"),
        ("keep-it-straight", "2c 3c 4c 9h Kd 7s 5d", "straight flush: three-card straight flush, two to four"),
        ("mississippi-stud", "Js Jh 4d 4c 9s", "five-card poker: two pair, jacks and fours"),
        ("mississippi-stud", "Qh Kh Ah", "three-card poker: mini royal"),
        ("caribbean-stud", "10h Jh Qh Kh Ah", "five-card poker: royal flush"),
    ],
)
def test_a_hand_in_words(ok, game, cards, said):
    shown = ok("hand", game, cards).out
    assert said in shown
    assert ok("hand", game, *cards.split()).out == shown  # quotation marks are not needed


def test_a_hand_as_json(ok):
    shown = ok("hand", "keep-it-straight", "As 2s 3d", "--json").json
    assert shown["game"] == "keep-it-straight"
    assert shown["hand"] == ["As", "2s", "3d"]
    assert [reading["ranking"] for reading in shown["readings"]] == ["straight", "straight flush"]
    assert [reading["cards"] for reading in shown["readings"]] == [["As", "2s", "3d"], ["As", "2s"]]


def test_cards_are_read_in_any_case_with_signs_and_commas(ok):
    assert ok("hand", "caribbean-stud", "TH,jh, q♥ KH ah").out == ok("hand", "caribbean-stud", "10h Jh Qh Kh Ah").out
