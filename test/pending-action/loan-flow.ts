import type { Policy } from './order-flow.js';

/** Kinds of loan, each granted under a policy of its own. */
export const POLICY_OF = {
  gold: 'at-most-once',
  silver: 'idempotent',
  iron: 'transactional',
} as const satisfies Record<string, Policy>;
export type LoanKind = keyof typeof POLICY_OF;
export const LOAN_KINDS = Object.keys(POLICY_OF) as LoanKind[];

const SCHEMA = JSON.stringify({ type: 'object', properties: { amount: { type: 'integer' } }, required: ['amount'] });

/**
 * "gold loan with amount 7" is answered with "Shall I grant a gold loan of 7?"; a yes calls `loans:grant`, whose
 * effects are rows of `granted`. "how long does it take?" is a question beside it.
 */
export const LOAN_FLOW = `
  CREATE TABLE granted (conversation_id varchar(36), kind varchar(10), amount integer, idempotency_key varchar(100));
  INSERT INTO ce_intent (intent_code, description) VALUES ('FAQ', 'questions');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', '\\bhow long\\b', 'FAQ', 'IDLE', 2);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('FAQ', 'IDLE', 'TEXT', 'EXACT', 'Two days.');
  ${Object.entries(POLICY_OF)
    .map(
      ([kind, policy]) => `
        INSERT INTO ce_intent (intent_code, description) VALUES ('${kind}', '${kind} loan');
        INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
          ('REGEX', '\\b${kind} loan\\b', '${kind}', 'ASK', 1);
        INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES
          ('${kind}', 'ANY', '${SCHEMA}', 10);
        INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, execution_policy)
          VALUES ('${kind}', 'ASK', '${kind}', 'loans', 'grant', '${policy}');
        INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
          ('${kind}', 'ASK', 'TEXT', 'EXACT', 'Shall I grant a ${kind} loan of {{amount}}?');`,
    )
    .join('')}`;

/** The loan that a reply asks about at its end, if it asks. */
export function askedIn(reply: string): { kind: LoanKind; amount: number } | undefined {
  const [, kind, amount] = /Shall I grant a (gold|silver|iron) loan of (\d+)\?$/.exec(reply) ?? [];
  return kind === undefined ? undefined : { kind: kind as LoanKind, amount: Number(amount) };
}
