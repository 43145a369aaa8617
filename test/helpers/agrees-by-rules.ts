import { classifyDialogueAct, type OpenProposal, readActLanguage } from '../../src/understanding/dialogue-act/index.js';

/** What was learned from judged replies is measured elsewhere. */
const languages = {
  en: { ...readActLanguage({ language: 'en', languageDirectory: '' }), replyWeights: undefined },
  de: { ...readActLanguage({ language: 'de', languageDirectory: '' }), replyWeights: undefined },
};

/** Whether a reply to an open proposal is a yes by the rules alone. */
export function agreesByRules(text: string, proposal: OpenProposal, language: keyof typeof languages): boolean {
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, languages[language]).act === 'AFFIRM';
}
