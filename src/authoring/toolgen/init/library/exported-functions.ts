import { ts } from '@ts-morph/common';
import { isInternal } from './documentation.js';
import type { LibraryProgram } from './library-program.js';
import { isClassInstance, isOpaque } from './type-kinds.js';

/** A function that a library exports. */
export interface ExportedFunction {
  /** From the module on: `parse`, `Color.parse`; `default`. */
  readonly path: readonly string[];
  readonly signatures: readonly ts.Signature[];
}

/** Words of a name, beside `default`: a function, or one of an object. */
const MAX_PATH = 2;

/** Lists the functions that a library exports: functions, and those of objects, namespaces and classes themselves. */
export class ExportedFunctions {
  private readonly found = new Map<string, ExportedFunction>();
  private readonly checker: ts.TypeChecker;

  constructor(private readonly program: LibraryProgram) {
    this.checker = program.checker;
  }

  /** @param root what stands before the name of each export: `default` where the script is CommonJS */
  list(root: readonly string[]): ExportedFunction[] {
    const { module } = this.program;
    if (!module) return [];
    // `export =` and `module.exports =` stand for the whole module: what a program imports by default.
    const assigned = module.exports?.get(ts.InternalSymbolName.ExportEquals);
    if (assigned) this.addSymbol(['default'], assigned);
    // Scripts may also give to `exports` what is no longer part of what they assign: as far as their text tells.
    const isWhole = assigned && root.length === 0;
    const others = root.length > 0 ? [...(module.exports?.values() ?? [])] : this.checker.getExportsOfModule(module);
    for (const one of isWhole ? [] : others) if (one !== assigned) this.addSymbol([...root, one.name], one);
    return [...this.found.values()];
  }

  private addSymbol(path: readonly string[], given: ts.Symbol): void {
    const symbol = given.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(given) : given;
    if (isHidden(path) || (symbol.flags & ts.SymbolFlags.Value) === 0) return;
    if (isInternal(given, this.checker) || isInternal(symbol, this.checker)) return;
    const type = this.typeOf(symbol);
    const signatures = type.getCallSignatures().filter((signature) => !isInternal(signature, this.checker));
    const name = path.join('.');
    if (signatures.length > 0 && !this.found.has(name)) this.found.set(name, { path, signatures });
    for (const member of this.membersOf(type)) this.addSymbol([...path, member.name], member);
  }

  /** Comments often say `Object` of a value that is written out behind them. */
  private typeOf(symbol: ts.Symbol): ts.Type {
    const type = this.checker.getTypeOfSymbol(symbol);
    const { valueDeclaration: declared } = symbol;
    const isWritten = declared && (ts.isPropertyAssignment(declared) || ts.isVariableDeclaration(declared));
    const isAny = (type.flags & ts.TypeFlags.Any) !== 0;
    return isAny && isWritten && declared.initializer ? this.checker.getTypeAtLocation(declared.initializer) : type;
  }

  /** What a value holds. Instances of classes, lists and the like are no places for functions to be found. */
  private membersOf(type: ts.Type): ts.Symbol[] {
    if (type.isUnion()) return type.types.flatMap((one) => this.membersOf(one));
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    if (!isObject || isClassInstance(type) || isOpaque(type, this.program)) return [];
    return this.checker.getPropertiesOfType(type).filter((member) => member.name !== 'prototype' && isPublic(member));
  }
}

function isHidden(path: readonly string[]): boolean {
  const words = path.filter((word) => word !== 'default');
  const isTooLong = words.length > MAX_PATH || path.slice(1).includes('default');
  return isTooLong || words.some((word) => /^[_$]/.test(word));
}

function isPublic({ valueDeclaration }: ts.Symbol): boolean {
  const flags = valueDeclaration ? ts.getCombinedModifierFlags(valueDeclaration) : ts.ModifierFlags.None;
  return (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0;
}
