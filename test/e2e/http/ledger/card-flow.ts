import { type ActionHandler, done, failed, type JsonObject } from '../../../../src/app/index.js';

/** What nobody may read. */
export const PIN = '483915';

/** Blocks a card by a secret; a VIP card needs an approval. */
export const CARD_FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('BLOCK', 'Block a card');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'block', 'BLOCK', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('BLOCK', 'ANY',
    '{"type": "object", "required": ["card", "pin"], "properties": {
       "card": {"type": "string", "pattern": "^C[0-9]{3}$"},
       "pin": {"type": "string", "pattern": "^[0-9]{6}$", "x-sensitive": true}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description, risk) VALUES
    ('BLOCK', 'ASK', 'block_card', 'cards', 'block', 'block the card', 'MEDIUM');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('BLOCK', 'ASK', 'TEXT', 'EXACT', 'Shall I block card {{card}}?');`;

/** Blocks every card but C888, which fails for good, and C999; tells the secret to whoever reads results. */
export const cards: ActionHandler = {
  kind: 'action',
  name: 'cards',
  methods: {
    block: ({ arguments: args }) => {
      if (args.card === 'C888') return failed('the ledger is closed');
      if (args.card === 'C999') throw new Error(`the ledger refused ${String(args.pin)}`);
      return done({ reference: `B-${String(args.card)}`, told: `with ${String(args.pin)}` } satisfies JsonObject);
    },
  },
};

/** What a user says to have a card blocked. */
export function blockCard(card: string): string {
  return `block my card ${card}, the pin is ${PIN}`;
}
