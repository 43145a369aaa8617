/** Which stages are recorded: the part of `convengine.audit` that decides it. */
export interface StageFilterSettings {
  readonly enabled: boolean;
  /** `ALL` and `NONE` are earlier names of `FULL` and `OFF`. */
  readonly level: 'FULL' | 'STANDARD' | 'OUTCOMES' | 'OFF' | 'ERROR_ONLY' | 'ALL' | 'NONE';
  /** Empty: every stage. `*` stands for any characters. */
  readonly includeStages: readonly string[];
  readonly excludeStages: readonly string[];
}

const DIAGNOSTIC_STAGES: ReadonlySet<string> = new Set(['STEP_ENTER', 'STEP_EXIT']);
const ERROR_WORDS = ['ERROR', 'FAIL', 'REJECTED'];
const OUTCOME_WORDS = [
  ...ERROR_WORDS,
  'USER_INPUT',
  'ASSISTANT_OUTPUT',
  'PENDING_ACTION',
  'TOOL_ORCHESTRATION',
  'MCP_TOOL',
  'HAND_OVER',
  'HAND_BACK',
];

/** What became of an action, and whose yes to which question began it. */
const EVIDENCE = 'PENDING_ACTION_LIFECYCLE';

/**
 * True where a stage is to be recorded. FULL leaves out nothing and OFF everything; STANDARD leaves out STEP_ENTER and STEP_EXIT; OUTCOMES keeps what was said,
 * called and done, and what went wrong; ERROR_ONLY keeps stages whose name contains ERROR, FAIL or REJECTED. A stage that
 * is both included and excluded is excluded. The evidence of consent is recorded whatever the settings say.
 */
export function isRecorded(stage: string, settings: StageFilterSettings): boolean {
  if (stage === EVIDENCE) return true;
  const { enabled, level, includeStages, excludeStages } = settings;
  if (!enabled || level === 'OFF' || level === 'NONE') return false;
  if (level === 'STANDARD' && DIAGNOSTIC_STAGES.has(stage)) return false;
  if (level === 'OUTCOMES' && !OUTCOME_WORDS.some((word) => stage.includes(word))) return false;
  if (level === 'ERROR_ONLY' && !ERROR_WORDS.some((word) => stage.includes(word))) return false;
  if (includeStages.length > 0 && !includeStages.some((pattern) => matchesStage(pattern, stage))) return false;
  return !excludeStages.some((pattern) => matchesStage(pattern, stage));
}

/** Compares without regard to case; `*` stands for any characters, none included. Linear in the length of the stage. */
function matchesStage(pattern: string, stage: string): boolean {
  const parts = pattern.toUpperCase().split('*');
  const name = stage.toUpperCase();
  const [first = ''] = parts;
  if (parts.length === 1) return name === first;
  const last = parts.at(-1) ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = name.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= end;
}
