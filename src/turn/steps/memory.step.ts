import { isJsonObject } from '../../common/json.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** What `convengine.flow.memory` says. */
export interface MemorySettings {
  readonly enabled: boolean;
  readonly summaryMaxChars: number;
  readonly recentTurnsForSummary: number;
}

/** Keeps a short summary of the latest turns in `context.memory`, where prompts and templates can read it. */
export class MemoryStep implements TurnStep {
  readonly name = 'MemoryStep';
  readonly needs = [] as const;
  readonly gives = ['memory_recall', 'memory_session_summary'] as const;

  constructor(private readonly settings: MemorySettings) {}

  run(turn: Turn): StepOutcome {
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
  private summarize(turn: Turn): string {
    const recent = turn.history.slice(0, this.settings.recentTurnsForSummary).toReversed();
    const lines = recent.map(({ user, assistant }) => `user: ${user}\nassistant: ${assistant}`);
    const reply = turn.reply?.type === 'TEXT' ? turn.reply.value : JSON.stringify(turn.reply?.value ?? '');
    const place = `intent: ${turn.intent}, state: ${turn.state}`;
    const text = [...lines, `user: ${turn.userText}\nassistant: ${reply}`].join('\n');
    return `${place}\n${text.slice(-Math.max(0, this.settings.summaryMaxChars - place.length - 1))}`;
  }
}
