import { describe, expect, it } from 'vitest';
import { parseHelp } from '../../../src/authoring/toolgen/init/cli/help-text.js';

/** The options of a help by their flag, in short: what they take, and what is known of it. */
function optionsOf(help: string): Record<string, string> {
  return Object.fromEntries(
    parseHelp(help, ['tool']).options.map((option) => {
      const kind = option.isList
        ? 'list'
        : option.choices.length > 0
          ? option.choices.join('|')
          : option.isNumber
            ? 'number'
            : 'text';
      const taken = option.value === 'none' ? 'switch' : option.value === 'optional' ? `${kind}?` : kind;
      const more = [option.default && `=${option.default}`, option.negatedFlag, option.isRequired && 'required'];
      return [option.flag, [taken, ...more].filter(Boolean).join(' ')];
    }),
  );
}

const valuesOf = (usage: string, words = ['tool']) =>
  parseHelp(usage, words).values.map(
    ({ name, isRequired, isList }) => `${isRequired ? name : `[${name}]`}${isList ? '...' : ''}`,
  );

describe('options of a help text', () => {
  it('are read as commander and cac write them', () => {
    const help = `Usage: tool [options]

Options:
  -o, --output <file>      where to write (default: "out.txt")
  --tags <tags...>         several
  --report [path]          with or without a file
  --host [host]            [string] the host
  --open [path]            [boolean | string] open a browser
  --level <n>              how deep (choices: "1", "2", default: "1")
  --cache                  keep results. Default
                           --cacheFile is somewhere.
  --cacheFile <path>       the file (default: directory of the cache)
  --no-color               no colours
  -h, --help               display help for command`;
    expect(optionsOf(help)).toEqual({
      '--output': 'text =out.txt',
      '--tags': 'list',
      '--report': 'text?',
      '--host': 'text?',
      '--open': 'text?',
      '--level': '1|2 =1',
      '--cache': 'switch',
      '--cacheFile': 'text',
      '--no-color': 'switch',
    });
  });

  it('without any sign of a value take one where their words tell: a size, something to use, a default', () => {
    const help = `usage: http-server [path] [options]

options:
  -p --port    Port to use. If 0, look for open port. [8080]
  -d           Show directory listings [true]
  -g --gzip    Serve gzip files when possible [false]
  -e --ext     Default file extension if none supplied [none]
  -s --silent  Suppress log messages from output
  -c           Cache time (max-age) in seconds [3600], e.g. -c10 for 10 seconds.
  -P --proxy   Fallback proxy if the request cannot be resolved. e.g.: http://someurl.com`;
    expect(optionsOf(help)).toEqual({
      ...{ '--port': 'number =8080', '-d': 'switch =true', '--gzip': 'switch =false', '--ext': 'text' },
      ...{ '--silent': 'switch', '-c': 'number =3600', '--proxy': 'text' },
    });
    expect(optionsOf('Options\n  -s, --size      Generated ID size\n  -a, --alphabet  Alphabet to use')).toEqual({
      '--size': 'number',
      '--alphabet': 'text',
    });
  });

  it('are none where a text below an option, as clap writes it, begins a line with a flag', () => {
    const help = `USAGE:
    tool [OPTIONS] PATTERN [PATH ...]

ARGS:
    <PATTERN>
            What to look for (unless
            --glob is given).
    <PATH>...
            Where to look.

OPTIONS:
    -A, --after <NUM>
            Lines after each match. See
            --before for the others.
        --limit <NUM+SUFFIX?>
            Accepts suffixes of K, M or G.

            Examples:
              --newer 10M
    -e, --regexp <PATTERN>...
            A pattern.
        --glob
            Patterns are globs.
        --since <date|dur>
            Newer ones.`;
    expect(optionsOf(help)).toEqual({
      ...{ '--after': 'number', '--limit': 'text', '--regexp': 'list', '--glob': 'switch', '--since': 'text' },
    });
    expect(valuesOf(help)).toEqual(['PATTERN', '[PATH]...']);
  });

  it('tell their choices in prose, and numbers by what they count', () => {
    const help = `Options:
  --strategy <name>      How to detect changes - either: metadata or content - default: metadata
  --mode mode            compression mode, one of (auto|off|max) (default auto)
  --style=<NAME>         Output style. [expanded (default), compressed]
  --workers              Number of worker threads to use.
  --duration SEC         The number of seconds to run.
  --loglevel <n>         Amount to log: silent, error, warn. (default: "warn")
  --max-line-length <value>  Max line length
  --size <size>          Skip larger ones. i.e 1MB, 50KB
  --servername           Server name for the certificate.
  --fatal                Deprecations to treat as errors.
  --threads Int|String   Threads, auto to choose
  --enclose [arg[,...][:value[,...]]]  Embed in a function.
  --out <file>           Output (default STDOUT).`;
    expect(optionsOf(help)).toEqual({
      '--strategy': 'metadata|content =metadata',
      '--mode': 'auto|off|max =auto',
      '--style=': 'expanded|compressed',
      '--workers': 'number',
      '--duration': 'number',
      '--loglevel': 'text =warn',
      '--max-line-length': 'number',
      '--size': 'text',
      '--servername': 'text',
      '--fatal': 'text',
      '--threads': 'text',
      '--enclose': 'text?',
      '--out': 'text',
    });
  });

  it('may be repeated in other words, and an empty list is a list', () => {
    const help = `Options:
  -r, --recipient KEY   Encrypt to KEY. Can be repeated.
  -x, --exclude <glob>  Leave out. Multiple exclude patterns can be specified.
  -i, --ignore <file|directory|glob>  file(s) to ignore (default: [])
  -p, --pattern <glob>  A pattern to ignore. Multiple can be set.
  -f, --format <value>  Specify comma-delimited values (default: [])`;
    expect(optionsOf(help)).toEqual({
      ...{ '--pattern': 'list', '--recipient': 'list', '--exclude': 'list', '--ignore': 'list', '--format': 'text' },
    });
  });

  it('are switches beside one that takes two values, which no call can give', () => {
    const help = `Usage:	tool [options] <a filter> [file...]
	tool [options] --args <a filter> [texts...]

tool is a program for processing JSON, applying the filter to it.

Some of the options include:
  -a             a
  -b             b
  -c             c
  -d             d
  -e             e
  -f             f
  -g             g
  -i             i
  -j             j
  -k             k
  --arg a v      set variable $a to value <v>;`;
    const options = optionsOf(help);
    expect(Object.keys(options)).toHaveLength(10);
    expect(new Set(Object.values(options))).toEqual(new Set(['switch']));
    expect(valuesOf(help)).toEqual(['a filter', '[file]...']);
  });

  it('come from the list, where prose begins a line with one, and dots in brackets repeat a value', () => {
    const help = `Lists files. The
--host flag may be used too.

Usage:
  tool [flags] [snapshot ID] [...]

Flags:
  -H, --host host   only this host (can be specified multiple times)`;
    expect(optionsOf(help)).toEqual({ '--host': 'list' });
    expect(valuesOf(help)).toEqual(['[snapshot ID]...']);
  });

  it('stand right below the usage where there is no title, and the usage may name files as they are called', () => {
    const curl = 'Usage: curl [options...] <url>\n -d, --data <data>   HTTP POST data\n -f, --fail          Fail fast';
    expect(optionsOf(curl)).toEqual({ '--data': 'text', '--fail': 'switch' });
    const usage = 'eslint [options] file.js [file.js] [dir]\n\nOptions:\n  --quiet  Report errors only';
    expect(valuesOf(usage, ['eslint'])).toEqual(['file.js...', '[dir]']);
  });

  it('that say what they do take no value, also where others are written with a type', () => {
    const help = `Options:
  --skip-missing  Skip what is missing  [boolean]
  --json          Output results to JSON
  --quiet         Suppress the message
  --ignores       Comma separated package list to ignore`;
    expect(optionsOf(help)).toEqual({
      ...{ '--skip-missing': 'switch', '--json': 'switch', '--quiet': 'switch', '--ignores': 'text' },
    });
  });

  it('are read as yargs writes them, where those without a type take a value', () => {
    const help = `Options:
      --version  Show version number                                   [boolean]
  -p, --port     where to listen                                 [default: 3000]
      --watch    look for changes                                      [boolean]
      --routes   file of routes
      --plugins  what to load                                            [array]
      --kind     of the report
             [required] [choices: "text", "json"] [default: "text"]`;
    expect(optionsOf(help)).toEqual({
      '--port': 'number =3000',
      '--watch': 'switch',
      '--routes': 'text',
      '--plugins': 'list',
      '--kind': 'text|json =text required',
    });
  });

  it('are read as argparse and click write them', () => {
    const help = `usage: tool [-h] [--count COUNT] [--mode {fast,slow}] --name NAME [--tag TAG] file

options:
  -h, --help            show this help message and exit
  --count COUNT         how many
  --mode {fast,slow}
  --currency {EUR,USD}  of the amount (default: EUR)
  --name NAME, -n NAME  whose
  --format [json|text]  how it looks
  --tag TEXT            can be given multiple times`;
    expect(optionsOf(help)).toEqual({
      '--count': 'number',
      '--mode': 'fast|slow',
      '--currency': 'EUR|USD =EUR',
      '--name': 'text required',
      '--format': 'json|text?',
      '--tag': 'list',
    });
  });

  it('are read as clap writes them, short and long', () => {
    const help = `Options:
  -v, --verbose...       more of it
      --color <WHEN>     colours [possible values: auto, never]
  -p, --package [<SPEC>]
          which one

          A second paragraph about it.

      --level <LEVEL>
          how deep

          Possible values:
          - low:  a little
          - high: a lot

      --no-default
          leave out

      --default
          put in`;
    expect(optionsOf(help)).toEqual({
      '--verbose': 'switch',
      '--color': 'auto|never',
      '--package': 'text?',
      '--level': 'low|high',
      '--default': 'switch --no-default',
    });
  });

  it('are read as cobra and pflag write them', () => {
    const help = `Flags:
      --add-host list        add a host
  -m, --memory bytes         limit of memory
      --retries int          how often (default 3)
      --output string        file (default "-")
  -q, --quiet                say less`;
    expect(optionsOf(help)).toEqual({
      '--add-host': 'list',
      '--memory': 'number',
      '--retries': 'number =3',
      '--output': 'text =-',
      '--quiet': 'switch',
    });
  });

  it('keep the equals sign of flags that are written together with their value', () => {
    const help = `OPTIONS

      --cwd=<cwd>    where to run
          --force    even if it exists

FLAGS
  --format=<option>  [default: csv] how
                     <options: csv|json>
  --[no-]cache       keep results
  --outfile=...      file
  --cors[=headers]   allow others
  --define:K=V       cannot be given
    --all=false:
	everything`;
    expect(optionsOf(help)).toEqual({
      '--cwd=': 'text',
      '--force': 'switch',
      '--format=': 'csv|json =csv',
      '--cache': 'switch --no-cache',
      '--outfile=': 'text',
      '--cors=': 'text?',
      '--all': 'switch =false',
    });
  });

  it('may take a value, all of them, where a long list shows none', () => {
    const rows = Array.from({ length: 12 }, (_, index) => `  --option${'abcdefghijkl'[index]}  does something`);
    expect(new Set(Object.values(optionsOf(`Options:\n${rows.join('\n')}`)))).toEqual(new Set(['text?']));
  });

  it('take no choices from names of kinds of values', () => {
    const help = `Options:
  --when <always|never>      alternatives
  --from <file|directory>    kinds of values`;
    expect(optionsOf(help)).toEqual({ '--when': 'always|never', '--from': 'text' });
  });

  it('come from the usage where nothing lists them', () => {
    expect(optionsOf('Usage:\n\n\ttool [--escape] string\n\ttool [--decode] [--limit N] string\n')).toEqual({
      '--escape': 'switch',
      '--decode': 'switch',
      '--limit': 'number',
    });
  });
});

