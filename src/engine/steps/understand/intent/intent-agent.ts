import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';
import { LLM_CLIENT } from '../../../../platform/common/tokens.js';
import type { LlmClient } from '../../../../platform/llm/index.js';
import { normalizeCode } from '../../../flow/index.js';
import { askForJson } from '../../../turn/kernel/index.js';
import { askAmongCandidates, collisionQuestion, INTENT_COLLISION } from './ask-intent.js';
import type { ClassifiedIntent } from './classify-intent.js';
import type { IntentView } from './intent-view.js';

interface Score {
  readonly intent: string;
  readonly confidence: number;
}

/** A model's choice among the intents of `ce_intent`, checked: what it may not choose, it has not chosen. */
@Injectable()
export class IntentAgent {
  constructor(@Inject(LLM_CLIENT) private readonly llm: LlmClient) {}

  /** The chosen intent; or undefined, with `turn.ownWords.clarification` set when the user has to be asked. */
  async resolve(turn: IntentView): Promise<ClassifiedIntent | undefined> {
    const allowed = turn.flow.intents.filter((intent) => intent.code !== 'UNKNOWN');
    turn.facts.agentResolver = false;
    if (allowed.length === 0) {
      turn.audit.record('INTENT_AGENT_SKIPPED', { reason: 'no allowed intents' });
      return undefined;
    }
    const answer = await this.ask(turn);
    if (!isJsonObject(answer)) {
      if (this.llm.available) turn.audit.record('INTENT_AGENT_REJECTED', { reason: 'no usable answer' });
      askAmongCandidates(turn);
      return undefined;
    }
    return this.judge(turn, answer, new Set(allowed.map((intent) => intent.code)));
  }

  private ask(turn: IntentView): Promise<JsonValue | undefined> {
    const ownSystem = turn.flow.setting('AgentIntentResolver', 'SYSTEM_PROMPT');
    const question = {
      step: 'AgentIntentResolver',
      stagePrefix: 'INTENT_AGENT',
      system: ownSystem ?? SYSTEM_PROMPT,
      user: turn.flow.setting('AgentIntentResolver', 'USER_PROMPT') ?? USER_PROMPT,
      values: {
        allowed_intents: turn.flow.intents
          .filter((intent) => intent.code !== 'UNKNOWN')
          .map(({ code, description, llmHint, priority }) => ({ code, description, llmHint, priority })),
      },
    };
    return askForJson(turn, this.llm, question, ownSystem === undefined ? ANSWER_SCHEMA : ANY_SHAPE);
  }

  private judge(turn: IntentView, answer: JsonObject, allowed: ReadonlySet<string>): ClassifiedIntent | undefined {
    const scores = readScores(answer, allowed);
    const followups = readFollowups(answer);
    turn.facts.intent_scores = scores.map((score) => ({ ...score }));
    turn.facts.intent_top3 = turn.facts.intent_scores.slice(0, 3);
    turn.facts.followups = followups;
    turn.audit.record('INTENT_AGENT_SCORES', { scores: turn.facts.intent_scores });
    const intent = normalizeCode(String(answer.intent ?? '')) || (scores[0]?.intent ?? '');
    const stated = typeof answer.confidence === 'number' ? answer.confidence : 0;
    const confidence = stated > 0 ? stated : (scores.find((score) => score.intent === intent)?.confidence ?? 0);
    const minimum = turn.flow.numberSetting('AgentIntentResolver', 'MIN_CONFIDENCE', 0.55);
    const question = String(answer.clarificationQuestion ?? '').trim() || followups[0];

    const rivals = turn.pendingClarification ? [] : collidingScores(turn, scores, minimum);
    if (rivals.length > 1) return this.collide(turn, rivals, question);
    if (answer.needsClarification === true && question) {
      if (!turn.flow.hasSchemaForIntent(intent)) return clarify(turn, question, 'AGENT');
      turn.audit.record('INTENT_AGENT_CLARIFICATION_SUPPRESSED_SCHEMA_FLOW', { intent });
    }
    if (!allowed.has(intent) || confidence < minimum) {
      const reason = allowed.has(intent) ? 'confidence below the minimum' : 'intent is not allowed';
      turn.audit.record('INTENT_AGENT_REJECTED', { reason, intent, confidence });
      askAmongCandidates(turn);
      return undefined;
    }
    turn.facts.agentResolver = true;
    const state = enteredState(turn, String(answer.state ?? ''));
    turn.audit.record('INTENT_AGENT_ACCEPTED', { intent, state, confidence });
    return { intent, state };
  }

