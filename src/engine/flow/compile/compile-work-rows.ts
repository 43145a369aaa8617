import type { ContainerRow, PendingActionRow, PlannerRow } from '../../../platform/persistence/index.js';
import type { FlowProblems } from '../../../tools/flow-problem.js';
import { enabled, scope } from '../../../tools/sources/rows/index.js';
import type { ContainerConfig, PendingActionDefinition, PlannerPrompt } from '../definition-types.js';
import type { KnownHandlers } from './known-handlers.js';
import { splitList } from './parse-rule-action.js';

const EXECUTION_POLICIES = ['at-most-once', 'idempotent', 'transactional'] as const;
const CONSENT_STRENGTHS = ['PLAIN', 'STRONG', 'TYPED'] as const;

export function compilePendingActions(
  rows: readonly PendingActionRow[],
  problems: FlowProblems,
  handlers?: KnownHandlers,
): PendingActionDefinition[] {
  return enabled(rows).flatMap((row) => {
    const methods = splitList(row.methodNames);
    if (methods.length === 0) {
      problems.error('ce_pending_action', row.pendingActionId, 'method_names', 'names no method');
      return [];
    }
    if (row.priority === null) {
      problems.warn('ce_pending_action', row.pendingActionId, 'priority', 'is empty; 100 is used');
    }
    for (const method of methods) {
      if (handlers && !handlers.hasAction(row.beanName.trim(), method)) {
        const text = `no handler "${row.beanName}" with a method "${method}" is registered; a yes could not be carried out`;
        problems.warn('ce_pending_action', row.pendingActionId, 'bean_name', text);
      }
    }
    return {
      ...scope(row, row.pendingActionId),
      actionKey: row.actionKey.trim(),
      handler: row.beanName.trim(),
      methods,
      description: row.description,
      executionPolicy: readPolicy(row, problems),
      risk: readWord(row.risk, RISKS, { row, column: 'risk' }, problems),
      consent: readWord(row.consent, CONSENT_STRENGTHS, { row, column: 'consent' }, problems),
      timeoutMs: row.timeoutMs,
      ttlTurns: row.ttlTurns ?? null,
      ttlMinutes: row.ttlMinutes ?? null,
      maxAttempts: readAttempts(row, problems),
    };
  });
}

function readPolicy(row: PendingActionRow, problems: FlowProblems): PendingActionDefinition['executionPolicy'] {
  const policy = EXECUTION_POLICIES.find((known) => known === row.executionPolicy);
  if (policy) return policy;
  const text = `"${row.executionPolicy}" is unknown; use ${EXECUTION_POLICIES.join(', ')}. at-most-once is used`;
  problems.error('ce_pending_action', row.pendingActionId, 'execution_policy', text);
  return 'at-most-once';
}

function readAttempts({ pendingActionId, maxAttempts, executionPolicy }: PendingActionRow, problems: FlowProblems) {
  if (maxAttempts === null || maxAttempts === undefined) return null;
  if (executionPolicy !== 'idempotent') {
    const text = `counts for idempotent actions alone; this one is ${executionPolicy}`;
    problems.warn('ce_pending_action', pendingActionId, 'max_attempts', text);
  }
  if (maxAttempts >= 1) return maxAttempts;
  problems.error('ce_pending_action', pendingActionId, 'max_attempts', 'is less than 1. The configured number is used');
  return null;
}

/** One of a few words, or nothing. What cannot be read is an error: it may have asked for more care. */
function readWord<Word extends string>(
  value: string | null,
  words: readonly Word[],
  place: { readonly row: PendingActionRow; readonly column: string },
  problems: FlowProblems,
): Word | null {
  const word = words.find((known) => known === value);
  if (word !== undefined || value === null) return word ?? null;
  const text = `"${value}" is unknown; use ${words.join(', ')}, or leave it empty`;
  problems.error('ce_pending_action', place.row.pendingActionId, place.column, text);
  return null;
}

export function compileContainers(rows: readonly ContainerRow[]): ContainerConfig[] {
  return enabled(rows).map((row) => ({
    ...scope(row, row.id),
    pageId: row.pageId,
    sectionId: row.sectionId,
    containerId: row.containerId,
    inputParamName: row.inputParamName,
  }));
}

const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const;
/** Among planners of one scope the one with the higher id wins. */
export function compilePlanners(rows: readonly PlannerRow[]): PlannerPrompt[] {
  return enabled(rows).map((row) => ({
    ...scope(row, row.plannerId),
    priority: -row.plannerId,
    systemPrompt: row.systemPrompt,
    userPrompt: row.userPrompt,
  }));
}
