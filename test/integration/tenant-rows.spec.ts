import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FlowService } from '../../src/engine/flow/index.js';
import { acrossTenants, inTenant } from '../../src/platform/common/tenant.js';
import { applySeed } from '../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { ACME_ROWS, GLOBEX_ROWS, SHARED_ROWS } from '../helpers/tenant-rows.js';

const ROOM = await readFile('test/docs/book-room.sql', 'utf8');
const NICE = ['aunt', 'mother', 'brother', 'friend', 'teacher', 'boss'].map((one) => `surprise my ${one}`);
const MEET = ['today', 'tomorrow', 'tonight', 'now', 'later', 'soon'].map((when) => `where can we meet ${when}`);
const EXAMPLES = (tenant: string) => {
  const rows = [...NICE.map((one) => ['GIFT', one]), ...MEET.map((one) => ['BOOK_ROOM', one])];
  const values = rows.map(([intent, utterance]) => `('${tenant}', '${intent}', '${utterance}')`);
  return `INSERT INTO ce_intent_example (tenant_id, intent_code, utterance) VALUES ${values.join(', ')}`;
};

async function say(engine: TestEngine, ...messages: string[]): Promise<string> {
  const id = randomUUID();
  let text = '';
  for (const message of messages) ({ text } = await engine.say(message, id));
  return text;
}

describeOnEachDatabase('rows of a tenant', (open) => {
  const start = async (tenant: string, ...more: string[]) => {
    const database = await open();
    const seeds = [ROOM, SHARED_ROWS, ACME_ROWS, GLOBEX_ROWS, ...more];
    for (const seed of seeds) await applySeed(database.database, seed, 'rows.sql');
    return { database, engine: await startEngine({ database, config: { 'auth.tenant': tenant } }) };
  };
  const flowOf = (engine: TestEngine) => engine.app.get(FlowService, { strict: false });

  it('take the place of shared rows with the same key, and are added where there is none', async () => {
    const { engine } = await start('acme');
    expect(await say(engine, 'book room 12 for 3 hours')).toBe('ACME: room 12, 3 hours?');
    expect(await say(engine, 'book a room')).toContain('I still need');
    expect(await say(engine, 'a gift please')).toBe('A gift of ACME.');
    // A row of its own that is switched off takes a shared one away.
    expect(await say(engine, 'politics')).not.toBe('Not here.');
    const { definition } = flowOf(engine);
    expect(definition.setting('X', 'K')).toBe('of acme');
    expect(definition.tool('rooms.free')).toMatchObject({ id: 71, description: 'Free rooms of ACME' });
    expect(definition.tool('rooms.free')?.does).toMatchObject({ kind: 'sql' });
    expect(definition.intents.map(({ code, description }) => [code, description])).toEqual([
      ['BOOK_ROOM', 'Wants a room of ACME'],
      ['GIFT', 'Wants a gift'],
    ]);
    await engine.close();
  });

  it('are nothing to a tenant that has none: it has the shared ones', async () => {
    const { engine } = await start('initech');
    expect(await say(engine, 'book room 12 for 3 hours')).toBe('Shall I book room 12 for 3 hours?');
    expect(await say(engine, 'politics')).toBe('Not here.');
    const flow = flowOf(engine);
    expect(flow.definition.isIntent('GIFT')).toBe(false);
    expect(flow.definition).toBe(acrossTenants(() => flow.definition));
    await engine.close();
  });

  it('come before the shared ones of the same priority', async () => {
    const gift = `INSERT INTO ce_response (response_id, tenant_id, intent_code, state_code, output_format, response_type, exact_text)
      VALUES (900, '*', 'ANY', 'ANY', 'TEXT', 'EXACT', 'first'), (901, 'acme', 'ANY', 'any', 'TEXT', 'EXACT', 'second')`;
    const rule = `INSERT INTO ce_intent_classifier (classifier_id, tenant_id, rule_type, pattern, intent_code, state_code, priority)
      VALUES (1, '*', 'REGEX', 'xyz', 'BOOK_ROOM', 'COLLECT', 3), (900, 'acme', 'REGEX', 'xy', 'GIFT', 'GIVE', 3)`;
    const { engine } = await start('acme', gift, rule.replace("(1, '*'", "(800, '*'"));
    expect(flowOf(engine).definition.responseFor('NONE', 'NONE')?.exactText).toBe('second');
    expect(
      flowOf(engine)
        .definition.classifiers.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([900, 800]);
    await engine.close();
  });

  it('are compiled once for a version, and what the tenant shares is not compiled again', async () => {
    const { engine } = await start('acme');
    const flow = flowOf(engine);
    const of = (tenant: string) => inTenant(tenant, () => flow.definition);
    const [shared, acme, globex] = [of('initech'), of('acme'), of('globex')];
    expect([of('acme'), of('globex')]).toEqual([acme, globex]);
    expect(of('acme')).toBe(acme);
    expect(globex.classifiers).toBe(shared.classifiers);
    expect(acme.classifiers).not.toBe(shared.classifiers);
    expect(acme.allRules).toBe(shared.allRules);
    await flow.refresh();
    expect(of('acme')).not.toBe(acme);
    await engine.close();
  });

  it('teach its turns the examples of the tenant, from the first turn on', async () => {
    const { engine } = await start('acme', EXAMPLES('acme'), EXAMPLES('globex').replaceAll('GIFT', 'BOOK_ROOM'));
    expect(await say(engine, 'can you surprise my mother')).toBe('A gift of ACME.');
    const flow = flowOf(engine);
    await inTenant('globex', () => flow.prepare());
    const predicted = (tenant: string) =>
      inTenant(tenant, () => flow.definition.predictIntent('surprise my aunt')?.candidates[0]?.intent);
    expect([predicted('acme'), predicted('globex'), predicted('initech')]).toEqual(['GIFT', 'BOOK_ROOM', undefined]);
    await engine.close();
  });

  it('that have errors refuse the turns of their tenant alone, where the validation is strict', async () => {
    const wrong = `INSERT INTO ce_intent (tenant_id, intent_code, description) VALUES ('globex', 'BARE', 'x');
      INSERT INTO ce_rule (tenant_id, intent_code, state_code, rule_type, match_pattern, action) VALUES
        ('globex', 'ANY', 'ANY', 'REGEX', '(', 'SET_STATE')`;
    const { engine } = await start('acme', wrong);
    expect(await say(engine, 'book room 12 for 3 hours')).toBe('ACME: room 12, 3 hours?');
    const flow = flowOf(engine);
    await expect(inTenant('globex', () => flow.prepare())).rejects.toMatchObject({
      code: 'FLOW_INVALID',
      message: expect.stringContaining('flow check --tenant globex'),
    });
    const { problems } = await inTenant('globex', () => flow.check());
    expect(
      problems.filter(({ severity }) => severity === 'error').map(({ table, message }) => [table, message]),
    ).toEqual([
      ['ce_intent', 'a row of the tenant globex has its name before this value: write "globex/BARE"'],
      ['ce_rule', expect.any(String)],
      ['ce_rule', expect.any(String)],
    ]);
    await engine.close();
  });
});
