import { randomUUID } from 'node:crypto';
import { ActionKeeper, TurnService } from '../../src/engine/turn/index.js';
import type { Clock } from '../../src/platform/common/clock.js';
import { isJsonObject, type JsonObject, parseJson } from '../../src/platform/common/json.js';
import {
  type ActionCall,
  type ActionHandler,
  type ActionOutcome,
  done,
  failed,
} from '../../src/platform/handlers-api/index.js';
import type { TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { LOAN_FLOW, type LoanKind } from './loan-flow.js';

/** What the handler does when it is called. `throws late`: after its effect. */
export const BEHAVIOURS = ['succeeds', 'may be retried', 'fails', 'throws', 'throws late', 'says nothing'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** A clock that moves only when it is told to. */
class StoppedClock implements Clock {
  #now = Date.parse('2030-01-01T00:00:00Z');
  now(): number {
    return this.#now;
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}

/** One action as the database has it. */
export interface StoredAction {
  readonly id: string;
  readonly kind: LoanKind;
  readonly amount: number;
  readonly status: string;
  readonly reason: string | null;
  readonly revision: number;
  /** Its Idempotency-Key. */
  readonly key: string;
  /** All of the row, to see whether anything in it has changed. */
  readonly row: string;
}

/** What a process has written of an action when it dies with the claim. */
const CLAIM = `
  UPDATE ce_action_proposal
     SET status = 'IN_PROGRESS', attempts = attempts + 1, in_progress_at_ms = $2, claim_owner = 'dead',
         claim_expires_at = $3,
         in_progress_turn = (SELECT turn_no + 1 FROM ce_conversation WHERE conversation_id = $1)
   WHERE conversation_id = $1 AND status = 'OPEN'
   RETURNING *`;

/** An engine in this process that grants loans, and what the test may do to it. */
export class LoanBank {
  readonly clock = new StoppedClock();
  behaviour: Behaviour = 'succeeds';
  private engine: TestEngine | undefined;
  private readonly handler: ActionHandler = {
    kind: 'action',
    name: 'loans',
    methods: { grant: (call) => this.grant(call) },
  };

  constructor(private readonly database: TestDatabase) {}

  async open(): Promise<void> {
    const { database, handler, clock } = this;
    const config = { 'flow.action-lifecycle.sweep-seconds': 0, 'audit.level': 'ERROR_ONLY' };
    this.engine = await startEngine({ database, seeds: [LOAN_FLOW], handlers: [handler], clock, config });
  }

  async close(): Promise<void> {
    await this.engine?.close();
  }

  /** One turn, past HTTP. @returns the body, byte for byte, and the reply in it */
  async say(conversationId: string, message: string, more: { reset?: boolean; idempotencyKey?: string } = {}) {
    const service = this.running.app.get(TurnService);
    const { responseText } = await service.handle({ conversationId, message, ...more });
    const { payload } = parseJson(responseText) as JsonObject;
    return { raw: responseText, text: isJsonObject(payload) ? String(payload.value) : '' };
  }

  async sweep(): Promise<void> {
    await this.running.app.get(ActionKeeper).sweep();
  }

  /** Settles the oldest action of the conversation that is held. False when there is none. */
  async settle(conversationId: string, happened: boolean): Promise<boolean> {
    const keeper = this.running.app.get(ActionKeeper);
    const held = (await keeper.inDoubt(100)).filter((action) => action.conversationId === conversationId);
    const oldest = held.sort((a, b) => a.proposalId.localeCompare(b.proposalId))[0];
    if (!oldest) return false;
    await keeper.settle(oldest.proposalId, { happened, result: null, by: 'operator', note: 'looked it up' });
    return true;
  }

  /**
   * Leaves behind what a process leaves that dies after it has claimed the open action.
   * @param withEffect whether it died after the effect
   * @param claimMs how long its claim still lasts
   */
  async crash(conversationId: string, { withEffect = false, claimMs = 0 }): Promise<void> {
    const nowMs = this.clock.now();
    const claimed = await this.database.database.query(CLAIM, [conversationId, nowMs, nowMs + claimMs]);
    if (claimed.length !== 1) throw new Error(`${claimed.length} actions are open.`);
    const [{ kind, amount, key }] = claimed.map(readAction) as [StoredAction];
    if (withEffect) await this.cause(conversationId, kind, amount, key);
  }

  /** Every action of a conversation, in the order in which they were proposed. */
  async actions(conversationId: string): Promise<StoredAction[]> {
    const rows = await this.database.database.query(
      'SELECT * FROM ce_action_proposal WHERE conversation_id = $1 ORDER BY proposal_id',
      [conversationId],
    );
    return rows.map(readAction);
  }

  /** Every effect in the world, as `kind amount key`. */
  async granted(conversationId: string): Promise<{ kind: string; amount: number; key: string }[]> {
    const rows = await this.database.database.query('SELECT * FROM granted WHERE conversation_id = $1', [
      conversationId,
    ]);
    return rows.map((row) => ({
      kind: String(row.kind),
      amount: Number(row.amount),
      key: String(row.idempotency_key),
    }));
  }

  /** Removes what is left of a conversation, so that later sweeps do not see it. */
  async forget(conversationId: string): Promise<void> {
    for (const table of ['ce_action_proposal', 'granted', 'ce_turn_reply', 'ce_conversation_history']) {
      await this.database.database.query(`DELETE FROM ${table} WHERE conversation_id = $1`, [conversationId]);
    }
  }

  newConversation(): string {
    return randomUUID();
  }

  private get running(): TestEngine {
    if (!this.engine) throw new Error('The bank is closed.');
    return this.engine;
  }

  private async grant(call: ActionCall): Promise<ActionOutcome> {
    const { behaviour } = this;
    if (behaviour === 'may be retried') return failed('the vault is shut.', { retryable: true });
    if (behaviour === 'fails') return failed('the vault is empty.');
    if (behaviour === 'throws') throw new Error('no vault');
    const { amount } = call.arguments;
    await this.cause(call.conversationId, call.actionKey, Number(amount), call.idempotencyKey, call.database);
    if (behaviour === 'throws late') throw new Error('the lights went out');
    return behaviour === 'says nothing' ? (undefined as unknown as ActionOutcome) : done({ amount: amount ?? null });
  }

  private async cause(
    conversationId: string,
    kind: string,
    amount: number,
    key: string,
    via: Pick<ActionCall['database'], 'query'> = this.database.database,
  ): Promise<void> {
    await via.query('INSERT INTO granted (conversation_id, kind, amount, idempotency_key) VALUES ($1, $2, $3, $4)', [
      conversationId,
      kind,
      amount,
      key,
    ]);
  }
}

function readAction(row: Record<string, unknown>): StoredAction {
  const stored = row.arguments_json;
  const args = (typeof stored === 'string' ? parseJson(stored) : stored) as JsonObject;
  return {
    id: String(row.proposal_id),
    key: String(row.idempotency_key),
    kind: String(row.action_key) as LoanKind,
    amount: Number(args.amount),
    status: String(row.status),
    reason: row.reason === null ? null : String(row.reason),
    revision: Number(row.revision),
    row: JSON.stringify(row),
  };
}
