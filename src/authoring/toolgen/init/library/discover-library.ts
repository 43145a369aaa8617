import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackagedTool as Tool } from '../../../../tools/package-format/index.js';
import type { Discovery, Progress } from '../draft.js';
import { runsAnything } from '../names.js';
import type { LibrarySurface } from '../profile.js';
import { safeCall } from './call-hazards.js';
import { textOf } from './documentation.js';
import { exportedEffects } from './effects/exported-effects.js';
import type { Effect } from './effects/known-effects.js';
import { type ExportedFunction, ExportedFunctions } from './exported-functions.js';
import { FunctionCalls } from './function-calls.js';
import { functionTool } from './function-tool.js';
import { LibraryFiles, READING_LIMITS } from './library-files.js';
import { type LibraryProgram, libraryProgram } from './library-program.js';
import { TypeSchemas } from './type-schema.js';

/** Files after which it is told how many were read. */
const TELL_EVERY = 100;

/**
 * One tool for each exported function that JSON can call: functions, functions of exported objects, namespaces and
 * classes. Declarations and scripts are read by TypeScript's checker, never run.
 * @param description of the project, for the function that is the library
 */
export function discoverLibrary(
  surface: LibrarySurface,
  folder: string,
  description: string,
  progress: Progress,
  limits = READING_LIMITS,
): Discovery {
  const { module, types, name } = surface;
  const end = performance.now() + limits.time;
  let count = 0;
  const files = new LibraryFiles(folder, types ?? module, limits, () => {
    count += 1;
    if (count % TELL_EVERY === 0) progress(`read ${count} files of ${name}`);
  });
  progress(`reading ${types ?? module}`);
  const program = libraryProgram(folder, types ?? module, name, files);
  const effects = exportedEffects(surface, types === undefined ? program : undefined, folder, limits);
  const isTwice = isDefaultToo(join(folder, module), surface);
  const reader = new FunctionReader({ ...surface, description }, program, isTwice, effects);
  const isScript = types === undefined && surface.isCommonJs;
  const found = exportedFunctions(program, isScript ? ['default'] : []);
  const rest = found.findIndex((one) => {
    reader.add(one);
    return performance.now() > end;
  });
  const { tools, warnings } = reader;
  if (files.problem) warnings.push(`${name} was not read to its end: ${files.problem}`);
  if (rest >= 0 && rest + 1 < found.length)
    warnings.push(
      `${name} was not read to its end: ${found.length - rest - 1} functions were left after ${limits.time} ms`,
    );
  if (tools.length === 0) warnings.push(`${types ?? module} declares no function that could be called`);
  return { tools, warnings };
}

/** Makes tools of functions, and notes why others are none. */
class FunctionReader {
  readonly tools: Tool[] = [];
  readonly warnings: string[] = [];
  private readonly calls: FunctionCalls;

  constructor(
    private readonly surface: LibrarySurface & { readonly description: string },
    private readonly program: LibraryProgram,
    private readonly isTwice: boolean,
    private readonly effectOf: (path: readonly string[]) => Effect,
  ) {
    this.calls = new FunctionCalls(program.checker, new TypeSchemas(program));
  }

  add(found: ExportedFunction): void {
    const tool = this.toolOf(found);
    if (typeof tool === 'string') this.warnings.push(`${found.path.join('.')} was left out: ${tool}`);
    else this.tools.push(tool);
  }

  private toolOf({ path, signatures }: ExportedFunction): Tool | string {
    if (runsAnything(path.at(-1) ?? '')) return 'it runs whatever it is given';
    const calls = signatures.map((signature) => this.calls.of(signature));
    const safe = calls.map((call) => (typeof call === 'string' ? call : safeCall(path, call)));
    const possible = safe.filter((call) => typeof call !== 'string');
    if (possible.length === 0) return safe.find((call) => typeof call === 'string') ?? 'it cannot be called';
    const leftOut = [...new Set(possible.flatMap((one) => one.leftOut))];
    if (leftOut.length > 0)
      this.warnings.push(
        `${leftOut.join(', ')} of ${path.join('.')}: left out, as what is run or loaded depends on it`,
      );
    const comments = signatures.map((signature) => textOf(signature, this.program.checker));
    const comment = comments.find((text) => text !== '') ?? '';
    const imported = importPath(path, this.surface, this.isTwice);
    return functionTool(
      this.surface,
      { path, importPath: imported, comment, effect: this.effectOf(imported) },
      possible.map(({ call }) => call),
    );
  }
}

/** The functions, each under one name: the one it is called by rather than `default`. */
function exportedFunctions(program: LibraryProgram, root: readonly string[]): ExportedFunction[] {
  const all = new ExportedFunctions(program).list(root);
  const named = new Set(all.filter(({ path }) => path[0] !== 'default').map(declarationOf));
  return all.filter((one) => one.path[0] !== 'default' || !named.has(declarationOf(one)));
}

function declarationOf({ signatures }: ExportedFunction): unknown {
  return signatures[0]?.getDeclaration();
}

/** What a program that imports the file finds: all that a CommonJS module exports is its default. */
function importPath(
  path: readonly string[],
  { isCommonJs, types }: LibrarySurface,
  isTwice: boolean,
): readonly string[] {
  if (!isCommonJs || types === undefined) return path;
  if (path[0] !== 'default') return ['default', ...path];
  return isTwice ? ['default', ...path] : path;
}

/** Whether a script has a property `default`, as compilers give it for `export default`. */
function isDefaultToo(file: string, { isCommonJs, types }: LibrarySurface): boolean {
  return (
    isCommonJs &&
    types !== undefined &&
    /\bexports\.default\s*=|\bexports,\s*["']default["']/.test(readFileSync(file, 'utf8'))
  );
}
