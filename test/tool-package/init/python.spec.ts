import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { initPackage } from '../../../src/authoring/toolgen/index.js';
import { discoverPython } from '../../../src/authoring/toolgen/init/python/discover-python.js';
import { Invoker, loadManifest } from '../../../src/tools/package-format/index.js';
import { project } from '../package-fixture.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not there: the tests of Python packages are skipped');

const LEDGER = `"""Keeps the books."""
import asyncio, dataclasses, datetime, decimal, enum, os, sys
from typing import Any, Callable, Iterator, Literal, Optional, TypedDict

print("imported")


class Kind(enum.Enum):
    IN = "in"
    OUT = "out"


class Entry(TypedDict):
    account: str
    amount: float


@dataclasses.dataclass
class Sum:
    total: decimal.Decimal
    day: datetime.date


def add_entry(account: str, amount: float, kind: Kind = Kind.IN, tags: Optional[list[str]] = None, *,
              closed: bool = False, folder: str = os.getcwd(), order: Literal["asc", "desc"] = "asc"):
    """Adds an entry.

    Args:
        account: The account
            it belongs to.
        amount (float): How much.
    """
    print("adding")
    return {"account": account, "kind": repr(kind), "tags": tags, "closed": closed}


def list_entries(account, limit=10, order="asc"):
    """Lists entries.

    Parameters
    ----------
    account : str
        Which one.
    order : {'asc', 'desc'}, optional
        Which way.
    """
    return [account] * limit


def close(account, force=False):
    """Closes an account. See :class:\`Kind\`.

    :param str account: Which one,
        by its name.
    :param force: Also with entries.
    """
    sys.exit(3)


def store(entry: Entry, pair: tuple[int, int], days: set[int], any_value: Any = None) -> Sum:
    return [type(one).__name__ for one in (entry, pair, days)]


def total(day: int) -> Sum: return Sum(decimal.Decimal("1.50"), datetime.date(2026, 3, day))
async def later(number: int) -> float:
    await asyncio.sleep(0)
    return number * float("inf")
def fail(): raise ValueError("no such account")
def fill(): return "x" * 2_000_000
def environment(): return sorted(os.environ)
def on_change(callback: Callable[[int], None]): pass
def each() -> Iterator[int]: yield 1
def run_report(command: str): pass
def many(first: int, *rest: int, **more: int): return first
def _hidden(): pass
`;

