import { type Expression, type Node, parseExpressionAt } from 'acorn';
import type { JsonObject } from '../../../platform/common/json.js';
import { ToolError } from '../../tool-error.js';
import { toValue, type Value } from './decimals.js';
import { ExpressionError, evaluate } from './evaluate.js';
import { MAX_EXPRESSION } from './max-expression.js';

/**
 * Calculates an expression such as `round(price * quantity * (1 - discount), 2)`. It is read by a parser and walked;
 * nothing of it is ever run as code, and its time is linear in its length: there are no loops and no definitions.
 * @param variables numbers, or text that is a number (`"19.90"`); lists and objects are reached by `a.b[0]`
 * @throws ToolError saying at which character, and what is wrong there
 */
export function calculate(expression: string, variables: JsonObject): Value {
  try {
    return evaluate(
      parse(expression),
      new Map(Object.entries(variables).map(([name, value]) => [name, toValue(value)])),
    );
  } catch (error) {
    if (error instanceof ExpressionError) throw new ToolError(place(expression, error), { cause: error });
    // Neither parser nor walk has a limit of its own; a stack holds far deeper nesting than people write.
    if (error instanceof RangeError) throw new ToolError('The expression nests too deeply.', { cause: error });
    throw error;
  }
}

function parse(expression: string): Expression {
  if (expression.length > MAX_EXPRESSION) {
    throw new ToolError(`The expression has ${expression.length} characters; at most ${MAX_EXPRESSION} are allowed.`);
  }
  let parsed: Expression;
  try {
    parsed = parseExpressionAt(expression, 0, { ecmaVersion: 2024, preserveParens: true });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { pos = 0 } = error as SyntaxError & { pos?: number };
    throw new ExpressionError(pos, pos >= expression.length ? 'something is missing at the end' : 'not expected here');
  }
  refuseRest(expression, parsed);
  return parsed;
}

/** The parser stops where an expression could end. */
function refuseRest(expression: string, { end }: Node): void {
  const rest = expression.slice(end);
  if (rest.trim() === '') return;
  throw new ExpressionError(end + rest.length - rest.trimStart().length, 'not expected here');
}

function place(expression: string, { position, message }: ExpressionError): string {
  const near = expression.slice(position, position + 20);
  const where = near === '' ? 'at its end' : `at character ${position + 1}, "${near}"`;
  return `The expression is wrong ${where}: ${message}.`;
}
