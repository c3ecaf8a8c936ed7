"""`python -m tests.guard`: hold today's code against the stored facts, and say where it differs.

python -m tests.guard            compare; every chapter's first difference is printed
python -m tests.guard --write    the same commands, and their facts as today's code has them
python -m tests.guard --compose  play the stories anew: other commands, and their facts
"""

from __future__ import annotations

import argparse
import sys

from .replay import COMMANDS, FACTS, first_difference, read_chapters, read_facts, recorded, write_chapters, write_facts


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.guard", description="Hold today's code against known facts.")
    asked.add_argument("--write", action="store_true", help="write the facts of the stored commands anew")
    asked.add_argument("--compose", action="store_true", help="play the stories anew, and write commands and facts")
    options = asked.parse_args()
    if options.compose:
        from .stories import chapters  # which play in the tests' own rooms

        write_chapters(list(chapters()))
        return write()
    known, facts = read_chapters(), read_facts()
    found = [told for chapter in known if (told := first_difference(chapter, facts[chapter.name]))]
    commands = sum(len(chapter.steps) for chapter in known)
    sys.stdout.write("\n\n".join(found or [f"All facts of {commands:,} commands are equal."]) + "\n")
    if options.write:
        return write()
    return 1 if found else 0


def write() -> int:
    write_facts({chapter.name: recorded(chapter) for chapter in read_chapters()})
    for path in (COMMANDS, FACTS):
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
