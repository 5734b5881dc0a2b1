"""The log of a ladder: its entries, its file, what may come next, and what follows from it."""
