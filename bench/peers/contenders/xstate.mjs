// XState: a machine that asks, whose snapshot is stored after each turn.
import { assign, createActor, createMachine, fromPromise, waitFor } from 'xstate';
import { openStateTable, STATE_TABLE_STORES } from './state-table.mjs';
import { cancelled, isYes, NOTHING_OPEN, question, readOrder } from './work.mjs';

export const about = { name: 'XState', packages: ['xstate'], stores: STATE_TABLE_STORES, keeps: 'the snapshot' };

export async function open({ effect, ...database }) {
  const table = await openStateTable(database);
  const machine = createMachine({
    initial: 'idle',
    context: {},
    states: {
      idle: { on: { ASK: { target: 'asking', actions: assign({ order: ({ event }) => event.order }) } } },
      asking: { on: { YES: 'executing', ASK: { actions: assign({ order: ({ event }) => event.order }) } } },
      executing: {
        invoke: {
          src: fromPromise(({ input }) => effect(input.conversationId)),
          input: ({ event }) => ({ conversationId: event.conversationId }),
          onDone: 'idle',
        },
      },
    },
  });

  return {
    async send(conversationId, message) {
      const stored = await table.read(conversationId);
      const actor = createActor(machine, stored && { snapshot: JSON.parse(stored) }).start();
      const wasAsking = actor.getSnapshot().matches('asking');
      const order = readOrder(message);
      if (order) actor.send({ type: 'ASK', order });
      else if (isYes(message)) actor.send({ type: 'YES', conversationId });
      const snapshot = await waitFor(actor, (one) => !one.matches('executing'));
      await table.write(conversationId, JSON.stringify(actor.getPersistedSnapshot()));
      actor.stop();
      if (snapshot.matches('asking')) return question(snapshot.context.order);
      return wasAsking ? cancelled(snapshot.context.order) : NOTHING_OPEN;
    },
  };
}
