// Judges bookings: durable workflows of three steps, by what they did in the world and what is stored of their runs.
import { isDeepStrictEqual } from 'node:util';

const STEPS = ['flight', 'hotel', 'car'];
const UNDO = '/undo';
const OVER = new Set(['DONE', 'FAILED', 'CANCELLED']);

/**
 * @param talk `actions`, `runs` and `bookings` (what steps have done, in the order in which it happened) of a conversation
 * @param told is told of each violation: invariant, text, when, and of which action
 */
export function checkBookings({ actions, runs, bookings }, told) {
  for (const { actionId, key, status, arguments: args } of actions) {
    if (args.workflow && status === 'EXECUTED' && !runs.some(({ runId }) => runId === key))
      told('nothing lost', `action ${actionId} is EXECUTED, and has started no run`);
  }
  for (const run of runs) checkDecided(run, runs, told);
  for (const run of runs.filter(({ parentRunId }) => parentRunId === null)) {
    const own = bookings.filter((effect) => agreedKeyOf(effect, runs) === run.runId);
    // Whoever is called knows the key of a step that may be repeated.
    const effects = own.filter(({ key }, index) => own.findIndex((one) => one.key === key) === index);
    if (policyOf(run) !== 'idempotent') checkStepsOnce(own, told);
    const inDoubt = inDoubtOf(run, runs);
    checkOrder(run, effects, inDoubt, told);
    if (OVER.has(run.status)) checkWhole(run, effects, inDoubt, told);
  }
}

/** The key of the consent that an effect belongs to: that of the run, of a child that of its parent. */
export function agreedKeyOf({ runId }, runs) {
  return runs.find((run) => run.runId === runId)?.parentRunId ?? runId;
}

/** 7: the last that the webhook hears of a run is how it ended, or that it is held. */
export function untoldRun({ conversationId, runId, status }, events) {
  if (!OVER.has(status) && status !== 'HELD') return [];
  const names = events.filter((event) => event.runId === runId).map(({ event }) => event);
  if (names.at(-1) === status) return [];
  const text = `the last that is told of run ${runId} is not that it is ${status}: ${names.join(', ')}`;
  return [{ invariant: 'webhook', text, conversationId }];
}

/** 3: a run is over, or held for a person, who reads why; so it may be in a child that it waits for. */
function checkDecided({ runId, status, error }, runs, told) {
  const waits = runs.some((child) => child.parentRunId === runId && child.status === 'HELD');
  if (status === 'HELD' && !error) told('nothing lost', `run ${runId} is held without a reason`);
  if (!OVER.has(status) && status !== 'HELD' && !(status === 'WAITING' && waits))
    told('nothing lost', `run ${runId} is ${status}, and nobody has decided about it`);
}

/** 2: a step that must not be repeated has one effect, and so has its undoing. */
function checkStepsOnce(effects, told) {
  for (const [index, { key, at }] of effects.entries()) {
    if (effects.findIndex((one) => one.key === key) < index) told('once', `two effects of the step ${key}`, at);
  }
}

/** 8: the steps follow each other, and from the first undoing on what was done is undone, the last first. Undoing in doubt may come later. */
function checkOrder({ runId }, effects, inDoubt, told) {
  const names = effects.filter(({ key }) => !inDoubt.has(key)).map(({ step }) => step);
  const undone = names.filter((name) => name.endsWith(UNDO));
  const done = names.filter((name) => !name.endsWith(UNDO));
  const undoable = done.toReversed().map((name) => name + UNDO);
  const expected = [...STEPS.slice(0, done.length), ...undoable.filter((name) => undone.includes(name))];
  if (!isDeepStrictEqual(names, expected)) told('in order', `run ${runId} did ${names.join(', ')}`, effects.at(-1).at);
}

/** 8: what is done is done as a whole, and what has failed is undone as a whole. */
function checkWhole({ runId, status, arguments: args }, effects, inDoubt, told) {
  const names = effects.map(({ step }) => step);
  const say = (text) => told('as a whole', `run ${runId} is ${status}, ${text}`, effects.at(-1)?.at);
  if (status === 'DONE') {
    if (!isDeepStrictEqual(names, STEPS)) say(`and did ${names.join(', ')}`);
    return;
  }
  if (status === 'FAILED' && !args.arguments.isSoldOut) say('and was not sold out');
  for (const { step, key } of effects) {
    if (!step.endsWith(UNDO) && !names.includes(step + UNDO) && !inDoubt.has(undoKeyOf(key)))
      say(`and ${step} was not undone`);
  }
}

/** The keys of undoings of which nobody knows whether they happened; what may be repeated is never in doubt. */
function inDoubtOf(run, runs) {
  if (policyOf(run) === 'idempotent') return new Set();
  const all = runs.filter(({ runId, parentRunId }) => runId === run.runId || parentRunId === run.runId);
  return new Set(all.flatMap(({ runId, inDoubt }) => inDoubt.map((step) => undoKeyOf(`${runId}.${step}`))));
}

function undoKeyOf(key) {
  return `${key}.undo`;
}

function policyOf({ arguments: args }) {
  return args.arguments.policy;
}
