import { ts } from '@ts-morph/common';
import type { LibraryProgram } from '../library-program.js';

/** Types whose values are no objects. */
const PLAIN =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.ESSymbolLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined;

/** What names stand for in the scripts of a library. */
export class Sources {
  private readonly assigned = new Map<ts.SourceFile, ReadonlyMap<ts.Symbol, (ts.Expression | undefined)[]>>();

  constructor(private readonly program: LibraryProgram) {}

  /** What a name was declared by, through imports; undefined where that is not known. */
  declarationOf(name: ts.Node): ts.Node | undefined {
    const symbol = this.symbolOf(name);
    const declared = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
    // `exports.parse = …` is declared by its left side.
    const around: ts.Node | undefined = declared?.parent;
    return declared && around && ts.isBinaryExpression(around) && isLeftOf(declared, around) ? around : declared;
  }

  /** The module that a name is imported or required from; undefined for all others. */
  moduleOf(name: ts.Identifier): string | undefined {
    const declared = this.program.checker.getSymbolAtLocation(name)?.declarations?.[0];
    return declared && moduleOf(declared);
  }

  /** Whether a name is one of the language, the browser or Node.js, or of nothing that was declared. */
  isOfPlatform(name: ts.Node): boolean {
    const symbol = this.symbolOf(name);
    return symbol === undefined || this.program.isOfPlatform(symbol) || symbol.declarations === undefined;
  }

  /** The script that a module's name stands for, where it was read. */
  scriptOf(module: ts.Expression): ts.SourceFile | undefined {
    const declared = this.program.checker.getSymbolAtLocation(module)?.declarations?.[0];
    return declared && ts.isSourceFile(declared) && this.isScript(declared) ? declared : undefined;
  }

  /** Whether a value may be an object, or is not known. */
  mayBeObject(value: ts.Expression): boolean {
    const type = this.program.checker.getTypeAtLocation(value);
    const parts = type.isUnion() ? type.types : [type];
    return parts.some(({ flags }) => !(flags & PLAIN));
  }

  /** Whether a value is a text or a list of the language. */
  isPlainList(value: ts.Expression): boolean {
    const { checker } = this.program;
    const type = checker.getTypeAtLocation(value);
    return checker.isArrayType(type) || checker.isTupleType(type) || (type.flags & PLAIN) !== 0;
  }

  isNumber(value: ts.Expression): boolean {
    return (this.program.checker.getTypeAtLocation(value).flags & ts.TypeFlags.NumberLike) !== 0;
  }

  isFunction(value: ts.Expression): boolean {
    return this.program.checker.getTypeAtLocation(value).getCallSignatures().length > 0;
  }

  /** Whether a declaration is in a script that was read. */
  isScript(node: ts.Node): boolean {
    return !node.getSourceFile().isDeclarationFile;
  }

  /** The function that a declaration makes, where it makes one. */
  functionOf(declared: ts.Node): ts.Node | undefined {
    if (ts.isFunctionLike(declared)) return 'body' in declared && declared.body ? declared : undefined;
    const value =
      ts.isVariableDeclaration(declared) || ts.isPropertyAssignment(declared) || ts.isPropertyDeclaration(declared)
        ? declared.initializer
        : ts.isBinaryExpression(declared)
          ? declared.right
          : undefined;
    const bare = value && bareOf(value);
    return bare && (ts.isFunctionExpression(bare) || ts.isArrowFunction(bare)) ? bare : undefined;
  }

  /** What is given to a variable behind its declaration; undefined for what is made of its own value, as by `++`. */
  assignmentsTo(declared: ts.VariableDeclaration): readonly (ts.Expression | undefined)[] {
    const symbol = this.program.checker.getSymbolAtLocation(declared.name);
    return (symbol && this.assignmentsIn(declared.getSourceFile()).get(symbol)) ?? [];
  }

  /** Whether a key is a symbol of the library's own. */
  isSymbol(key: ts.Expression): boolean {
    const declared = ts.isIdentifier(key) ? this.declarationOf(key) : undefined;
    const value = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
    return value !== undefined && /^Symbol\b/.test(value.getText());
  }

  private symbolOf(name: ts.Node): ts.Symbol | undefined {
    const { checker } = this.program;
    const { parent } = name;
    const found =
      parent && ts.isShorthandPropertyAssignment(parent)
        ? checker.getShorthandAssignmentValueSymbol(parent)
        : checker.getSymbolAtLocation(name);
    if (!found || !(found.flags & ts.SymbolFlags.Alias)) return found;
    const target = checker.getAliasedSymbol(found);
    return target.declarations === undefined ? found : target;
  }

  private assignmentsIn(file: ts.SourceFile): ReadonlyMap<ts.Symbol, (ts.Expression | undefined)[]> {
    const known = this.assigned.get(file);
    if (known) return known;
    const found = new Map<ts.Symbol, (ts.Expression | undefined)[]>();
    const add = (target: ts.Node, value: ts.Expression | undefined) => {
      const symbol = this.program.checker.getSymbolAtLocation(target);
      if (symbol) found.set(symbol, [...(found.get(symbol) ?? []), value]);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isBinaryExpression(node) && isAssignment(node)) {
        const isPlain = node.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isIdentifier(node.left);
        for (const target of namesIn(node.left)) add(target, isPlain ? node.right : undefined);
      }
      if (isStep(node)) add(node.operand, undefined);
      ts.forEachChild(node, visit);
    };
    visit(file);
    this.assigned.set(file, found);
    return found;
  }
}

function isLeftOf(node: ts.Node, { left }: ts.BinaryExpression): boolean {
  return left === node;
}

/** The module that a declaration takes from elsewhere. */
function moduleOf(declared: ts.Node): string | undefined {
  const isStatement = (node: ts.Node) =>
    ts.isImportDeclaration(node) || ts.isVariableDeclaration(node) || ts.isFunctionLike(node) || ts.isSourceFile(node);
  const statement = ts.findAncestor(declared, isStatement);
  if (!statement) return undefined;
  if (ts.isImportDeclaration(statement)) return textOf(statement.moduleSpecifier);
  return ts.isVariableDeclaration(statement) ? requiredModule(statement.initializer) : undefined;
}

/** The module of `require('…')` or `require('…').name`; undefined for any other value. */
function requiredModule(value: ts.Node | undefined): string | undefined {
  const called = value && ts.isPropertyAccessExpression(value) ? value.expression : value;
  const isRequire = called && ts.isCallExpression(called) && called.expression.getText() === 'require';
  return isRequire ? textOf(called.arguments[0]) : undefined;
}

function textOf(literal: ts.Node | undefined): string {
  return literal && ts.isStringLiteralLike(literal) ? literal.text : '';
}

/** An expression without brackets and notes about its type. */
export function bareOf(value: ts.Expression): ts.Expression {
  const isAround =
    ts.isParenthesizedExpression(value) ||
    ts.isAsExpression(value) ||
    ts.isNonNullExpression(value) ||
    ts.isSatisfiesExpression(value);
  return isAround ? bareOf(value.expression) : value;
}

/** Whether an expression gives something to what stands left of it. */
export function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether something is `++` or `--`. */
export function isStep(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  const isUnary = ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node);
  return isUnary && (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken);
}

/** The variables that a target names: one, or those that it is taken apart into. */
function namesIn(target: ts.Node): ts.Identifier[] {
  if (ts.isIdentifier(target)) return [target];
  if (!ts.isArrayLiteralExpression(target) && !ts.isObjectLiteralExpression(target)) return [];
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(target);
  return found;
}
