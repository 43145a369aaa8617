import { type ActionHandler, done, failed, type JsonObject } from '../../src/app/index.js';

/** Two kinds of loan that are proposed at once when they are asked for, and an order that can be amended. */
export const LOAN_DESK = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('GOLD', 'Gold loan'), ('HOME', 'Home loan'), ('MOVE', 'Move'), ('NOTE', 'Note');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'gold loan', 'GOLD', 'ASK', 1), ('CONTAINS', 'home loan', 'HOME', 'ASK', 1),
    ('CONTAINS', 'move my connection', 'MOVE', 'ASK', 1), ('CONTAINS', 'a note', 'NOTE', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES
    ('MOVE', 'ANY', '{"type": "object", "required": ["city"], "properties": {"city": {"type": "string",
      "enum": ["Delhi", "Hamburg", "Madrid"]}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description, risk, consent) VALUES
    ('GOLD', 'ASK', 'gold_loan', 'desk', 'gold', 'open the gold loan', NULL, NULL),
    ('HOME', 'ASK', 'home_loan', 'desk', 'home', 'open the home loan', NULL, NULL),
    ('MOVE', 'ASK', 'move', 'desk', 'move', 'move the connection', NULL, NULL),
    ('NOTE', 'ASK', 'note', 'desk', 'move', 'send a note', NULL, NULL);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('GOLD', 'ASK', 'TEXT', 'EXACT', 'Shall I open the gold loan?'),
    ('HOME', 'ASK', 'TEXT', 'EXACT', 'Shall I open the home loan?'),
    ('MOVE', 'ASK', 'TEXT', 'EXACT', 'Shall I move the connection to {{city}}?'),
    ('NOTE', 'ASK', 'TEXT', 'EXACT', 'Shall I send a note to {{note_to}}?');`;

/** A desk that remembers what it did. */
export class LoanDesk {
  readonly done: { readonly what: string; readonly conversationId: string; readonly args: JsonObject }[] = [];
  /** What each action waits for. */
  work: () => Promise<unknown> = async () => {};
  /** How many of the next actions are not done, and may be tried again. */
  failures = 0;

  get handler(): ActionHandler {
    const method =
      (what: string) =>
      async ({ conversationId, arguments: args }: { conversationId: string; arguments: JsonObject }) => {
        await this.work();
        if (this.failures > 0) {
          this.failures -= 1;
          return failed('The desk is closed.', { retryable: true });
        }
        this.done.push({ what, conversationId, args });
        return done({ what });
      };
    return {
      kind: 'action',
      name: 'desk',
      methods: { gold: method('gold'), home: method('home'), move: method('move') },
    };
  }

  /** What was done in a conversation, in order. */
  of(conversationId: string): string[] {
    return this.done.filter((one) => one.conversationId === conversationId).map(({ what }) => what);
  }
}
