import type { FlowRows } from '../../../platform/persistence/index.js';
import { type FlowProblem, FlowProblems } from '../../../tools/flow-problem.js';
import { type MergedTools, mergeTools } from '../../../tools/merge-tools.js';
import { FlowDefinition, type FlowParts } from '../flow-definition.js';
import { checkCoverage } from './check-coverage.js';
import { checkScopes } from './check-scopes.js';
import { checkToolCalls } from './check-tool-calls.js';
import { compileExamples } from './compile-examples.js';
import { compileClassifiers, compileIntents, compilePolicies } from './compile-input-rows.js';
import { compilePrompts, compileResponses, compileSchemas } from './compile-output-rows.js';
import { compileRules } from './compile-rules.js';
import { compileSettings } from './compile-settings.js';
import { compileVerbose } from './compile-verbose.js';
import { compileContainers, compilePendingActions, compilePlanners } from './compile-work-rows.js';
import type { KnownHandlers } from './known-handlers.js';

/** What became of the rows: a definition of those that work, from which nothing was learned, and what is wrong with the others. */
export interface CompiledFlow {
  readonly definition: FlowDefinition;
  /** The rows that work, table by table. */
  readonly parts: FlowParts;
  readonly problems: readonly FlowProblem[];
}

/** What rows are read with, beside the handlers. */
export interface Surroundings {
  /** The tools of all sources, those of the rows among them; none where they are left out. */
  readonly tools?: MergedTools | undefined;
}

/**
 * Reads the flow tables: patterns, paths, schemas and actions are compiled once, so that a typo is found here and not
 * in the middle of somebody's conversation. A row with an error is left out and reported; disabled rows are left out.
 */
export function compileFlow(rows: FlowRows, handlers?: KnownHandlers, surroundings: Surroundings = {}): CompiledFlow {
  const { tools = mergeTools([]) } = surroundings;
  const problems = new FlowProblems();
  const parts = {
    intents: compileIntents(rows.intents),
    classifiers: compileClassifiers(rows.classifiers, problems),
    examples: compileExamples(rows.intentExamples, problems),
    policies: compilePolicies(rows.policies, problems),
    schemas: compileSchemas(rows.schemas, problems),
    prompts: compilePrompts(rows.prompts, problems),
    responses: compileResponses(rows.responses, problems),
    rules: compileRules(rows.rules, problems, handlers),
    pendingActions: compilePendingActions(rows.pendingActions, problems, handlers),
    containers: compileContainers(rows.containers),
    tools: tools.tools,
    planners: compilePlanners(rows.planners),
    verbose: compileVerbose(rows.verboses, problems),
    settings: compileSettings(rows.configs, problems),
  };
  problems.list.push(...tools.problems);
  const definition = new FlowDefinition(parts);
  checkScopes(parts, problems);
  checkCoverage(parts, definition, problems);
  checkToolCalls(parts, problems);
  return { definition, parts, problems: problems.list };
}
