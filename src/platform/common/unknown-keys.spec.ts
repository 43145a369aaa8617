import { expect, it } from 'vitest';
import { z } from 'zod';
import { nameKnownKeys } from './unknown-keys.js';

const schema = z.strictObject({
  name: z.string(),
  arguments: z.strictObject({ at: z.string().optional() }).optional(),
  'in-doubt': z.string().optional(),
});
const messagesOf = (document: unknown) =>
  schema.safeParse(document, { error: nameKnownKeys }).error?.issues.map(({ message }) => message);

it.each<[object, string]>([
  [
    { argument: {} },
    'Unrecognized key: "argument" (did you mean "arguments"?); known are "name", "arguments", "in-doubt"',
  ],
  [
    { in_doubt: '' },
    'Unrecognized key: "in_doubt" (did you mean "in-doubt"?); known are "name", "arguments", "in-doubt"',
  ],
  [
    { other: 1, indoubt: 2 },
    'Unrecognized keys: "other", "indoubt" (did you mean "in-doubt"?); known are "name", "arguments", "in-doubt"',
  ],
  // It is there already.
  [{ nam: '' }, 'Unrecognized key: "nam"; known are "name", "arguments", "in-doubt"'],
  [{ names: '' }, 'Unrecognized key: "names"; known are "name", "arguments", "in-doubt"'],
  // Of so few letters each could be meant.
  [{ arguments: { as: '' } }, 'Unrecognized key: "as"; known are "at"'],
])('says of %j which keys are known, and which one was meant', (more, message) => {
  expect(messagesOf({ name: 'a', ...more })).toEqual([message]);
});

it('leaves all else as it is', () => {
  expect(messagesOf({ name: 1 })).toEqual(['Invalid input: expected string, received number']);
});
