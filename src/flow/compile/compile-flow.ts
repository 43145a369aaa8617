import type { FlowRows } from '../../persistence/index.js';
import type { SqlRules } from '../../sql-guard/index.js';
import { type FileTools, NO_FILE_TOOLS } from '../file-tools.js';
import { FlowDefinition } from '../flow-definition.js';
import { type FlowProblem, FlowProblems } from '../flow-problem.js';
import type { LearnedIntents } from '../intent-learner.js';
import { addFileTools } from './add-file-tools.js';
import { checkCoverage } from './check-coverage.js';
import { checkScopes } from './check-scopes.js';
import { compileDbTools } from './compile-db-tools.js';
import { compileExamples } from './compile-examples.js';
import { compileClassifiers, compileIntents, compilePolicies } from './compile-input-rows.js';
import { compilePrompts, compileResponses, compileSchemas } from './compile-output-rows.js';
import { compileRules } from './compile-rules.js';
import { compileSettings } from './compile-settings.js';
import { compileVerbose } from './compile-verbose.js';
import { compileContainers, compilePendingActions, compilePlanners, compileTools } from './compile-work-rows.js';
import type { KnownHandlers } from './known-handlers.js';

/** What became of the rows: a definition of those that work, and what is wrong with the others. */
export interface CompiledFlow {
  readonly definition: FlowDefinition;
  readonly problems: readonly FlowProblem[];
}

/** What rows are read with, beside the handlers. */
export interface Surroundings {
  /** What was learned from examples so far. */
  readonly learned?: LearnedIntents | undefined;
  /** What SQL of tools may touch. */
  readonly sqlRules?: SqlRules | undefined;
  readonly fileTools?: FileTools | undefined;
}

/** Where nobody says what SQL may touch, it may touch nothing. */
const STRICTEST_RULES: SqlRules = { dialect: 'sqlite', tables: [], functions: [] };

/**
 * Reads the flow tables: patterns, paths, schemas and actions are compiled once, so that a typo is found here and not
 * in the middle of somebody's conversation. A row with an error is left out and reported; disabled rows are left out.
 */
export function compileFlow(rows: FlowRows, handlers?: KnownHandlers, surroundings: Surroundings = {}): CompiledFlow {
  const { learned, sqlRules = STRICTEST_RULES, fileTools = NO_FILE_TOOLS } = surroundings;
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
    tools: addFileTools(
      compileTools(rows.tools, compileDbTools(rows, sqlRules, problems), problems),
      fileTools,
      problems,
    ),
    planners: compilePlanners(rows.planners),
    verbose: compileVerbose(rows.verboses, problems),
    settings: compileSettings(rows.configs, problems),
  };
  const definition = new FlowDefinition(parts, learned);
  checkScopes(parts, problems);
  checkCoverage(parts, definition, problems);
  return { definition, problems: problems.list };
}
