// LangGraph.js: a graph with messages that interrupts to ask, with the checkpointers of the project.
import { Annotation, Command, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import pg from 'pg';
import { cancelled, isYes, question, readOrder } from './work.mjs';

export const about = {
  name: 'LangGraph.js',
  packages: [
    '@langchain/langgraph',
    '@langchain/langgraph-checkpoint-sqlite',
    '@langchain/langgraph-checkpoint-postgres',
  ],
  stores: {
    sqlite: 'SqliteSaver; it sets WAL, the driver then synchronous = NORMAL',
    postgres: 'PostgresSaver',
  },
  keeps: 'messages, and a checkpoint of each step',
};

export async function open({ kind, url, file, effect }) {
  const checkpointer = await openSaver(kind, url, file);
  const State = Annotation.Root({ ...MessagesAnnotation.spec, order: Annotation(), agreed: Annotation() });
  const last = ({ messages }) => messages.at(-1).content;
  const say = (content) => ({ role: 'assistant', content });
  const graph = new StateGraph(State)
    .addNode('understand', (state) => ({ order: readOrder(last(state)) }))
    .addNode('ask', ({ order }) => {
      const reply = interrupt(question(order));
      return { agreed: isYes(reply), messages: [say(question(order)), { role: 'user', content: reply }] };
    })
    .addNode('execute', async ({ order }, { configurable }) => {
      await effect(configurable.thread_id);
      return { messages: [say(cancelled(order))] };
    })
    .addNode('refuse', () => ({ messages: [say('There is nothing to confirm.')] }))
    .addEdge(START, 'understand')
    .addConditionalEdges('understand', ({ order }) => (order ? 'ask' : 'refuse'))
    .addConditionalEdges('ask', ({ agreed }) => (agreed ? 'execute' : 'refuse'))
    .addEdge('execute', END)
    .addEdge('refuse', END)
    .compile({ checkpointer });

  return {
    async send(conversationId, message) {
      const config = { configurable: { thread_id: conversationId } };
      const { tasks } = await graph.getState(config);
      const waits = tasks.some(({ interrupts }) => interrupts.length > 0);
      const input = waits ? new Command({ resume: message }) : { messages: [{ role: 'user', content: message }] };
      const result = await graph.invoke(input, config);
      return result.__interrupt__?.[0].value ?? last(result);
    },
    /** What its documents say to do with a run that was cut off. */
    async recover(conversationId) {
      await graph.invoke(null, { configurable: { thread_id: conversationId } });
    },
  };
}

async function openSaver(kind, url, file) {
  if (kind === 'sqlite') return SqliteSaver.fromConnString(file);
  const saver = new PostgresSaver(new pg.Pool({ connectionString: url, idleTimeoutMillis: 1_000 }));
  await saver.setup();
  return saver;
}
