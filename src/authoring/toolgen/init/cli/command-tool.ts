import type { JsonObject } from '../../../../platform/common/json.js';
import type { PackagedTool as Tool } from '../../../../tools/package-format/index.js';
import { draftTool } from '../draft.js';
import { type Nature, natureOf, toolName, WRITES } from '../names.js';
import type { CommandSurface } from '../profile.js';
import { type Allowed, CommandDraft } from './command-draft.js';
import { wordSet } from './hazards/hazard.js';
import { knownFindings, knownProgram } from './hazards/known-programs.js';
import type { HelpText } from './help-text.js';
import type { HelpValue } from './help-usage.js';
import type { LeftOut } from './left-out.js';

/** What became of a command. */
export interface CommandTool {
  /** Absent where it cannot be called without what was left out. */
  readonly tool?: Tool;
  readonly leftOut: readonly LeftOut[];
}

/** Verbs that a function keeps, and that change files or a local copy as the name of a command. */
const CHANGING_COMMANDS = wordSet('format fmt convert fetch');

const NOTHING_ALLOWED: Allowed = { arguments: [], isRunner: false };
/** The tool of a command, by its help. What could make it do more than its purpose is left out. */
export function commandTool(
  surface: CommandSurface,
  path: readonly string[],
  help: HelpText,
  fallback: string,
  allowed: Allowed = NOTHING_ALLOWED,
): CommandTool {
  const draft = new CommandDraft(knownProgram(surface.name), allowed, natureOfCommand(path, help.values));
  for (const option of help.options) draft.addOption(option);
  for (const value of help.values) if (!draft.addValue(value)) break;
  const { leftOut } = draft;
  if (draft.isIncomplete) return { leftOut };
  const { command, name } = surface;
  const words = [name, ...path];
  const codes = [...new Set([...help.findings, ...knownFindings(name, path)])].sort((a, b) => a - b);
  const tool = draftTool({
    name: toolName(words.join('_')),
    description: help.description || fallback || `Runs ${words.join(' ')}.`,
    nature: draft.nature,
    input_schema: draft.inputSchema(),
    output_schema: outputSchema(codes),
    binding: {
      type: 'subprocess',
      command: [...command, ...path],
      arguments: draft.args,
      ...(codes.length > 0 ? { ok_exit_codes: codes } : {}),
      result: { parse: 'text', property: 'text', ...(codes.length > 0 ? { exit_code: 'exit_code' } : {}) },
    },
  });
  return { tool: { ...tool, constraints: { ...tool.constraints, ...draft.constraints(tool) } }, leftOut };
}

function outputSchema(codes: readonly number[]): JsonObject {
  const text: JsonObject = { type: 'string' };
  if (codes.length === 0)
    return { type: 'object', properties: { text }, required: ['text'], additionalProperties: false };
  const exit_code: JsonObject = {
    type: 'integer',
    enum: [0, ...codes],
    description: 'Not 0 where it found something.',
  };
  return {
    type: 'object',
    properties: { text, exit_code },
    required: ['text', 'exit_code'],
    additionalProperties: false,
  };
}

/**
 * By the words of the subcommand. What the program does without one no name tells: it is taken for a write, and so is what
 * takes words that no help describes.
 */
function natureOfCommand(path: readonly string[], values: readonly HelpValue[]): Nature {
  const nature = path.length === 0 ? WRITES : natureOf(toolName(path.join('_')));
  const isOpen = values.some(({ name }) => name === 'arguments' || name === 'args');
  return nature.risk === 'low' && (isOpen || path.some((word) => CHANGING_COMMANDS.has(word))) ? WRITES : nature;
}
