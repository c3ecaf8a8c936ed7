"""What is done in a round: bets, deal, settlement, irregularities."""
