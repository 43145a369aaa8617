import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from '@babel/parser';
import type * as t from '@babel/types';
import { Scope } from './scope.js';

const MAX_FILES = 2_000;
const MAX_BYTES = 8_388_608;

/** The files of a library: parsed once, never run. Only relative imports are followed. */
export class Modules {
  private readonly scopes = new Map<string, Scope>();
  private readonly programs = new Map<string, t.File>();

  /** @param onFile told of each file that is read */
  constructor(private readonly onFile: (file: string) => void) {}

  /** The declarations of a file; undefined where it cannot be read. */
  scopeOf(file: string): Scope | undefined {
    const known = this.scopes.get(file);
    if (known) return known;
    const program = this.parse(file);
    if (!program) return undefined;
    const outer = new Scope(file);
    outer.add(program.program.body);
    const scope = ambientModule(outer, program) ?? outer;
    this.scopes.set(file, scope);
    this.addReferences(scope, program);
    return scope;
  }

  /** The module that a relative import of a file leads to. */
  resolve(file: string, source: string): Scope | undefined {
    if (!source.startsWith('.')) return undefined;
    const target = declarationFile(join(dirname(file), source));
    return target === undefined ? undefined : this.scopeOf(target);
  }

  /** A script or declaration, parsed; undefined where it cannot be. */
  parse(file: string): t.File | undefined {
    const known = this.programs.get(file);
    if (known || this.programs.size >= MAX_FILES || !isReadable(file)) return known;
    this.onFile(file);
    const isDeclaration = /\.d\.[cm]?ts$/.test(file);
    const plugins = /\.[cm]?tsx?$/.test(file) ? [['typescript', { dts: isDeclaration }] as const] : [];
    try {
      const program = parse(readFileSync(file, 'utf8'), {
        sourceType: 'unambiguous',
        plugins: plugins.map(([name, options]) => [name, options]),
        errorRecovery: true,
        allowReturnOutsideFunction: true,
      });
      this.programs.set(file, program);
      return program;
    } catch {
      return undefined;
    }
  }

  /** `/// <reference path>` and what other files declare for this module. */
  private addReferences(scope: Scope, program: t.File): void {
    for (const { value } of program.comments ?? []) {
      const [, path] = /^\/\s*<reference\s+path="([^"]+)"/.exec(value) ?? [];
      const other = path === undefined ? undefined : this.parse(join(dirname(scope.file), path));
      for (const statement of other?.program.body ?? []) {
        if (statement.type !== 'TSModuleDeclaration' || statement.body.type !== 'TSModuleBlock') continue;
        const isOurs = statement.id.type === 'StringLiteral' && statement.id.value.startsWith('.');
        const target = scope.assigned?.type === 'Identifier' ? scope.namespaces.get(scope.assigned.name) : scope;
        if (isOurs) target?.add(statement.body.body);
      }
    }
  }
}

/** The module that a file declares by name, where it is none itself. */
function ambientModule(outer: Scope, program: t.File): Scope | undefined {
  if (outer.exports.length > 0 || outer.stars.length > 0 || outer.assigned) return undefined;
  for (const statement of program.program.body) {
    if (statement.type !== 'TSModuleDeclaration' || statement.body.type !== 'TSModuleBlock') continue;
    if (statement.id.type !== 'StringLiteral' || /^\.|\*/.test(statement.id.value)) continue;
    const scope = new Scope(outer.file, outer);
    scope.add(statement.body.body);
    return scope;
  }
  return undefined;
}

/** The declarations for a path as imports write it: of a script, of a folder, or the file itself. */
export function declarationFile(path: string): string | undefined {
  const [, bare = path, module = ''] = /^(.*?)(?:\.d)?(?:\.([cm]?)[jt]sx?)?$/.exec(path) ?? [];
  const endings = [`.d.${module}ts`, '.d.ts', '.d.mts', '.d.cts', '.ts', '.tsx', '/index.d.ts', '/index.ts'];
  return [...endings.map((ending) => bare + ending), path].find(isReadable);
}

/** The script for a path as `require` takes it. */
export function scriptFile(path: string): string | undefined {
  return [path, `${path}.js`, `${path}.cjs`, `${path}.mjs`, join(path, 'index.js')].find(isReadable);
}

function isReadable(file: string): boolean {
  const stats = existsSync(file) ? statSync(file) : undefined;
  return stats?.isFile() === true && stats.size <= MAX_BYTES;
}
