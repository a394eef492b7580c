"""Real servers for tests: started on demand, killable, gone when the test run is gone."""
