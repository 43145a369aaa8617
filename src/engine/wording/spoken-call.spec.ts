import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../understanding/language/index.js';
import { readReplies } from './replies.js';
import { spokenCall } from './spoken-call.js';

/** What would be asked in the words of a language. */
function question(description: string, args: Record<string, string> = {}, code = 'en'): string {
  const replies = readReplies({ ...ENGLISH, language: code });
  const variables = spokenCall({ description, arguments: args }, replies, (name) => replies.texts[name]);
  return replies.texts['ActionProposalStep.QUESTION_TEXT'].replace('{{call}}', String(variables.call));
}

describe('a question of the engine', () => {
  it.each([
    ['Cancel the order', 'Shall I cancel the order?'],
    ['cancel the order', 'Shall I cancel the order?'],
    ['Cancels an order.', 'Shall I cancel an order?'],
    ['Applies a discount', 'Shall I apply a discount?'],
    ['Closes a to-do. Use it when it is done. Returns the state.', 'Shall I close a to-do?'],
    ['Closes a to-do, e.g. number 7, at once. Returns 1.', 'Shall I close a to-do, e.g. number 7, at once?'],
    ['Pays version 2.1 of a bill', 'Shall I pay version 2.1 of a bill?'],
    ['Status of an order', 'Shall I do this: Status of an order?'],
    ['the acme_cancel of acme', 'Shall I do this: the acme_cancel of acme?'],
    ['SMS to the customer', 'Shall I do this: SMS to the customer?'],
  ])("reads like a person's: %s", (description, asked) => {
    expect(question(description)).toBe(asked);
  });

  it('says with what, where there is something', () => {
    expect(question('Cancel the order', { orderId: '7017' })).toBe('Shall I cancel the order with order id 7017?');
  });

  it.each([
    ['de', 'Bestellung stornieren', 'Soll ich das ausführen: Bestellung stornieren?'],
    ['es', 'Cancelar el pedido', '¿Quiere que haga esto: cancelar el pedido?'],
  ])("reads like a person's in %s", (code, description, asked) => {
    expect(question(description, {}, code)).toBe(asked);
    expect(question(description, { nummer: '7' }, code)).toBe(
      asked.replace('?', ' (nummer 7)?').replace('¿ (nummer 7)?', '¿'),
    );
  });
});
