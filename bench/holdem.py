"""Hold'em and hands of seven cards, as ratios measured in one run: `python bench/holdem.py`.

- the whole count with all endings: on the clock, compiled and not; and in processor time against a plain C loop (every
  flop, every turn and river, all 1,081 hands valued and sorted), compiled here and run on every 117th of the 1,755
  flops that stand for all. What both find there must be the same;
- advice, and rounds simulated on one core;
- seven-card hands valued in batches against eval7 called from Python, where it is installed.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from driving.figures import Report

from cardroom.hands import FIVE_CARD_POKER
from cardroom.lab.solvers.hand_values import evaluate, hand_tables
from cardroom.lab.solvers.holdem.boards import flops_of
from cardroom.lab.solvers.holdem.option_worth import worth
from cardroom.lab.solvers.holdem.positions import place_of_hand
from cardroom.lab.solvers.holdem.solved_game import HoldemCounted, HoldemSolved
from cardroom.table import table_settings

GAME = "ultimate-texas-holdem"
SAMPLE = 117
ROUNDS = 1 << 22
REPEATS = 3


def solve() -> HoldemSolved:
    """Best play, what every option is worth, and what becomes of all deals; nothing kept from before."""
    settings = table_settings(GAME)
    solved = HoldemCounted(settings.rules).priced(settings)
    solved.prepare(lambda _: None)
    return solved


def least(work: Callable[[], object], clock: Callable[[], float], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        begin = clock()
        work()
        times.append(clock() - begin)
    return min(times)


def seconds_uncompiled() -> float:
    """A process of its own that finds no compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import holdem; holdem.solve()"
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "NUMBA_CACHE_DIR": folder})
        return time.perf_counter() - begin


def seconds_of_c(solved: HoldemSolved) -> float:
    """Processor time of the C loop for all flops, from the sample; it must find what was counted."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "loop.so"
        source = Path(__file__).with_name("holdem_loop.c")
        subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
        after_flop = ctypes.CDLL(str(library)).after_flop
    holdem, streets = solved.counted.holdem, solved.counted.streets
    tables = hand_tables(holdem.ranking, 7)
    last, bet = solved.gains[list(streets.last)], np.ascontiguousarray(solved.gains[streets.after[0]])
    arrays = [tables.keys, tables.low, tables.high, tables.mixed, tables.suited, holdem.step_of_value.astype(np.uint8)]
    keys, low, high, mixed, suited, steps, last_gains, bet_gains = (
        ctypes.c_void_p(array.ctypes.data) for array in (*arrays, last, bet)
    )
    flops, after = flops_of(holdem.cards).cards, solved.paid().after
    spent = 0.0
    for number in range(0, len(flops), SAMPLE):
        found = np.zeros((2, 52, 52), dtype=np.int64)
        begin = time.thread_time()
        after_flop(
            ctypes.c_void_p(flops[number].ctypes.data), ctypes.c_int64(tables.start), keys, low, high, mixed, suited,
            holdem.floor, steps, holdem.steps, last_gains, len(last), bet_gains, ctypes.c_void_p(found.ctypes.data),
        )  # fmt: skip
        spent += time.thread_time() - begin
        for first, second in np.argwhere(found[0] != 0):
            ours = after[:, number, *place_of_hand(int(first), int(second))]
            assert ours.tolist() == found[:, first, second].tolist(), "both count alike"
    return spent / len(range(0, len(flops), SAMPLE)) * len(flops)


def seconds_of_advice(solved: HoldemSolved) -> float:
    cards = [12, 25, 3, 17, 40, 44, 51]
    return max(
        least(lambda seen=seen: worth(solved.paid(), cards[:2], cards[2 : 2 + seen]), time.perf_counter)
        for seen in (0, 3, 5)
    )


def values_a_second(count: int = 400_000) -> tuple[float, float | None]:
    """Hands of seven cards: ours in batches, and eval7's one by one."""
    shuffler = np.random.default_rng(1)
    hands = np.argpartition(shuffler.random((count, 52), dtype=np.float32), 7, axis=1)[:, :7].astype(np.uint8)
    values = evaluate(hands, FIVE_CARD_POKER)
    ours = len(hands) / least(lambda: evaluate(hands, FIVE_CARD_POKER), time.thread_time, 7)
    try:
        eval7 = importlib.import_module("eval7")
    except ImportError:
        return ours, None
    deck = [eval7.Card("23456789TJQKA"[card % 13] + "cdhs"[card // 13]) for card in range(52)]
    others = [[deck[card] for card in hand] for hand in hands[:50_000].tolist()]
    theirs = len(others) / least(lambda: [eval7.evaluate(hand) for hand in others], time.thread_time, 7)
    order = np.argsort([eval7.evaluate(hand) for hand in others], kind="stable")
    assert (np.diff(values[: len(others)][order].astype(int)) >= 0).all(), "both rank alike"
    return ours, theirs


def main() -> None:
    report, _ = Report.asked(argparse.ArgumentParser(description="Hold'em and hands of seven cards."))
    if report.is_tiny:
        ours, _ = values_a_second(4_000)
        report.add("seven-card hands a second", ours / 1e6, "M")
        return
    cold = seconds_uncompiled()
    solved = solve()
    warm, processor = least(solve, time.perf_counter), least(solve, time.process_time)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    in_c = seconds_of_c(solved)
    advice = seconds_of_advice(solved)
    loop = solved.simulator_loop(solved.best_policy, 1)
    loop.play(1, 1, 0)
    rounds = ROUNDS / least(lambda: loop.play(ROUNDS, 1, 0), time.thread_time)
    ours, by_eval7 = values_a_second()
    report.add("all endings, nothing compiled", cold, "s", at_most=30)
    report.add("all endings, compiled", warm, "s", at_most=10)
    report.add("… processor time", processor, "s", peer=("the C loop", in_c))
    report.add("… of that of the C loop", processor / in_c, "×", at_most=0.1)
    report.add("… peak memory", peak, "MiB")
    report.add("advice", 1000 * advice, "ms", at_most=50)
    report.add("simulation, 1 core, rounds a second", rounds / 1e6, "M", at_least=3)
    report.add("seven-card hands a second", ours / 1e6, "M")
    if by_eval7 is not None:
        report.add("… of those of eval7", ours / by_eval7, "×", at_least=10)


if __name__ == "__main__":
    main()
