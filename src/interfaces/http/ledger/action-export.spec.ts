import { expect, it } from 'vitest';
import type { ActionItem } from '../../../engine/ledger/index.js';
import { exportText } from './action-export.js';

const ITEM = {
  actionId: 'a',
  question: 'Book "Blue", or not?',
  arguments: { room: 7 },
  toolCode: null,
} as unknown as ActionItem;

async function* pages(...all: ActionItem[][]): AsyncGenerator<ActionItem[]> {
  yield* all;
}

async function written(format: 'csv' | 'json', ...all: ActionItem[][]): Promise<string> {
  let text = '';
  for await (const part of exportText(pages(...all), format)) text += part;
  return text;
}

it('writes lines with a head, and quotes what holds commas, quotes or ends of lines', async () => {
  const [head, line, end] = (await written('csv', [ITEM])).split('\r\n');
  expect(head).toMatch(/^actionId,conversationId,actionKey,/);
  expect(line).toContain('"Book ""Blue"", or not?"');
  expect(line).toContain('"{""room"":7}"');
  expect(end).toBe('');
  expect(await written('csv', [])).toBe(`${head}\r\n`);
});

it('writes nothing that a spreadsheet takes for a formula', async () => {
  for (const question of ['=1+1', '+1', '-1', '@SUM(A1)']) {
    expect(await written('csv', [{ ...ITEM, question }])).toContain(`,'${question},`);
  }
});

it('writes one list, on however many pages it is read', async () => {
  expect(JSON.parse(await written('json'))).toEqual([]);
  expect(JSON.parse(await written('json', [], [ITEM], [], [ITEM, ITEM]))).toEqual([ITEM, ITEM, ITEM]);
});
