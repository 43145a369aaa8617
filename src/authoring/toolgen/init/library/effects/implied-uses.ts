import { ts } from '@ts-morph/common';
import type { Members } from './members.js';
import { bareOf, isAssignment, type Sources } from './sources.js';

/** Operators that make no text or number of a value. */
const KEEPING = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/**
 * The code that a value of the library may run although no name of it stands there: accessors, and what the language calls
 * where a value is iterated, awaited, or becomes a text.
 */
export class ImpliedUses {
  constructor(
    private readonly sources: Sources,
    private readonly members: Members,
  ) {}

  of(node: ts.Node): readonly ts.Node[] {
    return [...this.ofProperty(node), ...this.ofIteration(node), ...this.ofAwaiting(node), ...this.ofConversion(node)];
  }

  private ofProperty(node: ts.Node): readonly ts.Node[] {
    if (ts.isPropertyAccessExpression(node)) return this.named(node.name);
    if (ts.isElementAccessExpression(node)) return this.ofElement(node);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      return node.dotDotDotToken ? this.members.accessors : this.takenApart(node.propertyName ?? node.name);
    const isTakenApart = ts.isBinaryExpression(node) && isAssignment(node) && ts.isObjectLiteralExpression(node.left);
    return isTakenApart || ts.isSpreadAssignment(node) ? this.members.accessors : [];
  }

  private takenApart(name: ts.PropertyName | ts.BindingName): readonly ts.Node[] {
    const isWritten = ts.isIdentifier(name) || ts.isStringLiteralLike(name);
    return isWritten ? this.members.named(name.text) : this.members.accessors;
  }

  /** What a name of a member stands for: one of the language's own, or any of the library that has it. */
  private named(name: ts.MemberName): readonly ts.Node[] {
    const declared = this.sources.declarationOf(name);
    if (declared === undefined) return this.members.named(name.text);
    if (this.sources.isScript(declared)) {
      const own = ts.isAccessor(declared) ? declared : this.sources.functionOf(declared);
      const isOfClass = ts.isClassElement(declared);
      return [...(own ? [own] : []), ...(isOfClass ? this.members.named(name.text) : [])];
    }
    return this.sources.isOfPlatform(name) ? [] : this.members.named(name.text);
  }

  private ofElement({ expression, argumentExpression: key }: ts.ElementAccessExpression): readonly ts.Node[] {
    if (ts.isStringLiteralLike(key)) return this.members.named(key.text);
    if (/^Symbol\.\w+$/.test(key.getText())) return this.members.named(key.getText());
    return this.sources.isPlainList(expression) || this.sources.isNumber(key) ? [] : this.members.accessors;
  }

  private ofIteration(node: ts.Node): readonly ts.Node[] {
    const iterated =
      ts.isForOfStatement(node) || ts.isSpreadElement(node)
        ? node.expression
        : ts.isYieldExpression(node) && node.asteriskToken
          ? node.expression
          : ts.isVariableDeclaration(node) && ts.isArrayBindingPattern(node.name)
            ? node.initializer
            : undefined;
    if (iterated) return this.sources.isPlainList(iterated) ? [] : this.members.iterating;
    const isTakenApart =
      ts.isArrayBindingPattern(node) ||
      (ts.isBinaryExpression(node) && isAssignment(node) && ts.isArrayLiteralExpression(node.left));
    return isTakenApart ? this.members.iterating : [];
  }

  /** A function that promises something awaits what it gives. */
  private ofAwaiting(node: ts.Node): readonly ts.Node[] {
    const isPromise = ts.isIdentifier(node) && node.text === 'Promise';
    const isAsync = ts.isFunctionLike(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Async) !== 0;
    return isPromise || isAsync || ts.isAwaitExpression(node) ? this.members.awaiting : [];
  }

  private ofConversion(node: ts.Node): readonly ts.Node[] {
    if (!this.converted(node).some((value) => this.sources.mayBeObject(value))) return [];
    const { converting, iterating, accessors } = this.members;
    // What is given to a function of the language may be read whole, as by `Object.values` and `Array.from`.
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    return isCall ? [...converting, ...iterating, ...accessors] : converting;
  }

  /** The values that something may make a text or a number of; functions of the language may do so with all they are given. */
  private converted(node: ts.Node): readonly ts.Expression[] {
    if (ts.isTemplateSpan(node)) return [node.expression];
    if (ts.isPrefixUnaryExpression(node) && node.operator !== ts.SyntaxKind.ExclamationToken) return [node.operand];
    if (ts.isBinaryExpression(node)) return KEEPING.has(node.operatorToken.kind) ? [] : [node.left, node.right];
    if (ts.isElementAccessExpression(node)) return [node.argumentExpression];
    if (ts.isComputedPropertyName(node)) return [node.expression];
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
    return this.isOwn(bareOf(node.expression)) ? [] : this.givenTo(node);
  }

  private isOwn(callee: ts.Expression): boolean {
    const declared = this.sources.declarationOf(ts.isPropertyAccessExpression(callee) ? callee.name : callee);
    return declared !== undefined && this.sources.isScript(declared);
  }

  /** What a call gives, and what it is called of: a list becomes a text with `join`. */
  private givenTo({
    expression,
    arguments: given = ts.factory.createNodeArray(),
  }: ts.CallExpression | ts.NewExpression) {
    const callee = bareOf(expression);
    return [
      ...given,
      ...(ts.isPropertyAccessExpression(callee) && callee.name.text === 'join' ? [callee.expression] : []),
    ];
  }
}
