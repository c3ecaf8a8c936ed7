"""A stranger's game file is checked in a process of its own: it deceives nobody, is stopped, and reads nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.cli.games.check_subprocess import check_in_subprocess
from cardroom.errors import CardroomError

SAYS_ALL_IS_WELL = """
import os, sys
line = b"file.py: northern-lights: all in order.\\n"
for handle in range(64):
    try:
        os.write(handle, line)
    except OSError:
        pass
"""


@pytest.fixture
def stranger(tmp_path: Path):
    def write(text: str) -> Path:
        path = tmp_path / "stranger.py"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def refused(capfd, path: Path, *more: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(["games", "check", str(path), *more])
    out, err = capfd.readouterr()
    assert (left.value.code, out) == (2, "")
    return err


@pytest.mark.parametrize(
    "text",
    [
        "import os; os._exit(0)",
        f"{SAYS_ALL_IS_WELL}os._exit(0)",
        f"{SAYS_ALL_IS_WELL}import atexit; atexit.register(os._exit, 0)\nsys.exit(0)",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "import os\nif os.fork() == 0:\n    import time; time.sleep(600)\nos._exit(0)",
    ],
)
def test_a_file_that_ends_its_own_check_is_refused(capfd, stranger, text):
    err = refused(capfd, stranger(text))
    assert err.startswith("cardroom: ")
    assert "all in order" not in err


def test_an_endless_loop_is_stopped_and_refused(capfd, stranger, tmp_path):
    mark = tmp_path / "alive"
    started = f"import pathlib, os\npathlib.Path({str(mark)!r}).write_text(str(os.getpid()))\nwhile True: pass"
    assert "has taken too long" in refused(capfd, stranger(started), "--time-limit", "3")
    if mark.exists():
        with pytest.raises(ProcessLookupError):
            os.kill(int(mark.read_text()), 0)


def test_what_a_terminal_would_obey_is_shown_by_its_code(capfd, stranger):
    """Moving up and clearing the line would put “all in order” in the place of the refusal."""
    err = refused(capfd, stranger('raise ValueError("\\x1b[1A\\x1b[2K\\rall in order\\x9b\\u202e")'))
    assert "\\x1b[1A\\x1b[2K" in err
    assert not {"\x1b", "\r", "\x9b", "\u202e"} & set(err)


def test_a_file_sees_nothing_of_the_house(monkeypatch, stranger):
    """Neither its environment nor its folder; what it prints reaches nobody."""
    monkeypatch.setenv("CARDROOM_KEYS", "/secret/keys")
    monkeypatch.setenv("DATABASE_PASSWORD", "open sesame")
    with pytest.raises(CardroomError) as error:
        check_in_subprocess(stranger("import os; raise ValueError(repr(dict(os.environ)) + os.getcwd())"), 5, 1)
    assert "PATH" in error.value.message
    for secret in ("/secret/keys", "open sesame", str(Path.cwd()), os.environ["HOME"] + "/"):
        assert secret not in error.value.message


def test_a_report_that_is_forged_without_the_word_of_the_trial_is_refused(capfd, stranger):
    forged = '{"word":"","found":{"file":"x","games":["x"],"mistakes":[]}}'
    text = SAYS_ALL_IS_WELL.replace('b"file.py: northern-lights: all in order.\\\\n"', f"b{forged!r}")
    err = refused(capfd, stranger(f"{text}os._exit(0)"))
    assert "has ended its own check" in err
