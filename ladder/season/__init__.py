"""A season: what it plays, where, what becomes of it, and what it does beside."""
