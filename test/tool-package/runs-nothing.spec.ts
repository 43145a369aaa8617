import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initPackage } from '../../src/authoring/toolgen/index.js';
import type { Manifest } from '../../src/tools/package-format/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { installLibraries, project } from './package-fixture.js';

/** Searches as ripgrep does: `--` ends the options, and before it `--pre` names a command that is run for each file. */
const SEEK = `#!/bin/sh
case " $* " in *" --help "*) cat <<'END'
Usage: seek [OPTIONS] PATTERN [PATH ...]

Options:
  -i, --ignore-case        Ignore case.
  -e, --regexp=PATTERN     A pattern to search for.
  -f, --file=PATTERNFILE   Search for patterns from the given file.
      --json               Show results as JSON.
      --pre=COMMAND        Search the output of COMMAND for each path.
      --hostname-bin=PATH  Run a program to get this system's hostname.
      --type=TYPE          Only search files of this type.
END
exit;; esac
while [ $# -gt 0 ]; do
  case "$1" in
    --) break;;
    --pre=*|--hostname-bin=*) sh -c "\${1#*=}";;
    --pre|--hostname-bin) sh -c "$2";;
  esac
  shift
done
echo searched`;

/** Keeps backups as restic does; it reads its words by hand, and knows nothing of `--`. */
const VAULT = `#!/bin/sh
case " $* " in
  " --help ") cat <<'END'
Usage:
  vault [command]

Available Commands:
  forget      Remove snapshots from the repository
  ls          List files in a snapshot
  stats       Scan the repository and show basic statistics
  repair      Repair the repository
END
  exit;;
  *" --help "*) cat <<END
Usage:
  vault $1 [flags] snapshot [dir...]

Flags:
      --host host   only consider snapshots for this host
      --tag tag     only consider snapshots with this tag (can be specified multiple times)
  -l, --long        use a long listing format

Global Flags:
      --cache-dir directory        set the cache directory
  -o, --option key=value           set extended option (key=value, can be specified multiple times)
      --password-command command   shell command to obtain the repository password from
      --repo repository            repository to backup to or restore from
END
  exit;;
esac
for word; do
  case "$before" in --password-command|-o|--option) sh -c "\${word#sftp.command=}";; esac
  case "$word" in
    --password-command=*) sh -c "\${word#*=}";;
    -o=*|--option=*) value="\${word#*=}"; sh -c "\${value#sftp.command=}";;
  esac
  before="$word"
done
echo listed`;

const READS = {
  category: 'read',
  risk: 'low',
  idempotency: 'idempotent',
  constraints: { read_only_mode_supported: true },
};

interface Package {
  readonly folder: string;
  readonly out: string;
  readonly manifest: Manifest;
  readonly warnings: readonly string[];
}

async function packageOf(program: string, source: string, hints: object): Promise<Package> {
  const whole = { cli: [`./${program}`], project: { name: program }, ...hints };
  const folder = project({ [program]: source, 'notes.txt': 'rent', 'toolgen.hints.json': JSON.stringify(whole) });
  chmodSync(join(folder, program), 0o755);
  const out = join(folder, 'llm-tooling');
  const { manifest, warnings } = await initPackage(folder, { out });
  return { folder, out, manifest: manifest ?? expect.fail('no tool was found'), warnings };
}

/** The file that the arguments of an attack would create. */
const marker = ({ folder }: Package) => join(folder, 'pwned');

/** Whatever a caller may say: each value for each property of the tool, all of them at once, and properties it has not. */
function attacks(one: Package, name: string): Record<string, unknown>[] {
  const touch = `touch ${marker(one)}`;
  const texts = [
    ...['--pre', '--hostname-bin', '--password-command', '--option', '-o'].flatMap((flag) => [
      `${flag}=${touch}`,
      `${flag} ${touch}`,
      flag,
    ]),
    ...[`-o=sftp.command=${touch}`, `sftp.command=${touch}`, `-- --pre=${touch}`, `\n--pre=${touch}`, `; ${touch}`],
    ...[`$(${touch})`, `\`${touch}\``, `| ${touch}`, `@${marker(one)}`, marker(one), '../pwned', touch],
  ];
  const { input_schema } = one.manifest.tools.find((tool) => tool.name === name) ?? expect.fail(`no tool ${name}`);
  const properties = Object.keys(input_schema.properties as object);
  const needed = Object.fromEntries((input_schema.required as string[]).map((key) => [key, 'rent']));
  const values = texts.flatMap((text) => [text, ['rent', text]]);
  const known = values.flatMap((value) => [
    ...properties.map((property) => ({ ...needed, [property]: value })),
    Object.fromEntries(properties.map((property) => [property, value])),
  ]);
  const unknown = ['pre', 'password_command', 'option', 'hostname_bin', '--pre'];
  const everything = Object.fromEntries(properties.map((property) => [property, true]));
  return [...known, ...unknown.map((property) => ({ ...needed, [property]: touch })), { ...everything, ...needed }];
}