describe('values of a help text', () => {
  it('are read from the usage, as every kind of help writes it', () => {
    expect(valuesOf('Usage: tool [options] <source> [target]')).toEqual(['source', '[target]']);
    expect(valuesOf('usage: tool [-h] [--indent N | --tab] infile [outfile]')).toEqual(['infile', '[outfile]']);
    expect(valuesOf('Usage:  tool [OPTIONS] CONTAINER [CONTAINER...]')).toEqual(['CONTAINER...']);
    expect(valuesOf('Usage: tool [OPTIONS] <DEP>...')).toEqual(['DEP...']);
    expect(valuesOf('Usage: tool [options] <version> [<version> [...]]')).toEqual(['version...']);
    expect(valuesOf('Usage: tool IMAGE[:TAG] [IMAGE[:TAG]...]')).toEqual(['IMAGE...']);
    expect(valuesOf('Usage: tool [spec..]')).toEqual(['[spec]...']);
    expect(valuesOf('USAGE\n  $ tool NAME [--dir <value>] [--force]')).toEqual(['NAME']);
    expect(valuesOf('tool send <to> [text]\n\nSends.', ['tool', 'send'])).toEqual(['to', '[text]']);
    expect(valuesOf('USAGE tool /opt/tool/cli.mjs [OPTIONS] <TEMPLATE> [DIR]')).toEqual(['TEMPLATE', '[DIR]']);
    expect(valuesOf('Usage: tool --name <name> [--json] <id>')).toEqual(['id']);
  });

  it('are one list where the ways to call it differ in words', () => {
    expect(valuesOf('Usage:\n  tool set <key> <value>\n  tool get <key>')).toEqual(['[arguments]...']);
  });

  it('are described and needed as their list says', () => {
    const help = `tool split [api]

Splits.

Positionals:
  api  description of an API  [string] [required]`;
    expect(parseHelp(help, ['tool', 'split']).values).toMatchObject([
      { name: 'api', isRequired: true, description: 'description of an API' },
    ]);
  });
});

