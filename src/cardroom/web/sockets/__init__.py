"""Live tables over sockets: who follows what, and what goes out when."""
