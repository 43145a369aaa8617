import { describe, expect, it } from 'vitest';
import { statementName } from './sql-name.js';

describe('the name of a statement', () => {
  it('is what it does to which tables', () => {
    const names = {
      'SELECT * FROM ce_rule WHERE rule_id = $1': 'SELECT ce_rule',
      'insert into ce_turn_reply (a) values ($1)': 'INSERT ce_turn_reply',
      'UPDATE ce_conversation SET turn_no = $1': 'UPDATE ce_conversation',
      'DELETE FROM ce_document': 'DELETE ce_document',
      'WITH leased AS (UPDATE ce_conversation SET a = 1 RETURNING *) INSERT INTO ce_turn_record SELECT * FROM leased':
        'UPDATE ce_conversation INSERT ce_turn_record',
      'SELECT 1 FROM ce_rule r JOIN ce_intent i ON i.a = r.a FOR UPDATE OF r': 'SELECT ce_rule SELECT ce_intent',
      'PRAGMA user_version': 'PRAGMA',
    };
    for (const [sql, name] of Object.entries(names)) expect(statementName(sql)).toBe(name);
  });

  it('holds no value that stands in its text', () => {
    const sql = `UPDATE notes SET text = 'a letter from Ann, it''s FROM her' WHERE id = 7`;
    expect(statementName(sql)).toBe('UPDATE notes');
  });
});
