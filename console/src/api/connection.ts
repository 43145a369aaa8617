import type { QueryClient } from '@tanstack/react-query';
import { Store } from './store';

const ASK_AGAIN_MS = 1_500;
/** A request that takes so long is asked about: the service may be slow, or hang. */
const PATIENCE_MS = 7_000;
/** A service that is there says so within this time. */
const ANSWER_MS = 3_000;
/** A service that nothing else is asked of is looked for this often, while the window is looked at. */
const QUIET_MS = 10_000;
const LOOK_MS = 2_500;
/** How health answers where the database, or whatever else a turn needs, is not there. */
const CANNOT_WORK = 503;

/** Whether the service answers; `undefined` before it was asked anything. */
export const isReachable = new Store<boolean | undefined>(undefined);

/** False while the service is there and says that it cannot work, such as without its database. */
export const isWorking = new Store(true);

let queries: QueryClient | undefined;
let timer: number | undefined;
let heardAt = performance.now();

/** What to read again once the service is back. */
export function connect(client: QueryClient): void {
  queries = client;
  window.setInterval(() => void lookForIt(), LOOK_MS);
}

export function noteAnswer(): void {
  const wasAway = isReachable.get() === false;
  heardAt = performance.now();
  isReachable.set(true);
  if (wasAway) void queries?.invalidateQueries();
}

/** The service does not know who asks: a session may be over. */
export function noteRefusal(): void {
  void queries?.invalidateQueries({ queryKey: ['me'] });
}

/** Something could not be done that may be done later: is it the service as a whole that cannot? */
export function noteTrouble(): void {
  if (isWorking.get()) void ask();
}

/** Asks until the service answers again. */
export function noteSilence(): void {
  isReachable.set(false);
  askAgain();
}

function askAgain(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(ask, ASK_AGAIN_MS);
}

/** What ends a request that hangs. */
interface Watch {
  readonly signal: AbortSignal;
  /** The request has its answer. */
  end(): void;
}

/** Gives a request as long as it needs, while the service says meanwhile that it is there; ends it where it does not. */
export function watchRequest(): Watch {
  const hangs = new AbortController();
  let looking: number | undefined;
  let isOver = false;
  const wait = () => {
    looking = window.setTimeout(async () => {
      const health = await askForHealth();
      if (isOver) return;
      if (health !== undefined) wait();
      else hangs.abort();
    }, PATIENCE_MS);
  };
  wait();
  const end = () => {
    isOver = true;
    window.clearTimeout(looking);
  };
  return { signal: hangs.signal, end };
}

/** A page that asks nothing would not notice. */
async function lookForIt(): Promise<void> {
  const isQuiet = performance.now() - heardAt > QUIET_MS;
  if (isQuiet && isReachable.get() === true && document.visibilityState === 'visible') await ask();
}

async function ask(): Promise<void> {
  const health = await askForHealth();
  if (health === undefined) return noteSilence();
  noteAnswer();
  const couldWork = isWorking.get();
  isWorking.set(health !== CANNOT_WORK);
  if (!isWorking.get()) askAgain();
  else if (!couldWork) void queries?.invalidateQueries();
}

/** The status of the answer; undefined where there is none. */
function askForHealth(): Promise<number | undefined> {
  return fetch('/api/v1/health', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ status }) => status,
    () => undefined,
  );
}
