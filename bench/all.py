"""Every bench after another, and one table of all their figures: `make bench`.

    python bench/all.py [--tiny] [--out FILE] [BENCH …]

The table goes to `docs/benchmarks.md` unless told otherwise. Where only some benches are run, the figures of the others
stay in it, with the commit that they are of. A bench that fails is named at the end, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from driving.figures import number

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGE = "docs/benchmarks.md"
BENCHES = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "all")
HEAD = """# Benchmarks

Written by `make bench`, which runs everything in `bench/`. Processor time is the steadier unit, since machines are
shared. The ratio is to the limit or to the peer, which does the same in the same run; ✗ is a limit that was missed.
"""
COLUMNS = ("bench", "figure", "unit", "limit or peer", "ratio", "this commit")

Row = tuple[str, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description="Run every bench and write one table of their figures.")
    parser.add_argument("benches", nargs="*", choices=[[], *BENCHES], metavar="BENCH", help=", ".join(BENCHES))
    parser.add_argument("--tiny", action="store_true", help="as little as shows that they still run")
    parser.add_argument("--out", type=Path, default=ROOT / PAGE)
    asked = parser.parse_args()
    failed = []
    text = asked.out.read_text(encoding="utf-8") if asked.out.exists() else ""
    rows, runs = rows_in(text), runs_in(text)
    with tempfile.TemporaryDirectory() as folder:
        for bench in asked.benches or BENCHES:
            print(f"== {bench}", flush=True)
            file = Path(folder) / f"{bench}.json"
            command = [sys.executable, str(HERE / f"{bench}.py"), "--figures", str(file)]
            done = subprocess.run([*command, *(["--tiny"] if asked.tiny else [])], check=False)
            if done.returncode or not file.exists():
                failed.append(bench)
            found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
            rows[bench] = [row_of(bench, one) for one in found]
            runs[bench] = run()
    asked.out.write_text(page(rows, runs), encoding="utf-8")
    print(f"Written to {asked.out}.")
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}.")


def row_of(bench: str, figure: dict[str, object]) -> Row:
    ratio = "" if figure["ratio"] is None else f"{figure['ratio']:.2f}{'' if figure['is_met'] else ' ✗'}"
    return bench, str(figure["what"]), str(figure["unit"]), str(figure["beside"]), ratio, number(figure["value"])


def page(rows: dict[str, list[Row]], runs: dict[str, str]) -> str:
    name, before = last_release()
    lines = [HEAD, "| bench | what it measures | run |", "| --- | --- | --- |"]
    for bench in sorted(rows):
        first = (HERE / f"{bench}.py").read_text(encoding="utf-8").split('"""')[1].splitlines()[0]
        lines.append(f"| {bench} | {first} | {runs[bench]} |")
    columns = (*COLUMNS, name)
    lines += ["", _line(columns), _line(["---"] * len(columns))]
    for bench in sorted(rows):
        lines += [_line((*row, before.get(row[:2], "–"))) for row in rows[bench]]
    return "\n".join(lines) + "\n"


def _line(cells: list[str] | Row) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def rows_in(text: str) -> dict[str, list[Row]]:
    """The figures of a page, by bench."""
    found: dict[str, list[Row]] = {}
    for line in text.splitlines():
        cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
        if len(cells) == len(COLUMNS) + 1 and cells[0] in BENCHES:
            found.setdefault(cells[0], []).append(cells[: len(COLUMNS)])
    return found


def runs_in(text: str) -> dict[str, str]:
    """Commit, day and machine of a page's figures, by bench."""
    return dict(re.findall(r"^\| (\w+) \| .* \| (`.*`.*) \|$", text, re.MULTILINE))


def last_release() -> tuple[str, dict[Row, str]]:
    """What its page has found; the page of the last commit where none is tagged yet."""
    tag = git("describe", "--tags", "--abbrev=0")
    text = git("show", f"{tag or 'HEAD'}:{PAGE}")
    return tag or "before (no release is tagged yet)", {
        row[:2]: row[len(COLUMNS) - 1] for rows in rows_in(text).values() for row in rows
    }


def run() -> str:
    changed = git("status", "--porcelain", "--untracked-files=no")
    commit = (git("rev-parse", "--short", "HEAD") or "unknown") + (" with changes" if changed else "")
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return f"`{commit}`, {datetime.now(UTC):%Y-%m-%d}, {machine}"


def git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


if __name__ == "__main__":
    main()
