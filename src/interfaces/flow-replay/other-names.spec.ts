import { describe, expect, it } from 'vitest';
import { underOtherNames } from './other-names.js';
import type { RecordedConversation } from './recorded-conversations.js';

describe('other names in a recorded conversation', () => {
  const recorded = {
    messages: [{ text: 'from Pune to Delhi on Lundi in Brumaire' }],
    events: [],
    proposals: new Map(),
    modelAnswers: [],
  } as unknown as RecordedConversation;
  const under = (datesInWords: readonly string[]) =>
    underOtherNames(recorded, { schemas: [] }, datesInWords).messages[0]?.text;

  it('leave the days and months of the language as they are, whichever it is', () => {
    expect(under(['lundi', 'brumaire'])).toMatch(/^from (?!Pune)\w+ to (?!Delhi)\w+ on Lundi in Brumaire$/);
    expect(under([])).not.toMatch(/Lundi|Brumaire/);
  });
});
