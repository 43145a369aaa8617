import { describe, expect, it } from 'vitest';
import { byWords, lint } from '../../../authoring/index.js';
import type { Tool } from '../../tool.js';
import { didYouMean } from './gateway.executor.js';
import { GATEWAY_TOOLS, meantCall } from './gateway-tools.js';
import { searchTools } from './search-tools.js';

const tool = (code: string, description: string, properties = {}) =>
  ({ code, description, inputSchema: { properties }, does: { kind: 'group' } }) as unknown as Tool;

const TOOLS = [
  tool('order.cancel', 'Cancels an order of a customer'),
  tool('order.find', 'Finds the orders of a customer', { customerMail: { description: 'e-mail address' } }),
  tool('invoice.send', 'Sends an invoice to a customer'),
  tool('Wetterbericht', 'Gibt das Wetter für einen Ort', { städte: {} }),
];
const found = (query: string) => searchTools(TOOLS, query).map(({ code }) => code);

describe('a search for tools', () => {
  it.each([
    ['cancel order', 'order.cancel'],
    ['find orders', 'order.find'],
    ['invoices', 'invoice.send'],
    ['customer mail', 'order.find'],
    ['ORDER.CANCEL', 'order.cancel'],
    ['wetter', 'Wetterbericht'],
    ['städte', 'Wetterbericht'],
    ['cancellation of ordres', 'order.cancel'],
  ])('for "%s" finds %s first', (query, code) => expect(found(query)[0]).toBe(code));

  it('finds nothing where no word fits', () => {
    expect(found('spaceship')).toEqual([]);
    expect(found(' !? ')).toEqual([]);
  });
});

describe('a code that no tool has', () => {
  it.each([
    ['order.cancle', ' Did you mean "order.cancel"?'],
    ['ordr.cancel', ' Did you mean "order.cancel"?'],
    ['order_cancel', ' Did you mean "order.cancel"?'],
    ['cancelOrder', ' Did you mean "order.cancel"?'],
    ['order', ' Did you mean "order.cancel" or "order.find"?'],
    ['order.ship', ''],
    ['xyz', ''],
  ])('%s is told the code that was meant: %j', (code, hint) => expect(didYouMean(code, TOOLS)).toBe(hint));
});

describe('the tools that stand for all others', () => {
  it('say what they are for, as validate asks of every tool; that arguments are an object is what they are for', () => {
    const targets = GATEWAY_TOOLS.map(({ code, description, inputSchema }) => ({
      name: code,
      description: description ?? '',
      inputSchema,
      outputSchema: null,
      origin: code,
      group: '',
      placeOf: () => ({ kind: 'row' as const, row: code, column: null }),
    }));
    const wrong = lint(targets, byWords).tools.flatMap(({ tool, results }) =>
      results.filter(({ passed }) => !passed).map(({ rule }) => `${tool.name} ${rule.id}`),
    );
    expect(wrong).toEqual(['gateway_invoke AX-002', 'gateway_run_playbook AX-002']);
  });
});

describe('what is meant by a call', () => {
  it.each([
    ['gateway_invoke', { tool_code: 'a', arguments: { x: 1 } }, { toolCode: 'a', args: { x: 1 } }],
    ['GATEWAY_INVOKE', { tool_code: ' a ', arguments: '{"x":1}' }, { toolCode: 'a', args: { x: 1 } }],
    ['gateway_invoke', { tool_code: 'a' }, { toolCode: 'a', args: {} }],
    ['gateway_run_playbook', { name: 'p', arguments: {} }, { toolCode: 'p', args: {} }],
  ])('%s with %j is the call of the tool itself', (code, args, meant) => expect(meantCall(code, args)).toEqual(meant));

  it.each([
    ['gateway_run_playbook', { name: 'p', dry_run: true }],
    ['gateway_run_playbook', { name: 'p', dry_run: 'true' }],
    ['gateway_invoke', { tool_code: 'a', dry_run: true }],
    ['gateway_invoke', { tool_code: 'a', arguments: [1] }],
    ['gateway_invoke', {}],
    ['order.find', { tool_code: 'a' }],
  ])('%s with %j is what it is', (toolCode, args) => expect(meantCall(toolCode, args)).toEqual({ toolCode, args }));
});
