import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applySeed } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { freePort } from '../../helpers/free-port.mjs';
import { BuiltCli, type RunningService } from './built-cli.js';

const DEMO = 'seeds/demo/demo.sql';

let cli: BuiltCli;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(async () => {
  await cli.close();
  for (const database of databases) await database.close();
});

/** The options that give a command a SQLite file of its own. */
const onDatabase = (name: string) => ['--database', `sqlite:${name}.sqlite`];

/** The options that give a command a migrated database with these rows. */
async function databaseWith(sql: string): Promise<string[]> {
  const opened = await openSqlite();
  databases.push(opened);
  await applySeed(opened.database, sql, 'rows.sql');
  return ['--database', opened.url];
}

async function writeSql(name: string, sql: string): Promise<string> {
  await writeFile(join(cli.directory, name), sql);
  return name;
}

describe('help and usage', () => {
  it('ends with 0 where it was asked for help or the version', async () => {
    const [help, version] = await Promise.all([cli.run(['--help']), cli.run(['--version'])]);
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: convengine') });
    expect(version).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('ends with 2 where it is called the wrong way, and says what is wrong', async () => {
    const [nothing, misspelt, missing] = await Promise.all([cli.run([]), cli.run(['serv']), cli.run(['seed'])]);
    expect(nothing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: convengine') });
    expect(misspelt).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean serve?') });
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("required argument 'file'") });
  });
});

describe('config', () => {
  it('shows each value with its origin, and no secret', async () => {
    await writeFile(join(cli.directory, 'extra.yaml'), 'convengine:\n  turn:\n    deadline-ms: 1234\n');
    const env = { PORT: '81', LLM_API_KEY: 'sk-secret', DATABASE_URL: 'postgres://app:p4ss@db/app' };
    const { code, stdout } = await cli.run(['config', '--config', 'extra.yaml'], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^convengine\.http\.port +environment PORT +81$/m);
    expect(stdout).toMatch(/^convengine\.turn\.deadline-ms +extra\.yaml:3 +1234$/m);
    expect(stdout).toMatch(/^convengine\.llm\.api-key +environment LLM_API_KEY +"\*\*\*"$/m);
    expect(stdout).toMatch(/^convengine\.database\.url +environment DATABASE_URL +"postgres:\/\/app:\*\*\*@db\/app"$/m);
    expect(stdout).not.toMatch(/sk-secret|p4ss/);
  });

  it('gives the same as JSON, with the command line before the environment', async () => {
    const { stdout } = await cli.run(['--database', 'sqlite:x', 'config', '--json'], {
      env: { DATABASE_URL: 'sqlite:y' },
    });
    expect(JSON.parse(stdout)).toContainEqual({
      key: 'convengine.database.url',
      value: 'sqlite:x',
      origin: 'command line',
    });
  });

  it('ends with 1 and names the key where the configuration is wrong', async () => {
    const { code, stderr } = await cli.run(['config'], { env: { CONVENGINE_HTTP_PROT: '1' } });
    expect(code).toBe(1);
    expect(stderr).toContain('did you mean CONVENGINE_HTTP_PORT?');
  });
});

describe('migrate', () => {
  it('names what it has applied, and finds nothing to do the second time', async () => {
    const first = await cli.run(['migrate', ...onDatabase('migrate')]);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/SQLite, \/.+migrate\.sqlite\n {2}applied FlowTables/);
    const second = await cli.run(['migrate', ...onDatabase('migrate')]);
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(/\n {2}nothing to do\n$/);
  });

  it('names the database that cannot be opened, and where its address came from, without the password', async () => {
    const env = { DATABASE_URL: 'postgres://app:p4ss@127.0.0.1:1/app' };
    const { code, stderr } = await cli.run(['migrate'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/postgres:\/\/app:\*\*\*@127\.0\.0\.1:1\/app cannot be opened: .*ECONNREFUSED/);
    expect(stderr).toContain(
      'Start the server, or correct the address: convengine.database.url (environment DATABASE_URL).',
    );
    expect(stderr).not.toContain('p4ss');
  });

  it('says what to name where rows cannot be read', async () => {
    const { code, stderr } = await cli.run(['seed', 'absent.sql', ...onDatabase('absent')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: absent\.sql cannot be read: ENOENT.*\n {2}Name files of SQL .*Nothing was loaded\.$/m,
    );
  });
});

describeOnEachDatabase('the commands on one database', (open) => {
  let given: string[];
  beforeAll(async () => {
    given = ['--database', (await open()).url];
  });

  it('seed says what it loaded, what the tables hold now, and how a running service gets to know', async () => {
    const { code, stdout } = await cli.run(['seed', join(process.cwd(), DEMO), ...given]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/demo\.sql: \d+ statements\n/);
    expect(stdout).toMatch(/^ce_intent +4$/m);
    expect(stdout).not.toContain('ce_turn_record');
    expect(stdout).toContain('is found by: convengine flow check');
    expect(stdout).toContain('curl -X POST ADDRESS/api/v1/cache/refresh');
  });

  it('flow check knows the handlers of the demo pack where it is told to', async () => {
    const { code, stdout } = await cli.run(['flow', 'check', '--strict', '--demo', ...given]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ce_intent +4 rows$/m);
    expect(stdout).toMatch(/\nno problems in \d+ rows\n$/);
  });

  it('chat runs the engine itself where no service answers, and carries out what was confirmed', async () => {
    const input = '\ncancel my order 7017\nyes please\n';
    const env = { PORT: String(await freePort()) };
    const { code, stdout, stderr } = await cli.run(['chat', '--demo', ...given], { input, env });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^No service answers at http:\/\/127\.0\.0\.1:\d+, so the engine runs in this process, on .+ --debug shows its log\.\n/,
    );
    expect(stdout.split('\n').slice(2)).toEqual([
      'you> cancel my order 7017',
      'bot> Shall I cancel order 7017? This cannot be undone.',
      '     ORDER_CANCELLATION / CONFIRM_CANCELLATION · cancel_order OPEN orderId=7017 · 3 turns or 30 min left',
      'you> yes please',
      expect.stringMatching(/^bot> Order 7017 is cancelled\. Your cancellation reference is CXL-\w{9}\.$/),
      '     ORDER_CANCELLATION / CANCELLED · cancel_order EXECUTED orderId=7017',
      '',
    ]);
  });
});

it.each([[['flow', 'check']], [['simulate']], [['replay']], [['shadow', 'start', '--by', 'ann', '--note', 'try']]])(
  'says of a file of rows that is not there what to name: %j',
  async (command) => {
    const { code, stderr } = await cli.run([...command, 'no-such-file.sql', ...onDatabase('rows')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: no-such-file\.sql cannot be read: .+\n {2}Name files of SQL/m);
  },
);

describe('seed', () => {
  it('names file, line and reason of a statement that fails, and keeps the files before it', async () => {
    const good = await writeSql('good.sql', "INSERT INTO ce_intent (intent_code, description) VALUES ('A', 'a');");
    const bad = await writeSql('bad.sql', 'SELECT 1;\n\nINSERT INTO ce_nope VALUES (1);\n');
    const { code, stdout, stderr } = await cli.run(['seed', good, bad, ...onDatabase('seed')]);
    expect(code).toBe(1);
    expect(stdout).toBe('good.sql: 1 statement\n');
    expect(stderr).toMatch(/^error: bad\.sql, line 3: no such table: ce_nope/);
  });

  it('loads nothing where one of the files cannot be read', async () => {
    const file = await writeSql('fine.sql', 'SELECT 1;');
    const { code, stdout, stderr } = await cli.run(['seed', file, 'missing.sql', ...onDatabase('unread')]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('missing.sql cannot be read: ENOENT');
    expect(existsSync(join(cli.directory, 'unread.sqlite'))).toBe(false);
  });
});

describe('flow check', () => {
  const BAD_ROWS = `
    INSERT INTO ce_intent (intent_code, description) VALUES ('A', 'a');
    INSERT INTO ce_intent_classifier (classifier_id, rule_type, pattern, intent_code, state_code, priority)
      VALUES (17, 'REGEX', '(unclosed', 'A', 'IDLE', 1);
    INSERT INTO ce_pending_action (pending_action_id, intent_code, state_code, action_key, bean_name, method_names)
      VALUES (5, 'A', 'ANY', 'act', 'nobody', 'act');`;

  it('finds the row that is wrong, names its column, and ends with 1', async () => {
    const { code, stdout } = await cli.run(['flow', 'check', ...(await databaseWith(BAD_ROWS))]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ce_intent_classifier +1 row +1 error$/m);
    expect(stdout).toMatch(/^error {2}ce_intent_classifier\[17\]\.pattern: .+/m);
    expect(stdout).toMatch(/^warning {2}ce_pending_action\[5\]\.bean_name: no handler "nobody"/m);
    expect(stdout).toMatch(/\n1 error, 1 warning in 3 rows\n$/);
  });

  it('lets warnings pass, unless it is told to be strict', async () => {
    const database = await databaseWith(await readFile(DEMO, 'utf8'));
    const [lenient, strict] = await Promise.all([
      cli.run(['flow', 'check', ...database]),
      cli.run(['flow', 'check', '--strict', '--json', ...database]),
    ]);
    expect(lenient.code).toBe(0);
    expect(lenient.stdout).toContain('no handler "demoOrders" with a method "cancel" is registered');
    expect(strict.code).toBe(1);
    const report = JSON.parse(strict.stdout);
    expect(report).toMatchObject({ errors: 0, warnings: 2, counts: { ce_intent: 4, ce_rule: 6 } });
    expect(report.problems[0]).toMatchObject({ severity: 'warning', table: 'ce_pending_action', column: 'bean_name' });
  });
});

describe('knowledge import', () => {
  it('fills the knowledge from a database, says what it did, and finds nothing to do the second time', async () => {
    const [, from = ''] = await databaseWith('CREATE TABLE parcels (id integer PRIMARY KEY, weight real);');
    const knowledge = await databaseWith('');
    const command = [...knowledge, 'knowledge', 'import', '--from', from];
    const dry = await cli.run([...command, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toBe(
      'ce_mcp_schema_knowledge: 3 rows added, 0 changed, 0 unchanged (dry run: nothing was written)\n',
    );
    const first = await cli.run(command);
    expect(first.stdout).toContain('ce_mcp_schema_knowledge: 3 rows added, 0 changed, 0 unchanged\n');
    expect(first.stdout).toContain('A running service takes them after: curl -X POST http://127.0.0.1');
    const again = await cli.run(command);
    expect(again.stdout).toBe('ce_mcp_schema_knowledge: 0 rows added, 0 changed, 3 unchanged\n');
    await writeFile(join(cli.directory, 'meanings.csv'), 'table_name,description\nparcels,what we send\n');
    const csv = await cli.run([...knowledge, 'knowledge', 'import', '--csv', 'meanings.csv']);
    expect(csv.stdout).toContain('0 rows added, 1 changed, 0 unchanged');
  });

  it('names what it cannot read, and changes nothing', async () => {
    await writeFile(join(cli.directory, 'bad.csv'), 'name\nx\n');
    const [both, missing, bad] = await Promise.all(
      [[], ['--from', 'sqlite:nowhere.sqlite'], ['--csv', 'bad.csv']].map((options) =>
        cli.run([...onDatabase('nothing'), 'knowledge', 'import', ...options]),
      ),
    );
    expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining('Give one of --from and --csv.') });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('--from cannot be opened') });
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('bad.csv cannot be read as knowledge') });
  });
});

