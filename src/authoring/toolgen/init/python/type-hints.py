# JSON Schema of type hints. `None` is the answer where JSON cannot say what is meant.
import ast
import collections.abc
import enum
import re
import types
import typing

PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
LISTS = (list, tuple, set, frozenset, collections.abc.Sequence, collections.abc.MutableSequence,
         collections.abc.Iterable, collections.abc.Collection, collections.abc.Set, collections.abc.MutableSet)
SETS = (set, frozenset, collections.abc.Set, collections.abc.MutableSet)
MAPPINGS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
UNIONS = (typing.Union, getattr(types, "UnionType", typing.Union))


def schema_of(hint):
    if hint is typing.Any or hint is object:
        return {}
    if isinstance(hint, typing.TypeVar):
        return schema_of(hint.__bound__) if hint.__bound__ else {}
    if hasattr(hint, "__supertype__"):
        return schema_of(hint.__supertype__)
    if hasattr(hint, "__metadata__"):
        return schema_of(hint.__origin__)
    origin, arguments = typing.get_origin(hint) or hint, typing.get_args(hint)
    if origin in UNIONS:
        return union_of([schema_of(one) for one in arguments])
    if origin is typing.Literal:
        return values_of(arguments)
    if origin in LISTS:
        return list_of(origin, arguments)
    if origin in MAPPINGS:
        return mapping_of(arguments)
    if isinstance(origin, type):
        return class_of(origin)
    return None


def class_of(kind):
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    if issubclass(kind, enum.Enum):
        return values_of([member.value for member in kind])
    if hasattr(kind, "__required_keys__"):  # A TypedDict.
        parts = {name: schema_of(one) for name, one in typing.get_type_hints(kind).items()}
        required = sorted(kind.__required_keys__)
        if any(parts[name] is None for name in required):
            return None
        known = {name: one for name, one in parts.items() if one is not None}
        return {"type": "object", "properties": known, "required": required, "additionalProperties": False}
    return None


def union_of(schemas):
    known = []
    for one in schemas:
        if one is not None and one not in known:
            known.append(one)
    if not known:
        return None
    if {} in known:
        return {}
    return known[0] if len(known) == 1 else {"anyOf": known}


def values_of(values):
    plain = [one.value if isinstance(one, enum.Enum) else one for one in values]
    if not plain or any(type(one) not in PLAIN for one in plain):
        return None
    kinds = {PLAIN[type(one)] for one in plain}
    return {**({"type": kinds.pop()} if len(kinds) == 1 else {}), "enum": plain}


def list_of(kind, arguments):
    parts = [one for one in arguments if one is not Ellipsis and one != ()]
    items = union_of([schema_of(one) for one in parts]) if parts else {}
    if items is None:
        return None
    schema = {"type": "array", "items": items}
    if kind is tuple and parts and Ellipsis not in arguments:
        schema.update(minItems=len(parts), maxItems=len(parts))
    return {**schema, "uniqueItems": True} if kind in SETS else schema


def mapping_of(arguments):
    key, value = arguments or (str, typing.Any)
    inner = schema_of(value)
    if key not in (str, typing.Any) or inner is None:
        return None
    return {"type": "object", "additionalProperties": inner or True}


WORDS = {"str": "string", "string": "string", "int": "integer", "integer": "integer", "float": "number",
         "number": "number", "bool": "boolean", "boolean": "boolean", "dict": "object"}


def schema_of_words(text):
    """What a docstring calls the type: `int, optional`, `list of str`, `{'a', 'b'}`. Empty where it is anything else."""
    text = re.sub(r",?\s*(optional|default\b.*)$", "", text.strip()).strip("` ")
    if re.fullmatch(r"\{[^{}:]+\}", text):
        try:
            return values_of(list(ast.literal_eval(f"[{text[1:-1]}]"))) or {}
        except (ValueError, SyntaxError):
            return {}
    inner = re.fullmatch(r"(?:list|sequence|tuple|set|iterable)(?:\s*(?:of\s+|\[))?(\w*?)s?\]?", text, re.I)
    if inner:
        word = WORDS.get(inner[1].lower())
        return {"type": "array", "items": {"type": word} if word else {}}
    if text.lower() == "dict":
        return {"type": "object", "additionalProperties": True}
    return {"type": WORDS[text.lower()]} if text.lower() in WORDS else {}
