"""The ladder: who plays whom, and who is best. How a match is played, and where, is `arena`'s."""
