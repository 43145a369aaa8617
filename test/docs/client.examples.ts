// The examples of docs/client.md: `npm run docs` copies the regions, and test/client/examples.spec.ts runs them.
// #region ask
import { actionsToApprove, connect, follow, list, read, say } from '../../src/interfaces/client/index.js';

/** Says something, and has `agree` answer what is asked back. */
export async function askAndAnswer(url: string, message: string, agree: (question: string) => boolean) {
  const service = connect({ url });
  let reply = await say(service, { message });
  for (const open of reply.open) {
    reply = agree(open.question) ? await open.confirm() : await open.reject();
  }
  return reply;
}

// #endregion

// #region follow
/** The stages of a conversation as they are recorded, until an action was executed. */
export async function untilDone(url: string, conversationId: string) {
  const stages: string[] = [];
  for await (const event of follow(connect({ url }), conversationId, { after: 0 })) {
    if (event.eventType === 'AUDIT') stages.push(event.stage);
    if (stages.includes('PENDING_ACTION_EXECUTED')) break;
  }
  return stages;
}

// #endregion

// #region lists
/** What an operator looks at. */
export async function look(url: string) {
  const service = connect({ url });
  const executed: string[] = [];
  for await (const action of list(service, '/api/v1/actions', { params: { query: { status: 'EXECUTED' } } })) {
    executed.push(action.actionKey);
  }
  for (const action of await actionsToApprove(service)) await action.approve({ by: 'ann', note: 'as agreed' });
  const { database } = await read(service.api.GET('/api/v1/health'));
  return { executed, database };
}
// #endregion
