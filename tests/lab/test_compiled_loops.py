"""Loops that are kept are loaded, and nothing that compiles with them; one that is new is compiled beside them."""

import subprocess
import sys

LOADED = """
import sys
import numpy as np
from cardroom.lab.solvers.runs.kernels import chain_sums

sizes = np.full(13, 4, dtype=np.int8)
held, weight = chain_sums.rank_classes(sizes, 2)
print(len(held), weight.sum(), "numba.np.linalg" in sys.modules)
"""
COMPILED = """
from cardroom.lab.compiled_loops import njit

@njit
def twice_of_each(sizes, cards):
    held, weight = np.zeros((100, 13), dtype=np.int8), np.zeros(100, dtype=np.int64)
    return 2 * chain_sums._enumerate(sizes, cards, held, weight)

print(twice_of_each(sizes, 2))
"""


def run(code: str) -> list[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_what_is_kept_is_loaded_without_what_compiles():
    run(LOADED)  # compiles what is not yet
    assert run(LOADED) == ["91", str(52 * 51 // 2), "False"]


def test_a_new_loop_may_call_one_that_was_loaded():
    assert run(LOADED + COMPILED)[-1] == str(2 * 91)
