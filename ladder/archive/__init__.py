"""A ladder in one file: its public export, its backup, and the sources of its authors."""
