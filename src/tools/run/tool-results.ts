import { isJsonObject, type JsonValue, parseJson, toJson } from '../../platform/common/json.js';
import { compileSchema, type SchemaProblem } from '../../platform/common/json-schema.js';
import { asToolContent } from '../../platform/handlers-api/index.js';
import type { Tool } from '../tool.js';
import { measure, type Saved, Savings, type ShapedSize } from './savings.js';

/** What a tool gives, or why that must not be given. */
export interface Finished {
  readonly value: JsonValue;
  readonly problem: string | undefined;
}

/** Bounds, checks and shapes what tools answer, and counts what their transforms have saved. */
export class ToolResults {
  private readonly saved = new Savings();

  /** @param limits `toolResultBytes`: the most that a result may have, as JSON */
  constructor(private readonly limits: { readonly toolResultBytes: number }) {}

  /** What transforms have saved since the process started, by tool code. */
  savings(): Record<string, Saved> {
    return this.saved.byTool();
  }

  /**
   * A result as its caller gets it, or why it must not be given.
   * @param onShaped told how much the tool's transform left of the result, where it has one
   */
  finish(tool: Tool, result: JsonValue, onShaped?: (size: ShapedSize) => void): Finished {
    const isShapedFirst = tool.treatment.outputSchemaIs === 'after-transform';
    const before = this.sizeProblem(tool.code, result) ?? (isShapedFirst ? undefined : schemaProblem(tool, result));
    if (before !== undefined) return { value: null, problem: before };
    const value = this.shaped(tool, result, onShaped);
    return { value, problem: isShapedFirst ? schemaProblem(tool, value) : undefined };
  }

  /** Why a result is not given to anybody; undefined where it may be. */
  sizeProblem(name: string, result: JsonValue): string | undefined {
    const bytes = Buffer.byteLength(JSON.stringify(result));
    const { toolResultBytes: most } = this.limits;
    return bytes > most ? `${name} answered ${bytes} bytes; at most ${most} are allowed` : undefined;
  }

  private shaped(tool: Tool, result: JsonValue, onShaped?: (size: ShapedSize) => void): JsonValue {
    if (!tool.transform) return result;
    // Of a result in parts it is the value that is shaped; the parts, which say the same, are not shown.
    const left = tool.transform.apply(asToolContent(result)?.data ?? result);
    const size = measure(result, left);
    this.saved.note(tool.code, size);
    onShaped?.(size);
    return left;
  }
}

/** Nothing is `{}`; text that is JSON through and through is read; other text is `{ "text": … }`. */
export function normalizeResult(value: unknown): JsonValue {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'string') return toJson(value);
  const text = value.trim();
  if (text === '') return {};
  const json = parseJson(text);
  return json !== undefined && (isJsonObject(json) || Array.isArray(json)) ? json : { text };
}

function schemaProblem({ code, outputSchema }: Tool, result: JsonValue): string | undefined {
  const problems = outputSchema ? compileSchema(outputSchema).check(asToolContent(result)?.data ?? result) : [];
  if (problems.length === 0) return undefined;
  return `${code} answered what its output_schema does not allow: ${describeProblems(problems, 'the result')}`;
}

/** What is wrong with a value, in words. @param whole what the value is called where all of it is wrong */
export function describeProblems(problems: readonly SchemaProblem[], whole: string): string {
  return problems.map(({ path, message }) => `${path || whole} ${message}`).join('; ');
}
