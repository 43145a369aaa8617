# What docstrings say of a function and its parameters: fields of Sphinx, sections of Google and NumPy.
import inspect
import re

SECTIONS = ("args|arguments|parameters|params|other parameters|keyword args|keyword arguments|returns?|yields?|raises?|"
            "examples?|notes?|warnings?|warns|see also|references|attributes|todo")
GOOGLE = re.compile(rf"({SECTIONS}):\s*$", re.I)
UNDERLINED = re.compile(rf"({SECTIONS})\s*$", re.I)
OF_PARAMETERS = re.compile(r"(args|arguments|parameters|params|other parameters|keyword arg(ument)?s)\b", re.I)
FIELD = re.compile(r":(param|parameter|arg|argument|key|keyword|type|returns?|rtype|raises?|yields?|meta)\b\s*([^:]*?):\s*(.*)$")


def read_docstring(doc):
    """The text above the parameters, and for each parameter the words of its type and its description."""
    lines = inspect.cleandoc(doc or "").split("\n")
    start = next((at for at, _ in enumerate(lines) if begins_section(lines, at)), len(lines))
    parameters = {}
    at = start
    while at < len(lines):
        end = next((one for one in range(at + 1, len(lines)) if begins_section(lines, one)), len(lines))
        read_section(lines[at:end], parameters)
        at = end
    return " ".join(" ".join(lines[:start]).split()), parameters


def begins_section(lines, at):
    line = lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    is_underlined = UNDERLINED.match(line) and re.fullmatch(r"-{3,}\s*", below)
    return bool(GOOGLE.match(line) or is_underlined or FIELD.match(line))


def read_section(lines, parameters):
    if FIELD.match(lines[0]):
        read_field(lines, parameters)
    elif OF_PARAMETERS.match(lines[0]):
        if GOOGLE.match(lines[0]):
            read_entries(lines[1:], re.compile(r"\*{0,2}(\w+)\s*(?:\(([^()]*(?:\([^()]*\))?[^()]*)\))?\s*:\s*(.*)$"), parameters)
        else:
            read_entries(lines[2:], re.compile(r"\*{0,2}(\w+(?:\s*,\s*\w+)*)\s*(?::\s*(.*))?()$"), parameters)


def read_field(lines, parameters):
    kind, what, text = FIELD.match(lines[0]).groups()
    words = (what or "").split()
    text = " ".join([text, *(line.strip() for line in lines[1:])]).strip()
    if kind in ("param", "parameter", "arg", "argument", "key", "keyword") and words:
        note(parameters, words[-1].lstrip("*"), " ".join(words[:-1]), text)
    elif kind == "type" and words:
        note(parameters, words[-1].lstrip("*"), text, "")


def read_entries(lines, entry, parameters):
    """Entries stand furthest to the left; what is further to the right continues one."""
    told = [line for line in lines if line.strip()]
    edge = min((indent(line) for line in told), default=0)
    names = []
    for line in told:
        found = entry.match(line.strip()) if indent(line) == edge else None
        if found:
            names = [one.strip() for one in found[1].split(",")]
            for name in names:
                note(parameters, name, found[2] or "", found[3] or "")
        elif indent(line) > edge:
            for name in names:
                note(parameters, name, "", line.strip())
        else:
            names = []


def note(parameters, name, kind, text):
    known_kind, known_text = parameters.get(name, ("", ""))
    parameters[name] = (kind.strip() or known_kind, f"{known_text} {text.strip()}".strip())


def indent(line):
    return len(line) - len(line.lstrip())
