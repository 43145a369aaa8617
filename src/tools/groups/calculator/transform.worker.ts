// Runs one transform in a thread of its own, so that whatever it does can be ended. It imports packages alone: Node.js
// loads it as it is, from src too.
import { parentPort, workerData } from 'node:worker_threads';
import jsonata from 'jsonata';
import { RE2JS } from 're2js';

/** Stands in for RegExp: linear time. JSONata sets `lastIndex` and calls `exec`. */
class LinearRegExp {
  lastIndex = 0;
  private readonly program: RE2JS;

  constructor({ source, flags }: RegExp) {
    const options = (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('m') ? RE2JS.MULTILINE : 0);
    this.program = RE2JS.compile(source, options);
  }

  exec(text: string): { 0: string; index: number; length: number; [group: number]: string | undefined } | null {
    const matcher = this.program.matcher(text);
    if (!matcher.find(this.lastIndex)) {
      this.lastIndex = 0;
      return null;
    }
    this.lastIndex = matcher.end();
    const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1) ?? undefined);
    return Object.assign([matcher.group() ?? '', ...groups] as [string], { index: matcher.start() });
  }
}

const { transform, input, limits } = workerData as {
  transform: string;
  input: string;
  limits: { timeout: number; stack: number; sequence: number };
};

try {
  const RegexEngine = LinearRegExp as unknown as RegExpConstructor;
  const result = await jsonata(transform, { ...limits, RegexEngine }).evaluate(JSON.parse(input));
  parentPort?.postMessage({ result: JSON.stringify(result) ?? 'null' });
} catch (error) {
  const { message, position } = error as { message?: unknown; position?: unknown };
  parentPort?.postMessage({
    error: String(message ?? error),
    position: typeof position === 'number' ? position : null,
  });
}
