// DBOS: a durable workflow for each request, which waits for the answer and does the work in a step. Which workflow is
// the conversation's is given to it for free.
import { DBOS } from '@dbos-inc/dbos-sdk';
import { cancelled, isYes, NOTHING_OPEN, question, readOrder } from './work.mjs';

export const about = {
  name: 'DBOS',
  packages: ['@dbos-inc/dbos-sdk'],
  stores: { postgres: 'its system tables' },
  keeps: 'the workflow, its steps and messages',
};

const ANSWER_WITHIN_SECONDS = 3600;

export async function open({ url, effect }) {
  const cancelOrder = DBOS.registerWorkflow(
    async (conversationId, order) => {
      await DBOS.setEvent('question', question(order));
      const answer = await DBOS.recv('answer', ANSWER_WITHIN_SECONDS);
      if (answer === null || !isYes(answer)) return NOTHING_OPEN;
      await DBOS.runStep(() => effect(conversationId), { name: 'cancel' });
      return cancelled(order);
    },
    { name: 'cancelOrder' },
  );
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: url,
    systemDatabasePoolSize: 10,
    logLevel: 'error',
    applicationVersion: '1',
  });
  await DBOS.launch();
  const requests = new Map();
  // Its own result comes at once to the handle of this process; any other process looks for it every second.
  const handles = new Map();
  const workflowOf = (conversationId) => `${conversationId}:${requests.get(conversationId) ?? 1}`;

  return {
    async send(conversationId, message) {
      const order = readOrder(message);
      if (order) requests.set(conversationId, (requests.get(conversationId) ?? 0) + 1);
      const workflowID = workflowOf(conversationId);
      if (order) {
        handles.set(workflowID, await DBOS.startWorkflow(cancelOrder, { workflowID })(conversationId, order));
        return DBOS.getEvent(workflowID, 'question');
      }
      await DBOS.send(workflowID, message, 'answer');
      const handle = handles.get(workflowID) ?? DBOS.retrieveWorkflow(workflowID);
      handles.delete(workflowID);
      return handle.getResult();
    },
  };
}
