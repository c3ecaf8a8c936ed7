"""What drives a server from outside: sockets that cost little, rounds on a schedule, servers of any revision."""