describe('a generated package of a program that can be made to run a command', () => {
  let seek: Package;
  let vault: Package;
  beforeAll(async () => {
    seek = await packageOf('seek', SEEK, { tools: { seek: READS } });
    vault = await packageOf('vault', VAULT, {});
  });

  it('is tested with programs that do run it', () => {
    const run = (one: Package, program: string, args: string[]) => {
      execFileSync(join(one.folder, program), args);
      expect(existsSync(marker(one))).toBe(true);
      rmSync(marker(one));
    };
    run(seek, 'seek', ['--pre', `touch ${marker(seek)}`, 'rent']);
    run(vault, 'vault', ['ls', '--', `--password-command=touch ${marker(vault)}`]);
    run(vault, 'vault', ['ls', '-o', `sftp.command=touch ${marker(vault)}`, 'latest']);
  });

  it('has no argument for it, and says so: to whoever runs init, and in the tool', () => {
    expect(seek.warnings).toContainEqual('--pre, --hostname-bin were left out of seek: its value is run as a command');
    expect(vault.warnings).toContainEqual('--password-command was left out of 4 tools: its value is run as a command');
    const [tool] = seek.manifest.tools;
    expect(Object.keys(tool?.input_schema.properties ?? {})).toEqual([
      'ignore_case',
      'regexp',
      'file',
      'json',
      'type',
      'PATTERN',
      'PATH',
    ]);
    expect(tool?.constraints).toMatchObject({ path_inputs: ['file', 'PATH'], allowed_paths: ['.'] });
    expect(readFileSync(join(seek.out, 'skill.md'), 'utf8')).toContain(
      'Left out: --pre, --hostname-bin (its value is run as a command).',
    );
  });

  it('knows what its commands do by their verbs: forget takes away, stats looks', () => {
    expect(vault.manifest.tools.map(({ name, category, risk }) => [name, category, risk])).toEqual([
      ['vault_forget', 'write', 'high'],
      ['vault_ls', 'read', 'low'],
      ['vault_stats', 'analytics', 'low'],
      ['vault_repair', 'write', 'medium'],
    ]);
  });

  it.each([
    ['seek', ['seek']],
    ['vault', ['vault_ls', 'vault_stats']],
  ])(
    '%s: its server creates no file in read-only mode, whatever it is called with',
    async (program, names) => {
      const one = program === 'seek' ? seek : vault;
      installLibraries(one.out);
      const client = new Client({ name: 'attacker', version: '1' });
      const env = { PATH: String(process.env.PATH), READ_ONLY: '1' };
      const command = { command: process.execPath, args: [join(one.out, 'mcp/src/server.ts')], env };
      await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));
      let answered = 0;
      try {
        for (const name of names)
          for (const args of attacks(one, name)) {
            const { isError } = await client.callTool({ name, arguments: args });
            if (!isError) answered += 1;
            expect(existsSync(marker(one)), `${name} ${JSON.stringify(args)}`).toBe(false);
          }
      } finally {
        await client.close();
      }
      // Harmless texts do come through.
      expect(answered).toBeGreaterThan(20);
    },
    120_000,
  );

  it('keeps the paths of arguments inside of the project', async () => {
    const [{ constraints } = expect.fail()] = vault.manifest.tools;
    expect(constraints.path_inputs).toEqual(['cache_dir', 'repo', 'dir']);
    const wide = await packageOf('vault', VAULT, { allowed_paths: ['backups', '/srv/backups'] });
    expect(wide.manifest.tools[0]?.constraints.allowed_paths).toEqual(['backups', '/srv/backups']);
  });

  it('has the argument where the hints allow it: such a tool writes with high risk, whatever they say of it', async () => {
    const { manifest, out } = await packageOf('seek', SEEK, { allow: { seek: ['--pre'] } });
    expect(manifest.tools).toMatchObject([
      { category: 'write', risk: 'high', constraints: { command_inputs: ['pre'], read_only_mode_supported: false } },
    ]);
    expect(readFileSync(join(out, 'skill.md'), 'utf8')).toContain('What is run can be told to `seek` by `pre`');
    await expect(packageOf('seek', SEEK, { allow: { seek: ['--pre'] }, tools: { seek: READS } })).rejects.toThrow(
      'constraints.command_inputs is for tools that write with high risk',
    );
  });
});

describeOnEachDatabase('in an engine that it is installed in', (open) => {
  let engine: TestEngine;
  let vault: Package;
  beforeAll(async () => {
    vault = await packageOf('vault', VAULT, {});
    const manifest = join(vault.out, 'tool.manifest.json');
    engine = await startEngine({
      database: await open(),
      config: {
        'consent.agents.tools': ['*'],
        'consent.agents.max-risk': 'HIGH',
        'tool-packages': { v: { manifest } },
      },
    });
  });
  afterAll(() => engine.close());

  const request = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${engine.url}/api/v1/tools${path}`, init);
    return (await response.json()) as Record<string, unknown>;
  };

  it('creates no file either: what reads answers, what writes asks, and does no more after a yes', async () => {
    const seen = new Set<string>();
    for (const name of ['vault_ls', 'vault_forget']) {
      // One of each kind is enough here: the rules are the package's, which are called in full above.
      for (const args of attacks(vault, name).filter((_, index) => index % 5 === 0)) {
        const answer = await request(`/v.${name}/calls`, args);
        const kind = String(answer.status ?? (answer.errorCode ? 'refused' : 'answered'));
        seen.add(`${name} ${kind}`);
        if (kind === 'OPEN') await request(`/actions/${answer.action_id}/decision`, { decision: 'yes' });
        expect(existsSync(marker(vault)), `${name} ${JSON.stringify(args)}`).toBe(false);
      }
    }
    expect([...seen].sort()).toEqual([
      'vault_forget OPEN',
      'vault_forget refused',
      'vault_ls answered',
      'vault_ls refused',
    ]);
  }, 120_000);
});
