"""Playing one jackpot meter from award to award."""

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit

Floats = npt.NDArray[np.float64]


@njit(cache=True)
def play_meter(
    seed: float,
    contribution: float,
    reserve_rate: float,
    maximum: float,
    chances: Floats,
    shares: Floats,
    dollars: Floats,
    hits: int,
    until_dry: bool,
    random: np.random.Generator,
) -> tuple[Floats, Floats, Floats, Floats]:
    """Cycles from one full award (kind 0) to the next: the award, the wagers, all pays, and whether it ran dry.

    With `until_dry` every cycle starts afresh at the seed and is left when the meter is too short for a pay.
    """
    any_award = chances.sum()
    up_to = np.cumsum(chances) / any_award
    awards, wagers, paid, dry = np.zeros(hits), np.zeros(hits), np.zeros(hits), np.zeros(hits)
    meter, reserve, advance = seed, 0.0, 0.0
    for hit in range(hits):
        if until_dry:
            meter, reserve, advance = seed, 0.0, 0.0
        while True:
            # A geometric gap: nothing but contributions happens in it.
            gap = max(np.ceil(np.log1p(-random.random()) / np.log1p(-any_award)), 1.0)
            given = contribution * gap
            recovered = min(given, advance)
            advance -= recovered
            meter = min(meter + given - recovered, maximum)
            reserve += reserve_rate * gap
            wagers[hit] += gap
            draw = random.random()
            kind = 0
            while kind < len(up_to) - 1 and draw >= up_to[kind]:
                kind += 1
            if kind == 0:
                awards[hit] = meter
                paid[hit] += meter
                meter, reserve = min(seed + reserve, maximum), 0.0
                break
            award = shares[kind] * meter + dollars[kind]
            paid[hit] += award
            if award > meter + 1e-9:
                dry[hit] = 1.0
                if until_dry:
                    break
            off_meter = min(award, meter)
            meter -= off_meter
            advance += award - off_meter
    return awards, wagers, paid, dry
