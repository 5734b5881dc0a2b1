"""Runs matches as tasks: one referee process a match, tasks in, records out."""
