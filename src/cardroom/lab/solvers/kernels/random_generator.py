"""A fast, sound generator for simulation: xoshiro256**, seeded through splitmix64 from a seed and a block number."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit, uint64

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def start_generator(seed: int, block: int) -> Integers:
    """The state for one block of a seed; no two blocks share a stream in any practical sense."""
    state = np.zeros(4, dtype=np.uint64)
    # Not the step of the mixing below: neighbouring blocks would then share most of their words.
    word = uint64(seed) * uint64(0xD1342543DE82EF95) + uint64(block) * uint64(0xA0761D6478BD642F)
    for i in range(4):
        word += uint64(0x9E3779B97F4A7C15)
        mixed = word
        mixed = (mixed ^ (mixed >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
        state[i] = mixed ^ (mixed >> uint64(31))
    return state


@njit(cache=True, nogil=True, inline="always")
def random_word(state: Integers) -> int:
    """Sixty-four random bits."""
    scrambled = state[1] * uint64(5)
    result = ((scrambled << uint64(7)) | (scrambled >> uint64(57))) * uint64(9)
    shifted = state[1] << uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << uint64(45)) | (state[3] >> uint64(19))
    return result


@njit(cache=True, nogil=True, inline="always")
def random_below(bound: int, state: Integers) -> int:
    """An unbiased number below a bound under 2^32, by multiplication and rejection."""
    size = uint64(bound)
    product = (random_word(state) >> uint64(32)) * size
    rest = product & uint64(0xFFFFFFFF)
    if rest < size:
        threshold = (uint64(1 << 32) - size) % size
        while rest < threshold:
            product = (random_word(state) >> uint64(32)) * size
            rest = product & uint64(0xFFFFFFFF)
    return np.int64(product >> uint64(32))
