import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pattern, Program } from 'acorn';
import { messageOf } from '../../../platform/common/errors.js';
import { resolveModule } from '../runtime/adapters/in-process.js';
import type { InProcessBinding, Manifest } from '../runtime/adapters/manifest.js';
import type { ManifestProblem } from './manifest-problem.js';

/** What is wrong with where a tool finds its function. */
export interface ModuleProblem extends ManifestProblem {
  readonly tool: string;
}

/**
 * The tools whose module is not there, lies outside of the project, or plainly does not export their function. Modules are
 * read and not run: what one of CommonJS exports is not known, nor what comes from another one.
 * @param root the project's folder, absolute
 */
export async function checkModules({ tools }: Manifest, root: string): Promise<ModuleProblem[]> {
  const problems: ModuleProblem[] = [];
  for (const { name, binding } of tools) {
    const problem = binding.type === 'in-process' ? await checkModule(binding, root) : undefined;
    if (problem) problems.push({ tool: name, ...problem });
  }
  return problems;
}

async function checkModule(
  { module, export: path }: InProcessBinding,
  root: string,
): Promise<ManifestProblem | undefined> {
  let file: string;
  try {
    file = fileURLToPath(resolveModule(module, root));
  } catch (error) {
    return { path: 'binding.module', message: `is ${module}: ${messageOf(error)}` };
  }
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    return { path: 'binding.module', message: `is ${module}, which is missing (${file})` };
  const [first = ''] = path.split('.');
  const exported = await exportsOf(readFileSync(file, 'utf8'));
  if (!exported || exported.has(first)) return undefined;
  return { path: 'binding.export', message: `is ${path}, which ${module} does not export` };
}

/** The names that a script exports; undefined where it is no ES module, or does not tell them all itself. */
async function exportsOf(text: string): Promise<ReadonlySet<string> | undefined> {
  // A service without such tools does not load it.
  const { parse } = await import('acorn');
  let body: Program['body'];
  try {
    ({ body } = parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }));
  } catch {
    return undefined;
  }
  const names = body.map((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return ['default'];
    if (statement.type === 'ExportAllDeclaration') return statement.exported ? [nameOf(statement.exported)] : undefined;
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = statement;
    const declared = declaration?.type === 'VariableDeclaration' ? declaration.declarations : [declaration];
    return [
      ...specifiers.map(({ exported }) => nameOf(exported)),
      ...declared.flatMap((one) => (one?.id ? boundBy(one.id) : [])),
    ];
  });
  const isKnown = names.every((one) => one !== undefined) && body.some(({ type }) => type.startsWith('Export'));
  return isKnown ? new Set(names.flat()) : undefined;
}

function nameOf(name: { readonly type: string } & ({ name: string } | { value?: unknown })): string {
  return 'name' in name ? name.name : String(name.value);
}

/** The names that a declaration gives: one, or those that a value is taken apart into. */
function boundBy(pattern: Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return boundBy(pattern.left);
  if (pattern.type === 'RestElement') return boundBy(pattern.argument);
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((one) => (one ? boundBy(one) : []));
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((one) => boundBy(one.type === 'RestElement' ? one.argument : one.value));
}
