import { z } from 'zod';

const word = z.string().min(1);

/** Words of a language file: entries in one list, or in several that make a long one readable. */
export const wordList = z.union([z.array(word), z.array(z.array(word))]).transform((list) => list.flat());
