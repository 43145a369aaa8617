import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askHelp } from '../../../src/authoring/toolgen/init/cli/ask-help.js';
import { discoverCommands } from '../../../src/authoring/toolgen/init/cli/discover-commands.js';
import { temporaryFolder } from '../package-fixture.js';

/** A program whose help, by its words, is what `helps` says. */
function program(
  helps: Record<string, string>,
  before = '',
): { folder: string; surface: { name: string; command: string[] } } {
  const folder = temporaryFolder();
  const script = `${before}
const helps = ${JSON.stringify(helps)};
const words = process.argv.slice(2).filter((word) => word !== '--help').join(' ');
console.log(helps[words] ?? helps['']);`;
  writeFileSync(join(folder, 'cli.cjs'), script);
  return { folder, surface: { name: 'ledger', command: [process.execPath, 'cli.cjs'] } };
}

const ROOT = `Usage: ledger <command>

Commands:
  list           lists entries
  purge <id>     takes an entry away
  exec <code>    runs code
  secret         hidden`;

describe('discovery of commands', () => {
  it('runs each command with --help alone, says so, and leaves out what is excluded or runs code', async () => {
    const { folder, surface } = program({
      '': ROOT,
      list: 'Usage: ledger list [--output FILE]\n\nOptions:\n  --output FILE  write to a file\n  --token <t>  of access',
    });
    const lines: string[] = [];
    const wanted = { isExcluded: (name: string) => name === 'ledger_secret' };
    const { tools, warnings } = await discoverCommands(surface, folder, 'Keeps books.', wanted, (line) =>
      lines.push(line),
    );
    expect(lines).toEqual(['running ledger --help', 'running ledger list --help', 'running ledger purge --help']);
    expect(tools.map(({ name, category, risk }) => [name, category, risk])).toEqual([
      ['ledger_list', 'write', 'medium'],
      ['ledger_purge', 'write', 'high'],
    ]);
    expect(tools[0]?.input_schema.properties).toEqual({ output: { type: 'string', description: 'write to a file' } });
    expect(warnings).toEqual([
      'ledger exec was left out: it runs whatever it is given',
      'ledger purge has no help of its own: its options are not known',
      '--token was left out of ledger_list: it takes a credential, which would have to come from the model',
    ]);
    expect(tools[1]?.input_schema).toMatchObject({ required: ['id'] });
  });

  it('gives a property to every option, also to those of one name', async () => {
    const { folder, surface } = program({ '': 'Usage: ledger <n>\n\nOptions:\n  -n  none\n  --n <x>  some' });
    const { tools } = await discoverCommands(surface, folder, '', { isExcluded: () => false }, () => {});
    expect(Object.keys(tools[0]?.input_schema.properties ?? {})).toEqual(['n', 'option_n', 'argument_n']);
  });
});

describe('a program that is asked for its help', () => {
  const ask = (code: string, timeoutMs?: number) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'cli.cjs'), code);
    return { folder, answer: askHelp([process.execPath, './cli.cjs'], folder, timeoutMs) };
  };

  it('runs in an empty folder that is removed, without input, and with few variables', async () => {
    process.env.LEDGER_SECRET = 'hidden';
    const { folder, answer } = ask(`
      require('node:fs').writeFileSync('left-behind', '');
      const told = { cwd: process.cwd(), tty: process.stdin.isTTY ?? false, secret: process.env.LEDGER_SECRET };
      console.log('Usage: ' + JSON.stringify(told));`);
    const result = await answer;
    delete process.env.LEDGER_SECRET;
    const told = JSON.parse('text' in result ? result.text.replace('Usage: ', '') : '{}');
    expect(told).toEqual({ cwd: expect.not.stringContaining(folder), tty: false });
    expect([existsSync(told.cwd), readdirSync(folder)]).toEqual([false, ['cli.cjs']]);
  });

  it('is killed with all it has started when it does not end', async () => {
    const beat = `require('node:fs').appendFileSync(${JSON.stringify(join(temporaryFolder(), 'beats'))}, 'x')`;
    const file = JSON.parse(/"[^"]+"/.exec(beat)?.[0] ?? '""');
    const { answer } = ask(
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`setInterval(() => ${beat}, 20)`)}]);
      setInterval(() => {}, 1000);`,
      1500,
    );
    expect(await answer).toEqual({ problem: 'did not end within 1.5 s and was killed' });
    const beats = readFileSync(file, 'utf8').length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([beats > 0, readFileSync(file, 'utf8').length]).toEqual([true, beats]);
  });

  it('is killed when it prints without end', async () => {
    const { answer } = ask(`for (;;) require('node:fs').writeSync(1, 'usage '.repeat(10000));`);
    expect(await answer).toEqual({ problem: 'printed more than a mebibyte and was killed' });
  });

  it('that refuses --help has told none', async () => {
    const { answer } = ask(`console.error('error: unknown option --help\\nusage: ledger X'); process.exit(2)`);
    expect(await answer).toEqual({ problem: 'told no help, but: error: unknown option --help' });
  });
});
