from arena.library.calls import check_bot as check_bot
from arena.library.calls import compare as compare
from arena.library.calls import play_match as play_match
from arena.library.calls import read_record as read_record

__version__: str
