import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { IntentExample } from '../../understanding/intents/index.js';
import { IntentLearner } from './intent-learner.js';

function examples(...words: readonly string[]): IntentExample[] {
  return words.flatMap((word) =>
    [`${word} please`, `I want ${word}`, `give me ${word}`].map((utterance) => ({
      intent: word.toUpperCase(),
      state: null,
      utterance,
    })),
  );
}

/** So many examples that learning goes on in the background. */
function many(): IntentExample[] {
  return Array.from({ length: 3000 }, (_, index) => ({
    intent: `I${index % 100}`,
    state: null,
    utterance: `word${index % 100} and thing ${index}`,
  }));
}

function setUp() {
  const lines: string[] = [];
  const note = (line: unknown) => void lines.push(String(line));
  const learner = new IntentLearner({ log: note, warn: note, error: note });
  const best = (text: string) => learner.model?.predict(text).candidates[0]?.intent;
  return { learner, lines, best };
}

describe('IntentLearner', () => {
  it('has learned a few examples when it comes back, and says how well', async () => {
    const { learner, lines, best } = setUp();
    await learner.learn(examples('tea', 'coffee'));
    expect(best('some tea')).toBe('TEA');
    expect(lines).toEqual([expect.stringMatching(/learned intents from 6 examples in .* s; \d+ % .* when left out/)]);
  });

  it('does not learn the same examples again', async () => {
    const { learner } = setUp();
    await learner.learn(examples('tea', 'coffee'));
    const before = learner.model;
    await learner.learn(examples('tea', 'coffee'));
    expect(learner.model).toBe(before);
    await learner.learn(examples('tea', 'milk'));
    expect(learner.model).not.toBe(before);
  });

  it('leaves to a definition what was learned from its own examples, whatever is learned after it', async () => {
    const { learner } = setUp();
    const none = await learner.learn([]);
    const old = await learner.learn(examples('tea', 'coffee'));
    const { model } = old;
    expect(none.model).toBeUndefined();
    const next = await learner.learn(examples('milk', 'water'));
    expect(old.model).toBe(model);
    expect(next.model?.predict('some milk').candidates[0]?.intent).toBe('MILK');
    await learner.learn([]);
    expect([none.model, old.model]).toEqual([undefined, model]);
  });

  it('forgets when there are no examples any more', async () => {
    const { learner } = setUp();
    await learner.learn(examples('tea', 'coffee'));
    await learner.learn([]);
    expect(learner.model).toBeUndefined();
  });

  it('learns many in the background: the old ones are in use until it is done, and it says so', async () => {
    const { learner, lines, best } = setUp();
    await learner.learn(examples('tea', 'coffee'));
    const before = learner.model;
    await learner.learn(many());
    expect(learner.model).toBe(before);
    expect(lines.at(-1)).toContain('learning intents from 3000 examples; until that is done, the old ones are in use');
    await expect.poll(() => learner.model === before).toBe(false);
    expect(best('word7')).toBe('I7');
  });

  it('lets others go on while it learns', async () => {
    const { learner } = setUp();
    await learner.learn(many());
    let rounds = 0;
    for (; !learner.model; rounds++) await nextRound();
    expect(rounds).toBeGreaterThan(10);
  });

  it('goes on with what it is learning when it is told to learn the same', async () => {
    const { learner, lines } = setUp();
    for (let times = 0; times < 3; times++) await learner.learn(many());
    await expect.poll(() => learner.model?.examples).toBe(3000);
    expect(lines.filter((line) => line.startsWith('learning intents'))).toHaveLength(1);
  });

  it('gives up what is out of date, and everything when it is stopped', async () => {
    const { learner, best } = setUp();
    await learner.learn(many());
    await learner.learn(examples('tea', 'coffee'));
    const wanted = learner.model;
    expect(best('some tea')).toBe('TEA');
    await learner.learn(many());
    learner.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(learner.model).toBe(wanted);
  });
});
