import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject } from '../../../platform/common/json.js';
import { CONFIG, LLM_CLIENT } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { LlmClient } from '../../../platform/llm/index.js';
import {
  type ActLanguage,
  type ActReading,
  classifyDialogueAct,
  DIALOGUE_ACTS,
  type DialogueActPatterns,
  type DialogueActReading,
  hasYes,
  namesDeed,
} from '../../../understanding/dialogue-act/index.js';
import { correctsOther, readSlots, type SlotSettings } from '../../../understanding/slots/index.js';
import { schemaOf } from '../../pending-action/asking/index.js';
import { type Decision, isExecuted, type Proposal } from '../../pending-action/index.js';
import { RULE_WRITES, RuleEngine } from '../../rules/index.js';
import {
  askForJson,
  type EngineFacts,
  lockOf,
  RESET_WRITES,
  resetOnCommand,
  type StepOutcome,
  type TurnStep,
  type ViewOf,
} from '../../turn/kernel/index.js';
import { EngineLanguage } from '../../wording/index.js';

type View = ViewOf<DialogueActStep>;

/** What `convengine.flow.dialogue-act` and `.query-rewrite` say. */
interface DialogueActSettings {
  readonly resolute: 'REGEX_ONLY' | 'REGEX_THEN_LLM' | 'LLM_ONLY';
  /** From this confidence on the words alone decide, and no model is asked. */
  readonly llmThreshold: number;
  /** A model's AFFIRM below this is no consent. */
  readonly consentFloor: number;
  readonly rewriteQueries: boolean;
}

type Source = NonNullable<EngineFacts['dialogue_act_source']>;
type Reading = DialogueActReading & { readonly source: Source };

/** What the user did with this message: by its words, and where they leave it open, by a model within limits. */
@Injectable()
export class DialogueActStep implements TurnStep<DialogueActStep> {
  readonly name = 'DialogueActStep';
  readonly reads = {
    passedPolicy: 'PolicyEnforcementStep',
    intent: 'ResetConversationStep',
    state: 'ResetConversationStep',
    context: 'PolicyEnforcementStep',
    proposals: 'ResetConversationStep',
    wasReset: 'ResetConversationStep',
  } as const;
  readonly writes = [
    ...RULE_WRITES,
    ...RESET_WRITES,
    'dialogue_acts',
    'resolved_user_input',
    'yesStrength',
    'yesIsDoubtful',
  ] as const;

  private readonly settings: DialogueActSettings;

  constructor(
    @Inject(CONFIG) { flow }: ConvEngineConfig,
    @Inject(LLM_CLIENT) private readonly llm: LlmClient,
    private readonly language: EngineLanguage,
    private readonly rules: RuleEngine,
  ) {
    this.settings = { ...flow.dialogueAct, rewriteQueries: flow.queryRewrite.enabled };
  }

  async run(turn: View): Promise<StepOutcome> {
    const { decision } = turn.answering;
    const reading = decision ? buttonReading(decision) : await this.readMessage(turn);
    turn.facts.dialogue_act = reading.act;
    turn.facts.dialogue_act_confidence = reading.confidence;
    turn.facts.dialogue_act_source = reading.source;
    turn.facts.dialogue_acts = reading.acts.map(({ act, confidence, evidence }) => ({ act, confidence, evidence }));
    turn.facts.standalone_query ??= null;
    turn.facts.resolved_user_input = turn.facts.standalone_query ?? turn.userText;
    turn.audit.record('DIALOGUE_ACT_CLASSIFIED', {
      userText: turn.userText,
      dialogueAct: reading.act,
      dialogueActConfidence: reading.confidence,
      dialogueActSource: reading.source,
      dialogueActResolveMode: this.settings.resolute,
      acts: turn.facts.dialogue_acts,
      standaloneQuery: turn.facts.standalone_query,
      intent: turn.intent,
      state: turn.state,
    });
    if (reading.act === 'RESET' && !turn.wasReset) resetOnCommand(turn, 'DIALOGUE_ACT');
    await this.rules.run(turn, 'POST_DIALOGUE_ACT', this.name);
    const isRuled = turn.facts.dialogue_act_source === 'RULE';
    turn.yesStrength = turn.facts.dialogue_act === 'AFFIRM' ? strengthOf(isRuled ? undefined : reading) : undefined;
    return 'CONTINUE';
  }

  private readMessage(turn: View): Promise<Reading> {
    const { acts, slots } = this.language;
    const reading = readAsRequestAgain(turn, readWords(turn, acts), acts);
    return this.decide(turn, reading.act === 'AFFIRM' && changesOther(turn, slots) ? changeOf(reading) : reading);
  }

