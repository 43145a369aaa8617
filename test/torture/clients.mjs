// Clients that hold conversations: they agree, refuse, change their minds, repeat themselves, hang up and try again.
import { setTimeout as sleep } from 'node:timers/promises';
import { BOOKING_TOOL, KINDS, startOf } from './flow.mjs';
import { readAnswer } from './history.mjs';

const ANSWER_MS = 30_000;
const GIVE_UP_MS = 90_000;
/** How far the clock of a client may be from the service's time for what it says of its sending to be relied on. */
const CLOCKS_AGREE_MS = 50;
const TRY_AGAIN = new Set([409, 429, 500, 502, 503, 504]);

const WHEN_ASKED = {
  yes: 34,
  button: 20,
  'amends and agrees': 10,
  no: 8,
  'stale button': 6,
  'two yeses': 5,
  'one yes twice': 5,
  'yes beside an amendment': 5,
  chat: 4,
  request: 3,
  booking: 2,
};
const WHEN_NOT_ASKED = { request: 50, booking: 15, 'repeats itself': 14, yes: 9, 'stale button': 8, chat: 4 };
const YESES = ['yes', 'yes please', 'go ahead', 'yes, do it'];

/** One after the other, conversations with services of the list, until `isOver()`. */
export async function holdConversations({ services, history, random, isOver }) {
  for (let number = 1; !isOver(); number += 1) {
    await new Conversation({ services, history, random: random.fork(number) }).hold();
  }
}

class Conversation {
  #request = 0;
  #asked;
  #turn;
  #seen = [];
  #last;
  #isAbandoned = false;

  constructor({ services, history, random }) {
    Object.assign(this, { services, history, random, id: random.uuid() });
  }

  async hold() {
    for (let steps = this.random.between(2, 9); steps > 0 && !this.#isAbandoned; steps -= 1) {
      await this.#act(this.random.weighted(this.#asked ? WHEN_ASKED : WHEN_NOT_ASKED));
      await sleep(this.random.between(0, 60));
    }
  }

  async #act(what) {
    switch (what) {
      case 'request':
        return this.#say({ kind: 'request', message: this.#newRequest() });
      case 'booking':
        return this.#say({ kind: 'request', message: 'book it', inputParams: this.#newBooking() });
      case 'yes':
        return this.#say(this.#yes());
      case 'no':
        return this.#say({ kind: 'no', message: 'no' });
      case 'chat':
        return this.#say({ kind: 'chat', message: 'the weather is nice' });
      case 'button':
        return this.#say(this.#press(this.random.chance(0.85) ? 'CONFIRM' : 'REJECT', this.#asked));
      case 'stale button':
        return this.#seen.length > 0 && this.#say(this.#press('CONFIRM', this.random.pick(this.#seen)));
      case 'amends and agrees':
        await this.#say(this.#amendment());
        return this.#asked && !this.#isAbandoned && this.#say(this.#yes());
      case 'two yeses':
        return this.#sayTogether(this.#yes(), this.#yes());
      case 'one yes twice': {
        const yes = this.#numbered(this.#yes());
        return this.#sayTogether(yes, yes);
      }
      case 'yes beside an amendment':
        return this.#sayTogether(
          ...[this.#yesBeside(), this.#amendment()].sort(() => (this.random.chance(0.5) ? 1 : -1)),
        );
      case 'repeats itself':
        return this.#last && this.#say(this.#last);
    }
  }

  #newRequest() {
    return `${this.random.pick(KINDS)} loan with amount ${this.#amount()}`;
  }

  /** One in three is sold out at its last step, and is to be undone. */
  #newBooking() {
    const args = startOf({
      amount: this.#amount(),
      policy: this.random.pick(['idempotent', 'at-most-once']),
      isSoldOut: this.random.chance(1 / 3),
      hasChild: this.random.chance(0.3),
      waitMs: this.random.pick([0, 0, 500, 3_000]),
      slowMs: this.random.pick([0, 200, 1_500]),
    });
    return { tool_request: { tool_code: BOOKING_TOOL, args } };
  }

  #amendment() {
    return { kind: 'amend', message: `change amount to ${this.#amount()}` };
  }

  /** No amount comes twice in a conversation, so that each names its action. */
  #amount() {
    return this.random.between(100, 999) * 1_000 + this.random.between(0, 99) * 10 + this.random.between(0, 9);
  }

  #yes() {
    const message = this.random.pick(YESES);
    return { kind: 'yes', message, agreesTo: this.#asked, sentAt: new Date().toISOString() };
  }

  /** One that is not to be taken for an answer to what is asked meanwhile: it names its turn, or says when it was sent. */
  #yesBeside() {
    if (this.random.chance(0.5)) return { ...this.#yes(), inReplyTo: { turn: this.#turn } };
    return { ...this.#yes(), sentAt: new Date(Date.now() - CLOCKS_AGREE_MS).toISOString() };
  }

  #press(decision, question) {
    const { actionId, revision } = question;
    const agreesTo = decision === 'CONFIRM' ? question : undefined;
    return { kind: decision === 'CONFIRM' ? 'button' : 'no', decision, inReplyTo: { actionId, revision }, agreesTo };
  }

  #numbered(request) {
    this.#request += 1;
    return { ...request, request: this.#request, key: this.random.uuid() };
  }

  /** Two requests at the same time. Whichever answer comes last, the user knows which is of the later turn. */
  async #sayTogether(...requests) {
    const answers = await Promise.all(requests.map((request) => this.#say(request)));
    for (const answer of answers.filter(Boolean).sort((a, b) => a.turn - b.turn)) this.#hear(answer);
  }

  /** Sends a request until it is answered, as the texts of the errors say: the very same, under the same key. */
  async #say(asked) {
    const request = asked.key ? asked : this.#numbered(asked);
    this.#last = request;
    const givesUpAt = Date.now() + GIVE_UP_MS;
    let hangsUp = this.random.chance(0.05);
    while (Date.now() < givesUpAt) {
      const answer = await this.#post(request, hangsUp ? this.random.between(1, 400) : ANSWER_MS);
      hangsUp = false;
      if (answer.status === 200) {
        this.#hear(answer);
        return answer;
      }
      if (answer.status && !TRY_AGAIN.has(answer.status)) break;
      await sleep(Math.max(answer.retryAfterMs ?? 0, this.random.between(50, 500)));
    }
    // What has become of it is not known: whatever this client said next could not be judged.
    this.#isAbandoned = true;
    return undefined;
  }

  #hear(answer) {
    this.#asked = answer.asks[0];
    this.#turn = answer.turn;
    if (this.#asked) this.#seen.push(this.#asked);
  }

  async #post(request, patienceMs) {
    const service = this.random.pick(this.services.filter(({ isRunning }) => isRunning));
    if (!service) return {};
    const { message, inputParams, decision, inReplyTo, sentAt, key } = request;
    const heard = this.history.sends(this.id, { ...request, service: service.name });
    const answer = await post(
      service.url,
      { conversationId: this.id, message, inputParams, decision, inReplyTo, sentAt },
      { key, patienceMs },
    );
    heard(answer);
    return answer;
  }
}

/** Posts a message. @returns what is kept of the answer, or `{ failure }` where none came in time */
export async function post(url, body, { key, patienceMs }) {
  try {
    const response = await fetch(`${url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer = readAnswer(response.status, await response.text());
    const retryAfter = Number(response.headers.get('retry-after') ?? 0);
    return retryAfter > 0 ? { ...answer, retryAfterMs: retryAfter * 1_000 } : answer;
  } catch (error) {
    return { failure: error.cause?.code ?? error.name };
  }
}
