import { beforeAll, describe, expect, it } from 'vitest';
import { ActionList, ConversationList } from '../../../src/engine/ledger/index.js';
import { SWEEP_STATEMENTS } from '../../../src/engine/pending-action/index.js';
import type { Database, Row } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, openSqlite } from '../../helpers/databases.js';

const ROWS = 20_000;
const NUMBERS = {
  postgres: `(SELECT n FROM generate_series(1, ${ROWS}) AS n) AS numbers`,
  sqlite: `(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS}) SELECT n FROM numbers)`,
};
const UUID = {
  postgres: `CAST('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0') AS uuid)`,
  sqlite: `printf('00000000-0000-4000-8000-%012x', n)`,
};
const STARTED = {
  postgres: `timestamptz '2026-01-01 00:00:00Z' + n * interval '1 minute'`,
  sqlite: `strftime('%Y-%m-%d %H:%M:%f', '2026-01-01', '+' || n || ' minutes')`,
};

/** One chat and one action a minute; of 500 actions, one is rejected, and none has expired or is in progress. */
async function fill({ dialect, ...database }: Pick<Database, 'dialect' | 'query'>): Promise<void> {
  const [id, from] = [UUID[dialect], NUMBERS[dialect]];
  await database.query(`
    INSERT INTO ce_conversation (conversation_id, turn_no, intent_code, created_at)
    SELECT ${id}, 1, CASE WHEN n = 1 THEN 'RARE' ELSE 'BOOK' END, ${STARTED[dialect]} FROM ${from}`);
  await database.query(`
    INSERT INTO ce_conversation_history (conversation_id, turn_no, user_input)
    SELECT ${id}, 1, 'book room ' || n FROM ${from}`);
  await database.query(`
    INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, duration_ms, principal,
      record_hash, events_json)
    SELECT ${id}, 1, 1, 1, 5, 'USER', 'hash', '[]' FROM ${from}`);
  await database.query(`
    INSERT INTO ce_action_proposal (conversation_id, proposal_id, action_key, action_ref, intent_code, state_code,
      arguments_json, arguments_hash, status, idempotency_key, created_turn, created_at_ms, closed_at_ms)
    SELECT ${id}, ${id}, CASE WHEN n = 1 THEN 'rare' ELSE 'book' END, 'rooms:reserve', 'BOOK', 'CONFIRM', '{}', 'hash',
      CASE WHEN n % 500 = 0 THEN 'REJECTED' WHEN n % 3 = 0 THEN 'OPEN' ELSE 'EXECUTED' END, 'key', 1, n * 60000, NULL
      FROM ${from}`);
}

/** The database, which writes down how it finds the rows of each statement. */
class Explaining implements Pick<Database, 'dialect' | 'query' | 'keepsTenantsApart' | 'cipher'> {
  readonly plans: string[] = [];
  constructor(readonly database: Database) {}

  keepsTenantsApart(): Promise<boolean> {
    return this.database.keepsTenantsApart();
  }

  get dialect() {
    return this.database.dialect;
  }

  get cipher() {
    return this.database.cipher;
  }