  private async decide(turn: View, lexical: DialogueActReading): Promise<Reading> {
    const { resolute } = this.settings;
    const llmThreshold = turn.flow.numberSetting(this.name, 'LLM_THRESHOLD', this.settings.llmThreshold);
    const wordsDecide = resolute === 'REGEX_THEN_LLM' && lexical.confidence >= llmThreshold;
    if (resolute === 'REGEX_ONLY' || wordsDecide) return { ...lexical, source: 'REGEX' };
    const proposed = await this.askModel(turn);
    if (!proposed) return { ...lexical, source: 'REGEX_FALLBACK' };
    if (!this.isTrusted(turn, proposed, lexical)) {
      turn.facts.standalone_query = null;
      turn.yesIsDoubtful = proposed.act === 'AFFIRM' && lexical.act !== 'AFFIRM';
      return { ...lexical, source: 'REGEX_GUARD' };
    }
    const strength = lexical.strength && { strength: lexical.strength };
    return { ...proposed, ...strength, acts: [proposed, ...lexical.acts], source: 'LLM' };
  }

  /**
   * A model can take consent away, and never make it: its yes counts where the words are one by themselves. And it cannot
   * throw a conversation away that nobody asked to throw away.
   */
  private isTrusted(turn: View, proposed: ActReading, lexical: DialogueActReading): boolean {
    if (proposed.act === 'RESET') return lexical.acts.some(({ act }) => act === 'RESET');
    if (proposed.act !== 'AFFIRM') return true;
    const floor = turn.flow.numberSetting(this.name, 'CONSENT_FLOOR', this.settings.consentFloor);
    return proposed.confidence >= floor && lexical.act === 'AFFIRM';
  }

  private async askModel(turn: View): Promise<ActReading | undefined> {
    const rewrite = this.settings.rewriteQueries && turn.history.length > 0;
    const prompt = (key: string, fallback: string) =>
      turn.flow.setting('DialogueActStep', rewrite ? `QUERY_REWRITE_${key}` : key) ?? fallback;
    const answer = await askForJson(
      turn,
      this.llm,
      {
        step: this.name,
        stagePrefix: 'DIALOGUE_ACT',
        system: prompt('SYSTEM_PROMPT', rewrite ? `${SYSTEM_PROMPT} ${REWRITE_PROMPT}` : SYSTEM_PROMPT),
        user: prompt('USER_PROMPT', USER_PROMPT),
        values: { open_question: turn.proposals.askedLast[0]?.question ?? '' },
      },
      rewrite ? REWRITE_SCHEMA : ACT_SCHEMA,
    );
    if (!isJsonObject(answer)) return undefined;
    const act = DIALOGUE_ACTS.find((known) => known === answer.dialogueAct);
    if (!act) return undefined;
    if (typeof answer.standaloneQuery === 'string') turn.facts.standalone_query = answer.standaloneQuery;
    const confidence = Math.min(1, Math.max(0, Number(answer.confidence) || 0));
    return { act, confidence, evidence: 'model' };
  }
}

/** A rule of the flow that takes words for a yes makes it no strong one. */
function strengthOf(reading: Reading | undefined): 'PLAIN' | 'STRONG' {
  return reading?.strength ?? 'PLAIN';
}

/** What a button says, whatever stands beside it. */
function buttonReading(decision: Decision): Reading {
  const act = decision === 'CONFIRM' ? 'AFFIRM' : 'NEGATE';
  const reading = { act, confidence: 1, evidence: 'button', strength: 'STRONG' } as const;
  return { ...reading, acts: [reading], source: 'BUTTON' };
}

/** The words, read against what a yes in them would run. */
function readWords(turn: View, language: ActLanguage): DialogueActReading {
  const open = meantAction(turn);
  return classifyDialogueAct(
    {
      text: turn.userText,
      ...(open && { proposal: { question: open.question, arguments: open.arguments, actionKey: open.actionKey } }),
      isOneOfSeveral: turn.proposals.askedLast.length > 1,
      expectsAnswer: turn.pendingClarification !== undefined || lockOf(turn).locked,
    },
    patternsOf(turn),
    language,
  );
}

/**
 * Whether the words give a value that the action does not have, though the question has all of them: "yes, with insurance"
 * to "Shall I order it, insurance {{insurance}}?", "change the time to 5" to a table for 5 at 4.
 */
function changesOther(turn: View, settings: SlotSettings): boolean {
  const open = meantAction(turn);
  const schema = open && schemaOf(turn, open);
  if (!open || !schema) return false;
  const { question, arguments: args } = open;
  const input = { text: turn.userText, question, schema, values: args, settings };
  const switched = Object.entries(readSlots(input).values).filter(([, value]) => typeof value === 'boolean');
  return correctsOther(input) || switched.some(([name, value]) => args[name] !== value);
}

/** The words without the yes in them: they change what was proposed. */
function changeOf({ confidence, evidence, acts }: DialogueActReading): DialogueActReading {
  const change = { act: 'EDIT', confidence, evidence } as const;
  return { ...change, acts: [change, ...acts.filter(({ act }) => act !== 'AFFIRM')] };
}

