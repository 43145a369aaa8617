import { expect } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import type { TestEngine } from './engine.js';

/** A conversation in words and presses of buttons. */
export class Talk {
  #asked: { actionId: string; revision: number }[] = [];

  constructor(
    private readonly engine: Pick<TestEngine, 'say'>,
    private readonly id: string,
  ) {}

  /** Says something, or presses a button of the question that was asked last: `+` says yes, `-` says no. Gives the reply. */
  async say(said: string): Promise<string> {
    const { actionId = '', revision = 0 } = this.#asked[0] ?? {};
    const decision = said === '+' ? 'CONFIRM' : 'REJECT';
    const pressed: JsonObject = /^[+-]$/.test(said) ? { inReplyTo: { actionId, revision }, decision } : {};
    const reply = await this.engine.say(said.replace(/^[+-]$/, ''), this.id, pressed);
    expect(reply.status).toBe(200);
    this.#asked = reply.body.pendingActions as unknown as { actionId: string; revision: number }[];
    return reply.text;
  }
}
