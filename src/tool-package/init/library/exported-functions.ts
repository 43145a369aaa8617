import type * as t from '@babel/types';
import { readJsDoc } from './js-doc.js';
import { type Lookup, wordsOf } from './lookup.js';
import type { Modules } from './modules.js';
import type { Scope } from './scope.js';
import { bindings, keyOf, type Place } from './type-schema.js';

/** One way to call a function. */
export interface Signature {
  readonly parameters: readonly t.Node[];
  readonly returns: t.Node | undefined;
  readonly place: Place;
  readonly comments: readonly t.Comment[] | null | undefined;
  /** What is done, for scripts without types. */
  readonly body?: t.Node;
}

/** A function that a module exports. */
export interface ExportedFunction {
  /** From the module on: `parse`, `Color.parse`; `default`. */
  readonly path: readonly string[];
  readonly signatures: readonly Signature[];
}

const NOTHING: Place['bound'] = new Map();
const MAX_DEPTH = 8;
/** Words of a name, beside `default`: a function, or one of an object. */
const MAX_PATH = 2;
type FunctionLike = t.TSDeclareFunction | t.FunctionDeclaration | t.FunctionExpression | t.ArrowFunctionExpression;
type CallLike = t.TSFunctionType | t.TSCallSignatureDeclaration | t.TSMethodSignature;

/**
 * Lists the functions that the declarations of a module export: functions, functions of objects and namespaces, and
 * functions of classes themselves. Nothing is run.
 */
export class ExportedFunctions {
  private readonly found = new Map<string, ExportedFunction>();
  private readonly seen = new Set<string>();

  constructor(
    private readonly modules: Modules,
    private readonly lookup: Lookup,
  ) {}

  of(module: Scope): ExportedFunction[] {
    this.addModule(module, []);
    return [...this.found.values()];
  }

  private addModule(module: Scope, path: readonly string[]): void {
    const key = `${module.file} ${path.join('.')}`;
    if (this.seen.has(key) || isTooLong([...path, ''])) return;
    this.seen.add(key);
    // `export =` stands for the whole module: what a program imports by default.
    if (module.assigned) this.addValue([...path, 'default'], module.assigned, module, 0);
    for (const one of module.exports) this.addExport([...path, one.name], one, module);
    for (const source of module.stars) {
      const target = this.modules.resolve(module.file, source);
      if (target) this.addModule(target, path);
    }
  }

  private addExport(
    path: readonly string[],
    { name, local, from, value }: Scope['exports'][number],
    module: Scope,
  ): void {
    if (value) {
      this.addValue(path, value, module, 0);
      return;
    }
    if (from?.name === '*') {
      const target = this.modules.resolve(module.file, from.source);
      if (target) this.addModule(target, path);
      return;
    }
    const found = from ? this.lookup.exported('values', name, module) : this.lookup.value([local ?? name], module);
    for (const node of found?.nodes ?? []) this.addValue(path, node, found?.scope ?? module, 0);
    const namespace = from ? undefined : this.lookup.namespace(local ?? name, module);
    if (namespace && namespace !== module) this.addModule(namespace, path);
  }

  private addValue(path: readonly string[], node: t.Node, scope: Scope, depth: number): void {
    if (depth > MAX_DEPTH) return;
    switch (node.type) {
      case 'Identifier': {
        const found = this.lookup.value([node.name], scope);
        for (const one of found?.nodes ?? []) this.addValue(path, one, found?.scope ?? scope, depth + 1);
        const namespace = this.lookup.namespace(node.name, scope);
        if (namespace) this.addModule(namespace, path);
        return;
      }
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.addFunction(path, node, scope);
        return;
      case 'ClassDeclaration':
        this.addStatics(path, node, scope);
        return;
      case 'VariableDeclarator':
        this.addVariable(path, node, scope, depth);
        return;
      case 'ObjectExpression':
        this.addProperties(path, node, scope, depth);
        return;
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        this.addValue(path, node.expression, scope, depth);
        return;
      default:
    }
  }

  private addVariable(
    path: readonly string[],
    { id, init, leadingComments }: t.VariableDeclarator,
    scope: Scope,
    depth: number,
  ): void {
    const type =
      id.type === 'Identifier' && id.typeAnnotation?.type === 'TSTypeAnnotation'
        ? id.typeAnnotation.typeAnnotation
        : undefined;
    if (type) this.addType(path, type, { scope, bound: NOTHING }, leadingComments, depth);
    if (type || !init) return;
    init.leadingComments ??= leadingComments ?? null;
    this.addValue(path, init, scope, depth + 1);
  }

  private addProperties(
    path: readonly string[],
    { properties }: t.ObjectExpression,
    scope: Scope,
    depth: number,
  ): void {
    for (const property of properties) {
      const name = property.type === 'SpreadElement' ? undefined : keyOf(property.key);
      if (name === undefined) continue;
      if (property.type === 'ObjectMethod') this.addFunction([...path, name], property, scope);
      if (property.type !== 'ObjectProperty') continue;
      property.value.leadingComments ??= property.leadingComments ?? null;
      this.addValue([...path, name], property.value, scope, depth + 1);
    }
  }

