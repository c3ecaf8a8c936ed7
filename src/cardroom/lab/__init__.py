"""The mathematics of the games: counting, solving, strategy, simulation, PAR sheets."""
