import { ts } from '@ts-morph/common';
import { CHANGING_METHODS, COMPUTING, MAKING_METHODS } from './known-effects.js';
import { bareOf, type Sources } from './sources.js';

/**
 * Whether a value was made by the function itself, so that nobody notices when it is changed. What it holds may still be
 * someone else's.
 */
export class Freshness {
  private readonly returning = new Map<ts.Node, boolean>();

  constructor(private readonly sources: Sources) {}

  of(value: ts.Expression | undefined): boolean {
    if (value === undefined) return true;
    const bare = bareOf(value);
    if (ts.isConditionalExpression(bare)) return this.of(bare.whenTrue) && this.of(bare.whenFalse);
    if (ts.isIdentifier(bare)) return this.ofVariable(bare);
    if (ts.isCallExpression(bare)) return this.ofCall(bare);
    return isMade(bare);
  }

  /** A variable of a function that holds nothing but what was made. */
  private ofVariable(name: ts.Identifier): boolean {
    const declared = this.sources.declarationOf(name);
    if (!declared || !ts.isVariableDeclaration(declared) || !ts.isIdentifier(declared.name)) return false;
    const { parent } = declared.parent;
    if (ts.isForOfStatement(parent) || ts.isForInStatement(parent) || ts.isSourceFile(parent.parent)) return false;
    const known = this.returning.get(declared);
    if (known !== undefined) return known;
    this.returning.set(declared, true);
    const given = this.sources.assignmentsTo(declared);
    const isFresh = this.of(declared.initializer) && given.every((one) => one !== undefined && this.of(one));
    this.returning.set(declared, isFresh);
    return isFresh;
  }

  private ofCall({ expression }: ts.CallExpression): boolean {
    const callee = bareOf(expression);
    if (ts.isPropertyAccessExpression(callee)) {
      const { text } = callee.name;
      return MAKING_METHODS.has(text) || (CHANGING_METHODS.has(text) && this.of(callee.expression));
    }
    // JSON can give no function, so that none that is given is called, nor one under a symbol.
    if (ts.isElementAccessExpression(callee)) return this.sources.isSymbol(callee.argumentExpression);
    if (!ts.isIdentifier(callee)) return false;
    const declared = this.sources.declarationOf(callee);
    if (declared && ts.isParameter(declared)) return true;
    const made = declared && this.sources.functionOf(declared);
    return made ? this.returnsFresh(made) : COMPUTING.has(callee.text) && this.sources.isOfPlatform(callee);
  }

  private returnsFresh(made: ts.Node): boolean {
    const known = this.returning.get(made);
    if (known !== undefined) return known;
    this.returning.set(made, false);
    const isFresh = returnsOf(made).every((value) => this.of(value));
    this.returning.set(made, isFresh);
    return isFresh;
  }
}

function isMade(value: ts.Expression): boolean {
  return (
    ts.isArrayLiteralExpression(value) ||
    ts.isObjectLiteralExpression(value) ||
    ts.isNewExpression(value) ||
    ts.isLiteralExpression(value) ||
    ts.isTemplateExpression(value) ||
    ts.isFunctionExpression(value) ||
    ts.isArrowFunction(value) ||
    ts.isPrefixUnaryExpression(value) ||
    value.kind === ts.SyntaxKind.NullKeyword
  );
}

/** What a function returns, but for the functions in it. */
function returnsOf(made: ts.Node): ts.Expression[] {
  if (ts.isArrowFunction(made) && !ts.isBlock(made.body)) return [made.body];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  const body = 'body' in made ? (made.body as ts.Node | undefined) : undefined;
  if (body) ts.forEachChild(body, visit);
  return found;
}
