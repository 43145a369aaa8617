import { ToolFailure } from './failure.js';
import type { Json, JsonObject, PythonBinding } from './manifest.js';
import { NOT_BEGUN, PYTHON_CALL } from './python-call.js';
import { type Place, runSubprocess } from './subprocess.js';

/** Apart from the user's own packages and variables of Python, and without files that the package did not write. */
const ISOLATED = ['-I', '-B', '-c', PYTHON_CALL];

/**
 * Calls a function of a Python package in a process of its own, with the limits of any other command.
 * @throws ToolFailure
 */
export async function runPython(
  binding: PythonBinding,
  input: JsonObject,
  place: Place,
  signal: AbortSignal,
): Promise<Json> {
  const { interpreter, module, function: name, folder, result } = binding;
  const where = folder === undefined ? [] : [folder];
  const command = [interpreter, ...ISOLATED, module, name, ...where];
  const whole = { input: JSON.stringify(input) };
  const call = { type: 'subprocess', command, arguments: [], stdin: 'input', result } as const;
  return runSubprocess(call, whole, place, signal).catch((error: unknown) => Promise.reject(told(error)));
}

/** Says of a failure before the function was called that nothing was done. */
function told(error: unknown): unknown {
  if (!(error instanceof ToolFailure) || error.details?.stdout !== NOT_BEGUN) return error;
  const { stdout, ...details } = error.details;
  return new ToolFailure(error.code, error.message, { ...details, started: false });
}
