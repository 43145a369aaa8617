import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../../helpers/engine.js';
import { blockCard, CARD_FLOW, cards, PIN } from './card-flow.js';
import { read, readAll } from './read.js';

const OTHER_PIN = '902764';
const TELLS_PIN = `
  UPDATE ce_response SET exact_text = 'Shall I block card {{card}} with {{pin}}?' WHERE intent_code = 'BLOCK';`;

describeOnEachDatabase('the revisions of an action, where nothing but consent is recorded', (open) => {
  const id = randomUUID();
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    const config = { 'audit.level': 'OFF' };
    engine = await startEngine({ database, seeds: [CARD_FLOW, TELLS_PIN], handlers: [cards], config });
    for (const message of [blockCard('C103'), `no, I mean card C104, the pin is ${OTHER_PIN}`, 'no, I mean card C105'])
      await engine.say(message, id);
  });
  afterAll(() => engine.close());

  async function revisions() {
    const { items } = await readAll(`${engine.url}/api/v1/actions?conversationId=${id}`);
    const { body } = await read(`${engine.url}/api/v1/actions/${items[0]?.actionId}`);
    return body.revisions as JsonObject[];
  }

  it('are all there with what each had asked', async () => {
    const asked = (card: string) => ({
      question: expect.stringContaining(`Shall I block card ${card} with [hidden]?`),
      arguments: { card, pin: '[hidden]' },
    });
    expect(await revisions()).toMatchObject([
      { revision: 1, ...asked('C103') },
      { revision: 2, ...asked('C104') },
      { revision: 3, ...asked('C105') },
    ]);
  });

  it('leave no secret in the record, nor where they are shown', async () => {
    const rows = await database.database.query('SELECT events_json FROM ce_turn_record WHERE conversation_id = $1', [
      id,
    ]);
    const texts = [JSON.stringify(rows), JSON.stringify(await revisions())];
    expect(texts[0]).toContain('replaced');
    for (const pin of [PIN, OTHER_PIN]) expect(texts.filter((text) => text.includes(pin))).toEqual([]);
  });

  it('have only the hash where the record is of a version that kept no more', async () => {
    const column = "events_json = REPLACE(CAST(events_json AS text), 'replaced', 'unknown')";
    const type = database.dialect === 'postgres' ? '::json' : '';
    await database.database.query(`UPDATE ce_turn_record SET ${column}${type} WHERE conversation_id = $1`, [id]);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await revisions()).toMatchObject([
      { revision: 1, question: null, arguments: null, argumentsHash: hash },
      { revision: 2, question: null, arguments: null, argumentsHash: hash },
      { revision: 3, arguments: { card: 'C105' } },
    ]);
  });
});
