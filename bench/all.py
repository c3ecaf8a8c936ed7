"""Every bench after another, and one table of all their figures: `make bench`.

    python bench/all.py [--tiny] [--out FILE] [BENCH …]

The table names the commit and the machine, and goes to `docs/speed.md` unless told otherwise. A bench that fails is
named at the end, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
BENCHES = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "all")
HEAD = """# Speed

Written by `make bench`, which runs everything in `bench/`. Figures are ratios within one run, or stand beside the limit
that they must keep; processor time is the steadier unit, since machines are shared.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Run every bench and write one table of their figures.")
    parser.add_argument("benches", nargs="*", choices=[[], *BENCHES], metavar="BENCH", help=", ".join(BENCHES))
    parser.add_argument("--tiny", action="store_true", help="as little as shows that they still run")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "speed.md")
    asked = parser.parse_args()
    failed, found = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for bench in asked.benches or BENCHES:
            print(f"== {bench}", flush=True)
            file = Path(folder) / f"{bench}.json"
            command = [sys.executable, str(HERE / f"{bench}.py"), "--figures", str(file)]
            done = subprocess.run([*command, *(["--tiny"] if asked.tiny else [])], check=False)
            if done.returncode or not file.exists():
                failed.append(bench)
            found[bench] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    asked.out.write_text(table(found), encoding="utf-8")
    print(f"Written to {asked.out}.")
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}.")


def table(found: dict[str, list[dict[str, object]]]) -> str:
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    lines = [HEAD, f"Commit `{commit()}`, {datetime.now(UTC):%Y-%m-%d}, {machine}.", ""]
    for bench, figures in found.items():
        first = (HERE / f"{bench}.py").read_text(encoding="utf-8").split('"""')[1].splitlines()[0]
        lines += [f"## {bench}", "", first, "", "| what | found | beside | |", "| --- | --- | --- | --- |"]
        for one in figures:
            cells = (one["what"], one["found"], one["beside"], "" if one["is_met"] else "missed")
            lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
        lines.append("")
    return "\n".join(lines)


def commit() -> str:
    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False).stdout

    changed = git("status", "--porcelain", "--untracked-files=no").strip()
    return (git("rev-parse", "--short", "HEAD").strip() or "unknown") + (" with changes" if changed else "")


if __name__ == "__main__":
    main()
