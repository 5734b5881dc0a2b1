"""Products: bots of compiled languages, built once and kept by digest.

The digest is that of the bot's files and of their builder: the image of the build box, or this
machine's compiler. So a product is not built again, and no bot plays a product of others' files.
Products unused for a month are removed.
"""

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Final

from platformdirs import user_cache_path

from arena.bots.intake import TakenBot, unpacked
from arena.boxes.host.leftovers import open_lock, runtime_parent
from arena.boxes.kinds.build import PROGRAM, BuildError, require_compiler
from arena.containers.recipe import digest_of
from arena.errors import HostFailure, UserError
from arena.languages import Language, find_language
from arena.system import try_lock

_KEPT_SECONDS: Final = 30 * 24 * 3600.0
# How often who waits for another's build looks again, in seconds.
_POLL: Final = 0.1


def products_folder(say: Callable[[str], None]) -> Path:
    """Return where the products of this user lie: in its cache, or, if that cannot be written,
    where matches run, and `say` is told so.
    """
    folder = user_cache_path("card-arena") / "products"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        instead = runtime_parent() / "products"
        instead.mkdir(exist_ok=True)
        say(
            f"Nothing can be written in {folder} ({error.strerror}), so what is built is kept in"
            f" {instead}."
        )
        return instead
    return folder


async def find_product(
    bot: TakenBot,
    image: str,
    compile_into: Callable[[Path], Awaitable[None]],
    say: Callable[[str], None],
) -> Path:
    """Return the folder of a bot's product, which is made if it is not there.

    It is made by the compiler of an `image`, or of this machine if that is empty.
    """
    language = find_language(bot.language)
    compiler = image or _identify_compiler(language)
    parts = (bot.digest.encode(), compiler.encode(), PROGRAM.encode())
    product = products_folder(say) / digest_of(*parts)
    if not product.exists():
        say(f"{bot.name} is written in {language.title}, and is being built ...")
        async with _alone_with(product):
            if not product.exists():
                await _make(compile_into, product)
    with suppress(OSError):
        os.utime(product)
    return product


def _identify_compiler(language: Language) -> str:
    """Return what tells this machine's compiler apart from others."""
    compiler = require_compiler(language).resolve()
    return f"{compiler} {compiler.stat().st_mtime_ns} {language.build}"


@asynccontextmanager
async def _alone_with(product: Path) -> AsyncIterator[None]:
    """Keep out other matches of this user that would build the same; few others share the lock."""
    lock = open_lock(f"build-{product.name[:2]}")
    try:
        while not try_lock(lock):  # noqa: ASYNC110 - for other processes
            await asyncio.sleep(_POLL)
        yield
    finally:
        os.close(lock)


async def _make(compile_into: Callable[[Path], Awaitable[None]], product: Path) -> None:
    try:
        product.parent.mkdir(parents=True, exist_ok=True)
        _remove_unused(product.parent)
        with TemporaryDirectory(prefix=".making-", dir=product.parent) as making:
            archive = Path(making) / "product.tar"
            await compile_into(archive)
            try:
                # It is a stranger's, so it is read as strictly as an upload.
                with unpacked(archive, Path(making), whole=True) as made:
                    _keep(made, product)
            except UserError as error:
                raise BuildError(f"The product of its build cannot be a bot: {error}") from error
    except OSError as error:
        raise HostFailure(f"a product could not be kept: {error.strerror}") from error


def _keep(made: Path, product: Path) -> None:
    try:
        made.rename(product)
    except OSError:
        # Another host may have the same cache, and have built the same meanwhile.
        if not product.exists():
            raise


def _remove_unused(folder: Path) -> None:
    for product in folder.iterdir():
        with suppress(OSError):
            if time.time() - product.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(product)