describe('subcommands of a help text', () => {
  const namesOf = (help: string, words = ['tool']) => parseHelp(help, words).commands.map(({ name }) => name);

  it('are found below the titles of every kind of help', () => {
    expect(namesOf('Commands:\n  add <id>     adds\n  remove|rm    removes\n  help [name]  helps')).toEqual([
      'add',
      'remove',
    ]);
    expect(
      namesOf(
        'COMMANDS\n\n    install    Installs\n          i    Installs\n        add    Adds\n\nUse tool <command> --help for more.',
      ),
    ).toEqual(['install', 'add']);
    expect(namesOf('Management Commands:\n  image   Manage\n\nSwarm Commands:\n  swarm   Manage it')).toEqual([
      'image',
      'swarm',
    ]);
    expect(namesOf('Basic Commands (Beginner):\n  get   Shows one')).toEqual(['get']);
    expect(namesOf('All commands:\n\n    access, audit,\n    ci, completion\n')).toEqual(['access', 'audit', 'ci']);
    expect(namesOf('TOPICS\n  pack  Packs\n\nCOMMANDS\n  init  Begins')).toEqual(['pack', 'init']);
    expect(namesOf('COMMANDS\n  pack deb  for Debian\n  pack win  for Windows', ['tool', 'pack'])).toEqual([
      'deb',
      'win',
    ]);
    expect(namesOf('Commands:\n  cli.js project clone <id>  Clones', ['tool', 'project'])).toEqual(['clone']);
  });

  it('are found below the argument that takes them, as argparse writes it', () => {
    const listed = `positional arguments:
  {add,delete}  what to do
    add         adds an entry
                to an account
    delete      takes it away

options:
  -h, --help  show this help message and exit`;
    const help = (usage: string, body: string) => parseHelp(`usage: tool [-h] ${usage} ...\n\n${body}`, ['tool']);
    expect(help('{add,delete}', listed)).toMatchObject({
      commands: [{ name: 'add', description: 'adds an entry to an account' }, { name: 'delete' }],
      isCallable: false,
    });
    expect(help('COMMAND', listed.replace('{add,delete}', 'COMMAND     ')).commands).toHaveLength(2);
    expect(help('{add,delete}', 'subcommands:\n  {add,delete}').commands.map(({ name }) => name)).toEqual([
      'add',
      'delete',
    ]);
  });

  it('are found in the groups of git', () => {
    const help = `usage: tool [-v] <command> [<args>]

These are common tool commands used in various situations:

start a working area (see also: tool help tutorial)
   clone     Clone a repository
   init      Create one

examine the history
   log       Show it

See 'tool help' for more.`;
    expect(namesOf(help)).toEqual(['clone', 'init', 'log']);
  });

  it('are never taken from prose, as whatever is taken is run', () => {
    const help = `COMMON COMMANDS

  tool
  Compiles the current project.

  tool one.ts two.ts
  Compiles these.

COMMAND LINE FLAGS

--all
Everything.

Commands:
  [root]  start

For more information, run any command with --help.
Made by the team`;
    expect(namesOf(help)).toEqual([]);
  });

  it('do not hide what the command does without one', () => {
    const commands = 'Commands:\n  build [root]  builds';
    expect(parseHelp(`Usage: tool [root]\n\n${commands}`, ['tool']).isCallable).toBe(true);
    expect(parseHelp(`Usage: tool <command> [args]\n\n${commands}`, ['tool']).isCallable).toBe(false);
    expect(parseHelp(`USAGE tool build|serve\n\n${commands}`, ['tool']).isCallable).toBe(false);
  });
});

it('the description of a help text is its first prose', () => {
  const of = (help: string) => parseHelp(help, ['tool']).description;
  expect(of('Usage: tool [options]\n\nkeeps the books\nof a firm\n\nOptions:\n  --all  all')).toBe(
    'keeps the books of a firm',
  );
  expect(of('Keeps the books. (tool v1.2.3)\n\nUSAGE tool <X>\n')).toBe('Keeps the books.');
  expect(of('tool/1.2.3\n\nUsage:\n  $ tool [root]\n\nFor more info, run any command with --help')).toBe('');
  expect(of('tool [options] file.js\n\nBasic configuration:\n  --fix  Mend what can be')).toBe('');
  expect(of('NAME\n  tool - x\n\nDESCRIPTION\n  Keeps the books of a firm.')).toBe('Keeps the books of a firm.');
});
