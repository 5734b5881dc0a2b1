"""The database of a ladder: its log, records, submissions and planned matches."""
