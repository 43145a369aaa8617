import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { classifyDialogueAct, type OpenProposal, readActLanguage } from '../../src/understanding/dialogue-act/index.js';

interface Replies {
  readonly proposals: Readonly<Record<string, OpenProposal & { exec: string[]; not: string[] }>>;
  readonly always: { exec: string[]; not: string[] };
  readonly unclear: readonly (OpenProposal & { not: string[] })[];
  readonly restated: readonly (OpenProposal & { exec: string[]; not: string[] })[];
}

function repliesOf(code: string): Replies {
  return parse(readFileSync(join(import.meta.dirname, `replies.${code}.yaml`), 'utf8')) as Replies;
}

describe.each(['en', 'de', 'es'])('replies in "%s" to a question to confirm', (code) => {
  const language = readActLanguage({ language: code, languageDirectory: '' });
  const { proposals, always, restated, unclear } = repliesOf(code);

  function agrees(text: string, { question, arguments: args }: OpenProposal): boolean {
    const proposal = { question, arguments: args };
    return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act === 'AFFIRM';
  }

  describe.each(Object.entries(proposals))('whether to do a %s', (_, proposal) => {
    it('never execute where they must not', () => {
      const executed = [...always.not, ...proposal.not].filter((text) => agrees(text, proposal));
      expect(executed).toEqual([]);
    });

    it('are heard where they are a clear yes: at least 95 of 100', () => {
      const consents = [...always.exec, ...proposal.exec];
      const missed = consents.filter((text) => !agrees(text, proposal));
      expect(missed.length / consents.length, missed.join('; ')).toBeLessThanOrEqual(0.05);
    });
  });

  it.each(unclear)('never execute where somebody who does the work by hand would ask again: $question', (proposal) => {
    expect(proposal.not.filter((text) => agrees(text, proposal))).toEqual([]);
  });

  it.each(restated)('are heard where they say again: $question', (proposal) => {
    expect(proposal.exec.filter((text) => !agrees(text, proposal))).toEqual([]);
    expect(proposal.not.filter((text) => agrees(text, proposal))).toEqual([]);
  });
});
