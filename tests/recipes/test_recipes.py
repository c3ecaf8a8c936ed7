"""The recipes of docs/recipes.md hold: done step by step they pass their checks, and a forgotten step is named.

All of them are done in one copy of the tree. Where steps are forgotten, several are at once: each must be told of.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

from .applying import PAGE, ROOT, Edit, Recipe, copied, recipes, run, run_well

RECIPES = recipes()
QUICK = ("pytest", "--noconftest", "-p", "no:cacheprovider", "--tb=short")
DUTY = "src/cardroom/house/features/duty"
ALERTS = "src/cardroom/house/features/alerts"
WRITTEN = (  # as the page has it
    ("python", "-m", "tests.golden.tags"),
    ("cardroom", "schema", "--typescript", "ui/src/lib/messages.ts"),
)


def applied(folder: Path, *names: str) -> Path:
    for name in names:
        RECIPES[name].applied_to(folder)
    return folder


@pytest.fixture(scope="module")
def pristine(tmp_path_factory) -> Path:
    """With every recipe done, and nothing written anew."""
    return applied(copied(tmp_path_factory.mktemp("recipes")), *RECIPES)


# --- done -------------------------------------------------------------------------------------------------------------


def test_there_is_a_recipe_for_what_is_added_most_often():
    assert [*RECIPES] == ["Add a command", "Add an alert", "Add a report column", "Add a wager", "Add a page"]
    assert PAGE.name in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def changed_python(recipe: Recipe) -> list[str]:
    return sorted({edit.path for edit in recipe.edits if edit.path.endswith(".py")})


def test_what_a_recipe_shows_is_in_order(pristine):
    files = sorted({path for recipe in RECIPES.values() for path in changed_python(recipe)})
    run_well(pristine, "ruff", "check", "--quiet", *files)
    run_well(pristine, "ruff", "format", "--check", "--quiet", *files)


@pytest.mark.slow
def test_recipes_that_are_done_pass_quick_checks(tmp_path):
    folder = applied(copied(tmp_path), *RECIPES)
    for command in WRITTEN:
        run_well(folder, *command)
    tests = ("house/test_features.py", "house/test_figures.py", "house/test_duty.py", "house/test_alerts.py",
             "golden/test_tags.py", "web/test_pages_named.py", "games/test_three_card_poker.py")  # fmt: skip
    run_well(
        folder, "pytest", "-p", "no:cacheprovider", "-m", "not slow and not soak", *(f"tests/{test}" for test in tests)
    )


# --- forgotten --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Forgotten:
    path: str
    text: str  # that is not there; "": the file is not written anew
    told: str
    instead: str = ""


COMMAND_ROW = "        command(AskRelief, handlers.ask_relief, DEALING - ONLY_SERVICE),\n"
EVENT_ROW = "        at_table(ReliefAsked, EventKind.DEALER, applied=state.relief_asked),\n"
WORDS = """\
        case ReliefAsked():
            return f"Table {table} asks for another dealer."
"""
ALERT = """\
        case a.SlipLate():
            return f"Slip {cause.slip} of {_title(place, house)} is on the way for longer than {_time(cause.seconds)}."
