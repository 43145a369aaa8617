import type { ActReading, DialogueAct } from './dialogue-act.js';
import type { Reply } from './reply.js';
import {
  ASKS,
  featuresOf,
  HALF,
  NEW_NAME,
  NEW_THING,
  NEW_VALUE,
  OTHER_DEED,
  type RulesReading,
} from './reply-features.js';

/** How sure a yes is that only the second reader has heard. */
const HEARD = 0.8;

/** What the rules may take for something else where the second reader hears a yes: they have not understood it. */
const NOT_UNDERSTOOD: ReadonlySet<DialogueAct> = new Set(['NEW_REQUEST', 'EDIT']);

/** A correction of which the rules are so sure is one. */
const SURE = 0.9;

/** What no reply may hold that only the second reader hears as a yes. */
const CLOSING = [ASKS, HALF, NEW_NAME, NEW_THING, NEW_VALUE, OTHER_DEED];

/** A reply to a proposal as the second reader sees it. */
export interface ReplyDescription {
  /** By the rules. */
  readonly act: DialogueAct;
  readonly features: ReadonlySet<string>;
  /** Whether it may be heard as a yes: never a refusal, a question, or another value. */
  readonly canBeHeard: boolean;
}

/**
 * What a second reader makes of it that has learned from many judged replies: where the rules understand no more than that something is
 * said, and it knows the like of replies that agree, it is a plain yes.
 */
export function readAgain(byRules: RulesReading, reply: Reply, text: string): ActReading[] {
  const { acts } = byRules;
  const weights = reply.language.replyWeights;
  if (!weights || !reply.proposal || reply.sentences.length === 0 || acts.some(isSettled)) return acts;
  const { features, canBeHeard } = describe(byRules, reply);
  return canBeHeard && weights.score(features) >= weights.agrees
    ? [{ act: 'AFFIRM', confidence: HEARD, evidence: text, strength: 'PLAIN' }]
    : acts;
}

export function describe(byRules: RulesReading, reply: Reply): ReplyDescription {
  const { acts } = byRules;
  const features = featuresOf(reply, byRules);
  const canBeHeard = !acts.some(isSettled) && !CLOSING.some((feature) => features.has(feature));
  return { act: acts[0]?.act ?? 'NEW_REQUEST', features, canBeHeard };
}

/** True for what the rules have understood. */
function isSettled({ act, confidence }: ActReading): boolean {
  return !NOT_UNDERSTOOD.has(act) || (act === 'EDIT' && confidence >= SURE);
}
