import type { Json, JsonObject, PythonBinding } from './manifest.js';
import { PYTHON_CALL } from './python-call.js';
import { type Place, runSubprocess } from './subprocess.js';

/** Apart from the user's own packages and variables of Python, and without files that the package did not write. */
const ISOLATED = ['-I', '-B', '-c', PYTHON_CALL];

/**
 * Calls a function of a Python package in a process of its own, with the limits of any other command.
 * @throws ToolFailure
 */
export function runPython(binding: PythonBinding, input: JsonObject, place: Place, signal: AbortSignal): Promise<Json> {
  const { interpreter, module, function: name, folder, result } = binding;
  const where = folder === undefined ? [] : [folder];
  const command = [interpreter, ...ISOLATED, module, name, ...where];
  const whole = { input: JSON.stringify(input) };
  return runSubprocess({ type: 'subprocess', command, arguments: [], stdin: 'input', result }, whole, place, signal);
}
