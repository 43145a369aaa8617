# Prints the public functions of a package as JSON. Its own files come before this one; the arguments are the module and
# the folder that it lies in, or nothing where it is installed.
import importlib
import importlib.metadata
import json
import os
import pkgutil
import sys
import textwrap

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
GIVES_NO_JSON = (collections.abc.Callable, collections.abc.Iterator, collections.abc.Generator,
                 collections.abc.AsyncIterator, collections.abc.AsyncGenerator)


def main(module_name, folder=None):
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # What the package prints is no answer.
    if folder:
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module(module_name)
        found = public_functions(module) or functions_of_modules(module)
    except BaseException as error:  # A package may end the process as well.
        json.dump({"problem": f"{type(error).__name__}: {error}"[:300]}, answer)
    else:
        told = [read_function(one, name, function) for one, name, function in found]
        about = {"description": read_docstring(module.__doc__)[0], "version": version_of(module_name)}
        json.dump({**about, "functions": told}, answer)
    answer.close()
    os._exit(0)  # Threads of the package need not end.


def public_functions(module):
    package = module.__name__.split(".")[0]
    names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    found = [(name, getattr(module, name, None)) for name in names if NAME.fullmatch(str(name))]
    return [(module.__name__, name, one) for name, one in found
            if inspect.isroutine(one) and str(getattr(one, "__module__", "")).split(".")[0].lstrip("_") == package]


def functions_of_modules(package):
    """Those of the modules in a package that itself exports none."""
    names = [one.name for one in pkgutil.iter_modules(getattr(package, "__path__", []))]
    public = [name for name in names if not re.match(r"_|tests?(_|$)|conftest|setup", name)]
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in public]
    return [one for module in modules for one in public_functions(module) if one[2].__module__ == module.__name__]


def version_of(module_name):
    try:
        return importlib.metadata.version(module_name.split(".")[0])
    except importlib.metadata.PackageNotFoundError:
        return None


def read_function(module, name, function):
    told = {"module": module, "name": name}
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError):
        return {**told, "problem": "its parameters are not known"}
    try:
        hints = typing.get_type_hints(function)
    except Exception:  # A hint may name what is not imported.
        hints = {}
    result = hints.get("return", typing.Any)
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        return {**told, "problem": "it gives its values one by one"}
    if (typing.get_origin(result) or result) in GIVES_NO_JSON:
        return {**told, "problem": "what it gives is no JSON"}
    description, documented = read_docstring(function.__doc__)
    presets = literal_defaults(function)
    parameters = [read_parameter(one, hints, documented, presets) for one in signature.parameters.values()]
    return {**told, "description": description, "parameters": parameters, "result": schema_of(result) or {}}


def read_parameter(parameter, hints, documented, presets):
    words, description = documented.get(parameter.name, ("", ""))
    told = {"name": parameter.name, "description": description}
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return {**told, "required": False, "schema": None}
    hint = hints.get(parameter.name)
    schema = schema_of_words(words) if hint is None else schema_of(hint)
    if not NAME.fullmatch(parameter.name):
        schema = None
    required = parameter.default is parameter.empty
    preset = presets.get(parameter.name)
    if hint is None and schema == {} and type(preset) in PLAIN and preset is not None:
        schema = {"type": PLAIN[type(preset)]}
    if schema is not None and not required and parameter.default is None:
        schema = without_null(schema)  # To leave it out says the same.
    return {**told, "required": required, "schema": schema, **({} if preset is None else {"default": preset})}


def without_null(schema):
    left = [one for one in schema.get("anyOf", []) if one != {"type": "null"}]
    return {**schema, "anyOf": left} if len(left) > 1 else left[0] if left else schema


def literal_defaults(function):
    """Defaults as they are written in the source: what is computed may be a value of this machine."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        if not isinstance(tree, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return {}
    except (OSError, TypeError, SyntaxError, IndexError):
        return {}
    given = [*tree.args.posonlyargs, *tree.args.args]
    pairs = [*zip(given[len(given) - len(tree.args.defaults):], tree.args.defaults),
             *zip(tree.args.kwonlyargs, tree.args.kw_defaults)]
    literals = {}
    for one, preset in pairs:
        try:
            value = ast.literal_eval(preset) if preset is not None else None
            json.dumps(value, allow_nan=False)
            literals[one.arg] = list(value) if isinstance(value, tuple) else value
        except (ValueError, TypeError, SyntaxError):
            continue
    return literals


main(*sys.argv[1:])