describe.skipIf(!hasPython)('a package of Python', () => {
  const opened: Invoker[] = [];
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const invoker of opened.splice(0)) await invoker.close();
  });

  const init = async (files: Record<string, string>) => {
    const folder = project(files);
    const out = join(folder, 'llm-tooling');
    return { folder, out, report: await initPackage(folder, { out, surface: 'python' }) };
  };
  const ledger = () => init({ 'pyproject.toml': '[project]\nname = "ledger"', 'src/ledger/__init__.py': LEDGER });

  /** What becomes of importing one with this code. */
  const importing = (code: string, timeoutMs?: number) => {
    const folder = project({ 'ledger.py': code });
    const surface = { module: 'ledger', folder: '.', interpreter: 'python3' };
    return discoverPython(surface, folder, () => {}, timeoutMs);
  };

  it('gives its public functions as tools: types, defaults that are literals, and what docstrings of each style say', async () => {
    const { report } = await ledger();
    const { manifest } = report;
    const inputOf = (name: string) => manifest?.tools.find((tool) => tool.name === name)?.input_schema;
    expect(inputOf('add_entry')).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['account', 'amount'],
      properties: {
        account: { type: 'string', description: 'The account it belongs to.' },
        amount: { type: 'number', description: 'How much.' },
        kind: { type: 'string', enum: ['in', 'out'] },
        tags: { type: 'array', items: { type: 'string' } },
        closed: { type: 'boolean', default: false },
        folder: { type: 'string' },
        order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
      },
    });
    expect(inputOf('list_entries')?.properties).toEqual({
      account: { type: 'string', description: 'Which one.' },
      limit: { type: 'integer', default: 10 },
      order: { type: 'string', enum: ['asc', 'desc'], description: 'Which way.', default: 'asc' },
    });
    expect(inputOf('close')?.properties).toEqual({
      account: { type: 'string', description: 'Which one, by its name.' },
      force: { type: 'boolean', description: 'Also with entries.', default: false },
    });
    expect(manifest?.tools.map(({ name, category }) => `${name} ${category}`)).toEqual(
      ['add_entry', 'list_entries', 'close', 'store', 'total', 'later', 'fail', 'fill', 'environment', 'many'].map(
        (name) => `${name} write`,
      ),
    );
    expect(manifest?.tools.find(({ name }) => name === 'close')?.description).toBe(
      'Closes an account. See :class:`Kind`.',
    );
    expect(report.warnings).toEqual(
      expect.arrayContaining([
        'on_change was left out: JSON cannot say what its parameter "callback" takes',
        'each was left out: it gives its values one by one',
        'run_report was left out: its parameter "command" is run as a command',
        'rest of many: left out, as JSON cannot say what it takes',
      ]),
    );
  });

  it('is called in a process of its own, which prints nothing but the result', async () => {
    const { folder, out } = await ledger();
    const env = { PATH: process.env.PATH, LEDGER_SECRET: 'x' };
    const invoker = new Invoker(loadManifest(out), { base: out, env, log: () => {} });
    opened.push(invoker);
    const call = async (name: string, input: object) => {
      const outcome = await invoker.invoke(name, input, { requestId: 'r-1' });
      return outcome.ok ? outcome.output.result : outcome.error;
    };
    expect(await call('add_entry', { account: 'rent', amount: 1, kind: 'out', tags: ['a'] })).toEqual({
      account: 'rent',
      kind: "<Kind.OUT: 'out'>",
      tags: ['a'],
      closed: false,
    });
    expect(await call('store', { entry: { account: 'a', amount: 1 }, pair: [1, 2], days: [1] })).toEqual([
      'dict',
      'tuple',
      'set',
    ]);
    expect(await call('total', { day: 31 })).toEqual({ total: '1.50', day: '2026-03-31' });
    expect(await call('later', { number: 1 })).toBeNull();
    expect(await call('environment', {})).not.toContain('LEDGER_SECRET');
    expect(await call('fail', {})).toMatchObject({
      code: 'UPSTREAM_ERROR',
      details: { stderr: expect.stringContaining('ValueError: no such account') },
    });
    expect(await call('fill', {})).toMatchObject({ code: 'UPSTREAM_ERROR', message: 'The command printed too much.' });
    expect(await call('close', { account: 'rent' })).toMatchObject({
      code: 'UPSTREAM_ERROR',
      details: { exit_code: 3 },
    });
    expect(await call('total', { day: 'x' })).toMatchObject({ code: 'INVALID_INPUT' });
    writeFileSync(join(folder, 'src/ledger/__init__.py'), 'raise ValueError("moved away")');
    expect(await call('fail', {})).toMatchObject({
      code: 'UPSTREAM_ERROR',
      details: { stderr: expect.stringContaining('moved away'), started: false },
    });
  });

  it('is imported only when it is asked for', async () => {
    const marked = 'open(__file__ + ".imported", "w").close()\ndef double(number: int) -> int: return number * 2\n';
    const folder = project({ 'pyproject.toml': '[project]\nname = "ledger"', 'ledger.py': marked });
    const out = join(folder, 'llm-tooling');
    const marker = () => readFileSync(join(folder, 'ledger.py.imported'), 'utf8');
    const { tried } = await initPackage(folder, { out });
    expect(tried).toContain('python: ledger, with --surface python');
    expect(marker).toThrow('ENOENT');
    expect((await initPackage(folder, { out, surface: 'python' })).tools).toEqual(['double']);
    expect(marker()).toBe('');
  });

  it('is found by its installed name, by the folder of the package itself, and in modules that a package does not export', async () => {
    const folder = project({
      'books/__init__.py': '',
      'books/sums.py': 'def add(a: int, b: int) -> int: return a + b\n',
    });
    const out = join(folder, 'llm-tooling');
    const installed = await initPackage('textwrap', { out, surface: 'python' });
    expect(installed.tools).toEqual(expect.arrayContaining(['wrap', 'dedent', 'shorten']));
    const own = await initPackage(join(folder, 'books'), { out: join(folder, 'other'), surface: 'python' });
    expect(own.manifest?.tools.map(({ name, binding }) => [name, binding])).toMatchObject([
      ['sums_add', { module: 'books.sums', function: 'add', folder: '..' }],
    ]);
    await expect(initPackage('../no such', { out, surface: 'python' })).rejects.toThrow('name of an installed package');
  });

  it('knows nothing of this environment while it is imported, and has no proxy that answers', async () => {
    vi.stubEnv('LEDGER_SECRET', 'x');
    const code =
      'import os\nraise ValueError(" ".join(sorted(os.environ)) + os.environ["https_proxy"] + " " + str(os.listdir()))';
    const { warnings } = await importing(code);
    expect(warnings[0]).toContain('http://127.0.0.1:9 []');
    expect(warnings[0]).not.toContain('SECRET');
  });

  it.each([
    ['throws', 'raise ValueError("no books")', 'ledger could not be imported: ValueError: no books'],
    ['leaves', 'import sys\nsys.exit(0)', 'ledger could not be imported: SystemExit: 0'],
    ['ends the process', 'import os\nos._exit(0)', 'ledger could not be imported: it ended the process'],
    ['has no function', 'x = 1', 'ledger has no function that could be called'],
    [
      'prints without end',
      'while True: print("x" * 10000)',
      'ledger could not be imported: it printed more than 1048576 characters and was killed',
    ],
  ])('that %s gives no tool, and a warning', async (_, code, warning) => {
    expect(await importing(code)).toEqual({ tools: [], warnings: [warning] });
  });

  it('that hangs gives no tool, and a warning', async () => {
    const warning = 'ledger could not be imported: it did not end within 2 s and was killed';
    expect(await importing('while True: pass', 2_000)).toEqual({ tools: [], warnings: [warning] });
  });
});

it('without python3 the functions of a package are skipped, and one line says so', async () => {
  const folder = project({ 'ledger.py': 'def double(number): return number * 2\n' });
  mkdirSync(join(folder, 'empty'));
  vi.stubEnv('PATH', join(folder, 'empty'));
  const surface = { module: 'ledger', folder: '.', interpreter: 'python3' };
  const { warnings } = await discoverPython(surface, folder, () => {}).finally(() => vi.unstubAllEnvs());
  expect(warnings).toEqual(['python3 is not there: the functions of ledger were skipped']);
});