describe('serve and chat', () => {
  let service: RunningService;
  const KEY = 'conversation-key';
  beforeAll(async () => {
    const env = { CONVENGINE_SECURITY_CONVERSATION_API_KEY: KEY };
    service = await cli.serve(['--demo', '--port', '0', '--host', '127.0.0.1', ...onDatabase('served')], env);
  });

  it('says once where it is, what it works with and how to try it, and logs nothing before that', () => {
    const output = service.output();
    expect(output).toMatch(/^ConvEngine answers at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(output).toContain(`API docs  ${service.url}/api/docs`);
    expect(output).toMatch(/Listens {3}127\.0\.0\.1: programs on this machine alone/);
    expect(output).toMatch(/Database {2}SQLite, \/.+served\.sqlite\n/);
    expect(output).toMatch(/Model {5}none;/);
    expect(output).toMatch(/Flows {5}4 intents, just loaded from the demo pack\n/);
    expect(output).toMatch(/Keys {6}conversations need a key; tools over MCP and REST need a key\n/);
    expect(output).toContain(`npx convengine chat --url ${service.url} --api-key YOUR-KEY\n`);
    expect(output).toContain(`curl ${service.url}/api/v1/conversation/message`);
    expect(output).not.toContain(KEY);
  });

  it('is talked with by a chat that brings the key, also about a conversation of before', async () => {
    const chat = ['chat', '--url', `${service.url}/`, '--api-key', KEY];
    const first = await cli.run(chat, { input: 'cancel my order 7018\n' });
    expect(first.code).toBe(0);
    const [, conversation = ''] = /^Conversation (\S+) at/.exec(first.stdout) ?? [];
    const input = 'what is the fee?\n/context\n/audit\nno\n/reset\n/new\n/help\n/nonsense\n/quit\nnever sent\n';
    const { code, stdout } = await cli.run([...chat, '--conversation', conversation], { input });
    expect(code).toBe(0);
    expect(stdout).toContain('· cancel_order OPEN orderId=7018 · 2 turns or 30 min left');
    expect(stdout).toContain('  "orderId": "7018"');
    expect(stdout).toMatch(/\nturn 1 {2}\d+ {2}USER_INPUT {2}\{"text":"cancel my order 7018","flowVersion":1\}\n/);
    expect(stdout).toContain('cancel_order REJECTED (DENIED_BY_USER) orderId=7018');
    expect(stdout).toMatch(/you> \/reset\nbot> .+start over/);
    expect(stdout).toMatch(/you> \/new\nConversation (?!.*never)/);
    expect(stdout).toContain('/nonsense is unknown');
    expect(stdout).not.toContain('never sent');
  });

  it('refuses a chat without the key, which ends with 1 and says why', async () => {
    const { code, stdout } = await cli.run(['chat', '--url', service.url], { input: 'hello\n' });
    expect(code).toBe(1);
    expect(stdout).toContain('error UNAUTHORIZED: This address needs the conversation API key.');
  });

  it('leaves its port to nobody: a second service names the port and what to do', async () => {
    const { port } = new URL(service.url);
    const { code, stdout, stderr } = await cli.run([
      'serve',
      '--port',
      port,
      '--host',
      '127.0.0.1',
      ...onDatabase('two'),
    ]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^error: Port ${port} is taken.*\\n.*--port`));
  });

  it.each([
    ['metrics', 'CONVENGINE_METRICS_PORT', {}],
    [
      'mcp.workflows.restate',
      'CONVENGINE_MCP_WORKFLOWS_RESTATE_PORT',
      { CONVENGINE_MCP_WORKFLOWS_RESTATE_INGRESS_URL: 'http://127.0.0.1:9' },
    ],
  ])('names the port of %s where that is the one that is taken, and its setting', async (key, variable, more) => {
    const { port } = new URL(service.url);
    const env = { [variable]: port, ...more };
    const { code, stderr } = await cli.run(['serve', '--port', '0', ...onDatabase(key)], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^error: Port ${port} is taken.*\\n.*: convengine\\.${key}\\.port\\.`));
  });

  it('ends with 0 when it is told to end, and keeps the rows it finds the next time', async () => {
    expect(await service.end('SIGTERM')).toBe(0);
    const again = await cli.serve(['--demo', '--port', '0', ...onDatabase('served')]);
    expect(again.output()).toMatch(/Flows {5}4 intents\n/);
    expect(again.output()).toMatch(/Listens {3}127\.0\.0\.1: /);
    expect(await again.end('SIGINT')).toBe(0);
  });

  it('does not start on rows that are wrong, and names them', async () => {
    const sql = "INSERT INTO ce_policy (policy_id, rule_type, pattern, response_text) VALUES (3, 'REGEX', '[', 'no');";
    const { code, stdout, stderr } = await cli.run(['serve', '--port', '0', ...(await databaseWith(sql))]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/ce_policy\[3\]\.pattern: .+\n.*flow check/);
  });

  it('chat says that no service answers at the address it was given', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, stdout, stderr } = await cli.run(['chat', '--url', url], { input: 'hello\n' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`error: No ConvEngine service answers at ${url}: connect ECONNREFUSED`);
  });
});
