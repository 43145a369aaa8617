import { ts } from '@ts-morph/common';
import type { Freshness } from './freshness.js';
import {
  CHANGING_METHODS,
  CHANGING_STATICS,
  COMPUTING,
  type Effect,
  effectOfModule,
  effectOfPlatform,
  READING_METHODS,
} from './known-effects.js';
import { bareOf, isAssignment, isStep, requiredModule, type Sources } from './sources.js';

/** What one piece of code does by itself, and the code that it uses. */
export interface Direct {
  readonly effect: Effect;
  readonly uses: readonly ts.Node[];
}

/** Reads one function, class or value. */
export class CodeReader {
  private effect: Effect = 'none';
  private readonly uses: ts.Node[] = [];

  constructor(
    private readonly root: ts.Node,
    private readonly sources: Sources,
    private readonly freshness: Freshness,
  ) {}

  read(): Direct {
    ts.forEachChild(this.root, (node) => this.visit(node));
    if (ts.isIdentifier(this.root)) this.found(this.name(this.root));
    else this.found(this.effectOf(this.root));
    return { effect: this.effect, uses: this.uses };
  }

  private visit(node: ts.Node): void {
    if (ts.isTypeNode(node)) return;
    this.found(this.effectOf(node));
    if (ts.isIdentifier(node) && isValue(node)) this.found(this.name(node));
    ts.forEachChild(node, (child) => this.visit(child));
  }

  private found(effect: Effect): void {
    if (effect === 'some' || (effect === 'unknown' && this.effect === 'none')) this.effect = effect;
  }

  private effectOf(node: ts.Node): Effect {
    if (ts.isBinaryExpression(node) && isAssignment(node)) return this.change(node.left);
    if (isStep(node)) return this.change(node.operand);
    if (ts.isDeleteExpression(node)) return this.change(node.expression);
    if (isLoopOver(node)) return this.change(node.initializer);
    if (ts.isCallExpression(node)) return this.call(node.expression, node.arguments[0]);
    if (ts.isTaggedTemplateExpression(node)) return this.call(node.tag, undefined);
    if (ts.isNewExpression(node)) return this.make(node);
    return ts.isWithStatement(node) ? 'unknown' : 'none';
  }

  /** Variables of the function may change, and what it has made itself. */
  private change(target: ts.Expression): Effect {
    const bare = bareOf(target);
    if (ts.isPropertyAccessExpression(bare) || ts.isElementAccessExpression(bare)) {
      const owner = bareOf(bare.expression);
      const isOwn = owner.kind === ts.SyntaxKind.ThisKeyword && ts.isConstructorDeclaration(functionAround(owner));
      if (isOwn || this.freshness.of(owner)) return 'none';
      const first = firstOf(owner);
      return first && this.sources.isOfPlatform(first) ? 'some' : 'unknown';
    }
    if (!ts.isIdentifier(bare)) return 'unknown';
    const declared = this.sources.declarationOf(bare);
    return declared && this.isWithin(declared) ? 'none' : 'some';
  }

  private call(expression: ts.Expression, first: ts.Expression | undefined): Effect {
    const callee = bareOf(expression);
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return 'unknown';
    if (ts.isPropertyAccessExpression(callee)) return this.method(callee, first);
    // JSON can give no function, so that none is called that it holds; a text may name one of the platform.
    return ts.isElementAccessExpression(callee) && !this.sources.isSymbol(callee.argumentExpression)
      ? 'unknown'
      : 'none';
  }

  private method({ name, expression }: ts.PropertyAccessExpression, first: ts.Expression | undefined): Effect {
    const declared = this.sources.declarationOf(name);
    const own = declared && this.sources.isScript(declared) ? this.sources.functionOf(declared) : undefined;
    if (own) this.uses.push(own);
    if (own) return 'none';
    const owner = bareOf(expression);
    if (ts.isIdentifier(owner) && COMPUTING.has(owner.text) && this.sources.isOfPlatform(owner)) {
      const isChanging = /^(Object|Reflect)$/.test(owner.text) && CHANGING_STATICS.has(name.text);
      return !isChanging || this.freshness.of(first) ? 'none' : 'unknown';
    }
    if (CHANGING_METHODS.has(name.text) || /^set[A-Z]/.test(name.text))
      return this.freshness.of(owner) ? 'none' : 'unknown';
    if (!READING_METHODS.has(name.text)) return 'unknown';
    const called = /^(call|apply|bind)$/.test(name.text) && ts.isPropertyAccessExpression(owner) ? owner.name.text : '';
    return CHANGING_METHODS.has(called) || CHANGING_STATICS.has(called) ? 'unknown' : 'none';
  }

