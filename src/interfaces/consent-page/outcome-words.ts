import type { Became } from '../../engine/turn/index.js';
import type { PageText } from './consent-page.html.js';

/** What the page says of a question that it decides no more: its heading, and a sentence. */
export const OUTCOME_WORDS: Readonly<Record<Became, readonly [title: PageText, text: PageText]>> = {
  DONE: ['TITLE_DONE', 'DONE'],
  SCHEDULED: ['TITLE_AGREED', 'SCHEDULED'],
  AT_WORK: ['TITLE_AT_WORK', 'AT_WORK'],
  IN_DOUBT: ['TITLE_IN_DOUBT', 'IN_DOUBT'],
  FAILED: ['TITLE_NOT_DONE', 'FAILED'],
  TRIED: ['TITLE_NOT_DONE', 'TRIED'],
  DECLINED: ['TITLE_DECLINED', 'DECLINED'],
  NOT_APPROVED: ['TITLE_NOT_DONE', 'NOT_APPROVED'],
  UNAVAILABLE: ['TITLE_NOT_DONE', 'UNAVAILABLE'],
  EXPIRED: ['TITLE_CLOSED', 'EXPIRED'],
  REPLACED: ['TITLE_CLOSED', 'REPLACED'],
  CLOSED: ['TITLE_CLOSED', 'CLOSED_LINK'],
};
