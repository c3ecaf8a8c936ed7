"""What everything passes that comes from outside: who calls, how much, and from where."""
