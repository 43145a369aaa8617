import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportPackage } from '../../src/authoring/toolgen/index.js';
import { FlowService } from '../../src/engine/flow/index.js';
import { newId } from '../../src/platform/common/ids.js';
import { type PackagedTool as Tool } from '../../src/tools/package-format/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { refreshFlow, startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { echoBinding, echoTool, manifestOf, temporaryFolder } from './package-fixture.js';

const AGENTS_MAY_CONFIRM = { 'consent.agents.tools': ['*'], 'consent.agents.max-risk': 'HIGH' };
const LIBRARY = 'export function double({ q }) { return { argv: [q + q] }; }';
const BINDING = { type: 'remote-http', method: 'POST', path: '/entries', result: { parse: 'json' } } as const;
const IN_QUERY = { q: { in: 'query' }, limit: { in: 'query' }, all: { in: 'query' }, tags: { in: 'query' } } as const;
const APPEND = 'fs.appendFileSync("entries", process.argv.at(-1) + "\\n"); console.log("{\\"argv\\":[]}")';

describeOnEachDatabase('an installed tool package', (open) => {
  const folder = temporaryFolder();
  const manifest = join(folder, 'tool.manifest.json');
  const exported = temporaryFolder();
  const bank = new Bank();
  let other: TestEngine;
  let engine: TestEngine;
  let service: Server;
  let hangsUp = false;
  let answerOtherwise: ((response: ServerResponse) => void) | undefined;

  const writes = (name: string, changes: Partial<Tool>) =>
    echoTool({ name, category: 'write', risk: 'medium', idempotency: 'non-idempotent', ...changes });
  const fail = echoBinding({
    command: ['node', '-e', 'console.error("no such entry"); process.exit(4)', '--'],
    exit_codes: { 4: 'NOT_FOUND' },
  });
  const tools = () => [
    echoTool(),
    echoTool({
      name: 'double',
      binding: { type: 'in-process', module: './library.mjs', export: 'double', result: { parse: 'json' } },
    }),
    echoTool({ name: 'find_entry', binding: fail }),
    echoTool({ name: 'ask_service', binding: BINDING }),
    writes('post_entry', { binding: echoBinding({ command: ['node', '-e', APPEND, '--'] }) }),
    writes('tell_service', { binding: BINDING }),
    echoTool({ name: 'led', binding: { ...BINDING, method: 'GET', parameters: IN_QUERY } }),
    writes('print_text', { binding: echoBinding({ command: ['node', '-e', 'console.log("printed")', '--'] }) }),
    writes('lost', {
      binding: { type: 'in-process', module: './common.cjs', export: 'lost', result: { parse: 'json' } },
    }),
    writes('absent', { binding: echoBinding({ command: ['no-such-program'] }) }),
  ];
  const entrypoint = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const write = (list: readonly Tool[]) => {
    const project = { entrypoint: entrypoint(), commands: ['node', 'no-such-program'] };
    writeFileSync(manifest, JSON.stringify(manifestOf(list, project)));
  };

  beforeAll(async () => {
    service = createServer((request, response) => {
      if (hangsUp) request.destroy();
      else if (answerOtherwise) answerOtherwise(response);
      else response.end(JSON.stringify({ argv: [String(request.headers['idempotency-key'] ?? 'none')] }));
    });
    await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve));
    writeFileSync(join(folder, 'library.mjs'), LIBRARY);
    writeFileSync(join(folder, 'common.cjs'), 'module.exports = Object.create(null);');
    write(tools());
    const far = manifestOf([echoTool({ binding: BINDING })], { entrypoint: 'http://127.0.0.1:9' });
    writeFileSync(join(folder, 'far.json'), JSON.stringify(far));
    other = await startEngine({
      database: await open(),
      seeds: [BANK],
      handlers: bank.handlers,
      config: AGENTS_MAY_CONFIRM,
    });
    await exportPackage({ url: other.url, apiKey: '', out: exported, build: false });
    engine = await startEngine({
      database: await open(),
      config: {
        ...AGENTS_MAY_CONFIRM,
        'egress.allow-private-hosts': [entrypoint(), other.url].map((url) => new URL(url).host),
        'egress.max-redirects': 1,
        'tool-packages': {
          ledger: { manifest },
          bank: { manifest: join(exported, 'tool.manifest.json'), intent: 'ANY' },
          absent: { manifest: join(folder, 'absent.json') },
          far: { manifest: join(folder, 'far.json') },
        },
      },
    });
  });
  afterAll(async () => {
    await engine.close();
    await other.close();
    service.closeAllConnections();
    service.close();
  });

  const request = async (path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${engine.url}/api/v1/tools${path}`, init);
    return (await response.json()) as Record<string, unknown>;
  };
  const call = (code: string, args: object) => request(`/${code}/calls`, args);
  const confirmed = async (code: string, args: object) => {
    const asked = await call(code, args);
    expect(asked.status).toBe('OPEN');
    return request(`/actions/${asked.action_id}/decision`, { decision: 'yes' });
  };
  const listed = async () => (await request('')).tools as { tool_code: string; side_effect: string }[];
  const entries = () => readFileSync(join(folder, 'entries'), 'utf8');

  it('offers its tools as NAME.TOOL; what is not known to be harmless writes', async () => {
    const nature = Object.fromEntries((await listed()).map(({ tool_code, side_effect }) => [tool_code, side_effect]));
    expect(nature).toEqual({
      'bank.bank_balance': 'READ',
      'bank.bank_pay': 'WRITE',
      'bank.bank_slow': 'READ',
      'far.search_entries': 'READ',
      'ledger.absent': 'WRITE',
      'ledger.ask_service': 'READ',
      'ledger.double': 'READ',
      'ledger.find_entry': 'READ',
      'ledger.led': 'READ',
      'ledger.lost': 'WRITE',
      'ledger.post_entry': 'WRITE',
      'ledger.print_text': 'WRITE',
      'ledger.search_entries': 'READ',
      'ledger.tell_service': 'WRITE',
    });
  });

  it.each([
    ['a command', 'search_entries', { q: '; touch x' }, { argv: ['--', '; touch x'] }],
    ['a library', 'double', { q: 'ab' }, { argv: ['abab'] }],
    ['a service', 'ask_service', { q: 'a' }, { argv: ['none'] }],
  ])('calls %s', async (_what, name, args, result) => {
    expect(await call(`ledger.${name}`, args)).toEqual({ result });
  });

  it.each([
    ['search_entries', { q: 42 }, 'INVALID_REQUEST', /q must be text/],
    ['search_entries', { q: 'a', x: 1 }, 'INVALID_REQUEST', /x/],
    ['search_entries', { q: 'a'.repeat(5000) }, 'INVALID_REQUEST', /4096/],
    ['find_entry', { q: 'a' }, 'TOOL_FAILED', /^NOT_FOUND: The command ended with 4\. It said: no such entry$/],
  ])('says of %s with %j why it fails', async (name, args, errorCode, message) => {
    expect(await call(`ledger.${name}`, args)).toMatchObject({ errorCode, message: expect.stringMatching(message) });
  });

  it('reaches no service that the egress policy does not allow', async () => {
    expect((await call('far.search_entries', { q: 'a' })).message).toMatch(
      /^FORBIDDEN: 127\.0\.0\.1 may not be called/,
    );
  });

  it('does what writes once, after the yes in the conversation, and keeps the record', async () => {
    const talk = newId();
    const tool_request = { tool_code: 'ledger.post_entry', args: { q: 'rent' } };
    const asked = await engine.say('post it', talk, { inputParams: { tool_request } });
    expect(asked.text).toContain('rent');
    expect(() => entries()).toThrow();
    await engine.say('yes', talk);
    await engine.say('yes', talk);
    expect(entries()).toBe('rent\n');
    expect(await engine.stages(talk)).toContain('PENDING_ACTION_EXECUTED');
  });

  it('that was changed after the question is asked again, and what was changed does not run', async () => {
    const { action_id } = await call('ledger.tell_service', { q: 'c' });
    write(
      tools().map((tool) =>
        tool.name === 'tell_service' ? { ...tool, binding: { ...BINDING, path: '/other' } } : tool,
      ),
    );
    await refreshFlow(engine);
    expect((await request(`/actions/${action_id}/decision`, { decision: 'yes' })).status).toBe('OPEN');
    write(tools());
    await refreshFlow(engine);
  });

  it('sends a service the key of the action', async () => {
    const done = await confirmed('ledger.tell_service', { q: 'a' });
    expect(done).toMatchObject({ status: 'EXECUTED', result: { argv: [expect.stringMatching(/^[0-9a-f-]{36}\.1$/)] } });
  });

  it('holds a write that nobody knows the end of, and not one that was never begun', async () => {
    hangsUp = true;
    const [unknown, never, lost] = [
      await confirmed('ledger.tell_service', { q: 'b' }),
      await confirmed('ledger.absent', { q: 'b' }),
      await confirmed('ledger.lost', { q: 'b' }),
    ];
    hangsUp = false;
    expect([unknown.status, never.status, lost.status]).toEqual(['IN_PROGRESS', 'REJECTED', 'REJECTED']);
    const rows = await engine.database.database.query(
      "SELECT error_text FROM ce_action_proposal WHERE tool_code = 'ledger.lost'",
    );
    expect(rows).toEqual([{ error_text: expect.stringContaining('lost is not a function of the module') }]);
  });

  it('has done what was answered, whatever the answer is worth', async () => {
    const note = expect.stringMatching(/^Done, but its \w+ was left out/);
    answerOtherwise = (response) => response.writeHead(204).end();
    const nothing = await confirmed('ledger.tell_service', { q: 'd' });
    answerOtherwise = undefined;
    expect(nothing).toMatchObject({ status: 'EXECUTED', result: { note } });
    expect(await confirmed('ledger.print_text', { q: 'f' })).toMatchObject({ status: 'EXECUTED', result: { note } });
  });

  it('is led nowhere by a redirect, whatever the configuration lets others follow', async () => {
    answerOtherwise = (response) => response.writeHead(302, { location: `${other.url}/health` }).end();
    const { message } = await call('ledger.led', { q: 'g' });
    answerOtherwise = undefined;
    expect(message).toContain('The service answered 302.');
  });

  it('of another ConvEngine asks the user once, and does it there once', async () => {
    expect(await call('bank.bank_balance', { account: 'a' })).toEqual({ result: { result: { balance: 12.5 } } });
    const talk = newId();
    const tool_request = { tool_code: 'bank.bank_pay', args: { to: 'ann', amount: 3 } };
    const asked = await engine.say('pay ann', talk, { inputParams: { tool_request } });
    expect(asked.text).toContain('ann');
    expect(bank.paid).toEqual([]);
    const done = await engine.say('yes', talk);
    expect(done.text).toContain('P-1');
    await engine.say('yes', talk);
    expect(bank.paid.map(({ args }) => args)).toEqual([{ to: 'ann', amount: 3 }]);
    const kept = 'SELECT count(*) FROM ce_action_proposal';
    expect([await engine.count(`${kept} WHERE tool_code = 'bank.bank_pay'`), await other.count(kept)]).toEqual([1, 1]);
  });

  it('of a ConvEngine that takes no program for its user does nothing there, and says what to set', async () => {
    const strictBank = new Bank();
    const strict = await startEngine({ database: await open(), seeds: [BANK], handlers: strictBank.handlers });
    const out = temporaryFolder();
    await exportPackage({ url: strict.url, apiKey: '', out, build: false });
    const own = await startEngine({
      database: await open(),
      config: {
        'egress.allow-private-hosts': [new URL(strict.url).host],
        'tool-packages': { bank: { manifest: join(out, 'tool.manifest.json'), intent: 'ANY' } },
      },
    });
    const talk = newId();
    const tool_request = { tool_code: 'bank.bank_pay', args: { to: 'ann', amount: 3 } };
    await own.say('pay ann', talk, { inputParams: { tool_request } });
    await own.say('yes', talk);
    const [action] = await own.database.database.query('SELECT status, error_text FROM ce_action_proposal');
    await Promise.all([own.close(), strict.close()]);
    expect(action).toMatchObject({
      status: 'REJECTED',
      error_text: expect.stringContaining('convengine.consent.page-code'),
    });
    expect(strictBank.paid).toEqual([]);
  });

  it('is read again with a refresh; what is wrong with a manifest is said with file and place, and disturbs no other', async () => {
    const flow = engine.app.get(FlowService);
    const problems = async () =>
      (await flow.refresh()).problems.map(({ table, id, message }) => `${table} ${id} ${message}`);
    const absent = `tool manifest ${join(folder, 'absent.json')} is missing; mend it there or in overrides/, then refresh`;
    write([echoTool({ name: 'renamed' })]);
    expect(await problems()).toEqual([absent]);
    expect((await listed()).map(({ tool_code }) => tool_code).filter((code) => code.startsWith('ledger.'))).toEqual([
      'ledger.renamed',
    ]);
    write([echoTool({ examples: [{ input: { q: 1 }, output: { argv: [] } }] })]);
    expect(await problems()).toEqual([
      expect.stringMatching(
        /^tool manifest .*tool\.manifest\.json#\/tools\/0\/examples\/0\/input\/q expected string.*; mend it/,
      ),
      absent,
    ]);
    expect((await listed()).map(({ tool_code }) => tool_code)).toContain('bank.bank_pay');
    write(tools());
    await refreshFlow(engine);
  });

  it('whose modules are missing, elsewhere, or without the function says so with each refresh, and offers the others', async () => {
    const flow = engine.app.get(FlowService);
    const problems = async () =>
      (await flow.refresh()).problems.flatMap(({ id, message }) =>
        id?.startsWith(manifest) ? [`${id.slice(manifest.length)} ${message.replace(/ \(.*\)|; mend .*/g, '')}`] : [],
      );
    const from = (name: string, module: string, path = 'double') =>
      writes(name, { binding: { type: 'in-process', module, export: path, result: { parse: 'json' } } });
    write([
      from('z_right', './library.mjs'),
      from('gone', './gone.mjs'),
      from('no_package', 'no-such-package'),
      from('outside', '../library.mjs'),
      from('renamed', './library.mjs', 'triple'),
      from('not_known', './common.cjs', 'lost'),
    ]);
    const wrong = [
      '#/tools/1/binding/module is ./gone.mjs, which is missing',
      '#/tools/2/binding/module is no-such-package: The module no-such-package is not installed.',
      '#/tools/3/binding/module is ../library.mjs: The module lies outside of the project.',
      '#/tools/4/binding/export is triple, which ./library.mjs does not export',
    ];
    expect(await problems()).toEqual(wrong);
    const own = (await listed()).map(({ tool_code }) => tool_code).filter((code) => code.startsWith('ledger.'));
    expect(own).toEqual(['ledger.not_known', 'ledger.z_right']);
    const names =
      'export const [double, { one: triple = 1, ...rest }] = []; export { rest as "other" }; export class A {}';
    writeFileSync(join(folder, 'gone.mjs'), names);
    writeFileSync(join(folder, 'library.mjs'), `${LIBRARY} export * from './more.mjs';`);
    expect(await problems()).toEqual(wrong.slice(1, 3));
    writeFileSync(join(folder, 'library.mjs'), LIBRARY);
    write(tools());
    await refreshFlow(engine);
  });

  it('offers nothing that writes while READ_ONLY=1', async () => {
    process.env.READ_ONLY = '1';
    try {
      const { problems } = await engine.app.get(FlowService).refresh();
      expect(problems.map(({ severity, message }) => `${severity} ${message}`)).toContain(
        'warning READ_ONLY=1: 5 of 10 tools would write, and are left out',
      );
      expect((await listed()).every(({ side_effect }) => side_effect === 'READ')).toBe(true);
    } finally {
      delete process.env.READ_ONLY;
      await refreshFlow(engine);
    }
  });
});
