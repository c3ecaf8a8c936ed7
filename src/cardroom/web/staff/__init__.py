"""HTTP for the staff: terminals, the pit, the cage, awards, rounds that are looked up."""
