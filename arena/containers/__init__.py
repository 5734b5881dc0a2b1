"""The container engine, the image that bots run from, the runtimes and their protections.

Only `engine.py` speaks to Docker.
"""
