"""The sample bots, which lie beside the package, in a checkout and in an installation alike."""

from pathlib import Path
from typing import Final

import arena

SAMPLES: Final = Path(arena.__file__).parent.parent / "sample_bots"


def sample_names() -> list[str]:
    return sorted(folder.name for folder in SAMPLES.iterdir() if (folder / "bot.toml").is_file())
