"""A bot on disk: its manifest, its files, and how an upload becomes a folder."""
