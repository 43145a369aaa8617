import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowHandler } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { isRestateInstalled } from '../helpers/restate/server.mjs';
import { RestateService } from '../helpers/restate/service.mjs';

const SEEDS = [
  `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect) VALUES
     ('journey.start', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'WRITE');`,
];

describe.skipIf(!isRestateInstalled)('a service with Restate', () => {
  let restate: RestateService;
  let engine: TestEngine;
  beforeEach(async () => {
    restate = await RestateService.open();
  });
  afterEach(async () => {
    await engine?.close();
    await restate.close();
  });

  describeOnEachDatabase('has durable workflows', (open) => {
    it('that begin with the yes, ask in the middle, take a signal, and tell the user how they ended', async () => {
      const did: string[] = [];
      const journey: WorkflowHandler = {
        kind: 'workflow',
        name: 'journey',
        durable: true,
        run: async ({ step, waitForApproval, waitForSignal }) => {
          await step('seat', () => did.push('seat'));
          const { approved } = await waitForApproval('price', { question: 'It costs 240 euros. Shall I book it?' });
          await waitForSignal('paid');
          await step('ticket', () => did.push('ticket'));
          return approved ? 'booked' : 'left alone';
        },
      };
      const config = restateConfig(await restate.addProcess());
      engine = await startEngine({ database: await open(), seeds: SEEDS, handlers: [journey], config });
      const conversationId = randomUUID();
      const api = async (path: string, body?: object) => {
        const headers = { 'content-type': 'application/json' };
        const send = body && { method: 'POST', headers, body: JSON.stringify(body) };
        return (await fetch(`${engine.url}/api/v1/workflows${path}`, send)).json();
      };
      const runs = async () => (await api(`?conversationId=${conversationId}`)) as { runId: string; status: string }[];

      const args = { operation: 'start', workflow: 'journey' };
      await engine.say('book it', conversationId, {
        inputParams: { tool_request: { tool_code: 'journey.start', args } },
      });
      expect(await runs()).toEqual([]);
      await engine.say('yes', conversationId);
      await expect.poll(async () => (await runs())[0]?.status).toBe('WAITING');
      expect(did).toEqual(['seat']);
      expect((await engine.say('hello', conversationId)).text).toContain('Shall I book it?');
      await engine.say('yes', conversationId);
      const [run] = await runs();
      await api(`/${conversationId}/${run?.runId}/signals`, { signal: 'paid', by: 'payments' });
      await expect.poll(async () => (await runs())[0]?.status).toBe('DONE');
      expect((await engine.say('hello', conversationId)).text).toContain('Of "journey": it is done. (text: booked)');
      expect(did).toEqual(['seat', 'ticket']);
    });
  });
});

function restateConfig(settings: Awaited<ReturnType<RestateService['addProcess']>>): Record<string, unknown> {
  const path = 'mcp.workflows.restate';
  return {
    [`${path}.ingress-url`]: settings.ingressUrl,
    [`${path}.admin-url`]: settings.adminUrl,
    [`${path}.endpoint-url`]: settings.endpointUrl,
    [`${path}.port`]: settings.port,
  };
}
