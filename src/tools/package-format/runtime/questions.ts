import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

const MAX_REMEMBERED = 1_000;

/** A question that a client was handed, and the call that it makes again with the word. */
interface Handed {
  readonly actionId: string;
  readonly confirm: string;
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** What was asked: of one session, or of all clients that have none. It ends with the process. */
export class Questions {
  /** By the ids of their actions. */
  private readonly asked = new Map<string, string>();
  /** By what their clients carry; nobody can guess that of another. */
  private readonly handed = new Map<string, Handed>();

  of(actionId: string): string | undefined {
    return this.asked.get(actionId);
  }

  remember(actionId: string, question: string): void {
    keep(this.asked, actionId, question);
  }

  /** @returns what the client has to bring with the word */
  hand(handed: Handed): string {
    const state = randomUUID();
    keep(this.handed, state, handed);
    return state;
  }

  /** Once, and for the very same call. */
  take(state: string, { name, input }: Pick<Handed, 'name' | 'input'>): Handed | undefined {
    const handed = this.handed.get(state);
    if (handed?.name !== name || !isDeepStrictEqual(handed.input, input)) return undefined;
    this.handed.delete(state);
    return handed;
  }
}

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MAX_REMEMBERED && oldest !== undefined) kept.delete(oldest);
}
