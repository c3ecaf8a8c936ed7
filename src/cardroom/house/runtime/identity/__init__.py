"""Who may come in: passwords, staff cards, one-time codes, invitations."""
