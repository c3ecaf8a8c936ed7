"""What is read off the log: days, rounds, wins, slips, exports."""
