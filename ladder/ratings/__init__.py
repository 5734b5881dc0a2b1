"""The boards: a live board after every match, and an official board over all games at once.

`live` says how each match moved each rating, so it depends a little on the order of the matches;
`official` does not, and has the intervals. `board` shows both in one row.
"""