  private make({ expression }: ts.NewExpression): Effect {
    const bare = bareOf(expression);
    // `new value.constructor()` of what JSON can give makes a value of that kind.
    if (ts.isPropertyAccessExpression(bare) && bare.name.text === 'constructor') return 'none';
    // What is made by a function may have methods that are written elsewhere.
    const declared = ts.isIdentifier(bare) ? this.sources.declarationOf(bare) : undefined;
    const isFunction = declared !== undefined && this.sources.functionOf(declared) !== undefined;
    return !ts.isIdentifier(bare) || isFunction ? 'unknown' : 'none';
  }

  private name(name: ts.Identifier): Effect {
    const module = this.sources.moduleOf(name) ?? (name.text === 'require' ? requiredModule(name.parent) : undefined);
    if (module !== undefined && !module.startsWith('.')) return effectOfModule(module);
    const declared = this.sources.declarationOf(name);
    if (!declared || this.sources.isOfPlatform(name)) return effectOfPlatform(name.text, memberOf(name));
    if (this.isWithin(declared)) return 'none';
    return this.sources.isScript(declared) ? this.use(declared, name.parent) : 'unknown';
  }

  /** Notes code that is used; its own effect is told of it. */
  private use(declared: ts.Node, around: ts.Node): Effect {
    // What is taken from a module as a whole.
    if (ts.isSourceFile(declared) && ts.isPropertyAccessExpression(around))
      return ts.isIdentifier(around.name) ? this.name(around.name) : 'unknown';
    const used =
      this.sources.functionOf(declared) ??
      (ts.isClassLike(declared) ? declared : undefined) ??
      (ts.isBinaryExpression(declared) ? declared.right : undefined) ??
      (ts.isVariableDeclaration(declared) ? this.constantOf(declared) : undefined);
    if (used) this.uses.push(used);
    return used ? 'none' : 'unknown';
  }

  /** A value of the module that never changes; one that a call has made may be anything. */
  private constantOf(declared: ts.VariableDeclaration): ts.Expression | undefined {
    const isTop = ts.isSourceFile(declared.parent.parent.parent);
    const value = declared.initializer && bareOf(declared.initializer);
    const isChanged = this.sources.assignmentsTo(declared).length > 0;
    return isTop && value && !isChanged && isConstant(value) ? value : undefined;
  }

  private isWithin(declared: ts.Node): boolean {
    const inside = (node: ts.Node | undefined): boolean =>
      node !== undefined && (node === this.root || inside(node.parent));
    return inside(declared);
  }
}

/** The name that a value is taken from: `process` of `process.env.HOME`. */
function firstOf(value: ts.Expression): ts.Identifier | undefined {
  const bare = bareOf(value);
  if (ts.isPropertyAccessExpression(bare) || ts.isElementAccessExpression(bare)) return firstOf(bare.expression);
  return ts.isIdentifier(bare) ? bare : undefined;
}

/** What is taken of a name. */
function memberOf({ parent }: ts.Identifier): string | undefined {
  return ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined;
}

/** A loop that gives each value to what was declared before it. */
function isLoopOver(node: ts.Node): node is (ts.ForOfStatement | ts.ForInStatement) & { initializer: ts.Expression } {
  return (ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer);
}

/** Whether a name stands for a value, and is not that of a property or of what is declared. */
function isValue(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === name;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  return !('name' in parent && parent.name === name);
}

function isConstant(value: ts.Expression): boolean {
  if (ts.isNewExpression(value)) return ts.isIdentifier(value.expression) && COMPUTING.has(value.expression.text);
  if (ts.isCallExpression(value))
    return /^(Symbol(\.for)?|Object\.freeze|Number|String|BigInt|Math\.\w+)\(/.test(value.getText());
  return !ts.isAwaitExpression(value) && !ts.isElementAccessExpression(value);
}

function functionAround(node: ts.Node): ts.Node {
  return ts.findAncestor(node, (one) => ts.isFunctionLike(one) && !ts.isArrowFunction(one)) ?? node.getSourceFile();
}
