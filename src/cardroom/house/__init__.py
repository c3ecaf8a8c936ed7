"""The running card room: people and roles, live tables, money, the log, recovery, reports."""
