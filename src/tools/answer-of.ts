import type { Executable, Tool } from './tool.js';

/** What answers a tool whose source brings that along; undefined for one that is run by the executor of its group. */
export function answerOf({ does }: Tool): Executable | undefined {
  if (does.kind === 'remote') return does.find();
  return 'answer' in does ? does.answer : undefined;
}
