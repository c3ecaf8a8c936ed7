"""The mathematics of jackpots: meters, awards, and what a plan costs the house."""
