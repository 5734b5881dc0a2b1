"""The course file: roster, limits and marks of a course, applied as often as one likes.

`file` reads it, `roster` the table of people beside it, `applying` brings a ladder to what it
says, `sheet` writes the tokens that came of it.
"""
