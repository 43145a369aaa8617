// OpenAI Agents SDK: an agent with a tool that needs approval, and a scripted model that answers at once. The state of
// an interrupted run and the history of the conversation are stored as its documents show, in a table of the bench.
import { Agent, Runner, RunState, setTracingDisabled, tool, Usage } from '@openai/agents';
import { z } from 'zod';
import { openStateTable, STATE_TABLE_STORES } from './state-table.mjs';
import { cancelled, isYes, NOTHING_OPEN, question, readOrder } from './work.mjs';

export const about = {
  name: 'OpenAI Agents SDK',
  packages: ['@openai/agents'],
  stores: STATE_TABLE_STORES,
  keeps: 'the messages, or the RunState while it asks',
};

export async function open({ effect, ...database }) {
  setTracingDisabled(true);
  const table = await openStateTable(database);
  const cancelOrder = tool({
    name: 'cancel_order',
    description: 'Cancels an order.',
    parameters: z.object({ order: z.string() }),
    needsApproval: true,
    async execute({ order }, runContext) {
      await effect(runContext.context.conversationId);
      return cancelled(order);
    },
  });
  const agent = new Agent({ name: 'orders', instructions: 'Cancel orders.', tools: [cancelOrder] });
  const runner = new Runner({ modelProvider: { getModel: () => scriptedModel }, tracingDisabled: true });

  return {
    async send(conversationId, message) {
      const stored = JSON.parse((await table.read(conversationId)) ?? '{"history":[]}');
      const context = { conversationId };
      let result;
      if (stored.runState) {
        const state = await RunState.fromString(agent, stored.runState);
        for (const interruption of state.getInterruptions()) {
          if (isYes(message)) state.approve(interruption);
          else state.reject(interruption);
        }
        result = await runner.run(agent, state);
      } else {
        result = await runner.run(agent, [...stored.history, { role: 'user', content: message }], { context });
      }
      const [asked] = result.interruptions;
      const kept = asked ? { runState: result.state.toString() } : { history: result.history };
      await table.write(conversationId, JSON.stringify(kept));
      return asked ? question(JSON.parse(asked.rawItem.arguments).order) : result.finalOutput;
    },
  };
}

let calls = 0;

/** Calls the tool for a request, and then says what the tool said. */
const scriptedModel = {
  async getResponse({ input }) {
    return { usage: new Usage(), output: [nextItem(input.at(-1))] };
  },
  // biome-ignore lint/correctness/useYield: the bench does not stream
  async *getStreamedResponse() {
    throw new Error('The bench does not stream.');
  },
};

function nextItem(last) {
  const order = last.role === 'user' ? readOrder(textOf(last.content)) : undefined;
  if (order) {
    calls += 1;
    const callId = `call_${calls}`;
    return {
      type: 'function_call',
      callId,
      name: 'cancel_order',
      status: 'completed',
      arguments: JSON.stringify({ order }),
    };
  }
  const text = last.type === 'function_call_result' ? textOf(last.output) : NOTHING_OPEN;
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
}

function textOf(content) {
  return typeof content === 'string' ? content : (content.text ?? content[0].text);
}
