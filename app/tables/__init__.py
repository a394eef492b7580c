"""The live table: a pure fold over an append-only log of commands."""
