"""Speed of the simulator and of hand ranking, as ratios measured in one run: `python bench/simulation.py`.

- rounds a second on one core, head to head with settlement, against a C loop of the same work compiled here;
- five-card hands ranked in batches against phevaluator and eval7 called from Python.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from driving.figures import Report

from cardroom.hands import FIVE_CARD_POKER
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.hand_values import evaluate
from cardroom.lab.solvers.kernels.random_dealing import seed_block
from cardroom.lab.solvers.runs.kernels.packet_dealing import packet_plan
from cardroom.lab.solvers.runs.simulator_loop import RunLoop
from cardroom.table import table_settings

ROUNDS = 1 << 22
REPEATS = 7

# The same generator and deal, value tables, choice (looked up by class where the cells do not tell), histogram, nets.
C_LOOP = """
#include <stdint.h>
typedef uint64_t u64;
#define DRAW(x) do { u64 c = s1 * 5; x = ((c << 7) | (c >> 57)) * 9; u64 t = s1 << 17; \\
    s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= t; s3 = (s3 << 45) | (s3 >> 19); } while (0)
#define REST ((1ULL << 58) - 1)
#define PACKET(first, cards, bits, product, threshold) do { u64 x; \\
    do { DRAW(x); x >>= 6; } while (((x * product) & REST) < threshold); \\
    for (int i = first; i < first + cards; i++) { x *= 52 - i; u64 j = i + (x >> 58); x &= REST; \\
        u64 card = deck[j]; deck[j] = deck[i]; deck[i] = card; bits |= card; } } while (0)

static int look_up(const u64 *deck, const int64_t *cell_of, const int64_t *skipped, int held_size,
                   const int8_t *choice) {
    int64_t counts = 0, place = 0, left = 7;
    for (int i = 0; i < 7; i++) counts += 1LL << (3 * cell_of[deck[i] >> 58]);
    for (int cell = 0; cell < 13; cell++) {
        int64_t held = (counts >> (3 * cell)) & 7;
        place += skipped[(cell * 8 + left) * held_size + held];
        left -= held;
    }
    return choice[place];
}

int64_t play(int64_t rounds, const u64 *seed, u64 *deck, const u64 *products, const u64 *thresholds,
             const uint8_t *player_value, const uint8_t *dealer_value, const uint8_t *decided, const int64_t *cell_of,
             const int64_t *skipped, int held_size, const int8_t *choice, const int64_t *gains, int players,
             int dealers, int options, int64_t *endings) {
    u64 s0 = seed[0], s1 = seed[1], s2 = seed[2], s3 = seed[3];
    for (int64_t r = 0; r < rounds; r++) {
        u64 hand = 0, dealer = 0;
        PACKET(0, 7, hand, products[0], thresholds[0]);
        PACKET(7, 8, dealer, products[1], thresholds[1]);
        int d = dealer_value[dealer & 8191], p = player_value[hand & 8191], option = decided[hand & 8191];
        if (option == 255) option = look_up(deck, cell_of, skipped, held_size, choice);
        endings[(option * players + p) * dealers + d]++;
    }
    int64_t net = 0;
    for (int i = 0; i < options * players * dealers; i++) net += endings[i] * gains[i];
    return net;
}
"""


def best_times(*works: Callable[[], object]) -> list[float]:
    """The least processor time of one thread for each, taken in turn: what others do on the machine hardly counts."""
    times = [float("inf")] * len(works)
    for _ in range(REPEATS):
        for number, work in enumerate(works):
            begin = time.thread_time()
            work()
            times[number] = min(times[number], time.thread_time() - begin)
    return times


def compiled_c() -> Callable[..., int]:
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "loop.c", Path(folder) / "loop.so"
        source.write_text(C_LOOP)
        subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
        play = ctypes.CDLL(str(library)).play
    play.restype = ctypes.c_int64
    return play


def simulation() -> tuple[float, float]:
    """Rounds a second on one core: ours, and the C loop's. Both must find the same."""
    solved = solve(table_settings("straight-edge-1"))
    loop = solved.simulator_loop(solved.best_policy, 1)
    assert isinstance(loop, RunLoop)
    ours = loop.play(ROUNDS, 1, 0)["endings"]
    play = compiled_c()
    products, thresholds = packet_plan(loop.packets)
    theirs = np.zeros_like(ours)
    seed = np.array(seed_block(np.uint64(1), 0), dtype=np.uint64)

    def run_c() -> int:
        deck = loop.deck.copy()
        theirs[:] = 0
        arrays = (seed, deck, products, thresholds, loop.player_value, loop.dealer_value, loop.decided, loop.cell_of)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*arrays, loop.skipped)]
        more = [ctypes.c_void_p(array.ctypes.data) for array in (loop.choice, loop.gains)]
        options, players, dealers = loop.gains.shape
        return play(
            ctypes.c_int64(ROUNDS), *pointers, loop.skipped.shape[2], *more, players, dealers, options,
            ctypes.c_void_p(theirs.ctypes.data),
        )  # fmt: skip

    assert run_c() == int((ours * loop.gains).sum()), "both loops deal and settle alike"
    assert np.array_equal(ours, theirs)
    in_c, in_python = best_times(run_c, lambda: int((loop.play(ROUNDS, 1, 0)["endings"] * loop.gains).sum()))
    return ROUNDS / in_python, ROUNDS / in_c


def ranking() -> tuple[float, dict[str, float]]:
    """Hands ranked a second on one core: ours in batches, and others' one by one."""
    import eval7
    import phevaluator

    shuffler = np.random.default_rng(1)
    hands = np.argpartition(shuffler.random((200_000, 52), dtype=np.float32), 5, axis=1)[:, :5].astype(np.uint8)
    values = evaluate(hands, FIVE_CARD_POKER)
    few = hands[:20_000]
    # One numbers cards 4 × rank + suit, takes them as five arguments, and calls the best hand 1; one has cards.
    numbers = [tuple(int(4 * (card % 13) + card // 13) for card in hand) for hand in few]
    cards = [[eval7.Card(f"{'23456789TJQKA'[card % 13]}{'cdhs'[card // 13]}") for card in hand] for hand in few]

    def by_phevaluator() -> list[int]:
        return [phevaluator.evaluate_cards(*hand) for hand in numbers]

    def by_eval7() -> list[int]:
        return [eval7.evaluate(hand) for hand in cards]

    for found in ([-rank for rank in by_phevaluator()], by_eval7()):
        order = np.argsort(found, kind="stable")
        assert (np.diff(values[: len(few)][order].astype(int)) >= 0).all(), "all rank alike"
    ours, *others = best_times(lambda: evaluate(hands, FIVE_CARD_POKER), by_phevaluator, by_eval7)
    rates = {name: len(few) / seconds for name, seconds in zip(("phevaluator", "eval7"), others, strict=True)}
    return len(hands) / ours, rates


def main() -> None:
    report, _ = Report.asked(argparse.ArgumentParser(description="Speed of the simulator and of hand ranking."))
    if report.is_tiny:
        global ROUNDS, REPEATS
        ROUNDS, REPEATS = 1 << 14, 1
    ours, in_c = simulation()
    ranked, others = ranking()
    report.add("simulation, 1 core, rounds a second", ours / 1e6, "M", at_least=15)
    report.add("… of those of the C loop", ours / in_c, "×", at_least=0.8)
    report.add("five-card ranking, hands a second", ranked / 1e6, "M")
    for name, by in others.items():
        report.add(f"… of those of {name}", ranked / by, "×", at_least=5)


if __name__ == "__main__":
    main()
