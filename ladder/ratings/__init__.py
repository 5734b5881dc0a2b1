"""Who is best: a live board after every match, and a board of record over all of them at once.

`live` says how each match moved each rating, so it depends a little on the order of the matches;
`of_record` does not, and has the intervals. `board` shows both in one row.
"""
