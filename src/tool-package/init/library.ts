import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { JsonObject } from '../../common/json.js';
import type { Tool } from '../runtime/adapters/manifest.js';
import { type Discovery, draftTool } from './draft.js';
import { natureOf, toolName } from './names.js';
import { listItems, schemaOfType } from './typescript-type.js';

/** A library of a project. */
export interface LibrarySurface {
  /** Name of the package. */
  readonly name: string;
  /** File that is imported, relative to the project. */
  readonly module: string;
  /** Its declarations (`.d.ts`), relative to the project. */
  readonly types: string;
}

const FUNCTION =
  /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?export\s+(?:declare\s+)?(default\s+)?(?:async\s+)?function\s+(\w+)?\s*(<[^>(]*>)?\s*\(/g;
const REEXPORT = /export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*from\s*['"](\.[^'"]+)['"]/g;
const NAMED = /export\s+\{([^}]*)\}\s*from\s*['"](\.[^'"]+)['"]/g;
const MAX_FILES = 50;

/** One tool for each exported function whose parameters are texts, numbers, yes or no, choices, or lists of these. */
export function discoverLibrary(surface: LibrarySurface, folder: string): Discovery {
  const tools: Tool[] = [];
  const warnings: string[] = [];
  const seen = new Set<string>();
  for (const { text, only } of declarations(join(folder, surface.types))) {
    for (const found of functionsOf(text)) {
      const name = found.isDefault ? 'default' : found.name;
      if (seen.has(name) || (only && !only.includes(name))) continue;
      seen.add(name);
      const tool = functionTool(surface, name, found);
      if (typeof tool === 'string') warnings.push(`${name} was left out: ${tool}`);
      else tools.push(tool);
    }
  }
  if (tools.length === 0) warnings.push(`${relative('.', surface.types)} declares no function that could be called`);
  return { tools, warnings };
}

interface Declarations {
  readonly text: string;
  /** Names that are exported on; all where undefined. */
  readonly only?: readonly string[];
}

/** The entry's declarations and those of the files that it exports on. */
function declarations(entry: string): Declarations[] {
  const found: Declarations[] = [];
  const files = new Set<string>();
  const visit = (file: string, only?: readonly string[]) => {
    if (files.has(file) || files.size >= MAX_FILES || !existsSync(file)) return;
    files.add(file);
    const text = readFileSync(file, 'utf8');
    found.push(only ? { text, only } : { text });
    for (const [statement, path = ''] of text.matchAll(REEXPORT)) {
      const [, names] = [...statement.matchAll(NAMED)][0] ?? [];
      const list = names
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => /^\w+$/.test(name));
      visit(declarationFile(join(dirname(file), path)), list ?? only);
    }
  };
  visit(entry);
  return found;
}

function declarationFile(path: string): string {
  const bare = path.replace(/\.(js|ts|mjs|cjs)$/, '').replace(/\.d$/, '');
  const ending = ['.d.ts', '.d.mts', '.d.cts', '/index.d.ts'].find((one) => existsSync(bare + one));
  return bare + (ending ?? '.d.ts');
}

interface Declared {
  readonly name: string;
  readonly isDefault: boolean;
  readonly comment: string;
  readonly parameters: string;
  readonly returns: string;
}

function functionsOf(text: string): Declared[] {
  return [...text.matchAll(FUNCTION)].flatMap((match) => {
    const [whole, comment = '', isDefault, name = 'default'] = match;
    const start = match.index + whole.length;
    const end = closing(text, start);
    const [, returns = 'void'] = /^\s*:\s*([^;\n{]+)/.exec(text.slice(end + 1)) ?? [];
    return [{ name, isDefault: isDefault !== undefined, comment, parameters: text.slice(start, end), returns }];
  });
}

/** Where the parenthesis that was opened before `start` is closed. */
function closing(text: string, start: number): number {
  let depth = 1;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return text.length;
}

/** The tool, or why there is none. */
function functionTool(surface: LibrarySurface, name: string, found: Declared): Tool | string {
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const parameter of listItems(found.parameters)) {
    const [, parameterName, optional, type = ''] = /^(\w+)(\?)?\s*:\s*([\s\S]+)$/.exec(parameter) ?? [];
    const schema = parameterName === undefined ? undefined : schemaOfType(type);
    if (parameterName === undefined || schema === undefined) {
      // A later parameter cannot be given without this one.
      if (optional !== undefined) break;
      return `the parameter "${parameter.split(/\s+/).join(' ').slice(0, 80)}" is too rich to be described`;
    }
    properties[parameterName] = schema;
    if (optional === undefined) required.push(parameterName);
  }
  const parameters = Object.keys(properties);
  const returns = schemaOfType(found.returns.trim().replace(/^Promise<([\s\S]*)>$/, '$1'));
  const tool = toolName(name === 'default' ? surface.name : name);
  return draftTool({
    name: tool,
    description: commentText(found.comment) || `${name} of ${surface.name}.`,
    nature: natureOf(tool),
    input_schema: { type: 'object', properties, required, additionalProperties: false },
    output_schema: {
      type: 'object',
      properties: { result: returns ?? {} },
      required: ['result'],
      additionalProperties: false,
    },
    binding: {
      type: 'in-process',
      module: `./${surface.module}`,
      export: name,
      parameters,
      result: { parse: 'json', property: 'result' },
    },
  });
}

/** What a comment says before its tags. */
function commentText(comment: string): string {
  const lines = comment.split('\n').map((line) =>
    line
      .replace(/^\s*\/?\*+\/?\s?/, '')
      .replace(/\*\/\s*$/, '')
      .trim(),
  );
  return (
    lines
      .join(' ')
      .split(/(?:^|\s)@[a-z]/)[0]
      ?.trim() ?? ''
  );
}
