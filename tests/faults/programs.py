"""Commands of `cardroom` in processes of their own, as an operator gives them."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from subprocess import CompletedProcess

from .. import forks
from ..patience import PATIENCE

PROGRAM = Path(__file__).parent / "as_it_is.py"


def command(*arguments: str, entered: str = "") -> CompletedProcess[str]:
    """What it says and ends with."""
    with tempfile.TemporaryDirectory() as folder:
        given, out, err = (Path(folder) / name for name in ("given", "out", "err"))
        given.write_text(entered, encoding="utf-8")
        out.touch()
        err.touch()
        process = forks.start([str(PROGRAM), *arguments], given=given, out=out, err=err, environment=os.environ)
        try:
            process.join(PATIENCE)
            assert process.exitcode is not None, f"it has not ended: {err.read_text(encoding='utf-8')}"
            return CompletedProcess(list(arguments), process.exitcode, out.read_text("utf-8"), err.read_text("utf-8"))
        finally:
            process.kill()
