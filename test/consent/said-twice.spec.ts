import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

const QUESTION = 'Shall I open the gold loan?';
const REQUEST = 'please open the gold loan';

describeOnEachDatabase('a request that is sent twice', (open) => {
  let desk: LoanDesk;
  let engine: TestEngine;
  const start = async (config = {}) => {
    desk = new LoanDesk();
    engine = await startEngine({ database: await open(), seeds: [LOAN_DESK], handlers: [desk.handler], config });
  };
  afterEach(() => engine.close());

  it.each([REQUEST, 'Please, open the GOLD loan!'])('is no yes to its own question: %j', async (again) => {
    await start();
    const id = randomUUID();
    expect(await engine.say(REQUEST, id)).toMatchObject({ text: QUESTION });
    expect(await engine.say(again, id)).toMatchObject({ text: QUESTION });
    expect(desk.of(id)).toEqual([]);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('is none after something else was said, and where no history is kept', async () => {
    await start({ 'flow.conversation-history.max-turns': 0 });
    const [id, other] = [randomUUID(), randomUUID()];
    await engine.say(REQUEST, id);
    expect(await engine.say(REQUEST, id)).toMatchObject({ text: QUESTION });
    await engine.close();

    await start();
    await engine.say(REQUEST, other);
    await engine.say('what does it cost?', other);
    await engine.say(REQUEST, other);
    expect(desk.of(other)).toEqual([]);
  });

  it('says as much in other words, and then is one', async () => {
    await start();
    const id = randomUUID();
    await engine.say('I want a gold loan', id);
    await engine.say(REQUEST, id);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('is one where it is a plain yes: the word was said before, to something else', async () => {
    await start();
    const id = randomUUID();
    await engine.say('yes', id);
    await engine.say('a gold loan', id);
    await engine.say('Yes!', id);
    expect(desk.of(id)).toEqual(['gold']);
  });
});
