// Judges a history when everything has healed: what the clients heard, what has happened in the world, what is stored.
import { isDeepStrictEqual } from 'node:util';
import { agreedKeyOf, checkBookings, untoldRun } from './booking-checker.mjs';
import { claimOf } from './claims.mjs';

/** How far the service's time may be from that of effects, in milliseconds. */
const CLOCKS_AGREE_MS = 1_000;
const CLOSED = new Set(['EXECUTED', 'REJECTED', 'EXPIRED']);

/**
 * @param histories events by conversation, as `History` has them
 * @param actions, conversations, runs rows of the database, as `readDatabase` gives them
 * @param effects what has happened in the world
 * @param bookings what the steps of workflows have done in the world, in that order
 * @param told events in the order in which the webhook heard each of them first
 * @returns violations: `{ invariant, text, conversationId, at }`, none where all is well
 */
export function check({ histories, actions, conversations, effects, runs, bookings, told: events }) {
  const found = [
    ...conversations.flatMap(gaps),
    ...actions.flatMap((action) => untold(action, events)),
    ...runs.flatMap((run) => untoldRun(run, events)),
  ];
  const ids = new Set([...histories.keys(), ...[...effects, ...bookings].map(({ conversationId }) => conversationId)]);
  const parts = Object.entries({ actions, effects, runs, bookings }).map(([name, rows]) => [name, grouped(rows)]);
  for (const conversationId of ids) {
    const told = (invariant, text, at, actionId) => found.push({ invariant, text, conversationId, at, actionId });
    const events = histories.get(conversationId) ?? [];
    const talk = { events, ...Object.fromEntries(parts.map(([name, rows]) => [name, rows.get(conversationId) ?? []])) };
    const { runs, bookings } = talk;
    // That a run began is the effect of its action.
    talk.effects = [...talk.effects, ...runs.filter(({ parentRunId }) => parentRunId === null).map(beginOf(talk))];
    const steps = bookings.map((effect) => ({ ...effect, key: agreedKeyOf(effect, runs) }));
    for (const effect of [...talk.effects, ...steps]) checkConsent(talk, effect, told);
    for (const action of talk.actions) checkOnce(talk, action, told);
    checkBookings(talk, told);
    checkNothingLost(talk, told);
    checkReplies(talk, told);
    checkRepetitions(talk, told);
  }
  return found;
}

/** 1: an effect belongs to one action, which somebody allowed has confirmed with exactly these arguments. */
function checkConsent({ events, actions }, effect, told) {
  const action = actions.find(({ key }) => key === effect.key);
  if (!action) return told('consent', `an effect under ${effect.key}, which is no action's`, effect.at);
  if (!isDeepStrictEqual(action.arguments, effect.arguments))
    told('consent', `an effect with ${show(effect.arguments)} of an action with ${show(action.arguments)}`, effect.at);
  const [kind] = (action.confirmedBy ?? '').split(':');
  if (!action.mayAnswer.includes(kind))
    told('consent', `an effect of an action that ${action.confirmedBy ?? 'nobody'} has confirmed`, effect.at);
  const question = events.find(
    ({ what, asks = [], at }) =>
      what === 'hears' && at <= effect.at && asks.some((one) => isQuestionOf(one, action, effect)),
  );
  if (!question)
    return told('consent', `an effect with ${show(effect.arguments)}, which nobody was asked about`, effect.at);
  const agreed = events.some(
    ({ what, agreesTo, at }) => what === 'sends' && isOf(agreesTo, action) && at >= question.at && at <= effect.at,
  );
  if (!agreed) told('consent', `an effect with ${show(effect.arguments)} before any yes to it`, effect.at);
  return undefined;
}

/** A run as an effect: it began when its row says, by another clock, and so after the first yes where there is one. */
function beginOf({ actions, events }) {
  return ({ conversationId, runId: key, arguments: args, startedAt }) => {
    const action = actions.find((one) => one.key === key);
    const yes = events.find(({ what, agreesTo }) => what === 'sends' && action && isOf(agreesTo, action));
    const at = Math.max(startedAt - CLOCKS_AGREE_MS, yes?.at ?? 0);
    return { conversationId, key, attempt: 1, arguments: args, at };
  };
}

/** 2: one effect in all, and of an idempotent action as many as it has attempts. */
function checkOnce({ effects }, action, told) {
  const own = effects.filter(({ key }) => key.startsWith(action.actionId));
  for (const [index, { key, attempt, at }] of own.entries()) {
    if (own.findIndex((one) => one.key === key && one.attempt === attempt) < index)
      told('once', `two effects of attempt ${attempt} under ${key}`, at);
  }
  const allowed = action.policy === 'idempotent' ? action.attempts : 1;
  if (own.length > allowed)
    told(
      'once',
      `${own.length} effects of an action (${action.policy}) with ${action.attempts} attempts`,
      own.at(-1).at,
    );
}

/** 3: what a reply has asked about is there, with these arguments, and everything begun was decided. */
function checkNothingLost({ events, actions }, told) {
  for (const { what, asks = [], at } of events) {
    for (const question of what === 'hears' ? asks : []) {
      const action = actions.find(({ actionId }) => actionId === question.actionId);
      if (!action || action.revision < question.revision)
        told('nothing lost', `a reply asked about ${nameOf(question)}, which is not stored`, at);
      else if (action.revision === question.revision && action.argumentsHash !== question.argumentsHash)
        told('nothing lost', `${nameOf(question)} is stored with other arguments than were shown`, at);
    }
  }
  for (const { actionId, status, reason } of actions) {
    const isDecided = status === 'OPEN' || CLOSED.has(status) || (status === 'IN_PROGRESS' && reason !== null);
    if (!isDecided) told('nothing lost', `action ${actionId} is ${status}, and nobody has decided about it`);
  }
}