  private addFunction(
    path: readonly string[],
    node: FunctionLike | t.ObjectMethod | t.ClassMethod | t.TSDeclareMethod,
    scope: Scope,
  ): void {
    const place = { scope, bound: bindings(node.typeParameters, [], { scope, bound: NOTHING }, scope) };
    const body = 'body' in node ? { body: node.body } : {};
    this.add(path, {
      parameters: node.params,
      returns: annotated(node.returnType),
      place,
      comments: node.leadingComments,
      ...body,
    });
  }

  private addStatics(path: readonly string[], { body }: t.ClassDeclaration, scope: Scope): void {
    for (const member of body.body) {
      if (member.type !== 'ClassMethod' && member.type !== 'TSDeclareMethod') continue;
      const name = keyOf(member.key);
      const isPublic =
        member.accessibility === undefined || member.accessibility === 'public' || member.accessibility === null;
      if (member.static && member.kind === 'method' && isPublic && name !== undefined)
        this.addFunction([...path, name], member, scope);
    }
  }

  /** What a value of a type can be called for: itself, and its members. */
  private addType(
    path: readonly string[],
    type: t.Node,
    place: Place,
    comments: Signature['comments'],
    depth: number,
  ): void {
    if (depth > MAX_DEPTH) return;
    switch (type.type) {
      case 'TSFunctionType':
        this.addCall(path, type, place, comments);
        return;
      case 'TSIntersectionType':
        for (const part of type.types) this.addType(path, part, place, comments, depth + 1);
        return;
      case 'TSTypeLiteral':
        this.addMembers(path, type.members, place, comments, depth);
        return;
      case 'TSTypeQuery':
        this.addQuery(path, wordsOf(type.exprName), place.scope, depth);
        return;
      case 'TSTypeReference': {
        const [inner] = type.typeParameters?.params ?? [];
        if (wordsOf(type.typeName).join() === 'Readonly' && inner)
          this.addType(path, inner, place, comments, depth + 1);
        else this.addReference(path, type, place, comments, depth);
        return;
      }
      default:
    }
  }

  private addQuery(path: readonly string[], words: readonly string[], scope: Scope, depth: number): void {
    const found = this.lookup.value(words, scope);
    for (const node of found?.nodes ?? []) this.addValue(path, node, found?.scope ?? scope, depth + 1);
  }

  private addReference(
    path: readonly string[],
    type: t.TSTypeReference,
    place: Place,
    comments: Signature['comments'],
    depth: number,
  ): void {
    const found = this.lookup.type(wordsOf(type.typeName), place.scope);
    for (const node of found?.nodes ?? []) {
      if (!found || (node.type !== 'TSTypeAliasDeclaration' && node.type !== 'TSInterfaceDeclaration')) continue;
      const bound = bindings(node.typeParameters, type.typeParameters?.params ?? [], place, found.scope);
      const inside = { scope: found.scope, bound };
      if (node.type === 'TSTypeAliasDeclaration') this.addType(path, node.typeAnnotation, inside, comments, depth + 1);
      else this.addMembers(path, node.body.body, inside, comments, depth + 1);
    }
  }

  private addMembers(
    path: readonly string[],
    members: readonly t.Node[],
    place: Place,
    comments: Signature['comments'],
    depth: number,
  ): void {
    for (const member of members) {
      if (member.type === 'TSCallSignatureDeclaration')
        this.addCall(path, member, place, member.leadingComments ?? comments);
      if (member.type !== 'TSMethodSignature' && member.type !== 'TSPropertySignature') continue;
      const name = keyOf(member.key);
      if (name === undefined || member.computed) continue;
      const inner = [...path, name];
      if (member.type === 'TSMethodSignature') this.addCall(inner, member, place, member.leadingComments);
      else if (member.typeAnnotation)
        this.addType(inner, member.typeAnnotation.typeAnnotation, place, member.leadingComments, depth + 1);
    }
  }

  private addCall(
    path: readonly string[],
    call: CallLike,
    { scope, bound }: Place,
    comments: Signature['comments'],
  ): void {
    const own = bindings(call.typeParameters, [], { scope, bound }, scope);
    const place = { scope, bound: new Map([...bound, ...own]) };
    this.add(path, { parameters: call.parameters, returns: annotated(call.typeAnnotation), place, comments });
  }

  private add(path: readonly string[], signature: Signature): void {
    const name = path.join('.');
    const isHidden = isTooLong(path) || path.some((word) => /^[_$]/.test(word));
    if (isHidden || readJsDoc(signature.comments).isInternal) return;
    this.found.set(name, { path, signatures: [...(this.found.get(name)?.signatures ?? []), signature] });
  }
}

function isTooLong(path: readonly string[]): boolean {
  return path.filter((word) => word !== 'default').length > MAX_PATH;
}

function annotated(node: t.Node | null | undefined): t.Node | undefined {
  return node?.type === 'TSTypeAnnotation' ? node.typeAnnotation : undefined;
}
