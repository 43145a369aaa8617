import { type JsonObject } from '../../../platform/common/json.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import { checkArguments, type ToolExecutor } from '../../run/index.js';
import type { Executable } from '../../tool.js';
import { MAX_EXPRESSION } from './max-expression.js';
import { MAX_TRANSFORM, runTransform } from './transform.js';

const ARGUMENTS: JsonObject = {
  type: 'object',
  properties: {
    expression: {
      type: 'string',
      maxLength: MAX_EXPRESSION,
      description: 'Arithmetic in exact decimals, such as round(price * quantity * 1.19, 2)',
    },
    variables: { type: 'object', description: 'What the expression names; exact amounts as text, such as "19.90"' },
    transform: { type: 'string', maxLength: MAX_TRANSFORM, description: 'JSONata over input' },
    input: {
      type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
      description: 'What the transform works on',
    },
  },
  required: [],
  oneOf: [{ required: ['expression'] }, { required: ['transform', 'input'] }],
  additionalProperties: false,
};

/** CALCULATOR_TRANSFORM: calculates in decimals, and reshapes JSON. Reads nothing but its arguments. */
export class CalculatorExecutor implements ToolExecutor {
  readonly group = 'CALCULATOR_TRANSFORM';

  /** @param transformTimeoutMs `convengine.mcp.calculator.transform-timeout-ms` */
  constructor(private readonly transformTimeoutMs: number) {}

  serveGroup(): Executable {
    return { sideEffect: 'READ', inputSchema: ARGUMENTS, execute: (call) => this.execute(call) };
  }

  private async execute({ arguments: args, signal }: ToolCall): Promise<JsonObject> {
    checkArguments(ARGUMENTS, args);
    if (typeof args.expression === 'string') {
      const { calculated } = await import('./calculated.js');
      return calculated(args.expression, args.variables);
    }
    return { result: await runTransform(String(args.transform), args.input ?? null, this.transformTimeoutMs, signal) };
  }
}
