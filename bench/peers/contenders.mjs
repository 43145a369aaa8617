// Who takes part, and how one of them is started on a scratch database.
import { join } from 'node:path';
import { startMeasurer } from '../turns/processes.mjs';
import { openScratch } from '../turns/targets.mjs';

export const OURS = 'ConvEngine, all of the audit';
export const OURS_OUTCOMES = 'ConvEngine, audit OUTCOMES';

/** Own ones stand in `own/`; those of others are copied to where their libraries are installed. */
const OWN = [
  { file: 'own/bare-floor.mjs' },
  { file: 'own/floor.mjs' },
  { file: 'own/convengine.mjs', name: OURS, options: { auditLevel: 'ALL' } },
  { file: 'own/convengine.mjs', name: OURS_OUTCOMES, options: { auditLevel: 'OUTCOMES' } },
];
const OTHERS = ['xstate', 'bot-framework', 'openai-agents', 'mastra', 'dbos', 'langgraph'];

/** Everybody, with what each says about itself. */
export async function findContenders(scratchFolder) {
  const all = [
    ...OWN.map((one) => ({ ...one, module: join(import.meta.dirname, one.file) })),
    ...OTHERS.map((id) => ({ module: join(scratchFolder, 'contenders', `${id}.mjs`) })),
  ];
  return Promise.all(
    all.map(async (one) => {
      const { about, prepare } = await import(one.module);
      return { ...about, prepare, options: {}, ...one, name: one.name ?? about.name };
    }),
  );
}

/** A contender with a database of its own, in a process of its own; ended with the bench, or before with `stop()`. */
export async function startContender(bench, contender, kind) {
  const scratch = await openScratch(bench, kind);
  await contender.prepare?.(scratch);
  return { ...(await startProcess(bench, contender, scratch)), contender, scratch };
}

/** Another process of a contender on the same database; `more` is about its effect, see `contender-process.mjs`. */
export async function startProcess(bench, contender, { kind, url, file }, more = {}) {
  const { module, options } = contender;
  const about = { module, kind, url, file, sample: bench.sample, ...options, ...more };
  const child = await startMeasurer('../peers/contender-process.mjs', JSON.stringify(about));
  bench.atEnd(child.stop);
  return { ...child, ask: child.measure };
}
