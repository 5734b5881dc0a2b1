"""Notices: what happens on a ladder is posted to its course's webhook."""
