"""The conformance suite: what a game is tested with. No part of playing imports it.

`conformance.py` has the checks, `secrecy.py` those of imperfect information, `scenes.py` those of
scenes, and `random_play.py` the random games that all look at.
"""
