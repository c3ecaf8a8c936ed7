"""What is read off the log by those who answer for it: audits, reports, stories, exports."""
