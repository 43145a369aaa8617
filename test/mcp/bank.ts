import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler, JsonObject, ToolCall } from '../../src/app/index.js';

/** Tools that read, write, fail and wait; rows for clients without a scope, and one for an intent alone. */
export const BANK = `
INSERT INTO ce_intent (intent_code, description, display_name) VALUES ('PAY', 'Wants to pay somebody', 'Pay somebody');
INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('PAY', 'ANY',
  '{"type": "object", "required": ["to"], "properties": {"to": {"type": "string", "description": "Who gets it"}}}', 10);
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, risk, input_schema,
                         output_schema, timeout_ms) VALUES
  ('bank.balance', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'Balance of an account', 'READ', 'LOW',
   '{"type": "object", "required": ["account"], "properties": {"account": {"type": "string"}}}',
   '{"type": "object", "required": ["balance"], "properties": {"balance": {"type": "number"}}}', NULL),
  ('bank.pay', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'pay', 'WRITE', 'HIGH',
   '{"type": "object", "required": ["to", "amount"], "properties": {"to": {"type": "string"},
     "amount": {"type": "number"}, "pin": {"type": "string", "x-sensitive": true}}}', NULL, NULL),
  ('bank.slow', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'Waits', 'READ', NULL, NULL, NULL, 5000),
  ('bank.audit', 'WORKFLOW_ACTION', 'PAY', 'ANY', 'For the intent alone', 'READ', NULL, NULL, NULL, NULL),
  ('bank.nobody', 'FILES', 'ANY', 'ANY', 'Nothing serves this', 'READ', NULL, NULL, NULL, NULL),
  ('bank.off', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'Switched off', 'READ', NULL, NULL, NULL, NULL);
UPDATE ce_mcp_tool SET enabled = FALSE WHERE tool_code = 'bank.off';
`;

/** A bank that remembers what was done. */
export class Bank {
  readonly paid: { readonly args: JsonObject; readonly key: string | null }[] = [];
  readonly aborted: string[] = [];
  /** Runs while a payment is made. */
  whilePaying: (call: ToolCall) => Promise<void> | void = () => undefined;

  get handlers(): Handler[] {
    const tool = (toolCode: string, execute: (call: ToolCall) => unknown): Handler => ({
      kind: 'tool',
      toolCode,
      execute,
    });
    return [
      tool('bank.balance', ({ arguments: { account } }) => {
        if (account === 'none') throw new Error('There is no such account.');
        return { balance: account === 'a' ? 12.5 : 0 };
      }),
      tool('bank.pay', async (call) => {
        await this.whilePaying(call);
        this.paid.push({ args: call.arguments, key: call.idempotencyKey });
        return { reference: `P-${this.paid.length}` };
      }),
      tool('bank.slow', async ({ signal, mcp }) => {
        await mcp?.progress(1, 2, 'half');
        await sleep(3_000, undefined, { signal }).catch(() => this.aborted.push('bank.slow'));
        return 'slept';
      }),
      tool('bank.audit', () => ({ ok: true })),
      tool('bank.off', () => ({ ok: true })),
    ];
  }
}
