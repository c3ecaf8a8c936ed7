"""The second way to every figure: deal, play and settle, hundreds of millions of times, and say how sure it is."""

from cardroom.lab.simulation.estimates import (
    Estimate,
    SimulatedBase,
    SimulatedJackpot,
    SimulatedLine,
    SimulatedWager,
    SimulationResult,
)
from cardroom.lab.simulation.runner import BLOCK, simulate

__all__ = [
    "BLOCK",
    "Estimate",
    "SimulatedBase",
    "SimulatedJackpot",
    "SimulatedLine",
    "SimulatedWager",
    "SimulationResult",
    "simulate",
]
