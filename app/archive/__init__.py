"""Finished games: from the outbox into SQL, and from there to whoever may see them."""
