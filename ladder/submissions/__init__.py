"""Submissions: a bot is packed, checked, entered, and asked again whether it repeats itself."""
