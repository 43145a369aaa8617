import { ts } from '@ts-morph/common';
import { COMPUTING } from './known-effects.js';
import { bareOf } from './sources.js';

const COMPARING = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.InstanceOfKeyword,
  ts.SyntaxKind.InKeyword,
]);

/** The name that a value is taken from: `process` of `process.env.HOME`. */
export function firstOf(value: ts.Expression): ts.Identifier | undefined {
  const bare = bareOf(value);
  if (ts.isPropertyAccessExpression(bare) || ts.isElementAccessExpression(bare)) return firstOf(bare.expression);
  return ts.isIdentifier(bare) ? bare : undefined;
}

/** Whether a module is of the library itself, or is named by where it is. */
export function isOwnModule(module: string): boolean {
  return /^[./#]|^(?!node:)[a-z]+:/.test(module);
}

/** Whether something is given to the module that a script is. */
export function isExportOf(target: ts.Expression): boolean {
  return /^(module\.)?exports\b/.test(target.getText()) && ts.isSourceFile(functionAround(target));
}

/** Whether the class of a value is taken of it. */
export function isConstructorOf(node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'constructor';
  return (
    ts.isElementAccessExpression(node) &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    node.argumentExpression.text === 'constructor'
  );
}

/** Whether the class of a value is taken apart from it, as by `const { constructor } = value`. */
export function isConstructorTaken(node: ts.Node): boolean {
  return ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === 'constructor';
}

/** Whether a value is compared, or something of it is taken, and it goes nowhere else. */
export function isOnlyLookedAt(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isOnlyLookedAt(parent);
  if (ts.isPropertyAccessExpression(parent)) return !/^(constructor|call|apply|bind)$/.test(parent.name.text);
  if (ts.isIfStatement(parent) || ts.isTypeOfExpression(parent) || ts.isPrefixUnaryExpression(parent)) return true;
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return parent.left === node || isOnlyLookedAt(parent);
  return COMPARING.has(kind);
}

/** Whether what a name stands for is called. */
export function isCalled(name: ts.Identifier): boolean {
  const { parent } = name;
  return (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === name;
}

/** What is taken of a name. */
export function memberOf({ parent }: ts.Identifier): string | undefined {
  return ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined;
}

/** A loop that gives each value to what was declared before it. */
export function isLoopOver(
  node: ts.Node,
): node is (ts.ForOfStatement | ts.ForInStatement) & { initializer: ts.Expression } {
  return (ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer);
}

/** Whether a name stands for a value, and is not that of a property or of what is declared. */
export function isValue(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === name;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  return !('name' in parent && parent.name === name);
}

/** Whether a value stays what it is: nobody else has it, and it keeps nothing. */
export function isConstant(value: ts.Expression): boolean {
  if (ts.isNewExpression(value)) return ts.isIdentifier(value.expression) && COMPUTING.has(value.expression.text);
  if (ts.isCallExpression(value))
    return /^(Symbol(\.for)?|Object\.freeze|Number|String|BigInt|Math\.\w+)\(/.test(value.getText());
  return !ts.isAwaitExpression(value) && !ts.isElementAccessExpression(value);
}

/** The function whose `this` a node has; else its script. */
export function functionAround(node: ts.Node): ts.Node {
  return ts.findAncestor(node, (one) => ts.isFunctionLike(one) && !ts.isArrowFunction(one)) ?? node.getSourceFile();
}
