"""The viewer: a recorded match as one page for a browser, in plain JavaScript without a build."""

from arena.viewer.page import MOST_GAMES, match_data, replay_page, write_html

__all__ = ["MOST_GAMES", "match_data", "replay_page", "write_html"]
