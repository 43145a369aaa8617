import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askHelp } from '../../../src/authoring/toolgen/init/cli/ask-help.js';
import { discoverCommands } from '../../../src/authoring/toolgen/init/cli/discover-commands.js';
import { parseHelp } from '../../../src/authoring/toolgen/init/cli/help-text.js';
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

  it('takes an exit code that the help describes as a finding for an answer', async () => {
    const help = 'Usage: ledger <file>\n\nExit status is 0 if the books balance, 1 if entries differ, 2 if trouble.';
    const { folder, surface } = program({ '': help });
    const { tools } = await discoverCommands(surface, folder, '', { isExcluded: () => false }, () => {});
    expect(tools[0]).toMatchObject({
      binding: { ok_exit_codes: [1], result: { parse: 'text', property: 'text', exit_code: 'exit_code' } },
      output_schema: { properties: { exit_code: { enum: [0, 1] } } },
      examples: [{ output: { exit_code: 0 } }],
    });
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
    expect(await answer).toEqual({ problem: 'printed more than 1048576 characters and was killed' });
  });

  it('tells nothing of this machine: not its folders, names and variables', async () => {
    const { answer } = ask(`const os = require('node:os');
      console.log('Usage: ledger [options]\\n\\nOptions:\\n  --home <dir>  place (default: "' + os.homedir() + '/.ledger")');
      console.log('  --here <dir>  place (default: "' + process.cwd() + '/books")\\n  --host <name>  name (default: "' + os.hostname() + '")');
      console.log('  --key-id <id>  whose [env: LEDGER_KEY_ID=ann]\\n  --jobs <n>  how many CPUs (default: 8)\\n  --repo <url>  where (default: $LEDGER_REPO)');
      console.log('  --size <n>  how many (default: 8)');
      console.log('  --temp <dir>  where (default: ' + os.tmpdir() + '/books)\\n  --own <dir>  where. Default: ' + __dirname + '/data');
      console.log('  --user <name>  who [default: ' + os.userInfo().username + ']\\n  --log <dir>  where [default: ' + os.homedir() + '/.cache/log]');`);
    const result = await answer;
    const text = 'text' in result ? result.text : '';
    expect(text).not.toContain(homedir());
    expect(text).not.toContain('=ann');
    expect(text).not.toContain(tmpdir());
    expect(text).not.toMatch(new RegExp(`default:? ?${userInfo().username}`));
    const defaults = parseHelp(text, ['ledger']).options.map(({ flag, default: preset }) => [flag, preset]);
    expect(Object.fromEntries(defaults)).toEqual({
      ...{ '--home': undefined, '--here': './books', '--host': undefined, '--key-id': undefined },
      ...{ '--jobs': undefined, '--repo': undefined, '--size': '8' },
      ...{ '--temp': undefined, '--own': undefined, '--user': undefined, '--log': undefined },
    });
  });

  it('that refuses --help has told none', async () => {
    const { answer } = ask(`console.error('error: unknown option --help\\nusage: ledger X'); process.exit(2)`);
    expect(await answer).toEqual({ problem: 'told no help, but: error: unknown option --help' });
  });
});
