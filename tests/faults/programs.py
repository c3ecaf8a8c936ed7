"""Commands of `cardroom` in processes of their own, as an operator gives them."""

from __future__ import annotations

import subprocess
import sys

from ..patience import PATIENCE


def command(*arguments: str, entered: str = "") -> subprocess.CompletedProcess[str]:
    """What it says and ends with."""
    program = [sys.executable, "-c", "from cardroom.cli import main; main()", *arguments]
    return subprocess.run(program, input=entered, capture_output=True, text=True, timeout=PATIENCE, check=False)
