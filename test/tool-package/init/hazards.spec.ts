import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTool } from '../../../src/authoring/toolgen/init/cli/command-tool.js';
import { isKnownRunner } from '../../../src/authoring/toolgen/init/cli/hazards/known-programs.js';
import { parseHelp } from '../../../src/authoring/toolgen/init/cli/help-text.js';
import { runsAnything } from '../../../src/authoring/toolgen/init/names.js';

/** The help of a program, and what has to become of its options. */
interface Help {
  readonly program: string;
  readonly path: readonly string[];
  /** Flags that no tool may have. */
  readonly out: readonly string[];
  /** Flags that must not be lost. */
  readonly stay: readonly string[];
  readonly category: string | undefined;
  /** Whether no tool may be made of it. */
  readonly isNone: boolean;
  readonly text: string;
}

const FOLDER = join(import.meta.dirname, 'help-corpus');

const corpus = readdirSync(FOLDER).flatMap((name) =>
  readFileSync(join(FOLDER, name), 'utf8').split(/^=== /m).slice(1).map(readHelp),
);

function readHelp(part: string): Help {
  const end = part.indexOf('\n\n');
  const [title = '', ...lines] = part.slice(0, end).split('\n');
  const rows = Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2)));
  const [program = '', ...path] = title.split(' ');
  const flags = (key: string) =>
    String(rows[key] ?? '')
      .split(' ')
      .filter(Boolean);
  return {
    program,
    path,
    out: flags('out'),
    stay: flags('stay').map((flag) => flag.replace(/=$/, '')),
    category: rows.category,
    isNone: rows.tool === 'none',
    text: part.slice(end + 2),
  };
}

/** What becomes of a help. Under another name, nothing is known of the program but what its help says. */
function made({ program, path, text }: Help, name = program) {
  const isRunner = isKnownRunner(name, path) || runsAnything(path.at(-1) ?? '');
  const { tool, leftOut } = commandTool({ name, command: [program] }, path, parseHelp(text, [program, ...path]), '');
  const args = tool?.binding.type === 'subprocess' ? tool.binding.arguments : [];
  return {
    tool: isRunner ? undefined : tool,
    out: leftOut.map(({ argument }) => argument),
    stay: args.flatMap(({ flag }) => (flag === undefined ? [] : [flag.replace(/=$/, '')])),
  };
}

describe('of the help of a program that can be made to run something', () => {
  it('there are 60 and more examples', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(60);
  });

  it.each(corpus.filter(({ isNone }) => isNone).map((help) => [[help.program, ...help.path].join(' '), help]))(
    '%s, which runs what it is given, no tool is made',
    (_name, help) => {
      expect(made(help).tool).toBeUndefined();
    },
  );

  it.each(corpus.filter(({ isNone }) => !isNone).map((help) => [[help.program, ...help.path].join(' '), help]))(
    '%s, what runs something is left out and the rest stays',
    (_name, help) => {
      const { tool, out, stay } = made(help);
      expect({ out: out.sort(), stay: stay.sort() }).toEqual({ out: help.out.toSorted(), stay: help.stay.toSorted() });
      if (help.category) expect(tool?.category).toBe(help.category);
    },
  );

  it('that nobody has heard of, its words tell most of it', () => {
    const helps = corpus.filter(({ isNone }) => !isNone);
    const unknown = helps.map((help) => ({ help, ...made(help, 'unheard-of') }));
    const all = (flags: (one: (typeof unknown)[number]) => readonly string[]) => unknown.flatMap(flags).length;
    const found = all(({ help, out }) => help.out.filter((flag) => out.includes(flag)));
    const kept = all(({ help, stay }) => help.stay.filter((flag) => stay.includes(flag)));
    expect(found / all(({ help }) => help.out)).toBeGreaterThan(0.6);
    expect(kept / all(({ help }) => help.stay)).toBeGreaterThan(0.99);
  });

  it('a list of paths takes what may follow it, but not what is run', () => {
    const values = (usage: string) => {
      const { tool } = commandTool({ name: 'tool', command: ['tool'] }, [], parseHelp(usage, ['tool']), '');
      return Object.keys((tool?.input_schema.properties ?? {}) as object);
    };
    expect(values('Usage: tool [options] file.js [file.js] [dir]')).toEqual(['file_js']);
    expect(values('Usage: tool [options] SOURCE... DEST')).toEqual(['SOURCE', 'DEST']);
  });
});
