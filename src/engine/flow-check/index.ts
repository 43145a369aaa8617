import { FlowProblems } from '../../tools/flow-problem.js';
import type { FlowProblem, ToolRunner } from '../../tools/index.js';
import type { CompiledFlow } from '../flow/index.js';
import { checkAnswered } from './check-answered.js';
import { checkCalls } from './check-calls.js';
import { checkNames } from './check-names.js';
import { checkPatterns } from './check-patterns.js';
import { checkQuestions } from './check-questions.js';
import { checkReachability } from './check-reachability.js';
import { checkSchemas } from './check-schemas.js';
import { checkWayOut } from './check-way-out.js';

export { countOpenWork, OPEN_WORK_STATEMENTS, type OpenWork } from './open-work.js';
export { type AffectedWork, findStranded } from './stranded.js';

/**
 * A second look at rows that can be used: what is most likely not meant. It costs more than a start should take, so that
 * `flow check` alone asks for it.
 * @param tools knows what answers each tool
 */
export function lookTwice(flow: CompiledFlow, tools: Pick<ToolRunner, 'serves' | 'inputSchema'>): FlowProblem[] {
  const problems = new FlowProblems();
  checkPatterns(flow, problems);
  checkNames(flow, problems);
  checkReachability(flow, problems);
  checkWayOut(flow, problems);
  checkQuestions(flow, problems);
  checkAnswered(flow, tools, problems);
  checkCalls(flow, tools, problems);
  checkSchemas(flow, problems);
  return problems.list;
}
