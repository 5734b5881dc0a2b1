"""What a bot is on disk: its manifest, its files, and how what is handed in becomes a folder."""
