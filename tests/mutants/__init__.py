"""Mutation testing: faults of one line put into the product, to see whether a test notices."""
