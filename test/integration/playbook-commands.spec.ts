import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../src/interfaces/cli/program.js';
import { applySeed } from '../../src/platform/persistence/index.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';

const SEED = `
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, input_schema) VALUES
  ('crm.find', 'HTTP_API', 'ANY', 'ANY', 'Finds the customer.', 'READ', NULL),
  ('crm.update', 'HTTP_API', 'ANY', 'ANY', 'Update the customer.', 'WRITE',
   '{"type":"object","properties":{"id":{},"city":{},"pin":{"type":"string","x-sensitive":true}}}'),
  ('mail.send', 'NOTIFICATION', 'ANY', 'ANY', 'Send a mail.', 'WRITE', NULL);`;

const MOVE = `
name: move_customer
description: Move a customer.
inputs:
  type: object
  properties: { name: { type: string }, city: { type: string }, tell: { type: boolean, default: false } }
  required: [name, city]
steps:
  - { name: find, tool: crm.find, arguments: { name: $inputs.name } }
  - { name: area, tool: crm.find, arguments: { city: $inputs.city } }
  - { name: update, tool: crm.update, arguments: { id: $find.id, city: $inputs.city, pin: "1234" }, condition: not $find.blocked }
  - { name: told, tool: mail.send, arguments: { to: $find.mail }, condition: $inputs.tell }
`;

const PAID = `
name: paid_move
description: Move a customer who has paid.
durable: true
inputs: { type: object, properties: { name: { type: string } }, required: [name] }
steps:
  - { name: find, tool: crm.find, arguments: { name: $inputs.name } }
  - { name: paid, wait_for: signal, within: 3d }
  - name: sure
    wait_for: approval
    question: "It costs \${paid.euros} euros. Shall I move $inputs.name?"
    arguments: { euros: $paid.euros }
  - { name: update, tool: crm.update, arguments: { id: $find.id } }
`;

/** These commands start nothing. */
const NO_SERVICE = {
  serve: () => Promise.reject(new Error('started')),
  serveOverStdio: () => Promise.reject(new Error('started')),
  embed: () => Promise.reject(new Error('started')),
  replayThread: () => {
    throw new Error('started');
  },
};

describe('convengine playbook', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    for (const key of Object.keys(process.env)) if (key.startsWith('CONVENGINE_')) vi.stubEnv(key, undefined);
    [database, folder] = await Promise.all([openSqlite(), mkdtemp(join(tmpdir(), 'playbook-commands-'))]);
    await applySeed(database.database, SEED, 'tools');
    const files = join(folder, 'files');
    await mkdir(files);
    await writeFile(join(files, 'move.yaml'), MOVE);
    await writeFile(join(files, 'paid.yaml'), PAID);
    const wrong = MOVE.replace('name: move_customer', 'name: w').replace('$find.id', '$f');
    await writeFile(join(files, 'wrong.yaml'), wrong);
    const directories = `convengine: { capabilities: { directories: [${JSON.stringify(files)}] } }`;
    await writeFile(join(folder, 'config.yml'), directories);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await database.close();
    await rm(folder, { recursive: true });
  });

  const run = async (...args: string[]) => {
    const printed = { stdout: '', stderr: '' };
    const spies = (['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        printed[stream] += String(text);
        return true;
      }),
    );
    let code: number | undefined;
    const globals = ['--database', database.url, '--config', join(folder, 'config.yml')];
    const program = createProgram((exitCode) => {
      code = exitCode;
    }, NO_SERVICE);
    try {
      await program.parseAsync([...globals, 'playbook', ...args], { from: 'user' });
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    return { code, ...printed };
  };
  const ANN = ['--arguments', '{"name":"Ann","city":"Rome"}'];

  it('list names them with what they take, and beside it the files that cannot be used', async () => {
    const { code, stdout, stderr } = await run('list');
    expect([code, stdout]).toEqual([
      0,
      'move_customer  WRITE  name, city, [tell=false]  Move a customer.\n' +
        'paid_move      WRITE  name                      Move a customer who has paid.\n',
    ]);
    expect(stderr).toContain('wrong.yaml:11:');
    expect(stderr).toContain('$f: there is no step "f"');
    expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject([
      { name: 'move_customer', sideEffect: 'WRITE', inputs: { required: ['name', 'city'] } },
      { name: 'paid_move', sideEffect: 'WRITE' },
    ]);
  });

  it('dry-run shows the steps in their order, what decides about them, and what would be asked', async () => {
    const { code, stdout } = await run('dry-run', 'move_customer', ...ANN);
    const [steps = '', question] = stdout.split('\n\n');
    expect(code).toBe(0);
    expect(steps.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['1', 'READ', 'find', 'crm.find', '{"name":"Ann"}'],
      ['', 'READ', 'area', 'crm.find', '{"city":"Rome"}'],
      [
        '2',
        'WRITE',
        'update',
        'crm.update',
        '{"id":"$find.id","city":"Rome","pin":"[hidden]"}',
        'if not $find.blocked',
      ],
      ['3', 'WRITE', 'told', 'mail.send', '{"to":"$find.mail"}', 'left out: $inputs.tell'],
    ]);
    expect(question).toBe(
      'Before the first step, this would be asked:\n  It takes these steps: perhaps update the customer with ' +
        'id $find.id, city Rome, pin [hidden]. Shall I move a customer with name Ann, city Rome, tell false?',
    );
    expect(JSON.parse((await run('dry-run', 'MOVE_customer', ...ANN, '--json')).stdout)).toMatchObject({
      sideEffect: 'WRITE',
      steps: [{ step: 'find', group: 1 }, { group: 1 }, { group: 2, runs: 'perhaps' }, { group: 3, runs: 'never' }],
      question: expect.stringContaining('Shall I '),
    });
  });

  it('dry-run shows where a durable one waits, and what it would ask there', async () => {
    const { stdout } = await run('dry-run', 'paid_move', '--arguments', '{"name": "Ann"}');
    const [steps = ''] = stdout.split('\n\n');
    expect(steps.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['1', 'READ', 'find', 'crm.find', '{"name":"Ann"}'],
      ['2', 'WAIT', 'paid', 'for signal'],
      [
        '3',
        'WAIT',
        'sure',
        'for approval',
        '{"euros":"$paid.euros"}',
        'asks: It costs $paid.euros euros. Shall I move Ann?',
      ],
      ['4', 'WRITE', 'update', 'crm.update', '{"id":"$find.id"}'],
    ]);
    const told = JSON.parse((await run('dry-run', 'paid_move', '--arguments', '{"name": "Ann"}', '--json')).stdout);
    expect(told.waits).toMatchObject([
      { waitsFor: 'signal', question: null },
      { waitsFor: 'approval', group: 3 },
    ]);
  });

  it.each([
    [['dry-run', 'nothing'], 'There is no playbook "nothing".'],
    [['dry-run', 'move_customer'], 'Arguments of move_customer are not valid: name is required; city is required.'],
    [['dry-run', 'move_customer', '--arguments', '[]'], 'Expected a JSON object.'],
  ])('%j is refused: %s', async (args, problem) => {
    await expect(run(...args)).rejects.toThrow(problem);
  });
});
