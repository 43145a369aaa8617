import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: { personas: { type: 'integer', minimum: 1, maximum: 20 }, nombre: { type: 'string' } },
});
const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('RESERVA', 'Reservas');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'reservar una mesa', 'RESERVA', 'PREGUNTA', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('RESERVA', 'ANY', '${SCHEMA}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('RESERVA', 'PREGUNTA', 'reservar', 'mesas', 'reservar');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('RESERVA', 'PREGUNTA', 'TEXT', 'EXACT', '¿Reservo una mesa para {{personas}} personas?');`;

describe('a service whose language is Spanish', () => {
  let engine: TestEngine;
  let database: TestDatabase;
  const mesas: ActionHandler = { kind: 'action', name: 'mesas', methods: { reservar: () => done() } };
  beforeAll(async () => {
    database = await openSqlite();
    engine = await startEngine({ database, seeds: [SEED], handlers: [mesas], config: { 'flow.language': 'es' } });
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
  });

  async function answer(reply: string) {
    const id = randomUUID();
    await engine.say('Quiero reservar una mesa', id, { inputParams: { personas: 2 } });
    return engine.say(reply, id);
  }

  it.each(['Sí', 'sí, por favor', 'Claro', 'Sí, reserve la mesa'])('does it after %j, and says so', async (reply) => {
    const { text, context } = await answer(reply);
    expect(context.pending_action_runtime).toMatchObject({ status: 'EXECUTED' });
    expect(text).toContain('Hecho.');
  });

  it('does nothing after a no', async () => {
    const { text, context } = await answer('no, gracias');
    expect(context.pending_action_runtime).toMatchObject({ status: 'REJECTED' });
    expect(text).toBe('De acuerdo, no se ha hecho nada.');
  });

  it('changes a value and asks again', async () => {
    const { text, context } = await answer('no, para cuatro personas');
    expect(context.pending_action_runtime).toMatchObject({ status: 'OPEN' });
    expect(text).toContain('¿Reservo una mesa para 4 personas?');
  });
});
