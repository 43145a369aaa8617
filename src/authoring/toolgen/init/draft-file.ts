import type { PackagedTool as Tool } from '../../../tools/package-format/index.js';
import { isVerb } from './names.js';

const MAX_MENTIONS = 50;

/**
 * The content of `tools.draft.json`: what was found, in short, for people to look through. What the README names is for
 * hints alone: no tool is made of it.
 */
export function draftFile(tools: readonly Tool[], readme: string): unknown {
  return {
    tools: tools.map(({ name, description, category, risk, idempotency, input_schema, output_schema, binding }) => ({
      name,
      purpose: description,
      category,
      risk,
      idempotency,
      inputs: input_schema,
      outputs: output_schema,
      binding: binding?.type,
    })),
    readme_mentions: mentionsOf(readme),
  };
}

/** Lines of lists and headings that begin with a verb, as capabilities do. Links, installation and licences are none. */
function mentionsOf(markdown: string): string[] {
  const text = markdown.replace(/```[\s\S]*?(```|$)/g, '');
  const lines = text.split('\n').flatMap((line) => /^\s*(?:[-*]|#+)\s+(.{3,200})$/.exec(line)?.[1] ?? []);
  const isCapability = (line: string) =>
    isVerb(/^\W*(\w+)/.exec(line)?.[1] ?? '') && /\s/.test(line) && !/^\[.*\]\(/.test(line);
  return [...new Set(lines.filter(isCapability))].slice(0, MAX_MENTIONS);
}
