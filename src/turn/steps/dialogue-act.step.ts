import { isJsonObject } from '../../common/json.js';
import {
  type ActLanguage,
  type ActReading,
  classifyDialogueAct,
  DIALOGUE_ACTS,
  type DialogueActPatterns,
  type DialogueActReading,
  MAX_LEXICON_LENGTH,
} from '../../dialogue-act/index.js';
import type { LlmClient } from '../../llm/index.js';
import { askForJson } from '../ask-model.js';
import { lockOf } from '../facts-document.js';
import { resetOnCommand } from '../reset.js';
import type { RuleEngine } from '../rules/rule-engine.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** What `convengine.flow.dialogue-act` and `.query-rewrite` say. */
export interface DialogueActSettings {
  readonly resolute: 'REGEX_ONLY' | 'REGEX_THEN_LLM' | 'LLM_ONLY';
  /** From this confidence on the words alone decide, and no model is asked. */
  readonly llmThreshold: number;
  /** A model's AFFIRM below this is no consent. */
  readonly consentFloor: number;
  readonly rewriteQueries: boolean;
}

type Source = NonNullable<Turn['facts']['dialogue_act_source']>;
type Reading = DialogueActReading & { readonly source: Source };

/** What the user did with this message: by its words, and where they leave it open, by a model within limits. */
export class DialogueActStep implements TurnStep {
  readonly name = 'DialogueActStep';
  readonly needs = [] as const;
  readonly gives = [
    'dialogue_act',
    'dialogue_act_confidence',
    'dialogue_act_source',
    'dialogue_acts',
    'standalone_query',
    'resolved_user_input',
  ] as const;

  constructor(
    private readonly settings: DialogueActSettings,
    private readonly language: ActLanguage,
    private readonly llm: LlmClient,
    private readonly rules: RuleEngine,
  ) {}

  async run(turn: Turn): Promise<StepOutcome> {
    const lexical = readAsRequestAgain(turn, readWords(turn, this.language), this.language);
    const reading = await this.decide(turn, lexical);
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
    return 'CONTINUE';
  }

  private async decide(turn: Turn, lexical: DialogueActReading): Promise<Reading> {
    const { resolute } = this.settings;
    const llmThreshold = turn.flow.numberSetting(this.name, 'LLM_THRESHOLD', this.settings.llmThreshold);
    const wordsDecide = resolute === 'REGEX_THEN_LLM' && lexical.confidence >= llmThreshold;
    if (resolute === 'REGEX_ONLY' || wordsDecide) return { ...lexical, source: 'REGEX' };
    const proposed = await this.askModel(turn);
    if (!proposed) return { ...lexical, source: 'REGEX_FALLBACK' };
    if (!this.isTrusted(turn, proposed, lexical)) {
      turn.facts.standalone_query = null;
      return { ...lexical, source: 'REGEX_GUARD' };
    }
    return { ...proposed, acts: [proposed, ...lexical.acts], source: 'LLM' };
  }

  /**
   * A model cannot make consent out of a refusal, of a contradiction or of its own doubt, nor of a text too long for
   * its words to be checked; and it cannot throw a conversation away that nobody asked to throw away.
   */
  private isTrusted(turn: Turn, proposed: ActReading, lexical: DialogueActReading): boolean {
    const read = new Set(lexical.acts.map(({ act }) => act));
    if (proposed.act === 'RESET') return read.has('RESET');
    if (proposed.act !== 'AFFIRM') return true;
    const floor = turn.flow.numberSetting(this.name, 'CONSENT_FLOOR', this.settings.consentFloor);
    const isContradicted = read.has('NEGATE') || read.has('EDIT') || read.has('RESET');
    return proposed.confidence >= floor && !isContradicted && turn.userText.length <= MAX_LEXICON_LENGTH;
  }

  private async askModel(turn: Turn): Promise<ActReading | undefined> {
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
        values: { open_question: turn.askedLast[0]?.question ?? '' },
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

function readWords(turn: Turn, language: ActLanguage): DialogueActReading {
  const [open] = turn.askedLast;
  return classifyDialogueAct(
    {
      text: turn.userText,
      ...(open && { proposal: { question: open.question, arguments: open.arguments } }),
      expectsAnswer: turn.pendingClarification !== undefined || lockOf(turn).locked,
    },
    patternsOf(turn),
    language,
  );
}

/**
 * "cancel my order", said again while we ask whether to cancel it, refuses nothing: the words that look like a no are
 * those of the request itself. It is the request once more, and is asked again.
 */
function readAsRequestAgain(turn: Turn, reading: DialogueActReading, language: ActLanguage): DialogueActReading {
  const [open] = turn.askedLast;
  const refusal = reading.acts.find(({ act }) => act === 'NEGATE');
  if (!open || !refusal || reading.act !== 'NEGATE') return reading;
  const said = refusal.evidence.toLowerCase();
  const wasRequest = turn.history.some(
    ({ user }) => user.toLowerCase().includes(said) && user.trim().length > said.length,
  );
  const isRequest = turn.flow.classifiers.some((row) => row.intent === open.intent && row.matches(turn.userText));
  const alone = classifyDialogueAct({ text: turn.userText, expectsAnswer: false }, patternsOf(turn), language);
  return wasRequest && isRequest && alone.act === 'NEW_REQUEST' ? alone : reading;
}

function patternsOf(turn: Turn): DialogueActPatterns {
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
