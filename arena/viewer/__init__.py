"""The viewer: a recorded match as one page for a browser, in plain JavaScript without a build."""

from arena.viewer.address import position_address
from arena.viewer.page import MOST_GAMES, match_data, pick_game, replay_page, write_html

__all__ = [
    "MOST_GAMES",
    "match_data",
    "pick_game",
    "position_address",
    "replay_page",
    "write_html",
]
