import { ts } from '@ts-morph/common';
import type { JsonObject } from '../../../../platform/common/json.js';
import { textOf } from './documentation.js';
import { takesArguments, typeInScript } from './script-types.js';
import { mayBeNull, mayBeUndefined } from './type-kinds.js';
import type { TypeSchemas } from './type-schema.js';

/** One way to call a function with JSON. */
export interface Call {
  readonly parameters: readonly Parameter[];
  readonly result: JsonObject;
}

interface Parameter {
  readonly name: string;
  /** Undefined where JSON cannot say what it takes. */
  readonly schema: JsonObject | undefined;
  readonly isOptional: boolean;
  readonly isRest: boolean;
}

/** Names of what a function without types can do without. */
const OPTIONS = /^(opts?|options|settings|config|configuration|params)$/i;

/** Reads how functions are called: each signature for itself. */
export class FunctionCalls {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly schemas: TypeSchemas,
  ) {}

  /** The parameters up to the first that JSON cannot give and that need not be given; or what keeps it from being called. */
  of(signature: ts.Signature): Call | string {
    const declaration: ts.SignatureDeclaration | ts.JSDocSignature | undefined = signature.getDeclaration();
    const returned = declaration && returnType(declaration);
    const isFunction = signature.getReturnType().getCallSignatures().length > 0;
    if (isFunction || (returned && ts.isFunctionTypeNode(returned))) return 'it gives a function';
    const all = signature.getParameters().map((parameter, index) => this.parameter(parameter, index));
    const end = all.findIndex(({ schema }) => schema === undefined);
    const parameters = end < 0 ? all : all.slice(0, end);
    const barrier = all[end];
    if (barrier && !barrier.isOptional) return `JSON cannot say what its parameter "${barrier.name}" takes`;
    const isOfAnyLength = barrier?.isRest || (isScript(declaration) && takesArguments(declaration));
    if (parameters.length === 0 && isOfAnyLength) return 'it takes any number of values';
    return { parameters, result: this.result(signature, returned, isScript(declaration)) };
  }

  /** What a script gives is believed where it is written down. */
  private result(signature: ts.Signature, returned: ts.TypeNode | undefined, isOfScript: boolean): JsonObject {
    if (isOfScript && !returned) return {};
    const schema = this.schemas.whole(signature.getReturnType(), 'output', returned) ?? {};
    // What is no number is null in JSON.
    return schema.type === 'number' && !schema.enum ? { type: ['number', 'null'] } : schema;
  }

  private parameter(symbol: ts.Symbol, index: number): Parameter {
    const declaration = symbol.valueDeclaration;
    const written = declaration && ts.isParameter(declaration) ? declaration : undefined;
    const isRest = written?.dotDotDotToken !== undefined;
    const name = nameOf(written, symbol, index);
    const type = this.checker.getTypeOfSymbol(symbol);
    const schema = isRest ? this.rest(type, written) : this.schema(written, type);
    const told = schema ? textOf(symbol, this.checker) : '';
    return {
      name,
      schema: schema && told ? { ...schema, description: told } : schema,
      isOptional: isRest || this.isOptional(written, name) || (mayBeUndefined(type) && !mayBeNull(type)),
      isRest,
    };
  }

  /** Any number of values, as a list; undefined where JSON cannot say what they are, or nothing is known of them. */
  private rest(type: ts.Type, written: ts.ParameterDeclaration | undefined): JsonObject | undefined {
    const isTyped = written !== undefined && (written.type ?? ts.getJSDocType(written)) !== undefined;
    const schema = isTyped ? this.schemas.whole(type, 'input', written.type) : undefined;
    return schema?.type === 'array' && !schema.prefixItems ? schema : undefined;
  }

  private schema(written: ts.ParameterDeclaration | undefined, type: ts.Type): JsonObject | undefined {
    const noted = written && (written.type ?? ts.getJSDocType(written));
    if (written && !noted && isScript(written) && (type.flags & ts.TypeFlags.Any || written.initializer))
      return typeInScript(written);
    // JSDoc means any object by it, where TypeScript takes it for anything.
    if (noted && isScript(written) && /^[Oo]bject$/.test(noted.getText()) && type.flags & ts.TypeFlags.Any)
      return { type: 'object', additionalProperties: true };
    return this.schemas.whole(type, 'input', noted);
  }

  private isOptional(written: ts.ParameterDeclaration | undefined, name: string): boolean {
    if (!written) return false;
    const isUntold = isScript(written) && !written.type && !ts.getJSDocType(written);
    return (
      this.checker.isOptionalParameter(written) || written.initializer !== undefined || (isUntold && OPTIONS.test(name))
    );
  }
}

function nameOf(written: ts.ParameterDeclaration | undefined, symbol: ts.Symbol, index: number): string {
  if (!written || ts.isIdentifier(written.name)) return symbol.name;
  return ts.isObjectBindingPattern(written.name) ? 'options' : `value${index + 1}`;
}

function returnType(declaration: ts.SignatureDeclaration | ts.JSDocSignature): ts.TypeNode | undefined {
  if (ts.isJSDocSignature(declaration)) return declaration.type?.typeExpression?.type;
  return declaration.type ?? ts.getJSDocReturnType(declaration);
}

function isScript(node: ts.Node | undefined): boolean {
  return node !== undefined && (node.flags & ts.NodeFlags.JavaScriptFile) !== 0;
}
