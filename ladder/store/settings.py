"""Settings of a ladder, and all else of which it has one: a row each. No export has them."""

from typing import ClassVar, Final, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, delete, insert, select

from ladder.machine.pulse import Pulse
from ladder.store import schema
from ladder.store.view import View

_TABLE: Final = schema.settings


class Setting(Protocol):
    """A value of which a ladder has one, or none yet: a struct or a dataclass."""

    setting: ClassVar[str]
    """The name of its row."""


SettingT = TypeVar("SettingT", bound=Setting)


def find_setting(connection: Connection, kind: type[SettingT]) -> SettingT | None:
    """Return the value of a type; None if none was kept yet."""
    asked = select(_TABLE.c.value).where(_TABLE.c.name == kind.setting)
    value = connection.scalar(asked)
    return None if value is None else msgspec.json.decode(value, type=kind)


def read_setting(connection: Connection, default: SettingT) -> SettingT:
    """Return the value of the default's type; the default if none was kept yet."""
    return find_setting(connection, type(default)) or default


def keep_setting(connection: Connection, value: Setting) -> None:
    """Keep a value in place of the one before."""
    connection.execute(delete(_TABLE).where(_TABLE.c.name == value.setting))
    row = {"name": value.setting, "value": msgspec.json.encode(value).decode()}
    connection.execute(insert(_TABLE), row)


def find_pulse(connection: Connection) -> Pulse | None:
    """Return the last pulse; None if no season has run yet, or it cannot be read."""
    try:
        return find_setting(connection, Pulse)
    except msgspec.MsgspecError:
        # Another release has written it; it says nothing that the next beat does not say again.
        return None


class SettingReader(View):
    """Questions to the settings."""

    def setting(self, default: SettingT) -> SettingT:
        """Return the value of the default's type; the default if none was kept yet."""
        return self._ask(read_setting, default)

    def pulse(self) -> Pulse | None:
        """Return the last pulse; None if no season has run yet, or it cannot be read."""
        return self._ask(find_pulse)
