/** What the program below prints where the function was not found, and so was not called. */
export const NOT_BEGUN = 'NOT_BEGUN';

/**
 * Calls a function of a Python package: its arguments as JSON on the standard input, its result as JSON on the standard
 * output. What the package prints goes to the error output. Its words are the module, the function, and the folder that
 * the module lies in, where it is not installed.
 */
export const PYTHON_CALL = `
import asyncio, dataclasses, enum, importlib, inspect, json, math, os, sys, types, typing


def given(value, hint):
    """An argument as its hint wants it: a member of an enumeration, a tuple, a set."""
    origin, inner = typing.get_origin(hint) or hint, typing.get_args(hint)
    if origin in (typing.Union, getattr(types, "UnionType", None)):
        made = (given(value, one) for one in inner)
        return next((one for one in made if one is not value), value)
    if isinstance(origin, type) and issubclass(origin, enum.Enum):
        return next((one for one in origin if type(one.value) is type(value) and one.value == value), value)
    if isinstance(value, list) and origin not in (None, str, int, float, bool, type(None)):
        items = [given(one, inner[0] if inner else None) for one in value]
        return origin(items) if origin in (tuple, set, frozenset) else items
    return value


def plain(value):
    """A result as JSON: what is no number there is null."""
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return plain({field.name: getattr(value, field.name) for field in dataclasses.fields(value)})
    if isinstance(value, dict):
        return {key if isinstance(key, str) else str(plain(key)): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(one) for one in value]
    if type(value).__module__ in ("datetime", "decimal", "uuid", "pathlib"):
        return value.isoformat() if hasattr(value, "isoformat") else str(value)
    return value


def main(module, name, folder=None):
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # What the package prints is no answer.
    if folder:
        sys.path.insert(0, os.path.abspath(folder))
    values = json.load(sys.stdin)
    try:
        function = getattr(importlib.import_module(module), name)
    except Exception:
        answer.write("${NOT_BEGUN}")
        answer.close()
        raise
    try:
        hints = typing.get_type_hints(function)
    except Exception:  # A hint may name what is not imported.
        hints = {}
    positional, named = [], {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in values:
            value = given(values[parameter.name], hints.get(parameter.name))
            if parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(value)
            else:
                named[parameter.name] = value
    result = function(*positional, **named)
    if inspect.iscoroutine(result):
        result = asyncio.run(result)
    json.dump(plain(result), answer, allow_nan=False)
    answer.close()


try:
    main(*sys.argv[1:])
except Exception as error:
    sys.exit(f"{type(error).__name__}: {error}")
`;
