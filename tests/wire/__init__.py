"""A real web process in the test's own loop, and people who talk to it over real sockets."""
