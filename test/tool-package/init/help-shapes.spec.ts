import { describe, expect, it } from 'vitest';
import { commandTool } from '../../../src/authoring/toolgen/init/cli/command-tool.js';
import { parseHelp } from '../../../src/authoring/toolgen/init/cli/help-text.js';

/** The options of a help by their flag: `switch`, a type, its choices; `?` where the flag may stand alone, `[]` for a list. */
function optionsOf(help: string): Record<string, string> {
  return Object.fromEntries(
    parseHelp(help, ['tool']).options.map(({ flag, value, isNumber, isList, choices }) => {
      if (value === 'none') return [flag, 'switch'];
      const type = choices.length > 0 ? choices.join('|') : isNumber ? 'number' : 'text';
      return [flag, `${type}${isList ? '[]' : ''}${value === 'optional' ? '?' : ''}`];
    }),
  );
}

const valuesOf = (help: string) =>
  parseHelp(help, ['tool']).values.map(
    ({ name, isRequired, isList }) => `${isRequired ? name : `[${name}]`}${isList ? '...' : ''}`,
  );

const commandsOf = (help: string) => parseHelp(help, ['tool']).commands.map(({ name }) => name);

/** The flags of the tool of a help; undefined where none can be made. */
function offered(help: string): (string | undefined)[] | undefined {
  const { tool } = commandTool({ name: 'tool', command: ['tool'] }, [], parseHelp(help, ['tool']), '');
  return tool?.binding.type === 'subprocess' ? tool.binding.arguments.map(({ flag }) => flag) : undefined;
}

describe('options that a help tells in a shape of its own', () => {
  it('are a range of digits, and two long ones that share a text', () => {
    expect(optionsOf('Options:\n  -1 ... -3  how well\n  --fast, --best  levels 1 and 9 respectively')).toEqual({
      ...{ '-1': 'switch', '-2': 'switch', '-3': 'switch', '--fast': 'switch', '--best': 'switch' },
    });
  });

  it('may stand alone where they are told with a value and without, or shown with one', () => {
    const help = `Options:
      --time       show the time
      --time=WORD  show it as WORD
  -m, --map        Make a map (\`-m inline\` for one inside)
      --poll       Use polling. Can optionally pass an interval`;
    expect(optionsOf(help)).toEqual({ '--time=': 'text?', '--map': 'text?', '--poll': 'text?' });
  });

  it('have the value that the usage shows, where their own line has none', () => {
    const help = `Usage: tool [-abo] [-a] [-d delimiter] [-o outfile] [word...]
    word is key=value
    -a creates a list of words
    -d key will be a path with delimiter
    -o output to the given file`;
    expect(optionsOf(help)).toEqual({ '-a': 'switch', '-d': 'text', '-o': 'text' });
    expect(valuesOf(help)).toEqual(['[word]...']);
  });

  it('are no numbers where prose gives what they are called a unit', () => {
    const help = `Options:
  -B, --block-size=SIZE  scale by SIZE
      --buffer=BYTES     of memory
      --from-unit=N      the input unit size

The SIZE argument is an integer and optional unit (10K is 10*1024).`;
    expect(optionsOf(help)).toEqual({ '--block-size=': 'text', '--buffer=': 'number', '--from-unit=': 'number' });
  });

  it('take what those take that they stand for', () => {
    const help = 'Options:\n  -n, --length <N>  may include a unit\n  -c, --bytes <N>  An alias for -n/--length';
    expect(optionsOf(help)).toEqual({ '--length': 'text', '--bytes': 'text' });
  });

  it('are read as the library of Go and older cobra write them', () => {
    const help = `Usage of ./tool:
  -all
    \tinclude everything
  -hide string
    \twhat to hide
  -width uint
    \tmax width`;
    expect(optionsOf(help)).toEqual({ '-all': 'switch', '-hide': 'text', '-width': 'number' });
    expect(valuesOf(help)).toEqual([]);
    expect(
      optionsOf(`OPTIONS:
      --prefix[=false]              match prefixes
      --limit=0                     how many
      --timeout=5s                  of a command
      --endpoints=[127.0.0.1:2379]  where`),
    ).toEqual({ '--prefix': 'switch', '--limit=': 'number', '--timeout=': 'text', '--endpoints=': 'text[]' });
  });

  it('have # for a number, dots behind a value for a list, and a colon before the text', () => {
    const help = `Options:
  --lines # how many
  --max=#  at most
  --extra-file=# Read this file.
  --fast[=#]: quick
  --header=HEADER ...  of a request
  --favor-speed: be quick`;
    expect(optionsOf(help)).toEqual({
      ...{
        '--lines': 'number',
        '--max=': 'number',
        '--extra-file=': 'text',
        '--fast=': 'number?',
        '--header=': 'text[]',
      },
      '--favor-speed': 'switch',
    });
  });

  it('have types and choices on lines of their own, as tsc writes them', () => {
    const help = `Options:
--pretty
Colour the output.
type: boolean
default: true

--target, -t
Which language.
one of: es6/es2015, es2016, esnext
default: es2016

--lib
Which declarations.
one or more: es5, dom

--outDir
Specify an output folder for the files.`;
    expect(optionsOf(help)).toEqual({
      ...{ '--pretty': 'switch', '--target': 'es6|es2015|es2016|esnext', '--lib': 'text', '--outDir': 'text' },
    });
  });

  it('tell their choices in brackets behind what has kinds, but for texts of any form', () => {
    const help = `Options:
  -f FORMAT  --format=FORMAT  Output format (json, tty)
  -s NAME  --shell=NAME  Specify dialect (sh, bash)
  --date <date>  How to show it [possible values: date, relative, +format]
  --files <list>  Extra files (a, b)`;
    expect(optionsOf(help)).toEqual({
      ...{ '--format=': 'json|tty', '--shell=': 'sh|bash', '--date': 'text', '--files': 'text' },
    });
  });

  it('take a value where they can be repeated, and none where they do something', () => {
    const help = `Options:
  --include         Types, can be comma-separated or repeated
  -v, --verbose     can be repeated for more
  --zlib            Compress to zlib (.zz)
  --use-server      Connects to a running server
  --add-bom         Add a mark (default UTF-8)
  --root            Put modules under this path`;
    expect(optionsOf(help)).toEqual({
      ...{ '--include': 'text[]', '--verbose': 'switch', '--zlib': 'switch', '--use-server': 'switch' },
      ...{ '--add-bom': 'switch', '--root': 'text' },
    });
  });
});

