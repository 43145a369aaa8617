import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProgram } from '../../src/interfaces/cli/program.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { applySeed } from '../../src/platform/persistence/index.js';
import { openSqlite } from '../helpers/databases.js';

/** A block of code in a document. */
interface Shown {
  /** Where it stands: the file and the line. */
  readonly place: string;
  readonly text: string;
}

/** Every block of a language, of every document for users. */
async function shown(language: string): Promise<Shown[]> {
  const blocks: Shown[] = [];
  for await (const file of glob(['README.md', 'docs/*.md'])) {
    const text = await readFile(file, 'utf8');
    for (const match of text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)) {
      const line = text.slice(0, match.index).split('\n').length;
      if (match[1] === language) blocks.push({ place: `${file}:${line}`, text: match[2] ?? '' });
    }
  }
  return blocks;
}

/** What a shell makes of a line, up to a pipe, a redirection or a comment. */
function words(line: string): string[] {
  const [command = ''] = line.split(/ [|>#&] ?| \\$/, 1);
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

const ID = '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b';

/** The words behind `convengine` or `llm-toolgen` in every command that documents show, with an id where one stands for it. */
async function commands(): Promise<[string, string[]][]> {
  const blocks = await shown('sh');
  return blocks.flatMap(({ place, text }) =>
    text.split('\n').flatMap((line): [string, string[]][] => {
      const [, name, command] = /^(?:[A-Z_]+=\S+ )*npx (convengine|llm-toolgen) (.*)$/.exec(line) ?? [];
      if (command === undefined) return [];
      const given = words(command).map((word) => (/^(ID|CONVERSATION|SCHEDULE)$/.test(word) ? ID : word));
      return [[`${place} ${line}`, name === 'convengine' ? given : ['toolgen', ...given]]];
    }),
  );
}

/** The variables that settings take a secret from, each with one: a name like that of a setting is none of theirs. */
function variablesOf(settings: string): Record<string, string> {
  const names = [...settings.matchAll(/env:(\w+)|\$\{(\w+)\}/g)].map(
    ([, reference, placeholder]) => reference ?? placeholder,
  );
  return Object.fromEntries(names.map((name) => [name, 'secret']));
}

/** The command line, of which no command does anything. */
function idleProgram(): Command {
  const still = (command: Command): Command => {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(still);
    return command;
  };
  const never = () => Promise.reject(new Error('started'));
  const replayThread = () => {
    throw new Error('started');
  };
  return still(createProgram(() => undefined, { serve: never, serveOverStdio: never, embed: never, replayThread }));
}

describe('what the documents show', () => {
  it('are commands with arguments and options that there are', async () => {
    const all = await commands();
    const wrong: string[] = [];
    for (const [place, given] of all) {
      try {
        idleProgram().parse(given, { from: 'user' });
      } catch (error) {
        wrong.push(`${place}: ${String(error)}`);
      }
    }
    expect(all.length).toBeGreaterThan(60);
    expect(wrong).toEqual([]);
  });

  it('are settings that a service takes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'convengine-docs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const blocks = (await shown('yaml')).filter(({ text }) => text.startsWith('convengine:'));
    const wrong: string[] = [];
    const filesOf = new Map<string, string[]>();
    for (const { place, text } of blocks) {
      // A document adds to what it has shown before.
      const [document = ''] = place.split(':');
      const files = [...(filesOf.get(document) ?? []), `${place.replaceAll('/', '-')}.yaml`];
      filesOf.set(document, files);
      await writeFile(join(folder, files.at(-1) ?? ''), text);
      try {
        loadConfig({ env: variablesOf(text), directory: folder, files });
      } catch (error) {
        wrong.push(`${place}: ${String(error)}`);
      }
    }
    expect(blocks.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  it('are variables of settings that there are', async () => {
    const blocks = (await Promise.all(['sh', 'bash', 'yaml', 'dockerfile'].map(shown))).flat();
    const named = blocks.flatMap(({ place, text }) =>
      [...text.matchAll(/\b(CONVENGINE_\w+)[=:]/g)].map(([, name = '']) => [place, name] as const),
    );
    const wrong = named.filter(([, name]) => {
      try {
        loadConfig({ env: { [name]: 'x' } });
        return false;
      } catch (error) {
        return String(error).includes('unknown variable');
      }
    });
    expect(named.length).toBeGreaterThan(3);
    expect(wrong).toEqual([]);
  });

  it('are rows that the tables take', async () => {
    const blocks = (await shown('sql')).filter(({ text }) => /^(INSERT INTO|UPDATE) ce_/m.test(text));
    const wrong: string[] = [];
    for (const { place, text } of blocks) {
      const { database, close } = await openSqlite();
      try {
        await applySeed(database, text, place);
      } catch (error) {
        wrong.push(String(error));
      } finally {
        await close();
      }
    }
    expect(blocks.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });
});
