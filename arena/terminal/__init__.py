"""The output of every program of ours: lines, tables, hints, and how a command ends."""
