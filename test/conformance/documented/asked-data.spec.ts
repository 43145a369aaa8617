import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { dialogueActAnswer, scripted, talk } from '../turns/conversation.js';
import { classifier, insert, response, rule, schema } from '../turns/flow-rows.js';

const LINK = 'Use the link http://router.local/admin_reset with the default PIN 1234.';
const QUERY = { intent: 'SEMANTIC_QUERY' } as const;

/** A question that a SQL tool answers: what the documents leave to generated SQL is a row here. */
function asked(id: number, state: string, code: string, sql: string, args: Record<string, string> = {}): string {
  const names = Object.keys(args);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const value = JSON.stringify({ tool_code: code, args, as: 'found' });
  return (
    insert('ce_mcp_tool', { tool_id: id, tool_code: code, tool_group: 'DB', intent_code: 'ANY', state_code: 'ANY' }) +
    insert('ce_mcp_db_tool', {
      tool_id: id,
      dialect: 'ANSI',
      param_schema: JSON.stringify({ required: names, properties }),
      sql_template: sql,
    }) +
    rule({ ...QUERY, state, phase: 'PRE_AGENT_MCP', action: 'CALL_TOOL', value })
  );
}

const needs = (state: string, name: string, pattern: string) =>
  schema('SEMANTIC_QUERY', state, {
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'string', pattern } },
  });

const DATA = `
DROP TABLE IF EXISTS zp_disco_request; DROP TABLE IF EXISTS zp_billbank;
CREATE TABLE zp_disco_request (request_id varchar(20), account_id varchar(20), was integer, became integer, day varchar(10), reason varchar(80));
CREATE TABLE zp_billbank (disconnect_id varchar(20), status varchar(20), pending varchar(10));
INSERT INTO zp_disco_request VALUES ('ZPR1003', 'UPSA100', 810, 120, '2026-03-12', 'missing downstream disconnect order ID');
INSERT INTO zp_disco_request SELECT 'ZPR20' || n, 'UPSA200', 810, 120, '2026-03-12', '' FROM
  (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6) AS numbers;
INSERT INTO zp_billbank VALUES ('ZPDISC7003', 'CLOSED', '0.00');
`;

const SEMANTIC_FLOW = [
  DATA,
  classifier('^hi$', 'GREETING', 'IDLE'),
  response('GREETING', 'IDLE', 'Hi, how can I help you today?'),
  classifier('\\bfrom 810 to 120\\b', 'SEMANTIC_QUERY', 'COMPLETED'),
  classifier('\\bwhy did request\\b', 'SEMANTIC_QUERY', 'EXPLAINED'),
  classifier('\\bbillbank record\\b', 'SEMANTIC_QUERY', 'SHOWN'),
  classifier('^delete from\\b', 'SEMANTIC_QUERY', 'FAILED'),
  asked(
    1,
    'COMPLETED',
    'zp.transitions',
    "SELECT count(*) AS number FROM zp_disco_request WHERE was = 810 AND became = 120 AND day = '2026-03-12'",
  ),
  needs('EXPLAINED', 'requestId', '^ZPR\\d+$'),
  asked(2, 'EXPLAINED', 'zp.reason', 'SELECT reason FROM zp_disco_request WHERE request_id = :id', {
    id: '{{requestId}}',
  }),
  needs('SHOWN', 'disconnectId', '^ZPDISC\\d+$'),
  asked(3, 'SHOWN', 'zp.billbank', 'SELECT status, pending FROM zp_billbank WHERE disconnect_id = :id', {
    id: '{{disconnectId}}',
  }),
  response('SEMANTIC_QUERY', 'COMPLETED', 'Found {{found[0].number}} disconnect requests.'),
  response('SEMANTIC_QUERY', 'EXPLAINED', 'It failed: {{found[0].reason}}'),
  response('SEMANTIC_QUERY', 'SHOWN', '{{found[0].status}}, pending {{found[0].pending}}'),
  response(
    'SEMANTIC_QUERY',
    'FAILED',
    'I cannot execute that. The semantic querying system only allows read-only (SELECT) operations.',
  ),
].join('');

describeOnEachDatabase('the documented conversations about what was said and what is stored', (open) => {
  it('T5: what was told in the first turn is known in the fifteenth', async () => {
    const { config } = await scripted(
      dialogueActAnswer('QUESTION', 0.95),
      {
        when: ({ user }) => user.includes('Message: what link') && user.includes(LINK),
        reply: { text: `You were told: ${LINK}` },
      },
      { when: 'Message: my router', reply: { text: LINK } },
      { when: 'Message: ', reply: { text: 'I see.' } },
    );
    const derived = { output_format: 'TEXT', response_type: 'DERIVED', derivation_hint: 'Help.' };
    const flow =
      classifier('router|link|light', 'SUPPORT_DIAGNOSTIC', 'IDLE') +
      insert('ce_response', { intent_code: 'SUPPORT_DIAGNOSTIC', state_code: 'IDLE', ...derived });
    const user = await talk(open, flow, { config });
    expect((await user.say('my router is down, how do I reset it?')).text).toBe(LINK);
    for (let turn = 2; turn < 15; turn += 1) await user.say(`why is light ${turn} off?`);
    const reply = await user.say('what link did you tell me?');
    expect([reply.intent, reply.state]).toEqual(['SUPPORT_DIAGNOSTIC', 'IDLE']);
    expect(reply.text).toContain('http://router.local/admin_reset with the default PIN 1234.');
  });

  it('T9: stored data is asked for in words, and deleting it is refused', async () => {
    const config = { 'mcp.db.allowed-tables': ['*'] };
    const user = await talk(open, SEMANTIC_FLOW, { config });
    const said = async (message: string) => {
      const { intent, state, text } = await user.say(message);
      return [intent, state, text];
    };
    expect(await said('Hi')).toEqual(['GREETING', 'IDLE', 'Hi, how can I help you today?']);
    expect(await said('/sql2 show all disconnect requests where status went from 810 to 120 on march 12')).toEqual([
      'SEMANTIC_QUERY',
      'COMPLETED',
      'Found 7 disconnect requests.',
    ]);
    expect(await said('Why did request ZPR1003 fail?')).toEqual([
      'SEMANTIC_QUERY',
      'EXPLAINED',
      'It failed: missing downstream disconnect order ID',
    ]);
    expect(await said('Show billbank record for disconnect id ZPDISC7003.')).toEqual([
      'SEMANTIC_QUERY',
      'SHOWN',
      'CLOSED, pending 0.00',
    ]);
    expect(await said("Delete from zp_disco_request where account_id='UPSA100'")).toEqual([
      'SEMANTIC_QUERY',
      'FAILED',
      'I cannot execute that. The semantic querying system only allows read-only (SELECT) operations.',
    ]);
    expect(await user.engine.count("SELECT count(*) FROM zp_disco_request WHERE account_id = 'UPSA100'")).toBe(1);
  });
});
