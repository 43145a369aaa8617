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
  /** Rows that were compiled already: a table with the same list of rows is not compiled again, and not reported again. */
  readonly like?: { readonly rows: FlowRows; readonly parts: FlowParts };
}

/**
 * Reads the flow tables: patterns, paths, schemas and actions are compiled once, so that a typo is found here and not
 * in the middle of somebody's conversation. A row with an error is left out and reported; disabled rows are left out.
 */
export function compileFlow(rows: FlowRows, handlers?: KnownHandlers, surroundings: Surroundings = {}): CompiledFlow {
  const { tools = mergeTools([]), like } = surroundings;
  const problems = new FlowProblems();
  const once = <Table extends keyof FlowRows, Part extends keyof FlowParts>(
    table: Table,
    part: Part,
    compile: (all: FlowRows[Table], problems: FlowProblems, handlers?: KnownHandlers) => FlowParts[Part],
  ): FlowParts[Part] =>
    like && like.rows[table] === rows[table] ? like.parts[part] : compile(rows[table], problems, handlers);
  const parts: FlowParts = {
    intents: once('intents', 'intents', compileIntents),
    classifiers: once('classifiers', 'classifiers', compileClassifiers),
    examples: once('intentExamples', 'examples', compileExamples),
    policies: once('policies', 'policies', compilePolicies),
    schemas: once('schemas', 'schemas', compileSchemas),
    prompts: once('prompts', 'prompts', compilePrompts),
    responses: once('responses', 'responses', compileResponses),
    rules: once('rules', 'rules', compileRules),
    pendingActions: once('pendingActions', 'pendingActions', compilePendingActions),
    containers: once('containers', 'containers', compileContainers),
    tools: tools.tools,
    planners: once('planners', 'planners', compilePlanners),
    verbose: once('verboses', 'verbose', compileVerbose),
    settings: once('configs', 'settings', compileSettings),
  };
  problems.list.push(...tools.problems);
  const definition = new FlowDefinition(parts);
  checkScopes(parts, problems);
  checkCoverage(parts, definition, problems);
  checkToolCalls(parts, problems);
  return { definition, parts, problems: problems.list };
}