function meantAction({ proposals, client }: View): Proposal | undefined {
  const [open = proposals.askedLast[0]] = proposals.meantBy(client.pendingActionKey);
  return open;
}

/**
 * Where the user sends their request once more while we ask whether to do it, it is read as that request and asked
 * again. It is no yes: the same words may come from somebody who has not read the question. And it is no no: the
 * words of "cancel my order" that look like a refusal are those of the request itself.
 */
function readAsRequestAgain(turn: View, reading: DialogueActReading, language: ActLanguage): DialogueActReading {
  const isAgain = reading.act === 'AFFIRM' ? wasRequest(turn, language) : refusesLikeRequest(turn, reading);
  if (!isAgain) return reading;
  const alone = classifyDialogueAct({ text: turn.userText, expectsAnswer: false }, patternsOf(turn), language);
  if (reading.act !== 'AFFIRM') return alone.act === 'NEW_REQUEST' ? alone : reading;
  if (alone.act !== 'AFFIRM') return alone;
  // "Yes" may have been said to something else; "book room" says by itself what is wanted.
  return namesDeed(turn.userText, language) ? requestOf(alone) : reading;
}

function requestOf({ confidence, evidence }: ActReading): DialogueActReading {
  const request = { act: 'NEW_REQUEST', confidence, evidence } as const;
  return { ...request, acts: [request] };
}

/**
 * Whether the same words were said before the question was asked. Words with a yes in them ("yes, cancel it") count
 * only when they were said after the last action was done: before, they may have been the yes to that one.
 */
function wasRequest(turn: View, language: ActLanguage): boolean {
  const open = meantAction(turn);
  if (!open) return false;
  const { pastTurns, userText, guard, document } = turn;
  const done = hasYes(userText, language) ? lastDone(turn, open) : 0;
  // What was said is kept without secrets, as they were known then.
  const kept = (text: string) => plainly(guard.text(document.withoutSecrets(text)));
  const said = kept(userText);
  return pastTurns.some(({ turnNo, user }) => turnNo > done && turnNo <= open.createdTurn && kept(user) === said);
}

/** The turn in which something was done last, before this was proposed; 0 where nothing was. */
function lastDone({ proposals }: View, { createdTurn }: Proposal): number {
  const turns = proposals.all.filter(isExecuted).map(({ closedTurn }) => closedTurn ?? 0);
  return Math.max(0, ...turns.filter((turnNo) => turnNo < createdTurn));
}

/** Upper case and signs aside. */
function plainly(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function refusesLikeRequest(turn: View, { act, acts }: DialogueActReading): boolean {
  const [open] = turn.proposals.askedLast;
  const refusal = acts.find((each) => each.act === 'NEGATE');
  if (!open || !refusal || act !== 'NEGATE') return false;
  const refusalWords = refusal.evidence.toLowerCase();
  const isInRequest = turn.history.some(
    ({ user }) => user.toLowerCase().includes(refusalWords) && user.trim().length > refusalWords.length,
  );
  return isInRequest && turn.flow.classifiers.some((row) => row.intent === open.intent && row.matches(turn.userText));
}

function patternsOf(turn: View): DialogueActPatterns {
  const acts = ['AFFIRM', 'NEGATE', 'EDIT', 'RESET', 'GREETING'] as const;
  const overrides = acts.map((act) => [act, turn.flow.setting('DialogueActStep', `REGEX_${act}`)] as const);
  return Object.fromEntries(overrides.filter(([, pattern]) => pattern !== undefined));
}

const SYSTEM_PROMPT = `You label what a user does with one message in a conversation with an assistant.
AFFIRM: agrees to exactly what the open question asks. NEGATE: refuses it. EDIT: agrees or refuses but changes a value,
or asks to change one. RESET: wants to start over. QUESTION: asks something. ANSWER: gives a value that was asked for.
GREETING: only greets. NEW_REQUEST: anything else. Be strict with AFFIRM: praise, thanks or a condition is not one.`;
const REWRITE_PROMPT =
  'Also rewrite the message as standaloneQuery: a sentence that can be understood without the conversation.';
const USER_PROMPT = `Open question: {{open_question}}
Conversation, newest first: {{conversation_history}}
Message: {{user_input}}`;

const PROPERTIES = {
  dialogueAct: { type: 'string', enum: [...DIALOGUE_ACTS] },
  confidence: { type: 'number' },
};
const ACT_SCHEMA = {
  type: 'object',
  properties: PROPERTIES,
  required: ['dialogueAct', 'confidence'],
  additionalProperties: false,
};
const REWRITE_SCHEMA = {
  type: 'object',
  properties: { ...PROPERTIES, standaloneQuery: { type: 'string' } },
  required: ['dialogueAct', 'confidence', 'standaloneQuery'],
  additionalProperties: false,
};
