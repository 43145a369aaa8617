import type * as t from '@babel/types';
import type { Modules } from './modules.js';
import type { Scope } from './scope.js';

/** Declarations of one name, and where they stand. */
export interface Found {
  readonly nodes: readonly t.Node[];
  readonly scope: Scope;
}

const MAX_STEPS = 20;

/** Finds what names stand for: in their scope, in what it stands in, and in the modules it imports. */
export class Lookup {
  constructor(private readonly modules: Modules) {}

  /** A type by its words: `Options`, or `library.Options`. */
  type(words: readonly string[], scope: Scope, steps = 0): Found | undefined {
    return this.find('types', words, scope, steps);
  }

  /** A value by its words. */
  value(words: readonly string[], scope: Scope, steps = 0): Found | undefined {
    return this.find('values', words, scope, steps);
  }

  /** The namespace of a name, also of an imported module. */
  namespace(name: string, scope: Scope, steps = 0): Scope | undefined {
    if (steps > MAX_STEPS) return undefined;
    const own = scope.namespaces.get(name);
    if (own) return own;
    const imported = scope.imports.get(name);
    if (!imported) return scope.parent && this.namespace(name, scope.parent, steps + 1);
    const module = this.modules.resolve(scope.file, imported.source);
    if (!module || imported.name === '*' || imported.name === '=') return module && this.assignedNamespace(module);
    return this.exportedNamespace(imported.name, module, steps + 1);
  }

  /** What a module exports under a name. */
  exported(kind: 'types' | 'values', name: string, module: Scope, steps = 0): Found | undefined {
    if (steps > MAX_STEPS) return undefined;
    const found = module.exports.find((one) => one.name === name);
    if (found?.from) {
      const target = this.modules.resolve(module.file, found.from.source);
      return target && this.exported(kind, found.from.name, target, steps + 1);
    }
    const local = found?.local ?? name;
    const own = found || module[kind].has(name) ? this.find(kind, [local], module, steps + 1) : undefined;
    if (own) return own;
    if (module.assigned?.type === 'Identifier') {
      const inner = module.namespaces.get(module.assigned.name);
      return name === 'default'
        ? this.find(kind, [module.assigned.name], module, steps + 1)
        : inner && this.exported(kind, name, inner, steps + 1);
    }
    for (const source of module.stars) {
      const target = this.modules.resolve(module.file, source);
      const there = target && this.exported(kind, name, target, steps + 1);
      if (there) return there;
    }
    return undefined;
  }

  private find(
    kind: 'types' | 'values',
    [first = '', ...rest]: readonly string[],
    scope: Scope,
    steps: number,
  ): Found | undefined {
    if (steps > MAX_STEPS) return undefined;
    const [second] = rest;
    if (second !== undefined) {
      const inner = this.namespace(first, scope, steps + 1);
      return (
        inner &&
        (rest.length === 1 ? this.exported(kind, second, inner, steps + 1) : this.find(kind, rest, inner, steps + 1))
      );
    }
    const nodes = scope[kind].get(first);
    if (nodes) return { nodes, scope };
    const imported = scope.imports.get(first);
    if (imported) {
      const module = this.modules.resolve(scope.file, imported.source);
      return module && this.exported(kind, imported.name === '=' ? 'default' : imported.name, module, steps + 1);
    }
    return scope.parent && this.find(kind, [first], scope.parent, steps + 1);
  }

  private exportedNamespace(name: string, module: Scope, steps: number): Scope | undefined {
    const found = module.exports.find((one) => one.name === name);
    if (found?.from?.name === '*') return this.modules.resolve(module.file, found.from.source);
    return this.namespace(found?.local ?? name, module, steps);
  }

  private assignedNamespace(module: Scope): Scope {
    const name = module.assigned?.type === 'Identifier' ? module.assigned.name : undefined;
    return (name !== undefined && module.namespaces.get(name)) || module;
  }
}

/** The words of `a`, `a.b` and `a.b.c`. */
export function wordsOf(name: t.Node): string[] {
  if (name.type === 'Identifier') return [name.name];
  if (name.type === 'TSQualifiedName') return [...wordsOf(name.left), name.right.name];
  return [];
}
