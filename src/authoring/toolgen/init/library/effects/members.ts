import { ts } from '@ts-morph/common';
import type { LibraryProgram } from '../library-program.js';
import { bareOf, isAssignment } from './sources.js';

/** Members that the language itself calls where a value becomes a text or a number, or is compared. */
const CONVERTING = ['toString', 'valueOf', 'toJSON', 'toLocaleString', 'Symbol.toPrimitive', 'Symbol.hasInstance'];
const ITERATING = ['Symbol.iterator', 'Symbol.asyncIterator'];

/** A function that values of a library have. */
interface Member {
  /** Undefined where it is computed. */
  readonly name: string | undefined;
  readonly made: ts.Node;
  /** Whether it is run by reading or writing a property. */
  readonly isAccessor: boolean;
}

/**
 * The functions that the values of a library have as members, by name. Where a value comes from is seldom known: what is
 * taken of it may be any member of that name.
 */
export class Members {
  /** What is run when a value becomes a text or a number. */
  readonly converting: readonly ts.Node[];
  readonly iterating: readonly ts.Node[];
  readonly awaiting: readonly ts.Node[];
  /** All that is run when a property is read or written. */
  readonly accessors: readonly ts.Node[];
  private readonly all: readonly Member[];
  private readonly known = new Map<string, readonly ts.Node[]>();

  constructor(private readonly program: LibraryProgram) {
    this.all = program.scripts.flatMap((script) => this.membersIn(script));
    this.accessors = this.all.filter(({ isAccessor }) => isAccessor).map(({ made }) => made);
    const named = (names: readonly string[]) => names.flatMap((name) => this.named(name));
    this.converting = named(CONVERTING);
    this.iterating = named(ITERATING);
    this.awaiting = named(['then']);
  }

  /** The members that a name may stand for. */
  named(name: string): readonly ts.Node[] {
    const known = this.known.get(name);
    if (known) return known;
    const mayBe = (one: Member) => one.name === name || (one.name === undefined && one.isAccessor);
    const found = this.all.filter(mayBe).map(({ made }) => made);
    this.known.set(name, found);
    return found;
  }

  private membersIn(script: ts.SourceFile): Member[] {
    const found: Member[] = [];
    const visit = (node: ts.Node): void => {
      if (isGivenToModule(node)) return;
      const member = this.memberOf(node);
      if (member) found.push(member);
      ts.forEachChild(node, visit);
    };
    visit(script);
    return found;
  }

  private memberOf(node: ts.Node): Member | undefined {
    if (ts.isBinaryExpression(node) && isAssignment(node)) return this.assigned(bareOf(node.left), node.right);
    const isMethod = ts.isMethodDeclaration(node) || ts.isAccessor(node);
    if (!isMethod && !ts.isPropertyDeclaration(node) && !ts.isPropertyAssignment(node)) return undefined;
    const made = isMethod ? node.body && node : functionIn(node.initializer);
    if (!made) return undefined;
    const name = this.nameOf(node.name);
    if (!isDescribed(node)) return { name, made, isAccessor: ts.isAccessor(node) };
    return { name: describedName(node.parent), made, isAccessor: name !== 'value' };
  }

  /** `Store.prototype.get = function …`, but for what a script gives to its module. */
  private assigned(target: ts.Expression, value: ts.Expression): Member | undefined {
    const made = functionIn(value);
    if (!made || isExports(target)) return undefined;
    if (ts.isElementAccessExpression(target))
      return { name: this.keyOf(target.argumentExpression), made, isAccessor: false };
    if (!ts.isPropertyAccessExpression(target) || isExports(target.expression)) return undefined;
    return { name: target.name.text, made, isAccessor: false };
  }

  private nameOf(name: ts.PropertyName): string | undefined {
    return ts.isComputedPropertyName(name) ? this.keyOf(name.expression) : name.text;
  }

  /** A key that is written down, or a symbol of the language, also where a constant holds it. */
  private keyOf(key: ts.Expression): string | undefined {
    const bare = bareOf(key);
    if (ts.isStringLiteralLike(bare) || ts.isNumericLiteral(bare)) return bare.text;
    const declared = ts.isIdentifier(bare) && this.program.checker.getSymbolAtLocation(bare)?.valueDeclaration;
    const value = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    const text = (value ?? bare).getText();
    return /^Symbol\b/.test(text) ? text : undefined;
  }
}

function functionIn(value: ts.Expression | undefined): ts.Node | undefined {
  const bare = value && bareOf(value);
  return bare && (ts.isFunctionExpression(bare) || ts.isArrowFunction(bare)) ? bare : undefined;
}

/** Whether a member is of what describes a property, as `Object.defineProperty` and compilers of classes take it. */
function isDescribed(member: ts.ClassElement | ts.ObjectLiteralElement): boolean {
  const { parent } = member;
  if (!ts.isObjectLiteralExpression(parent) || !/^(get|set|value)$/.test(member.name?.getText() ?? '')) return false;
  const names = parent.properties.map(({ name }) => name?.getText() ?? '');
  return names.some((name) => /^(key|enumerable|configurable|writable)$/.test(name)) || defining(parent) !== undefined;
}

/** The name of the property that is described; undefined where it is not written down there. */
function describedName(description: ts.Node): string | undefined {
  const key = ts.isObjectLiteralExpression(description)
    ? description.properties.find(({ name }) => name?.getText() === 'key')
    : undefined;
  const name = key && ts.isPropertyAssignment(key) ? key.initializer : defining(description)?.arguments[1];
  return name && ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** The call of `defineProperty` or its like that a description is given to. */
function defining(description: ts.Node): ts.CallExpression | undefined {
  const call = ts.findAncestor(description, ts.isCallExpression);
  return call && /\b(defineProperty|defineProperties|create)$/.test(call.expression.getText()) ? call : undefined;
}

function isGivenToModule(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) && /\bdefineProperty$/.test(node.expression.getText()) && isExports(node.arguments[0])
  );
}

function isExports(node: ts.Node | undefined): boolean {
  return /^(module\.)?exports$/.test(node?.getText() ?? '');
}
