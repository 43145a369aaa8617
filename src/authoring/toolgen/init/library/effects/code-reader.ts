import { ts } from '@ts-morph/common';
import {
  firstOf,
  functionAround,
  isCalled,
  isConstant,
  isConstructorOf,
  isConstructorTaken,
  isExportOf,
  isLoopOver,
  isOnlyLookedAt,
  isOwnModule,
  isValue,
  memberOf,
} from './code-shapes.js';
import type { Freshness } from './freshness.js';
import type { ImpliedUses } from './implied-uses.js';
import {
  CHANGING_METHODS,
  CHANGING_STATICS,
  COMPUTING,
  type Effect,
  effectOfModule,
  effectOfPlatform,
  READING_METHODS,
} from './known-effects.js';
import { bareOf, isAssignment, isStep, type Sources } from './sources.js';

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
    private readonly implied: ImpliedUses,
  ) {}

  read(): Direct {
    if (ts.isSourceFile(this.root)) return this.readScript(this.root);
    ts.forEachChild(this.root, (node) => this.visit(node));
    if (ts.isIdentifier(this.root)) this.found(this.name(this.root));
    else this.found(this.effectOf(this.root));
    this.uses.push(...this.implied.of(this.root));
    return { effect: this.effect, uses: this.uses };
  }

  /** What a script does when it is loaded by a call, and all that it may give then. */
  private readScript({ statements }: ts.SourceFile): Direct {
    const imported = statements.flatMap((one) =>
      ts.isImportDeclaration(one) || ts.isExportDeclaration(one) ? (one.moduleSpecifier ?? []) : [],
    );
    const effects = imported.map((module) => this.load(module));
    for (const effect of effects) this.found(effect);
    this.uses.push(...statements);
    return { effect: this.effect, uses: this.uses };
  }

  private visit(node: ts.Node): void {
    if (ts.isTypeNode(node)) return;
    this.found(this.effectOf(node));
    this.uses.push(...this.implied.of(node));
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
    if (isConstructorOf(node)) return this.constructorOf(node);
    if (isConstructorTaken(node)) return 'some';
    return ts.isWithStatement(node) ? 'unknown' : 'none';
  }

  /** Variables of the function may change, and what it has made itself. */
  private change(target: ts.Expression): Effect {
    const bare = bareOf(target);
    if (isExportOf(bare)) return 'none';
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
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return this.load(first);
    if (ts.isPropertyAccessExpression(callee)) return this.method(callee, first);
    // JSON can give no function, so that none is called that it holds; a text may name one of the platform.
    return ts.isElementAccessExpression(callee) && !this.sources.isSymbol(callee.argumentExpression)
      ? 'unknown'
      : 'none';
  }

  /** A script that is loaded by a call does what stands in it; one that is not known may do anything. */
  private load(module: ts.Expression | undefined): Effect {
    if (!module || !ts.isStringLiteralLike(module)) return 'some';
    const script = this.sources.scriptOf(module);
    if (script) this.uses.push(script);
    if (script) return 'none';
    return isOwnModule(module.text) ? 'some' : effectOfModule(module.text);
  }

  /** The class of a value is that of JSON where it makes another one; that of a function runs texts. */
  private constructorOf(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Effect {
    const { parent, expression } = node;
    const owner = bareOf(expression);
    const isPlain =
      owner.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(owner) && !this.sources.isFunction(owner));
    if (ts.isNewExpression(parent) && parent.expression === node) return isPlain ? 'none' : 'some';
    return isOnlyLookedAt(node) ? 'none' : 'some';
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
    const module = this.sources.moduleOf(name);
    if (module !== undefined && !isOwnModule(module)) return effectOfModule(module);
    const declared = this.sources.declarationOf(name);
    if (!declared || this.sources.isOfPlatform(name)) return this.ofPlatform(name);
    if (this.isWithin(declared)) return 'none';
    return this.sources.isScript(declared) ? this.use(declared, name) : 'unknown';
  }

  private ofPlatform(name: ts.Identifier): Effect {
    const { parent } = name;
    if (ts.isTypeOfExpression(parent)) return COMPUTING.has(name.text) ? 'none' : 'unknown';
    if (name.text !== 'require') return effectOfPlatform(name.text, memberOf(name));
    return this.load(ts.isCallExpression(parent) && parent.expression === name ? parent.arguments[0] : undefined);
  }

  /** Notes code that is used; its own effect is told of it. */
  private use(declared: ts.Node, name: ts.Identifier): Effect {
    const around = name.parent;
    // What is taken from a module as a whole.
    if (ts.isSourceFile(declared) && ts.isPropertyAccessExpression(around))
      return ts.isIdentifier(around.name) ? this.name(around.name) : 'unknown';
    // What is given to a function around this one, as a factory is.
    if (ts.isParameter(declared)) return isCalled(name) ? 'some' : 'unknown';
    const used =
      this.sources.functionOf(declared) ??
      (ts.isClassLike(declared) || ts.isSourceFile(declared) ? declared : undefined) ??
      (ts.isBinaryExpression(declared) ? declared.right : undefined);
    if (used) this.uses.push(used);
    if (used) return ts.isSourceFile(used) ? 'unknown' : 'none';
    return this.useValues(declared);
  }

  /** Notes what a variable may hold: nothing more than that is known of one that changes, or that a call has made. */
  private useValues(declared: ts.Node): Effect {
    const variable = ts.findAncestor(declared, ts.isVariableDeclaration);
    if (!variable) return 'unknown';
    const values = [variable.initializer, ...this.sources.assignmentsTo(variable)];
    for (const value of values) if (value && !this.isInstance(value)) this.uses.push(value);
    return variable === declared && this.constantOf(variable) ? 'none' : 'unknown';
  }

  /** Of an instance of a class, only what is taken of it is run. */
  private isInstance(value: ts.Expression): boolean {
    const bare = bareOf(value);
    const made = ts.isNewExpression(bare) ? this.sources.declarationOf(bareOf(bare.expression)) : undefined;
    return made !== undefined && ts.isClassLike(made) && this.sources.isScript(made);
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