  async query<R extends Row>(sql: string, parameters: readonly unknown[] = []): Promise<R[]> {
    const explain = this.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const rows = await this.database.query(`${explain} ${sql}`, parameters);
    this.plans.push(rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n'));
    return this.database.query<R>(sql, parameters);
  }
}

const WHOLE_TABLE = /Seq Scan on ce_|SCAN (ce_\w+|[a-z])$/m;

describeOnEachDatabase('the lists of a service that has been used', (open) => {
  let database: Database;
  beforeAll(async () => {
    ({ database } = await open());
    await fill({ dialect: database.dialect, query: database.query.bind(database) });
    await database.query('ANALYZE');
  });

  async function plansOf(read: (database: Database) => Promise<unknown>): Promise<string> {
    const explaining = new Explaining(database);
    await read(explaining as unknown as Database);
    return explaining.plans.join('\n---\n');
  }

  const page = { limit: 50 };
  const cursor = Buffer.from(JSON.stringify(['600000000', '00000000-0000-4000-8000-000000002710'])).toString(
    'base64url',
  );
  const actionFilters = {
    nothing: {},
    'one status': { statuses: ['EXECUTED'] },
    'what is held': { statuses: ['HELD'] },
    'what is to be approved': { statuses: ['AWAITING_APPROVAL', 'OPEN'] },
    'what has failed': { statuses: ['FAILED'] },
    'what agents have agreed to': { confirmedBy: 'AGENT' },
    'what one agent has agreed to in a time': { confirmedBy: 'AGENT:crm', sinceMs: 600_000, untilMs: 1_200_000 },
    'a time': { sinceMs: 600_000, untilMs: 1_200_000 },
    'a key': { actionKey: 'rare' },
    words: { text: 'nobody says this' },
    'a conversation': { conversationId: '00000000-0000-4000-8000-000000000007', statuses: ['OPEN'] },
  } as const;

  for (const [what, filter] of Object.entries(actionFilters)) {
    it(`find actions from an index: ${what}`, async () => {
      const plans = await plansOf((explaining) => new ActionList(explaining).page(filter, page));
      expect(plans).toContain('ce_action_proposal');
      expect(plans).not.toMatch(WHOLE_TABLE);
      const next = await plansOf((explaining) => new ActionList(explaining).page(filter, { ...page, cursor }));
      expect(next).not.toMatch(WHOLE_TABLE);
    });
  }

  it('find one action by its id', async () => {
    const plans = await plansOf((one) => new ActionList(one).find('00000000-0000-4000-8000-000000000007'));
    expect(plans).toContain('ix_ce_action_proposal_id');
  });

  const conversationFilters = {
    nothing: {},
    'a time': { sinceMs: Date.UTC(2026, 0, 3), untilMs: Date.UTC(2026, 0, 4) },
    'an intent': { intent: 'RARE' },
    words: { text: 'nobody says this' },
    somebody: { principal: 'AGENT:nobody' },
  };

  for (const [what, filter] of Object.entries(conversationFilters)) {
    it(`find conversations from an index: ${what}`, async () => {
      const plans = await plansOf((explaining) => new ConversationList(explaining).page(filter, page));
      expect(plans).toContain('ix_ce_conversation_started');
      expect(plans).not.toMatch(WHOLE_TABLE);
    });
  }

  it('look through no more than so many rows a page, and find what is rare in the end', async () => {
    const list = new ActionList(database);
    let [pages, found, next]: [number, number, string | null | undefined] = [0, 0, undefined];
    while (next !== null) {
      const { items, nextCursor } = await list.page({ actionKey: 'rare' }, { limit: 50, cursor: next });
      [pages, found, next] = [pages + 1, found + items.length, nextCursor];
    }
    expect([pages, found]).toEqual([ROWS / 500 + 1, 1]);
  });

  it.each([
    ['whose yes nobody has said', { confirmedBy: 'AGENT' }, ROWS],
    ['that have failed, among those rejected', { statuses: ['FAILED'] }, ROWS / 500],
  ] as const)('look through no more than so many rows a page for those %s', async (_what, filter, scanned) => {
    const list = new ActionList(database);
    let [pages, next]: [number, string | null | undefined] = [0, undefined];
    while (next !== null) {
      const { items, nextCursor } = await list.page(filter, { limit: 50, cursor: next });
      expect(items).toEqual([]);
      [pages, next] = [pages + 1, nextCursor];
    }
    expect(pages).toBe(Math.floor(scanned / 500) + 1);
  });
});

describe('the indexes of lists', () => {
  it('are not taken by SQLite for the statements of sweeps and turns, which have their own', async () => {
    const { database, close } = await openSqlite();
    const planOf = async (sql: string, parameters: readonly unknown[]) => {
      const rows = await database.query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      return rows.map(({ detail }) => String(detail)).join('\n');
    };
    const first = [1, -1, '00000000-0000-4000-8000-000000000007', 500];
    expect(await planOf(SWEEP_STATEMENTS.overdue, first)).toContain('ix_ce_action_proposal_overdue (');
    expect(await planOf(SWEEP_STATEMENTS.abandoned, first)).toContain('ix_ce_action_proposal_claimed (');
    const open = `SELECT * FROM ce_conversation c
      LEFT JOIN ce_action_proposal p ON p.conversation_id = c.conversation_id AND p.status = 'OPEN'
     WHERE c.conversation_id = $1`;
    expect(await planOf(open, [first[2]])).toMatch(/SEARCH p USING INDEX \w+ \(conversation_id=\?/);
    await close();
  });
});
