"""`make near` picks the tests that are near to a change, and says why."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from . import near as n

FILES = {
    "src/cardroom/__init__.py": "",
    "src/cardroom/money.py": 'DOLLAR = 1\n\n\ndef show(amount):\n    """\n    >>> show(1)\n    """\n',
    "src/cardroom/house/log/commands.py": "from cardroom.house.features.duty.messages import *\n",
    "src/cardroom/house/features/duty/messages.py": "class TapIn: ...\n\n\nclass TapOut: ...\n",
    "src/cardroom/house/features/duty/handlers.py": "",
    "src/cardroom/house/views/__init__.py": "from cardroom.house.views.staff.pit import Tile\n",
    "src/cardroom/house/views/staff/pit.py": "class Tile: ...\n",
    "src/cardroom/house/views/lobby.py": "",
    "src/cardroom/cli/house/reports.py": "",
    "tests/helping.py": "from cardroom.money import DOLLAR\n\ndef room(): ...\n",
    "tests/test_money.py": "",
    "tests/test_docs.py": "",
    "tests/test_names.py": "",
    "tests/house/test_duty.py": "",
    "tests/house/test_features.py": "",
    "tests/house/test_calls.py": "from cardroom.house.log import commands as c\n\nc.TapIn()\n",
    "tests/house/test_rounds.py": "from cardroom.house.log import commands as c\n\nc.SitDown()\n",
    "tests/house/test_tiles.py": "from cardroom.house.views import Tile\nfrom ..helping import room\n",
    "tests/browser/test_pit.py": "from cardroom.house.views.staff.pit import Tile\n",
    "tests/golden/test_tags.py": "",
    "tests/golden/test_roles.py": "",
    "tests/web/test_http.py": "",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> n.Tree:
    root: Path = tmp_path_factory.mktemp("tree")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return n.Tree.of(root)


def picked(tree: n.Tree, *changed: str) -> set[str]:
    return {*n.near(changed, tree).why}


def test_a_feature_has_the_tests_of_its_name_and_those_that_use_its_messages(tree):
    handlers = picked(tree, "src/cardroom/house/features/duty/handlers.py")
    assert handlers == {
        "tests/house/test_duty.py", "tests/house/test_calls.py", "tests/house/test_features.py", "tests/test_names.py",
    }  # fmt: skip


def test_messages_are_guarded_by_golden_files_and_by_the_types_of_the_pages(tree):
    messages = picked(tree, "src/cardroom/house/features/duty/messages.py")
    assert messages >= {"tests/golden/test_tags.py", "tests/golden/test_roles.py", "tests/web/test_http.py"}
    assert "tests/house/test_calls.py" in messages
    assert "tests/house/test_rounds.py" not in messages


def test_what_a_package_hands_on_is_its_own_modules(tree):
    assert "tests/house/test_tiles.py" in picked(tree, "src/cardroom/house/views/staff/pit.py")
    assert "tests/house/test_tiles.py" not in picked(tree, "src/cardroom/house/views/lobby.py")


def test_a_helper_of_tests_has_the_tests_that_use_it_and_sets_no_scene_for_others(tree):
    assert picked(tree, "tests/helping.py") == {"tests/house/test_tiles.py"}
    assert "tests/house/test_tiles.py" not in picked(tree, "src/cardroom/money.py")


def test_tests_that_wait_for_a_browser_are_near_to_themselves_alone(tree):
    assert "tests/browser/test_pit.py" not in picked(tree, "src/cardroom/house/views/staff/pit.py")
    assert picked(tree, "tests/browser/test_pit.py") == {"tests/browser/test_pit.py"}


def test_examples_in_a_module_are_run(tree):
    assert picked(tree, "src/cardroom/money.py") == {
        "src/cardroom/money.py", "tests/test_money.py", "tests/test_names.py",
    }  # fmt: skip


def test_pages_are_run_alone_and_the_command_line_with_all_of_them(tree):
    pick = n.near(["docs/cage.md", "README.md"], tree)
    assert (pick.why.keys(), pick.pages) == ({"tests/test_docs.py"}, ["README.md", "docs/cage.md"])
    assert list(n.runs(pick, [])) == [["pytest", "tests/test_docs.py", "-k", "README.md or docs/cage.md"]]
    pick = n.near(["docs/cage.md", "src/cardroom/cli/house/reports.py"], tree)
    assert (pick.why.keys(), pick.pages) == ({"tests/test_docs.py", "tests/test_names.py"}, [])


def test_the_pages_of_the_browser_are_looked_over(tree):
    pick = n.near(["ui/src/App.svelte"], tree)
    assert pick.why.keys() == {"tests/test_names.py"}
    assert next(n.runs(pick, [])) == ["python", "hatch_build.py", "check"]


def test_a_file_that_is_gone_has_no_tests(tree):
    assert picked(tree, "tests/house/test_gone.py", "src/cardroom/gone.py") == {"tests/test_names.py"}


def test_what_it_names_is_there():
    """A file that is moved would no longer be near to anything."""
    named = re.findall(r'"(tests/[\w/]+(?:\.py|/))"', (n.ROOT / "tests/near.py").read_text(encoding="utf-8"))
    assert len(named) > 10
    named = [path for path in named if "__init__" not in path]  # an example
    gone = [path for path in [*named, *(f"src/cardroom/{one}" for one in n.MESSAGES)] if not (n.ROOT / path).exists()]
    assert not gone, f"tests/near.py names {gone}"


def test_proofs_are_of_what_has_changed():
    assert list(n.proofs(["docs/cage.md"])) == []
    assert [command[0] for command in n.proofs(["tests/near.py"])] == ["ruff", "ruff", "mypy"]
    changed = ["src/cardroom/money.py", "src/cardroom/gone.py"]
    assert [command[0] for command in n.proofs(changed)] == ["ruff", "ruff", "mypy", "lint-imports"]
    assert "src/cardroom/gone.py" not in next(n.proofs(changed))


def test_where_nothing_has_changed_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(n, "changed_since", lambda base: [])
    assert n.main(["0123456789abcdef"]) == 0
    assert capsys.readouterr().out == "Nothing has changed since 0123456789ab.\n"


def test_a_failed_proof_ends_it(monkeypatch, capsys, tree):
    ran: list[str] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(Path(command[0]).name)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(n, "changed_since", lambda base: ["tests/near.py"])
    monkeypatch.setattr(n.Tree, "of", lambda root: tree)
    monkeypatch.setattr(n.subprocess, "run", run)
    assert n.main(["HEAD"]) == 1
    assert ran == ["ruff"]
