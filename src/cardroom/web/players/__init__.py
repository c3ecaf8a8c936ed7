"""HTTP and pages for whoever plays: the lobby, tables, friends, looking back, learning, the lab."""
