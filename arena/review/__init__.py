"""The review of a match: what each decision of a bot was worth, and what its result is made of."""
