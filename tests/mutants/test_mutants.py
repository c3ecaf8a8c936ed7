"""Planted faults are found by the tests next to them; and the tool that plants them tells truly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MUTANTS = os.environ.get("MUTANTS", "40")

TRIAL = """
import sys
from pathlib import Path
from tests.mutants.mutations import Mutant, mutants_of, parsed
from tests.mutants.targets import AREAS
from tests.mutants.trials import Trials

class Unchanged(Mutant):
    def planted(self):
        return parsed(self.module)

trials = Trials(Path(sys.argv[1]))
real = next(one for one in mutants_of("cardroom.ledger") if one.what == "NotEq → Eq")
unchanged = Unchanged(real.module, real.line, real.column, "nothing", real.nth, real.source)
for mutant in (real, unchanged):
    print(trials.verdict("ledger", mutant).value)
again = Trials(Path(sys.argv[1]))
print(len(again.verdicts), again.verdict("ledger", real).value)
"""


def in_a_process(*command: str) -> subprocess.CompletedProcess[str]:
    """Where nothing of Cardroom is loaded yet."""
    return subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_planted_fault_is_found_and_what_is_none_is_not(tmp_path):
    done = in_a_process("-c", TRIAL, str(tmp_path))
    assert done.stdout.split() == ["found", "missed", "2", "found"], done.stdout + done.stderr


def test_the_same_mutants_are_drawn_again_and_more_begin_with_them():
    told = "from tests.mutants.trials import drawn; print(*(one.id for _, one in drawn({})), sep='\\n')"
    few, same, more = (in_a_process("-c", told.format(count)).stdout.splitlines() for count in (20, 20, 30))
    assert few == same == more[:20]
    assert len({*more}) == 30


@pytest.mark.soak
def test_faults_are_found_by_the_tests_next_to_them(tmp_path):
    """But for a fifth: a change of the code draws faults that nobody has looked into; each is printed, to be closed."""
    done = in_a_process("-m", "tests.mutants", MUTANTS, "--allow", str(int(MUTANTS) // 5), "--folder", str(tmp_path))
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
