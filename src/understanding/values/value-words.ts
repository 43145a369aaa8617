import { z } from 'zod';
import { wordList } from '../language/index.js';

const amounts = z.record(z.string().min(1), z.number());
const periods = z.strictObject({ day: wordList, week: wordList, month: wordList });
const halves = z.strictObject({ morning: wordList, afternoon: wordList, night: wordList });

/**
 * The words of a language for numbers, money, days and times: `config/languages/CODE/values.yaml`, whose comments say
 * what each list is for. Lower case; a space stands for any white space, `'` for either apostrophe.
 */
export const valueWords = z.strictObject({
  numbers: z.strictObject({
    decimal: z.enum(['.', ',']),
    group: z.enum(['.', ',']),
    joined: z.boolean(),
    link: z.string(),
    cents: wordList,
    point: wordList,
    units: amounts,
    tens: amounts,
    scales: amounts,
    suffixes: amounts,
    phrases: amounts,
    half: z.string(),
    articles: wordList,
    pronouns: z.strictObject({ words: wordList, before: wordList, after: wordList, counted: wordList }),
    idioms: wordList,
    bare: wordList,
    after: wordList,
  }),
  currencies: z.record(z.string().regex(/^[A-Z]{3}$/, 'expected a currency code such as EUR'), wordList),
  units: z.array(z.tuple([z.string(), z.string(), z.number()])),
  plurals: wordList,
  days: z.strictObject({
    months: z.array(z.string().min(1)).length(12),
    weekdays: z.array(z.string().min(1)).length(7),
    relative: z.record(z.string().min(1), z.number().int()),
    ordinals: z.record(z.string().min(1), z.number().int()),
    ordinalsOfMonth: z.record(z.string().min(1), z.number().int()),
    counted: wordList,
    endings: wordList,
    dotAfter: wordList,
    links: wordList,
    until: wordList,
    ofMonth: z.record(z.string().min(1), z.number().int()),
    the: wordList,
    after: wordList,
    dotted: z.boolean(),
  }),
  clock: z.strictObject({
    hours: z.union([z.literal(12), z.literal(24)]),
    named: z.record(z.string().min(1), z.string().regex(/^\d\d:\d\d$/, 'expected a time such as "12:00"')),
    fractions: z.record(z.string().min(1), z.number().int()),
    at: wordList,
    marks: wordList,
    ...halves.shape,
    leading: halves,
  }),
  passing: z.strictObject({
    severalDays: wordList,
    ignored: wordList,
    spans: wordList,
    partial: wordList,
    partialAfter: wordList,
  }),
  schedules: z.strictObject({
    every: wordList,
    other: wordList,
    units: periods,
    alone: periods,
    workdays: wordList,
    weekdays: z.array(wordList).length(7),
    and: wordList,
    on: wordList,
    monthDay: wordList,
    lastDay: wordList,
    from: wordList,
    until: wordList,
    times: wordList,
  }),
});

/** See {@link valueWords}. */
export type ValueWords = z.infer<typeof valueWords>;
