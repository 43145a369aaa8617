import { toolQuestion } from '../../../engine/turn/index.js';
import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import {
  describeProblem,
  FILES,
  type PlannedCall,
  type PlannedWait,
  planWaits,
  sameCode,
  type Tool,
} from '../../../tools/index.js';
import { CommandError } from '../command-error.js';
import { type LoadedTools, loadTools } from '../load-tools.js';
import type { ExitCode, GlobalOptions } from '../options.js';
import { plain, print, table } from '../terminal.js';

/** The commands' own options. */
export interface PlaybookOptions {
  readonly json?: boolean;
  readonly demo?: boolean;
}

/** Lists the playbooks of the configured directories, with what they take. */
export async function runPlaybookList(globals: GlobalOptions, { json, demo }: PlaybookOptions): Promise<ExitCode> {
  const tools = await loadTools(globals, demo);
  const playbooks = playbooksOf(tools).map((tool) => ({
    name: tool.code,
    description: tool.description,
    sideEffect: tools.runner.sideEffect(tool),
    intent: tool.intent,
    inputs: tool.inputSchema,
    file: tool.origin.place,
  }));
  tellProblems(tools);
  if (json) print(JSON.stringify(playbooks, null, 2));
  else if (playbooks.length === 0)
    print('There is no playbook. Their directories are convengine.capabilities.directories.');
  else
    print(
      table(playbooks.map((one) => [one.name, one.sideEffect, inputsOf(one.inputs), plain(one.description ?? '')])),
    );
  return 0;
}

/** Shows what a playbook would call with some arguments, and what the user would be asked. Nothing is run. */
export async function runPlaybookDryRun(
  globals: GlobalOptions,
  name: string,
  { json, demo, arguments: args }: PlaybookOptions & { readonly arguments: JsonObject },
): Promise<ExitCode> {
  const tools = await loadTools(globals, demo);
  const playbook = playbooksOf(tools).find(({ code }) => sameCode(code, name));
  if (!playbook) {
    tellProblems(tools);
    throw new CommandError(`There is no playbook "${name}".`, 'See "convengine playbook list".');
  }
  const problem = tools.runner.checkArguments(playbook, args);
  if (problem) throw new CommandError(`${problem}.`, 'Correct --arguments.');
  const steps = tools.runner.plannedCalls(playbook, args);
  const waits = playbook.does.kind === 'playbook' ? planWaits(playbook.does, args, tools.runner) : [];
  const sideEffect = tools.runner.sideEffect(playbook);
  const asked = tools.runner.completed(playbook, args);
  const question = sideEffect === 'WRITE' ? toolQuestion(tools, playbook, asked, tools.runner) : null;
  if (json) {
    const calls = steps.map(({ tool, undoneBy, ...step }) => ({
      ...step,
      tool: tool.code,
      ...(undoneBy && { undoneBy: { ...undoneBy, tool: undoneBy.tool.code } }),
    }));
    print(JSON.stringify({ name: playbook.code, sideEffect, steps: calls, waits, question }, null, 2));
    return 0;
  }
  // A wait stands between all before it and all after it.
  const inOrder = [...steps, ...waits].sort((one, other) => one.group - other.group);
  print(`${table(inOrder.map((step, index) => describeStep(step, inOrder[index - 1])))}\n`);
  print(
    question === null
      ? 'No step writes: nothing would be asked.'
      : `Before the first step, this would be asked:\n  ${plain(question)}`,
  );
  print('\nNothing was run.');
  return 0;
}

function playbooksOf({ flow }: LoadedTools): Tool[] {
  return flow.allTools.filter(({ does }) => does.kind === 'playbook');
}

/** What is wrong with files stands beside the list, and not in it. */
function tellProblems({ problems }: LoadedTools): void {
  for (const problem of problems.filter((one) => one.table === FILES)) {
    process.stderr.write(`error: ${plain(describeProblem(problem))}\n`);
  }
}

/** `title, reader, [weeks=2]`: what may be left out is in brackets. */
function inputsOf(schema: JsonObject | null): string {
  const { properties, required } = schema ?? {};
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {})
    .map(([name, property]) => {
      const value = isJsonObject(property) ? property.default : undefined;
      const text = value === undefined ? name : `${name}=${JSON.stringify(value)}`;
      return needed.includes(name) ? text : `[${text}]`;
    })
    .join(', ');
}

/** The number of a group stands before the first of its steps; those of one group run beside each other. */
function describeStep(step: PlannedCall | PlannedWait, before: PlannedCall | PlannedWait | undefined): string[] {
  const conditions = { always: '', perhaps: `if ${step.condition}`, never: `left out: ${step.condition}` };
  const group = step.group === before?.group ? '' : String(step.group);
  return [
    group,
    ...('waitsFor' in step ? describeWait(step) : describeCall(step)),
    conditions[step.runs],
    behind(step),
  ].map(plain);
}

function describeCall({ sideEffect, step, tool, arguments: args }: PlannedCall): string[] {
  return [sideEffect, step, tool.code, JSON.stringify(args)];
}

function describeWait({ step, waitsFor, question, arguments: args }: PlannedWait): string[] {
  return ['WAIT', step, `for ${waitsFor}`, question === null ? '' : JSON.stringify(args)];
}

function behind(step: PlannedCall | PlannedWait): string {
  if ('waitsFor' in step) return step.question === null ? '' : `asks: ${step.question}`;
  return step.undoneBy ? `undone by ${step.undoneBy.tool.code} ${JSON.stringify(step.undoneBy.arguments)}` : '';
}
