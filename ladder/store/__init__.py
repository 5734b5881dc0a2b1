"""Where a ladder is kept: its log, records, submissions and planned matches, in one database."""
