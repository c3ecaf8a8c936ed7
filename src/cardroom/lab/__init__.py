"""The mathematics of the games: counting, solving, strategy, simulation, PAR sheets."""

from cardroom.lab.compiled_cache import keep_compiled

keep_compiled()