"""
TOGETHER = (
    (
        Forgotten(
            f"{DUTY}/feature.py", COMMAND_ROW, "AskRelief: features/duty/feature.py has no command(AskRelief, …)"
        ),
        Forgotten(f"{DUTY}/feature.py", EVENT_ROW, "ReliefAsked: features/duty/feature.py has no row for it"),
        Forgotten(f"{ALERTS}/causes.py", " AlertKind.SLIP,", "['SLIP'] is in none of OF_TABLES, OF_MONEY and FAULTS"),
        Forgotten(f"{ALERTS}/text.py", '    AlertKind.SLIP: "slip late",\n', "KINDS lacks SLIP"),
        Forgotten(
            "src/cardroom/house/runtime/alert_detection.py",
            "a.SlipLate",
            "nothing gives rise to ['SlipLate']",
            "a.TrayLow",
        ),
        Forgotten("tests/house/day_books.py", ', "late_bets"', "day_books.py does not count ['late_bets']"),
        Forgotten(
            "src/cardroom/house/engine/day_figures.py",
            "            late_bets=self.late_bets + later.late_bets,\n",
            "TableFigures.followed_by loses late_bets",
        ),
        Forgotten(
            "tests/oracle/sheets.py",
            '"dealer_bonus": (*DEALER_BONUS,)',
            "tests/oracle/sheets.py: SIDE_BETS of three-card-poker",
        ),
        Forgotten(
            "tests/browser/test_pages.py", '    ("/about",),\n', "tests/browser/test_pages.py: PAGES lacks ['about']"
        ),
        Forgotten("src/cardroom/web/app.py", " public.about,", "`handlers` lacks ['about'] of public"),
    ),
    (
        Forgotten(f"{DUTY}/messages.py", " | AskRelief", "AskRelief: sum it up in features/duty/messages.py"),
        Forgotten(f"{DUTY}/messages.py", " | ReliefAsked", "ReliefAsked: sum it up in features/duty/messages.py"),
        Forgotten(f"{ALERTS}/causes.py", "    | SlipLate\n", "AnyCause lacks ['SlipLate']"),
        Forgotten(
            "tests/causes.py",
            "        case AlertKind.SLIP:\n            return a.SlipLate(slip=1, seconds=100)\n",
            "tests/causes.py: cause_of makes none of SLIP",
        ),
    ),
    (
        Forgotten(
            f"{DUTY}/feature.py",
            ".ask_relief, DEALING - ONLY_SERVICE",
            "a command of its own needs roles",
            ".ask_relief",
        ),
        Forgotten(f"{DUTY}/text.py", WORDS, "features/duty/text.py: `significant` says nothing of ReliefAsked"),
        Forgotten(f"{ALERTS}/text.py", ALERT, "features/alerts/text.py: alert_in_words says nothing of SlipLate"),
        Forgotten(
            "docs/supervising-the-pit.md",
            "| slip late | a fill or credit is on the way for longer than a call may wait | |\n",
            "docs/supervising-the-pit.md: the list of alerts lacks “slip late”",
        ),
        Forgotten(
            "src/cardroom/house/engine/feature_order.py", "TABLE_SUSPENSION,", "FEATURES lacks ['table_suspension']"
        ),
        Forgotten("tests/golden/tags.txt", "", "test_tags_and_fields_are_as_they_are_written"),
    ),
)
STRUCTURE = ("house/test_features.py", "house/test_figures.py", "web/test_pages_named.py", "golden/test_tags.py",
             "table/test_set_rules.py")  # fmt: skip


@pytest.mark.parametrize("together", TOGETHER, ids=["rows", "sums", "words"])
def test_a_step_that_is_forgotten_is_named(pristine, together):
    kept = {one.path: (pristine / one.path).read_text(encoding="utf-8") for one in together}
    for one in together:
        path = pristine / one.path
        text = path.read_text(encoding="utf-8")
        assert one.text in text, f"{one.path} has no {one.text}"
        instead = (
            ".ask_relief" if one.text.startswith(".ask") else "None, a.TrayLow" if one.text == "a.SlipLate" else ""
        )
        path.write_text(text.replace(one.text, instead) if one.text else text, encoding="utf-8")
    try:
        _, said = run(pristine, *QUICK, *(f"tests/{test}" for test in STRUCTURE), "-k", "not round and not copies")
    finally:
        for path, text in kept.items():
            (pristine / path).write_text(text, encoding="utf-8")
    missing = [one.told for one in together if one.told not in said]
    assert not missing, said


def test_a_recipe_that_shows_what_is_not_there_says_so():
    with pytest.raises(AssertionError, match=r"shows lines that are not in a\.py:\nclass Gone"):
        Edit("a.py", " class Gone\n+    x\n").changed("class Here\n")
    with pytest.raises(AssertionError, match=r"in several places of a\.py"):
        Edit("a.py", " x\n+y\n").changed("x\nx\n")
    assert Edit("a.py", " x\n+y\n@@\n-z\n").changed("x\nz\n") == "x\ny\n"
    assert Edit("a.py", "+x\n+\n+y\n").changed("") == "x\n\ny\n"


# --- all that the page names ------------------------------------------------------------------------------------------


def checks(name: str) -> list[list[str]]:
    """The commands of a recipe's last line."""
    text = PAGE.read_text(encoding="utf-8").partition(f"## {name}\n")[2].partition("\n## ")[0]
    told = re.search(r"\*\*Checks:\*\* (.*?)\n\n", f"{text}\n\n", re.DOTALL)
    assert told, f"docs/recipes.md: {name} has no checks"
    return [shlex.split(command) for command in re.findall(r"`((?:pytest|python) [^`]+)`", told[1])]


@pytest.mark.parametrize("name", RECIPES)
def test_the_checks_of_a_recipe_are_of_this_tree(name):
    for command in checks(name):
        missing = [path for path in command[1:] if "/" in path and not (ROOT / path).exists()]
        assert not missing, f"docs/recipes.md: {name} names {missing}"


@pytest.mark.soak
def test_recipes_that_are_done_pass_all_their_checks(tmp_path):
    """But for a browser's: a page is looked over for its types."""
    folder = applied(copied(tmp_path), *RECIPES)
    for left in ("ui/node_modules", "docs/images"):
        if (ROOT / left).exists():
            (folder / left).symlink_to(ROOT / left)
    for command in (*WRITTEN, ("python", "-m", "tests.golden.roles")):
        run_well(folder, *command)
    run_well(folder, "mypy", "--no-error-summary", "src")
    run_well(folder, "lint-imports", "--no-logo")
    tests = set()
    for command in (one for name in RECIPES for one in checks(name)):
        if "hatch_build.py" in command:
            look = "import hatch_build, pathlib; hatch_build.npm(pathlib.Path(), 'run', '--silent', 'check')"
            run_well(folder, "python", "-c", look)
            continue
        tests.update(one for one in command[1:] if "/" in one and not one.startswith("tests/browser/"))
    run_well(folder, "pytest", "-p", "no:cacheprovider", *sorted(tests))
