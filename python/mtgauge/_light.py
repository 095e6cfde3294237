"""What `inspect` and `dataclasses` do when a module is imported, without importing them: that takes longer
than the engine. They are imported by those who ask for signatures or for the fields of a record.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Type, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _Signature:
    """A signature that is made when somebody looks at it. `make` returns it."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.__dict__["_make"] = make

    def _made(self) -> Any:
        if "_signature" not in self.__dict__:
            self.__dict__["_signature"] = self.__dict__["_make"]()
        return self.__dict__["_signature"]

    # `inspect` asks whether this is a Signature.
    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # pyright: ignore
        import inspect

        return inspect.Signature

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made(), name)

    def __eq__(self, other: object) -> bool:
        return bool(self._made() == (other._made() if type(other) is _Signature else other))

    def __hash__(self) -> int:
        return hash(self._made())

    def __str__(self) -> str:
        return str(self._made())

    def __repr__(self) -> str:
        return repr(self._made())

    def __reduce__(self) -> Any:
        return self._made().__reduce_ex__(2)


def with_keywords(options: str) -> Callable[[_Function], _Function]:
    """Lets `help` and `inspect.signature` see the names and types of `**options`, which the class of this name
    in `_options` has."""

    def show(function: _Function) -> _Function:
        own = _Signature(lambda: _signature(function, options))
        function.__signature__ = own  # type: ignore[attr-defined]
        del function.__annotations__["options"]  # only type checkers can read them
        return function

    return show


def _signature(function: Callable[..., Any], options: str) -> Any:
    import inspect

    from mtgauge import _options

    own = list(inspect.Signature.from_callable(_without_signature(function)).parameters.values())[:-1]
    known = {parameter.name for parameter in own}
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind.__forward_arg__)
        for name, kind in getattr(_options, options).__annotations__.items()
        if name not in known
    ]
    returned = function.__annotations__.get("return", inspect.Signature.empty)
    return inspect.Signature(own + more, return_annotation=returned)


def _without_signature(function: Any) -> Any:
    """Returns the same function, with the signature that its code has."""
    bare = type(function)(function.__code__, function.__globals__, function.__name__, function.__defaults__,
                          function.__closure__)
    bare.__kwdefaults__, bare.__annotations__ = function.__kwdefaults__, function.__annotations__
    return bare


class field:
    """As of `dataclasses`, for a default that is made for each record."""

    def __init__(self, default_factory: Callable[[], Any]) -> None:
        self.default_factory = default_factory


class _Fields:
    """Lets the functions of `dataclasses` see the fields."""

    def __get__(self, record: Any, kind: Any) -> Any:
        return _dataclass_of(kind).__dataclass_fields__


def _dataclass_of(kind: Any) -> Any:
    """Returns a dataclass with the same fields."""
    import dataclasses

    defaults = {name: dataclasses.field(default_factory=value.default_factory) if type(value) is field else value
                for name, value in kind._defaults.items()}
    body = {"__annotations__": kind.__annotations__, "__module__": kind.__module__, **defaults}
    return dataclasses.dataclass(frozen=True)(type(kind.__name__, (), body))


def _signature_of_class(kind: Any) -> Any:
    import inspect

    return inspect.signature(_dataclass_of(kind))


def _init(self: Any, *values: Any, **named: Any) -> None:
    kind = type(self)
    names = kind.__match_args__
    given = dict(zip(names, values))
    if len(values) > len(names) or given.keys() & named.keys() or not named.keys() <= set(names):
        unknown = [name for name in named if name not in names or name in given]
        raise TypeError(f"{kind.__name__}: {', '.join(unknown) or 'a value'} too many; there are {', '.join(names)}")
    given.update(named)
    fields = self.__dict__
    missing: List[str] = []
    for name in names:
        if name in given:
            fields[name] = given[name]
        elif name in kind._defaults:
            default = kind._defaults[name]
            fields[name] = default.default_factory() if type(default) is field else default
        else:
            missing.append(name)
    if missing:
        raise TypeError(f"{kind.__name__}: missing {', '.join(missing)}")


def _equal(self: Any, other: Any) -> Any:
    return self.__dict__ == other.__dict__ if type(self) is type(other) else NotImplemented


def _hash(self: Any) -> int:
    return hash(tuple(self.__dict__.values()))


def _shown(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def _refuse(self: Any, name: str, value: Any = None) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change field {name!r}; make another with dataclasses.replace")


def _replaced(self: Any, **changes: Any) -> Any:
    return type(self)(**{**self.__dict__, **changes})


def dataclass(frozen: bool) -> Callable[[Type[Any]], Type[Any]]:
    """As of `dataclasses`, for classes of frozen records without bases."""
    assert frozen

    def made(kind: Any) -> Any:
        names = tuple(kind.__annotations__)
        defaults: Dict[str, Any] = {name: vars(kind)[name] for name in names if name in vars(kind)}
        for name, value in defaults.items():
            if type(value) is field:
                delattr(kind, name)
        kind._defaults, kind.__dataclass_fields__ = defaults, _Fields()
        setattr(kind, "__match_args__", names)
        kind.__signature__ = _Signature(lambda: _signature_of_class(kind))
        kind.__init__, kind.__eq__, kind.__hash__, kind.__repr__ = _init, _equal, _hash, _shown
        kind.__setattr__ = kind.__delattr__ = _refuse
        kind.__replace__ = _replaced
        return kind

    return made