  private collide(turn: IntentView, rivals: readonly Score[], question: string | undefined): undefined {
    turn.facts.intent_collision_candidates = rivals.map(({ intent, confidence }) => ({ code: intent, confidence }));
    turn.audit.record('INTENT_AGENT_COLLISION', { candidates: turn.facts.intent_collision_candidates });
    return clarify(
      turn,
      question ??
        collisionQuestion(
          turn,
          rivals.map(({ intent }) => intent),
        ),
      INTENT_COLLISION,
    );
  }
}

/** Intents about as likely as the best one, which must be likely at all. */
function collidingScores(turn: IntentView, scores: readonly Score[], minimum: number): Score[] {
  const gap = turn.flow.numberSetting('AgentIntentResolver', 'COLLISION_GAP_THRESHOLD', 0.1);
  const best = scores[0]?.confidence ?? 0;
  return best < minimum ? [] : scores.filter((score) => best - score.confidence <= gap + 1e-9).slice(0, 3);
}

function clarify(turn: IntentView, question: string, reason: string): undefined {
  turn.ownWords.clarify({ question, reason });
  turn.audit.record('INTENT_AGENT_NEEDS_CLARIFICATION', { question, reason });
  return undefined;
}

/** A state the model may choose is one that rows know; anything else is left to the rules. */
function enteredState(turn: IntentView, state: string): string {
  const wanted = normalizeCode(state);
  return turn.flow.isState(wanted) && wanted !== 'ANY' ? wanted : 'UNKNOWN';
}

function readScores(answer: JsonObject, allowed: ReadonlySet<string>): Score[] {
  const listed = answer.intentScores ?? answer.intent_scores ?? [];
  const items: JsonValue[] = isJsonObject(listed)
    ? Object.entries(listed).map(([intent, confidence]) => ({ intent, confidence }))
    : Array.isArray(listed)
      ? listed
      : [];
  return items
    .filter(isJsonObject)
    .map((item) => ({
      intent: normalizeCode(String(item.intent ?? item.code ?? '')),
      confidence: Math.min(1, Math.max(0, Number(item.confidence) || Number(item.score) || 0)),
    }))
    .filter((score) => allowed.has(score.intent))
    .sort((a, b) => b.confidence - a.confidence || a.intent.localeCompare(b.intent));
}

function readFollowups(answer: JsonObject): string[] {
  const listed = answer.followups ?? answer.follow_ups ?? [];
  return (Array.isArray(listed) ? listed : [listed]).map(String).filter((text) => text.trim() !== '');
}

const SYSTEM_PROMPT = `You choose which of the allowed intents a user's message belongs to. Give every plausible intent a
confidence from 0 to 1. Ask a clarification question only when the message could mean two of them. Answer with a JSON object:
{"intent": CODE of the best one, or "UNKNOWN" where none fits, "confidence": of that one, "intentScores": [{"intent": CODE, "confidence": NUMBER}, …],
"needsClarification": true or false, "clarificationQuestion": TEXT, empty where none is needed}`;
const USER_PROMPT = `Allowed intents: {{allowed_intents}}
Current intent: {{intent}}, state: {{state}}
Question we asked last: {{pending_clarification}}
Conversation, newest first: {{conversation_history}}
Message: {{user_input}}`;

const CODE: JsonObject = { type: 'string', description: 'The code of one of the allowed intents.' };
const CONFIDENCE: JsonObject = { type: 'number', description: 'From 0 to 1.' };

const ANSWER_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    intent: CODE,
    confidence: CONFIDENCE,
    intentScores: {
      type: 'array',
      items: {
        type: 'object',
        properties: { intent: CODE, confidence: CONFIDENCE },
        required: ['intent', 'confidence'],
      },
    },
    needsClarification: { type: 'boolean' },
    clarificationQuestion: { type: 'string' },
  },
  required: ['intent', 'confidence'],
};

/** A prompt of the flow's own says itself what it wants, in any of the spellings that are read. */
const ANY_SHAPE: JsonObject = { type: 'object' };
