"""Time at the tables: turns that run out, bots, take-over, idle tables. All commands like any other."""
