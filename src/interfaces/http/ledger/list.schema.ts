import { z } from 'zod';
import { toStorableText } from '../../../platform/common/json.js';

/** A time in a query, as milliseconds since 1970 UTC. */
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** A part of texts that is looked for; empty is the same as left out. */
export const searchText = z
  .string()
  .max(200)
  .transform((text) => toStorableText(text.trim()) || undefined)
  .optional();

/** A code that is compared as it is. */
export const code = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => toStorableText(text))
  .optional();

/** What the query of every list may hold. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50).meta({ description: 'Most items in the answer' }),
  cursor: z.string().max(500).optional().meta({ description: 'nextCursor of the page before; left out for the first' }),
};

/** The time that a list is about. */
export const timeQuery = {
  since: time.optional().meta({ description: 'Only what is not older (ISO 8601)', example: '2026-01-31T00:00:00Z' }),
  until: time.optional().meta({ description: 'Only what is older (ISO 8601)', example: '2026-02-01T00:00:00Z' }),
};

/** Values with commas between them, each one of a set. */
export function listOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim().toUpperCase()))
    .pipe(z.array(z.enum(values)))
    .optional();
}

/** Where the next page begins. */
export const nextCursor = z.string().nullable().meta({
  description:
    'Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that',
});

/** UTC, to the millisecond. */
export const utc = z.iso.datetime().meta({ description: 'UTC, to the millisecond' });
