"""Inner loops, compiled by numba. No rule and no pay-off is known in this folder."""
