import { FILES, type FlowProblem, FlowProblems } from './flow-problem.js';
import { linkPlaybooks } from './link-playbooks.js';
import { normalizeCode } from './scope.js';
import type { Reading, ToolSource } from './source.js';
import type { Origin, Tool } from './tool.js';
import { normalizeGroup } from './tool-groups.js';
import { ToolSet } from './tool-set.js';

/** What one source has given. */
export type ReadSource = Pick<ToolSource, 'beside'> & { readonly reading: Reading };

/** The tools of all sources as one. */
export interface MergedTools {
  readonly tools: ToolSet;
  readonly problems: readonly FlowProblem[];
  /** How many definitions were looked at, by the `table` of their problems. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Tools of several sources as one list, numbered on from the rows.
 * @param sources in their order of precedence: the definition of a code is the first one's. What answers it may be
 *   another's, as `ToolSource.beside` says: that of the first source that has the code.
 */
export function mergeTools(sources: readonly ReadSource[]): MergedTools {
  const problems = new FlowProblems();
  for (const { reading } of sources) problems.list.push(...reading.problems);
  const answers = answersOf(sources);
  const defined = definitionsOf(sources, problems).map((tool) => answered(tool, answers));
  const tools = linkPlaybooks(numbered(defined), problems);
  const counts = Object.assign({}, ...sources.map(({ reading }) => reading.counts));
  return { tools: new ToolSet(tools), problems: problems.list, counts };
}

/** One tool that may answer others of its code. */
interface Answer {
  readonly tool: Tool;
  readonly beside: ToolSource['beside'];
}

type Answers = ReadonlyMap<string, readonly Answer[]>;

/** Answers by all the names they go by, those of the first source first. */
function answersOf(sources: readonly ReadSource[]): Answers {
  const answers = new Map<string, Answer[]>();
  for (const { beside, reading } of sources.filter((source) => source.beside !== 'steps-back')) {
    for (const tool of reading.tools) {
      for (const name of namesOf(tool).map(normalizeCode)) {
        answers.set(name, [...(answers.get(name) ?? []), { tool, beside }]);
      }
    }
  }
  return answers;
}

/** The code of a tool, and what else a call may name it by. */
export function namesOf({ code, does }: Tool): readonly string[] {
  return does.kind === 'shipped' ? [code, ...does.tool.aliases] : [code];
}

function answered(tool: Tool, answers: Answers): Tool {
  if (tool.treatment.hasOwnContract) return tool;
  const isRow = tool.origin.source === 'rows';
  const found = answers.get(normalizeCode(tool.code))?.find(({ tool: other, beside }) => {
    return beside === 'answers' || (isRow && normalizeGroup(other.group) === normalizeGroup(tool.group));
  });
  return found ? { ...tool, does: found.tool.does } : tool;
}

/** The tools that are offered, those of each code from one place. */
function definitionsOf(sources: readonly ReadSource[], problems: FlowProblems): Tool[] {
  const owners = new Map<string, Origin>();
  return sources.flatMap(({ beside, reading }) =>
    reading.tools.filter((tool) => {
      if (tool.treatment.offered === 'nowhere') return false;
      const code = normalizeCode(tool.code);
      const owner = owners.get(code) ?? tool.origin;
      owners.set(code, owner);
      const isOwn = owner.source === tool.origin.source && owner.place === tool.origin.place;
      if (!isOwn && beside === 'steps-back') reportTaken(tool, owner, problems);
      return isOwn;
    }),
  );
}

function reportTaken({ code, origin }: Tool, owner: Origin, problems: FlowProblems): void {
  const text = `the tool "${code}" is there already, in ${wordsFor(owner)}; this one is left out`;
  problems.error(FILES, origin.place, null, text);
}

function wordsFor({ source, place }: Origin): string {
  if (source === 'rows') return 'a row of ce_mcp_tool';
  return source === 'remote' ? `the server ${place}` : (place ?? source);
}

/** Rows have their numbers; the others follow. */
function numbered(tools: readonly Tool[]): Tool[] {
  let last = tools.reduce((highest, { id }) => Math.max(highest, id), 0);
  return tools.map((tool) => {
    if (tool.origin.source === 'rows') return tool;
    last += 1;
    return { ...tool, id: last };
  });
}
