import { beforeAll, describe, expect, inject, it } from 'vitest';
import { conversationTables } from '../../src/platform/persistence/index.js';
import { openPostgres, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { brokenRules, RULES } from './distribution-rules.js';
import { everyStatement, type SentStatement } from './every-statement.js';
import { sqlLiterals } from './source-literals.js';

const DIVIDED = new Set(conversationTables());

/** Files whose SQL is not for a database of many nodes, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'src/engine/conversation/sqlite-turn-store.ts': 'for SQLite alone',
  'src/engine/ledger/flow-map.ts': 'an operator looks: counts the newest conversations, a bounded number',
  'src/engine/ledger/service-statistics.ts': 'an operator looks: counts of some hours, from indexes',
  'src/platform/audit/record-months.ts': 'partitions of one PostgreSQL, which only the owner of the tables changes',
  'src/platform/persistence/write-probe.ts': 'writes no row of a conversation: names two tables for their locks',
  'src/platform/persistence/schema-differences.ts': 'an operator asks: the definitions of tables',
  'src/interfaces/cli/doctor/work-checks.ts': 'an operator asks: counts over all conversations',
};

/** What breaks a rule, and may. */
const ALLOWED: readonly (readonly [rule: RegExp, sql: RegExp, why: string])[] = [
  [
    /bounded number/,
    /^SELECT count\(\*\) AS n FROM \w+ WHERE \w+ IS NOT NULL AND/,
    'prune --dry-run counts, as an operator asks',
  ],
  [
    /bounded number/,
    /^SELECT \* FROM ce_action_proposal WHERE (status IN .* AND )?proposal_id = \$1$/,
    'an operator names an action by its id alone: one row, from an index of each partition',
  ],
  [
    /bounded number/,
    /^SELECT page\.\*/,
    'what stands beside each conversation of a page lies where the conversation does',
  ],
];

const oneLine = (sql: string) => sql.replace(/\s+/g, ' ').trim();

describe('the rules of distributed databases', () => {
  it.each(RULES)('know $name ($engine)', ({ name, example }) => {
    expect(brokenRules(example, DIVIDED).map((rule) => rule.name)).toContain(name);
  });

  it('each have a source', () => {
    for (const { source } of RULES) expect(source).toMatch(/^https:\/\/[\w.]+\/\S+$/);
  });

  it('find no fault with a statement that names its conversation', () => {
    const plain = [
      'SELECT * FROM ce_action_proposal WHERE conversation_id = $1 AND status = $2 FOR UPDATE',
      'INSERT INTO ce_turn_reply (conversation_id, turn_no) VALUES ($1::uuid, 2)',
      `SELECT 1 FROM ce_conversation c JOIN ce_action_proposal p ON p.conversation_id = c.conversation_id
        WHERE c.conversation_id = $1`,
    ];
    for (const sql of plain) expect(brokenRules(sql, DIVIDED)).toEqual([]);
  });
});

describe.skipIf(!inject('postgres').available)('the SQL of the service', () => {
  let sent: SentStatement[];
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openPostgres();
    sent = await everyStatement(test.database);
    return () => test.close();
  });

  it('keeps to what distributed databases take', () => {
    const texts = new Set(sent.map(({ sql }) => oneLine(sql)));
    const broken = [...texts].flatMap((sql) =>
      brokenRules(sql, DIVIDED)
        .filter(({ name }) => !ALLOWED.some(([rule, which]) => rule.test(name) && which.test(sql)))
        .map(({ name, engine }) => `${engine}: ${name}: ${sql}`),
    );
    expect(broken).toEqual([]);
  });

  it('has no rule broken in vain that it may break', () => {
    const texts = sent.map(({ sql }) => oneLine(sql));
    for (const [rule, which] of ALLOWED) {
      const found = texts.filter((sql) => which.test(sql));
      expect(found.some((sql) => brokenRules(sql, DIVIDED).some(({ name }) => rule.test(name)))).toBe(true);
    }
  });

  it('is read completely: every text about conversations in the sources was sent', async () => {
    const sqlite = await openSqlite();
    const texts = [...sent, ...(await everyStatement(sqlite.database))].map(({ sql }) => oneLine(sql));
    await sqlite.close();
    const names = new RegExp(`\\b(${[...DIVIDED].join('|')})\\b`);
    const literals = sqlLiterals().filter(({ file, pieces }) => !(file in ELSEWHERE) && names.test(pieces.join(' ')));
    const unknown = literals.filter(
      ({ pieces }) => !texts.some((sql) => pieces.every((piece) => sql.includes(oneLine(piece)))),
    );
    expect(unknown.map(({ file, pieces }) => `${file}: ${oneLine(pieces.join(' … '))}`)).toEqual([]);
    for (const file of Object.keys(ELSEWHERE)) expect(sqlLiterals().some((one) => one.file === file)).toBe(true);
  });

  it('needs no notice and no lock of the whole database to be right', () => {
    const found = sqlLiterals().filter(({ pieces }) =>
      RULES.slice(-3).some(({ isBroken }) => isBroken([], DIVIDED, pieces.join(' '))),
    );
    // Notices only make things faster; migrations wait for each other; turns find a place in any partition.
    expect([...new Set(found.map(({ file }) => file))].toSorted()).toEqual([
      'src/platform/audit/make-months.ts',
      'src/platform/audit/record-months.ts',
      'src/platform/persistence/listening-connection.ts',
      'src/platform/persistence/migrate.ts',
    ]);
  });

  it('has the conversation in every key and foreign key', async () => {
    const rows = await test.database.query(
      `SELECT rel.relname AS table, con.conname AS name FROM pg_constraint con JOIN pg_class rel ON rel.oid = con.conrelid
        WHERE rel.relname = ANY($1::text[]) AND con.contype IN ('p', 'u', 'f')
          AND NOT EXISTS (SELECT 1 FROM pg_attribute a
             WHERE a.attrelid = rel.oid AND a.attname = 'conversation_id' AND a.attnum = ANY(con.conkey))`,
      [`{${[...DIVIDED].join(',')}}`],
    );
    expect(rows).toEqual([]);
  });
});
