"""Commands about games and their rules, hands and shuffles."""
