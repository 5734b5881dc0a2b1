"""The choice of the next match: one question, asked in four formats.

A format is asked for the next pairing as soon as there is room to play one, and says None when
there is none: it is finished, or `Field.shortages` says what is missing. Pairings that are planned
and not yet played are in the history too, so any number may be asked for in advance. A format
changes nothing and remembers nothing; the same field, history and state of the generator give the
same pairing. So a whole season can be simulated.
"""
