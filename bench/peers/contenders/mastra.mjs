// Mastra: a workflow whose second step suspends to ask, one run for each request. Which run is the conversation's is
// given to it for free.
import { Mastra } from '@mastra/core';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import { PostgresStore } from '@mastra/pg';
import { z } from 'zod';
import { cancelled, isYes, NOTHING_OPEN, question, readOrder } from './work.mjs';

export const about = {
  name: 'Mastra',
  packages: ['@mastra/core', '@mastra/libsql', '@mastra/pg'],
  stores: { sqlite: 'LibSQLStore; it sets WAL, synchronous = NORMAL', postgres: 'PostgresStore' },
  keeps: "the run's snapshot, no messages",
};

const request = z.object({ conversationId: z.string(), order: z.string() });

export async function open({ kind, url, file, effect }) {
  const confirm = createStep({
    id: 'confirm',
    inputSchema: request,
    outputSchema: request,
    suspendSchema: z.object({ question: z.string() }),
    resumeSchema: z.object({ agreed: z.boolean() }),
    async execute({ inputData, resumeData, suspend, bail }) {
      if (!resumeData) return suspend({ question: question(inputData.order) });
      return resumeData.agreed ? inputData : bail({ reply: NOTHING_OPEN });
    },
  });
  const execute = createStep({
    id: 'execute',
    inputSchema: request,
    outputSchema: z.object({ reply: z.string() }),
    async execute({ inputData }) {
      await effect(inputData.conversationId);
      return { reply: cancelled(inputData.order) };
    },
  });
  const cancelOrder = createWorkflow({
    id: 'cancelOrder',
    inputSchema: request,
    outputSchema: z.object({ reply: z.string() }),
  })
    .then(confirm)
    .then(execute)
    .commit();
  const storage =
    kind === 'sqlite'
      ? new LibSQLStore({ id: 'bench', url: `file:${file}` })
      : new PostgresStore({ id: 'bench', connectionString: url, max: 10, idleTimeoutMillis: 1_000 });
  const mastra = new Mastra({ workflows: { cancelOrder }, storage, logger: false });
  await storage.init();
  const workflow = mastra.getWorkflow('cancelOrder');
  const requests = new Map();
  const runOf = (conversationId) =>
    workflow.createRun({ runId: `${conversationId}:${requests.get(conversationId) ?? 1}` });

  return {
    async send(conversationId, message) {
      const order = readOrder(message);
      if (order) requests.set(conversationId, (requests.get(conversationId) ?? 0) + 1);
      const run = await runOf(conversationId);
      const result = order
        ? await run.start({ inputData: { conversationId, order } })
        : await run.resume({ step: 'confirm', resumeData: { agreed: isYes(message) } });
      if (result.status === 'suspended') return result.steps.confirm.suspendPayload.question;
      if (result.status === 'success') return result.result.reply;
      throw result.error ?? new Error(`The run is ${result.status}.`);
    },
    /** What its documents say to do with a run that was cut off. */
    async recover(conversationId) {
      await (await runOf(conversationId)).restart();
    },
  };
}