describe('values and commands that a help tells in a shape of its own', () => {
  it('are lists where another way to call it has many, or where the choice is between many and a stream', () => {
    expect(valuesOf('Usage: tool [OPTIONS...] [INPUT... | -] [-o OUTPUT]')).toEqual(['[INPUT]...']);
    expect(valuesOf('Usage:\ntool.js [in.css] [OPTIONS]\ntool.js <in.css>... --dir <dir>')).toEqual(['[in.css]...']);
    expect(valuesOf('usage: tool [option option=parameter ...] <source> [destination]')).toEqual([
      'source',
      '[destination]',
    ]);
    expect(valuesOf('Usage: tool <key> <value> (<value> can also be given from stdin)')).toEqual(['key', 'value']);
  });

  it('are commands of several words, with the text beside them or below', () => {
    expect(commandsOf('COMMANDS:\n  get          one\n  member add   adds\n  member list  lists')).toEqual([
      ...['get', 'member add', 'member list'],
    ]);
    const help = `usage: tool [<flags>] <command> [<args> ...]

Commands:
help [<command>...]
    Show help.

query range [<flags>] <server> <expr>
    Run range query.

query series --match=MATCH [<flags>] <server>
    Run series query.

tsdb list from [<db path>]
    List.
`;
    expect(commandsOf(help)).toEqual(['query range', 'query series', 'tsdb list from']);
  });

  it('are required where the usage has an option with its value outside of brackets', () => {
    const help = 'usage: tool --match=MATCH <server>\n\nFlags:\n  --match=MATCH ...  which';
    expect(parseHelp(help, ['tool']).options).toMatchObject([{ flag: '--match=', isRequired: true }]);
  });
});

describe('what could make a program run something, in a shape of its own', () => {
  it('is a command behind the end of options, which all values before it could be', () => {
    expect(offered('Usage: tool [key] [--] [exec-command arg1 arg2 ...]')).toBeUndefined();
    expect(offered('Usage: tool [key] [--] [file...]')).toEqual([undefined, undefined]);
  });

  it('is a switch that has code in files run, and a custom part with a word before it', () => {
    const help = `Options:
  --js                  Enables inline JavaScript in files
  --syntax <name>       Custom postcss syntax
  --preprocessor        Preprocess results, can be repeated
  --command-timeout=5s  timeout for short running command
  --report=PATH         Writes the associated reporter's output to a file
  --root=PATH           relative to the directory containing the current configuration file`;
    expect(offered(help)).toEqual(['--command-timeout=', '--report=', '--root=']);
  });
});