/** 4: every reply is true, when it is said and afterwards. */
function checkReplies(talk, told) {
  for (const event of talk.events) {
    if (event.what !== 'hears') continue;
    if (event.status === 200) checkClaim(talk, event, told);
    if (event.status >= 500 && event.recoverable === false) checkNotRecoverable(talk, event, told);
  }
}

function checkClaim({ events, actions, effects }, { text, newest, at, request, inReplyTo, asks = [] }, told) {
  const { claim, amount, actionId } = claimOf(text ?? '') ?? {};
  // Of the action that the reply names, else of the one that the client has named, else of the newest.
  const about = actionId ? { actionId } : inReplyTo?.actionId ? inReplyTo : newest;
  const isAbout = ({ actionId }) => actionId === about?.actionId;
  const named =
    amount === undefined ? actions.filter(isAbout) : actions.filter((one) => one.arguments.amount === amount);
  // What was superseded may be asked for again, with the same amount.
  const action = named.find(isAbout) ?? named[0];
  const own = effects.filter(({ key }) => action && key.startsWith(action.actionId));
  const say = (what) => told('true replies', `"${text}" was said, but ${what}`, at, action?.actionId);
  if (claim === 'done') {
    if (!action) return say('there is no such action');
    if (!own.some((effect) => effect.at <= at)) say('there was no effect');
    if (action.status !== 'EXECUTED') say(`the action is ${action.status} (${action.reason})`);
  }
  // A reply that asks about the action says so of the one before: what a yes to its question does comes later.
  const isAsked = asks.some(({ actionId }) => actionId === action?.actionId);
  const [contradicting] = own.filter((effect) => !isAsked || effect.at <= at);
  if (claim === 'not done' && (inReplyTo?.actionId || newest?.status !== 'EXECUTED') && contradicting)
    say(`there is an effect ${offset(contradicting.at, at)}`);
  if (claim === 'not done yet') {
    const yeses = new Set(
      events.filter((one) => action && isOf(one.agreesTo, action) && one.at <= at).map((one) => one.request),
    );
    if (own.filter((effect) => effect.at <= at).length >= Math.max(1, yeses.size)) say('there was an effect');
  }
  const sentAt = events.find((one) => one.what === 'sends' && one.request === request)?.at;
  if (claim === 'nothing was ever asked' && effects.some((effect) => effect.at < sentAt)) say('there was an effect');
  return undefined;
}

/** "The same request cannot succeed" is a falsehood where it does. */
function checkNotRecoverable({ events }, failed, told) {
  const later = events.find(
    ({ what, request, status, at }) =>
      what === 'hears' && request === failed.request && status === 200 && at >= failed.at,
  );
  if (later)
    told(
      'true replies',
      `${failed.status} ${failed.errorCode} said that the request cannot succeed, and it did`,
      failed.at,
    );
}

/** A repeated request gets the same bytes. */
function checkRepetitions({ events }, told) {
  const first = new Map();
  for (const { what, status, request, bytes, at } of events) {
    if (what !== 'hears' || status !== 200) continue;
    if ((first.get(request) ?? bytes) !== bytes)
      told('true replies', `request ${request} was answered in two ways`, at);
    first.set(request, first.get(request) ?? bytes);
  }
}

/** 5: audit ids and turns of a conversation count up from 1 without a gap. */
function gaps({ conversationId, audits, first_audit, last_audit, last_audit_id, audited_turns, last_turn, turn_no }) {
  const told = (text) => ({ invariant: 'no gaps', text, conversationId });
  const found = [];
  if (audits !== last_audit || last_audit !== last_audit_id || (audits > 0 && first_audit !== 1))
    found.push(told(`${audits} audit rows from ${first_audit} to ${last_audit}, and ${last_audit_id} were given out`));
  if (audited_turns !== last_turn || last_turn !== turn_no)
    found.push(told(`${audited_turns} turns are in the audit, the last is ${last_turn}, and ${turn_no} were counted`));
  return found;
}

/** 7: the webhook hears of an action from its question to what it is now, in the order in which that came about. */
function untold({ conversationId, actionId, status }, events) {
  const own = events.filter(({ proposalId }) => proposalId === actionId);
  const names = own.map(({ event }) => event);
  const told = (text) => ({ invariant: 'webhook', text: `${text}: ${names.join(', ')}`, conversationId, actionId });
  const found = [];
  if (names[0] !== 'OPEN') found.push(told('an action is told of, and not first by its question'));
  if (own.at(-1)?.status !== status) found.push(told(`the last that is told of an action is not that it is ${status}`));
  if (own.slice(0, -1).some((event) => CLOSED.has(event.status))) found.push(told('a closed action is told of again'));
  if (own.some(({ revision }, index) => revision < own[index - 1]?.revision))
    found.push(told('an amendment is told of before what it has amended'));
  return found;
}

function isQuestionOf(question, action, effect) {
  return isOf(question, action) && isDeepStrictEqual(question.arguments, effect.arguments);
}

function isOf(question, action) {
  return question?.actionId === action.actionId && question.revision === action.revision;
}

function grouped(rows) {
  return Map.groupBy(rows, ({ conversationId }) => conversationId);
}

function nameOf({ actionId, revision }) {
  return `action ${actionId}.${revision}`;
}

function offset(then, now) {
  return then <= now ? `${now - then} ms before` : `${then - now} ms after`;
}

function show(value) {
  return JSON.stringify(value);
}
