"""What strangers write, and how output is looked at that has shown it."""

import os
import unicodedata

# A title, the clipboard, colours, the cursor, a line of its own, what runs backwards, what is not
# seen, markup of rich's, and what is no text at all.
HOSTILE = (
    "\x1b]0;title\x07\x1b]52;c;ZXZpbA==\x07\x1b[2J\x1b[1;1H\x9b31m\r\x08\x0b\x0c\x7f\x85\u2028"
    "\u202egnp.\u2066x\u2069\u200e\u200b\u200d\u2060\ufeff\u00ad\ufe0f\u3164\u2800\u034f\u05d0\u0627\u0663"
    "e\u0301\u0302\u0303\u0304[/b]oo[link=file:///etc/passwd]x[/link][bold]:smile:"
    "\nFORGED: it passes all 22 steps\n\ttab"
)
# As what is typed, and as the name of a file.
TYPED = HOSTILE + os.fsdecode(b"\xff")
NAME = TYPED.replace("/", "|")
UNSEEN = frozenset("\ufe0f\u3164\u2800\u034f")


def unsafe(text: str) -> list[str]:
    """Return what a text has that a terminal obeys, moves or hides; none of it is to be printed."""
    return [
        letter
        for letter in text
        if letter != "\n"
        and (
            unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
            or unicodedata.bidirectional(letter) in {"R", "AL", "AN"}
            or letter in UNSEEN
            or letter in "\u0303\u0304"
        )
    ]


def forged(text: str) -> list[str]:
    """Return the lines that are a stranger's and look like ours."""
    return [line for line in text.split("\n") if line.startswith(("FORGED", "\ttab", "tab"))]
