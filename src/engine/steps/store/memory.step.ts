import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject } from '../../../platform/common/json.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { HistoryEntry } from '../../conversation/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<MemoryStep>;

/** What `convengine.flow.memory` says. */
export interface MemorySettings {
  readonly enabled: boolean;
  readonly summaryMaxChars: number;
  readonly recentTurnsForSummary: number;
}

/** Keeps a short summary of the latest turns in `context.memory`, where prompts and templates can read it. */
@Injectable()
export class MemoryStep implements TurnStep<MemoryStep> {
  readonly name = 'MemoryStep';
  readonly reads = {
    reply: 'ResponseResolutionStep',
    context: 'ResponseResolutionStep',
    intent: 'RulesStep',
    state: 'StateGraphStep',
  } as const;
  readonly writes = ['memory_recall', 'memory_session_summary', 'context'] as const;

  private readonly settings: MemorySettings;

  constructor(@Inject(CONFIG) { flow }: ConvEngineConfig) {
    this.settings = flow.memory;
  }

  run(turn: View): StepOutcome {
    if (!this.settings.enabled) return 'CONTINUE';
    const before = isJsonObject(turn.context.memory) ? turn.context.memory.session_summary : undefined;
    const recalled = typeof before === 'string' ? before : '';
    const summary = this.summarize(turn);
    turn.facts.memory_recall = recalled;
    turn.facts.memory_session_summary = summary;
    turn.context.memory = { session_summary: summary, recalled_summary: recalled };
    turn.audit.record('MEMORY_UPDATED', {
      summaryChars: summary.length,
      recalled: recalled !== '',
      intent: turn.intent,
      state: turn.state,
    });
    return 'CONTINUE';
  }

  /** Oldest of the recent turns first, this turn last; cut at the front, so that the newest words stay. */
  private summarize(turn: View): string {
    const recent = turn.history.slice(0, this.settings.recentTurnsForSummary).toReversed();
    const lines = recent.map(spokenLines);
    const reply = turn.reply?.type === 'TEXT' ? turn.reply.value : JSON.stringify(turn.reply?.value ?? '');
    const place = `intent: ${turn.intent}, state: ${turn.state}`;
    const text = [...lines, `user: ${turn.userText}\nassistant: ${reply}`].join('\n');
    return `${place}\n${text.slice(-Math.max(0, this.settings.summaryMaxChars - place.length - 1))}`;
  }
}

/** A person speaks by name, and may have spoken without being spoken to. */
function spokenLines({ user, assistant, by }: HistoryEntry): string {
  const reply = `${by === undefined ? 'assistant' : `person (${by})`}: ${assistant}`;
  return user === '' && by !== undefined ? reply : `user: ${user}\n${reply}`;
}
