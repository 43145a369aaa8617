import { answerOf } from './answer-of.js';
import { normalizeCode } from './scope.js';
import type { SourceName, Tool } from './tool.js';
import { toolDigest } from './tool-digest.js';
import type { ToolSet } from './tool-set.js';

/** Codes that one line names; the others are counted. */
const MOST_NAMED = 10;

/** Which tools came, changed what they do or went, a line for each source: `files: added news; removed weather`. */
export function describeChanges(before: ToolSet, after: ToolSet): string[] {
  const [old, now] = [describedByCode(before), describedByCode(after)];
  const added = [...now.values()].filter(({ code }) => !old.has(code));
  const removed = [...old.values()].filter(({ code }) => !now.has(code));
  const changed = [...now.values()].filter(({ code, digest }) => (old.get(code) ?? { digest }).digest !== digest);
  const sources = new Set([...added, ...changed, ...removed].map(({ source }) => source));
  return [...sources].map((source) => {
    const parts = Object.entries({ added, changed, removed }).flatMap(([what, tools]) => part(what, tools, source));
    return `${source}: ${parts.join('; ')}`;
  });
}

interface Described {
  readonly code: string;
  readonly source: SourceName;
  readonly digest: string;
}

function describedByCode({ all }: ToolSet): Map<string, Described> {
  return new Map(all.map((tool) => [normalizeCode(tool.code), described(tool)]));
}

function described(tool: Tool): Described {
  const digest = toolDigest(tool, answerOf(tool)?.digest?.());
  return { code: normalizeCode(tool.code), source: tool.origin.source, digest };
}

function part(what: string, tools: readonly Described[], source: SourceName): string[] {
  const codes = tools.filter((tool) => tool.source === source).map(({ code }) => code);
  if (codes.length === 0) return [];
  const more = codes.length > MOST_NAMED ? ` and ${codes.length - MOST_NAMED} more` : '';
  return [`${what} ${codes.slice(0, MOST_NAMED).join(', ')}${more}`];
}
