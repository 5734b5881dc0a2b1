"""The surface: every name that somebody may have written down, one a line."""

import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import arena_sdk
import click
import msgspec
from google.protobuf.descriptor import Descriptor, FileDescriptor
from google.protobuf.message import Message

import arena
import arena.rl
from arena.bots import manifest
from arena.v1 import arena_pb2, record_pb2
from ladder.course.file import Written
from tests.frozen.oracle import Answers
from tests.frozen.programs_here import PROGRAMS, commands
from tests.frozen.sites import open_site, routes_of


def answers() -> Answers:
    """Yield the surface."""
    yield "surface.txt", sorted({*_all()})


def _all() -> Iterator[str]:
    for words, command in commands():
        yield f"command {' '.join(words)}"
        for parameter in command.params:
            named = [*parameter.opts, *parameter.secondary_opts]
            kind = "option" if isinstance(parameter, click.Option) else "argument"
            yield f"{kind} {' '.join(words)} {' '.join(named)}"
    for program, group in PROGRAMS.items():
        for parameter in group.params:
            yield f"option {program} {' '.join(parameter.opts)}"
    with open_site("open") as (client, _):
        yield from (f"route {method} {path}" for method, path in routes_of(client))
    yield from (f"bot.toml {key}" for key in manifest._KEYS)
    yield from (f"course.toml {key}" for key in _keys(Written))
    yield from _wire(arena_pb2.DESCRIPTOR)
    yield from _wire(record_pb2.DESCRIPTOR)
    yield from _calls()
    yield from (f"python {name}" for name in _members("arena.rl", vars(arena.rl), arena.rl.__all__))
    for module in (arena_sdk, *_modules(arena_sdk)):
        own = getattr(module, "__all__", None) or _own(module)
        yield from (f"python {name}" for name in _members(module.__name__, vars(module), own))


def _calls() -> Iterator[str]:
    """Yield what scripts call, and what they get."""
    yield "python arena.__version__"
    library = import_module("arena.library.result")
    found = {name: getattr(arena, name) for name in vars(arena)["_CALLS"]}
    yield from (f"python {name}" for name in _members("arena", found, found))
    yield from (f"python {name}" for name in _members("arena", vars(library), _own(library)))


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.rpartition(".")[2].startswith("_"):
            yield import_module(found.name)


def _own(module: ModuleType) -> list[str]:
    """Return what a module without `__all__` defines itself."""
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) == module.__name__
    ]


def _members(place: str, there: Mapping[str, Any], names: Any) -> Iterator[str]:
    """Yield names, the parameters of functions and the public members of classes."""
    for name in names:
        thing = there[name]
        if inspect.isfunction(thing):
            yield f"{place}.{name}({', '.join(inspect.signature(thing).parameters)})"
        elif inspect.isclass(thing):
            yield f"{place}.{name}"
            if issubclass(thing, Message):
                continue
            public = {*vars(thing), *getattr(thing, "__annotations__", ())}
            yield from (f"{place}.{name}.{one}" for one in public if not one.startswith("_"))
        else:
            yield f"{place}.{name}"


def _keys(struct: Any) -> Iterator[str]:
    """Yield the keys of a table of TOML, with those of the tables in it."""
    hints = get_type_hints(struct)
    for field in msgspec.structs.fields(struct):
        yield field.encode_name
        for table in _structs(hints[field.name]):
            yield from (f"{field.encode_name}.{key}" for key in _keys(table))


def _structs(hint: Any) -> Iterator[Any]:
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct):
        yield hint
    elif get_origin(hint) in {Annotated, Union, UnionType, tuple, list, dict}:
        for part in get_args(hint):
            yield from _structs(part)


def _wire(file: FileDescriptor) -> Iterator[str]:
    for needed in file.dependencies:
        yield from _wire(needed)
    for service in file.services_by_name.values():
        for method in service.methods:
            yield f"wire {service.name}.{method.name}"
    for enum in file.enum_types_by_name.values():
        yield from (f"wire {one.name} = {one.number}" for one in enum.values)
    for message in file.message_types_by_name.values():
        yield from _fields(message)


def _fields(message: Descriptor) -> Iterator[str]:
    for field in message.fields:
        yield f"wire {message.name}.{field.name} = {field.number}"
    for enum in message.enum_types:
        yield from (f"wire {message.name}.{one.name} = {one.number}" for one in enum.values)
    for nested in message.nested_types:
        yield from _fields(nested)
