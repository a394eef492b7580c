"""What a move costs here, measured: the real server against a bare one, in turn, on the same store.

`majlis bench` (six minutes) and `majlis bench --long`; see docs/performance.md.
"""
