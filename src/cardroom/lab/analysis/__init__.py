"""What a game costs: figures of the base game, side bets and jackpots, beside the published ones."""
