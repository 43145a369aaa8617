import type { MessageResponse } from '../../engine/turn/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import type { Goal } from './openings.js';
import { sampleValue } from './sample-value.js';

/** What a simulated user does: says something, or presses a button of the open question. */
export type Move = { readonly user: string } | { readonly press: 'yes' | 'no' };

/** What the reply before has left open, as far as a user could tell. */
export interface Situation {
  readonly reply: MessageResponse;
  /** Values that are still wanted, with their schemas. */
  readonly missing: readonly (readonly [name: string, schema: JsonObject | undefined])[];
  /** Whether something has been executed. */
  readonly isDone: boolean;
}

/** How often a question that is open is answered in which way; what is left of 1 is a no by button. */
const YES_IN_WORDS = 0.5;
const YES_BY_BUTTON = 0.25;
const SOMETHING_ELSE = 0.1;

/** Somebody who wants something, knows what they are asked, and agrees to it most of the time. */
export class SimulatedUser {
  #begun = '';
  #lastAsked = '';
  #hasStrayed = false;
  #hasAgreed = false;

  /** @param yes the language's plain yes; `others` is what else one may want */
  constructor(
    private readonly goal: Goal,
    private readonly others: readonly Goal[],
    readonly yes: string,
    private readonly random: () => number,
  ) {}

  begin(): Move {
    this.#begun = this.oneOf(this.goal.openings);
    return { user: this.#begun };
  }

  /** @returns undefined where there is nothing more to say */
  next({ reply, missing, isDone }: Situation): Move | undefined {
    if (reply.pendingActions.length > 0) return this.answer();
    const [wanted] = missing;
    if (wanted) return { user: this.valueOf(wanted, reply) };
    if (isDone || this.#hasAgreed || !asks(reply)) return undefined;
    this.#hasAgreed = true;
    return { user: this.yes };
  }

  private answer(): Move | undefined {
    const chance = this.random();
    if (chance < YES_IN_WORDS) return { user: this.yes };
    if (chance < YES_IN_WORDS + YES_BY_BUTTON) return { press: 'yes' };
    if (chance >= YES_IN_WORDS + YES_BY_BUTTON + SOMETHING_ELSE || this.#hasStrayed) return { press: 'no' };
    this.#hasStrayed = true;
    const other = this.oneOf(this.others);
    // Their own request in other words would be an order, which agrees.
    return { user: other === this.goal ? this.#begun : this.oneOf(other.openings) };
  }

  /** Bare at first; with its name where the same was asked again. */
  private valueOf([name, schema]: Situation['missing'][number], { payload }: MessageResponse): string {
    const value = sampleValue(name, schema, this.random);
    const isAgain = this.#lastAsked === `${name} ${payload.value}`;
    this.#lastAsked = `${name} ${payload.value}`;
    return isAgain ? `${name.replace(/[_-]+|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()} ${value}` : value;
  }

  private oneOf<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.random() * list.length)];
    if (one === undefined) throw new Error('There is nothing to choose from.');
    return one;
  }
}

/** Whether a reply asks something, as far as one can see. */
export function asks({ payload }: MessageResponse): boolean {
  return payload.type === 'TEXT' && /[?？](\s|$)/u.test(payload.value);
}
