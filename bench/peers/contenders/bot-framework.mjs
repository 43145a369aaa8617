// Bot Framework dialogs: a waterfall with a ConfirmPrompt. Its state is kept by a Storage of the bench, since the
// library's own are in memory or in Azure.
import { BotAdapter, ConversationState, TurnContext } from 'botbuilder-core';
import { ConfirmPrompt, DialogSet, DialogTurnStatus, WaterfallDialog } from 'botbuilder-dialogs';
import { openStateTable, STATE_TABLE_STORES } from './state-table.mjs';
import { cancelled, NOTHING_OPEN, question, readOrder } from './work.mjs';

export const about = {
  name: 'Bot Framework dialogs',
  packages: ['botbuilder-dialogs'],
  stores: STATE_TABLE_STORES,
  keeps: 'the dialog stack',
};

export async function open({ effect, ...database }) {
  const adapter = new CollectingAdapter();
  const state = new ConversationState(new TableStorage(await openStateTable(database)));
  const dialogs = new DialogSet(state.createProperty('dialogs'));
  dialogs.add(new ConfirmPrompt('confirm', undefined, 'en-us'));
  dialogs.add(
    new WaterfallDialog('cancelOrder', [
      (step) => step.prompt('confirm', { prompt: question(step.options.order) }),
      async (step) => {
        if (!step.result) return step.endDialog();
        await effect(step.context.activity.conversation.id);
        await step.context.sendActivity(cancelled(step.options.order));
        return step.endDialog();
      },
    ]),
  );

  return {
    async send(conversationId, message) {
      const context = new TurnContext(adapter, {
        type: 'message',
        text: message,
        locale: 'en-us',
        channelId: 'bench',
        conversation: { id: conversationId },
        from: { id: 'user' },
        recipient: { id: 'bot' },
      });
      const dialog = await dialogs.createContext(context);
      const { status } = await dialog.continueDialog();
      const order = status === DialogTurnStatus.empty ? readOrder(message) : undefined;
      if (order) await dialog.beginDialog('cancelOrder', { order });
      await state.saveChanges(context);
      return context.turnState.get(SAID)?.join('\n') ?? NOTHING_OPEN;
    },
  };
}

const SAID = Symbol('said');

/** Keeps what the bot says with the turn. */
class CollectingAdapter extends BotAdapter {
  async sendActivities(context, activities) {
    const said = context.turnState.get(SAID) ?? [];
    said.push(...activities.map((activity) => activity.text));
    context.turnState.set(SAID, said);
    return activities.map(() => ({ id: '1' }));
  }
}

class TableStorage {
  constructor(table) {
    this.table = table;
  }

  async read(keys) {
    const documents = await Promise.all(keys.map((key) => this.table.read(key)));
    return Object.fromEntries(keys.flatMap((key, i) => (documents[i] ? [[key, JSON.parse(documents[i])]] : [])));
  }

  async write(changes) {
    await Promise.all(Object.entries(changes).map(([key, value]) => this.table.write(key, JSON.stringify(value))));
  }

  async delete() {
    throw new Error('The bench deletes no state.');
  }
}
