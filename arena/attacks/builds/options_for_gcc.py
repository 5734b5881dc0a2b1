"""A build that gives a C++ compiler its options, by the name of a source file."""

import sys

if sys.argv[1:]:
    sys.exit(f"ESCAPED: error: the compiler was given {sys.argv[1:]}")
