import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { FlowService } from '../../../src/engine/flow/index.js';
import { applySeed } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { type TestConversation, talk } from '../turns/conversation.js';
import { advancedPack, plannerPack } from './packs.js';

const PLANNER_ROWS = {
  ce_intent: 2,
  ce_intent_classifier: 2,
  ce_output_schema: 2,
  ce_prompt_template: 5,
  ce_response: 5,
  ce_rule: 8,
  ce_mcp_tool: 6,
  ce_mcp_planner: 3,
};
const ADVANCED_ROWS = { ce_mcp_tool: 2, ce_mcp_query_knowledge: 3, ce_mcp_schema_knowledge: 8 };

async function rowsOf(user: TestConversation, tables: readonly string[]): Promise<Record<string, number>> {
  const counted = tables.map(
    async (table) => [table, await user.engine.count(`SELECT count(*) FROM ${table}`)] as const,
  );
  return Object.fromEntries(await Promise.all(counted));
}

async function loadAgain(user: TestConversation, file: string): Promise<void> {
  await applySeed(user.engine.database.database, await readFile(file, 'utf8'), file);
}

describeOnEachDatabase('a seed pack', (open) => {
  it.each([
    ['planner', plannerPack, PLANNER_ROWS],
    ['advanced', advancedPack, ADVANCED_ROWS],
  ] as const)('(%s) has the rows its README counts, also after it was loaded a second time', async (_, pack, rows) => {
    const user = await talk(open, pack);
    expect(await rowsOf(user, Object.keys(rows))).toEqual(rows);
    await loadAgain(user, pack(user.engine.database.dialect));
    expect(await rowsOf(user, Object.keys(rows))).toEqual(rows);
  });

  it.each([
    ['planner', plannerPack],
    ['advanced', advancedPack],
  ] as const)('(%s) loads without a row that cannot be used', async (_, pack) => {
    const user = await talk(open, pack);
    const { problems } = await user.engine.app.get(FlowService).refresh();
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('(both) may stand beside each other, and beside the demo pack', async () => {
    const user = await talk(open, plannerPack);
    const { dialect } = user.engine.database;
    await loadAgain(user, advancedPack(dialect));
    await loadAgain(user, 'seeds/demo/demo.sql');
    const { problems, counts } = await user.engine.app.get(FlowService).refresh();
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(counts).toMatchObject({ ce_mcp_tool: 8, ce_mcp_planner: 3, ce_intent: 6 });
  });

  it('(advanced) answers a tool nobody serves with the words of the contract, and the turn goes on', async () => {
    const user = await talk(open, advancedPack);
    const reply = await user.say('where is my order', {
      tool_request: { tool_code: 'order.status.api', args: { orderId: 'ORD-7017' } },
    });
    expect(reply.status).toBe(200);
    expect(await user.audit('TOOL_ORCHESTRATION_ERROR')).toMatchObject([
      {
        status: 'ERROR',
        error: 'No HttpApiToolHandler or HttpApiExecutorAdapter configured for tool_code=ORDER.STATUS.API',
      },
    ]);
  });
});
