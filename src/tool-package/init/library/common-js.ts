import { dirname, join } from 'node:path';
import type * as t from '@babel/types';
import { walk } from './body-types.js';
import type { ExportedFunction, Signature } from './exported-functions.js';
import { readJsDoc } from './js-doc.js';
import { type Modules, scriptFile } from './modules.js';
import { Scope } from './scope.js';
import { keyOf } from './type-schema.js';

/** A value that is put somewhere: `module.exports = value`, `name.property = value`. */
interface Assignment {
  /** `module.exports` and `exports` are both `exports`. */
  readonly owner: string;
  readonly property?: string;
  readonly value: t.Node;
}

interface Script {
  readonly file: string;
  readonly declared: ReadonlyMap<string, t.Node>;
  readonly assignments: readonly Assignment[];
}

const MAX_DEPTH = 4;

/** Lists the functions of scripts that export by `module.exports`, as far as their text tells. Nothing is run. */
export class CommonJsFunctions {
  private readonly found = new Map<string, ExportedFunction>();
  private readonly scripts = new Map<string, Script>();

  constructor(private readonly modules: Modules) {}

  of(file: string): ExportedFunction[] {
    this.addScript(file, ['default'], 0);
    return [...this.found.values()];
  }

  private addScript(file: string, path: readonly string[], depth: number): void {
    const script = this.scriptOf(file);
    if (!script || depth > MAX_DEPTH) return;
    for (const { owner, property, value } of script.assignments) {
      if (owner !== 'exports' || property === '__esModule') continue;
      this.addValue(property === undefined ? path : [...path, property], value, script, depth);
    }
  }

  private addValue(path: readonly string[], node: t.Node, script: Script, depth: number): void {
    if (depth > MAX_DEPTH) return;
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'ObjectMethod':
        this.add(path, node, script.file);
        return;
      case 'Identifier':
        this.addName(path, node.name, script, depth);
        return;
      case 'AssignmentExpression':
        this.addValue(path, node.right, script, depth);
        return;
      case 'ObjectExpression':
        this.addProperties(path, node, script, depth);
        return;
      case 'CallExpression': {
        const file = requiredFile(node, script.file);
        if (file !== undefined) this.addScript(file, path, depth + 1);
        return;
      }
      default:
    }
  }

  private addName(path: readonly string[], name: string, script: Script, depth: number): void {
    const node = script.declared.get(name);
    if (node) this.addValue(path, node, script, depth + 1);
    for (const { owner, property, value } of script.assignments) {
      if (owner === name && property !== undefined) this.addValue([...path, property], value, script, depth + 1);
    }
  }

  private addProperties(
    path: readonly string[],
    { properties }: t.ObjectExpression,
    script: Script,
    depth: number,
  ): void {
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        this.addValue(path, property.argument, script, depth + 1);
        continue;
      }
      const name = keyOf(property.key);
      if (name === undefined || property.computed) continue;
      const value = property.type === 'ObjectMethod' ? property : property.value;
      value.leadingComments ??= property.leadingComments ?? null;
      this.addValue([...path, name], value, script, depth + 1);
    }
  }

  private add(
    path: readonly string[],
    node: t.FunctionDeclaration | t.FunctionExpression | t.ArrowFunctionExpression | t.ObjectMethod,
    file: string,
  ): void {
    const name = path.join('.');
    if (this.found.has(name) || path.some((word) => /^[_$]/.test(word)) || readJsDoc(node.leadingComments).isInternal)
      return;
    const place = { scope: new Scope(file), bound: new Map() };
    const signature: Signature = {
      parameters: node.params,
      returns: undefined,
      place,
      comments: node.leadingComments,
      body: node.body,
    };
    this.found.set(name, { path, signatures: [signature] });
  }

  private scriptOf(file: string): Script | undefined {
    const known = this.scripts.get(file);
    if (known) return known;
    const program = this.modules.parse(file);
    if (!program) return undefined;
    const script = readScript(file, program);
    this.scripts.set(file, script);
    return script;
  }
}

function readScript(file: string, program: t.File): Script {
  const declared = new Map<string, t.Node>();
  const assignments: Assignment[] = [];
  const declare = (name: string, node: t.Node) => declared.has(name) || declared.set(name, node);
  walk(program.program, (node) => {
    if (node.type === 'FunctionDeclaration' && node.id) declare(node.id.name, node);
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations) {
        if (id.type !== 'Identifier' || !init) continue;
        init.leadingComments ??= node.leadingComments ?? null;
        declare(id.name, init);
      }
    if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression')
      assignments.push(...assignmentsOf(node.expression, node.leadingComments));
    if (node.type === 'CallExpression') assignments.push(...definitionsOf(node));
  });
  return { file, declared, assignments };
}

/** `a = b = value` is an assignment to each. */
function assignmentsOf(
  { left, right }: t.AssignmentExpression,
  comments: t.Comment[] | null | undefined,
): Assignment[] {
  right.leadingComments ??= comments ?? null;
  const value = innermost(right);
  value.leadingComments ??= comments ?? null;
  const inner = right.type === 'AssignmentExpression' ? assignmentsOf(right, comments) : [];
  const target = targetOf(left);
  return target ? [{ ...target, value }, ...inner] : inner;
}

function innermost(node: t.Expression): t.Expression {
  return node.type === 'AssignmentExpression' ? innermost(node.right) : node;
}

function targetOf(node: t.Node): Pick<Assignment, 'owner' | 'property'> | undefined {
  if (isExports(node) && node.type === 'MemberExpression') return { owner: 'exports' };
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const property = keyOf(node.property);
  if (property === undefined) return undefined;
  if (isExports(node.object)) return { owner: 'exports', property };
  return node.object.type === 'Identifier' ? { owner: node.object.name, property } : undefined;
}

/** `exports` and `module.exports`, by whatever name the module goes. */
function isExports(node: t.Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    node.object.type === 'Identifier' &&
    /module$/i.test(node.object.name) &&
    keyOf(node.property) === 'exports'
  );
}

/** `Object.defineProperty(exports, 'name', { get() { return value } })`, as compilers write it. */
function definitionsOf({ callee, arguments: args }: t.CallExpression): Assignment[] {
  const isDefining = callee.type === 'MemberExpression' && keyOf(callee.property) === 'defineProperty';
  const [target, name, descriptor] = args;
  if (
    !isDefining ||
    !target ||
    !isExports(target) ||
    name?.type !== 'StringLiteral' ||
    descriptor?.type !== 'ObjectExpression'
  )
    return [];
  let value: t.Node | undefined;
  walk(descriptor, (node) => {
    if (node.type === 'ReturnStatement' && node.argument) value ??= node.argument;
    if (node.type === 'ObjectProperty' && keyOf(node.key) === 'value') value ??= node.value;
  });
  return value ? [{ owner: 'exports', property: name.value, value }] : [];
}

function requiredFile({ callee, arguments: [source] }: t.CallExpression, from: string): string | undefined {
  const isRequire = callee.type === 'Identifier' && callee.name === 'require' && source?.type === 'StringLiteral';
  return isRequire && source.value.startsWith('.') ? scriptFile(join(dirname(from), source.value)) : undefined;
}
