// The classifier alone: what it makes of each reply, counted.
import { classifyDialogueAct, readActLanguage } from '../../dist/src/understanding/dialogue-act/index.js';

const LLM_THRESHOLD = 0.9;
const language = readActLanguage({ language: 'en', languageDirectory: '' });

/** A reply with what was read from it. */
export function classify(row) {
  const proposal = { question: row.question, arguments: row.arguments };
  return { ...row, reading: classifyDialogueAct({ text: row.text, proposal, expectsAnswer: false }, {}, language) };
}

/** Counts over turns of which it is known whether they execute. */
export function countTurns(rows) {
  const confirming = rows.filter((row) => row.executes);
  const refusing = rows.filter((row) => !row.executes);
  const missed = confirming.filter((row) => !affirms(row)).length;
  const amended = refusing.filter((row) => row.reading.act === 'EDIT').length;
  return {
    turns: rows.length,
    unintended: refusing.filter(affirms).length,
    missed,
    missedRate: rate(missed, confirming.length),
    amended,
    amendedRate: rate(amended, refusing.length),
    llmShare: llmShare(rows),
  };
}

/** What stands in the place of the no. */
const LEADS = ['Yes. ', 'Yes, ', 'Great. ', 'Sounds good. ', 'Okay, ', 'Yes please! They are so happy, '];
const NO =
  /^\W*(?:(?:no|nope|nah|sorry|actually|oh|wait|but|incorrect|not (?:quite|exactly|really)|(?:that|it)(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true))|i(?:'ve| have)? changed my mind)\b[\s,.;:!-]*)+/i;

/** Counts over the turns that must not execute, behind a yes or praise and without their no. */
export function countYesBeforeRefusal(rows) {
  const refusals = rows.filter((row) => !row.executes).map((row) => ({ ...row, text: row.text.replace(NO, '') }));
  const asking = refusals.filter(({ text }) => /\p{L}/u.test(text));
  const turns = asking.flatMap((row) => LEADS.map((lead) => ({ ...row, text: lead + row.text })));
  return { turns: turns.length, unintended: turns.map(classify).filter(affirms).length };
}

/** Counts over human replies, of which some are noisy: the operator did not execute, or it is unclear what they did. */
export function countReplies(rows) {
  const yes = rows.filter((row) => row.gold === 'EXEC');
  const noisy = rows.filter((row) => row.gold !== 'EXEC');
  return {
    replies: rows.length,
    yes: yes.length,
    yesRecall: rate(yes.filter(affirms).length, yes.length),
    noisy: noisy.length,
    noisyFalseYes: noisy.filter(affirms).length,
    falseYesOfRefusals: noisy.filter((row) => row.gold === 'NOEXEC' && affirms(row)).length,
    llmShare: llmShare(rows),
  };
}

/** Counts by source over replies of which the data says what came of them; a question for a value too is left out. */
export function countSources(others) {
  return Object.fromEntries(Object.entries(others).map(([source, rows]) => [source, countSource(rows)]));
}

function countSource(rows) {
  const read = rows.filter(({ isCore }) => isCore).map(classify);
  const of = (gold) => read.filter((row) => row.gold === gold);
  return {
    exec: of('EXEC').length,
    heard: of('EXEC').filter(affirms).length,
    noexec: of('NOEXEC').length,
    falseYes: of('NOEXEC').filter(affirms).length,
    unclear: of('UNCLEAR').length,
    unclearYes: of('UNCLEAR').filter(affirms).length,
  };
}

/** The median time of one reading, in milliseconds. */
export function medianTime(rows) {
  const times = rows.map((row) => {
    const start = performance.now();
    classify(row);
    return performance.now() - start;
  });
  return Number((times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0).toFixed(3));
}

export function rate(count, all) {
  return all === 0 ? 0 : Number((count / all).toFixed(4));
}

/** The share of turns for which a configured model would be asked. */
function llmShare(rows) {
  return rate(rows.filter(({ reading }) => reading.confidence < LLM_THRESHOLD).length, rows.length);
}

function affirms({ reading }) {
  return reading.act === 'AFFIRM';
}

/** Why a confirmation was missed, and how often, by what the message was read as. */
export function missedKinds(rows) {
  const kinds = { 'praise or thanks, with or without a question': 0, 'a question alone': 0, 'read as a correction': 0 };
  for (const row of rows.filter((each) => each.executes && !affirms(each))) {
    const kind = kindOf(row);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

const PRAISE =
  /^\W*(?:oh|wow|ok|okay|yes)?\W*(?:great|good|cool|excellent|fantastic|awesome|nice|lovely|wonderful|amazing|sweet|super|terrific|thanks|thank you)\b/i;

function kindOf({ text, reading }) {
  if (reading.act === 'EDIT' || reading.act === 'NEGATE') return 'read as a correction';
  if (PRAISE.test(text)) return 'praise or thanks, with or without a question';
  return reading.act === 'QUESTION' ? 'a question alone' : 'other words, or a yes beside words that are not understood';
}
