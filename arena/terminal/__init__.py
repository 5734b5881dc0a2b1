"""What every program of ours prints with: lines, tables, hints, and how a command ends."""
