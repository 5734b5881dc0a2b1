"""People: what an organiser knows of the authors, beside the log, which has their keys alone."""

import msgspec


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A person."""

    name: str = ""
    email: str = ""
    lms: str = ""
    """Its id in the learning management system."""


class Participant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The person or team behind an author's key. No export has any of it."""

    key: str = ""
    """The author's name in the log; empty for one whose key has to be drawn yet."""
    name: str = ""
    """As it is shown, in any letters."""
    members: tuple[Member, ...] = ()

    @property
    def marks(self) -> set[str]:
        """The texts that tell it from others without a key: ids and addresses, or else the name."""
        ids = {one.casefold() for member in self.members for one in (member.lms, member.email)}
        return ids - {""} or {self.name.casefold()} - {""}
