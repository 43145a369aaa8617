import { describe, expect, it } from 'vitest';
import { EMBEDDERS } from '../embedders.js';
import { readEmbedding } from '../fingerprint.js';
import { SPECIFIED_METHODS } from './methods.js';
import { chiSquareSurvival, fitMixture, probability } from './mixture.js';
import { REFERENCE_METHODS } from './reference-methods.js';

/** An embedding of each shape, with something in it. */
const SAMPLES = EMBEDDERS.map(({ shape }) => {
  if (shape.kind === 'dense') return { kind: 'dense' as const, values: new Array<number>(shape.dimension).fill(1) };
  if (shape.kind === 'sparse') return { kind: 'sparse' as const, active: [1, 2] };
  return { kind: 'tokens' as const, tokens: [new Array<number>(shape.dimension).fill(1)] };
});

describe('the entropy of an embedding', () => {
  it.each([...SPECIFIED_METHODS, ...REFERENCE_METHODS].map((method, at) => ({ method, at })))(
    'is complete without a history (method $at)',
    ({ method, at }) => {
      const sample = SAMPLES[at % EMBEDDERS.length];
      expect(sample && method(sample, [])).toBe(1);
    },
  );

  it.each(EMBEDDERS.filter(({ shape }) => shape.kind === 'dense'))(
    'of $field cannot be computed from nothing',
    ({ shape }) => {
      expect(() => readEmbedding([], shape, 'new')).toThrow('Empty input embedding');
    },
  );

  it.each(EMBEDDERS.filter(({ shape }) => shape.kind === 'dense'))(
    'of $field cannot be computed from what is no number',
    ({ shape }) => {
      expect(() => readEmbedding([Number.NaN], shape, 'new')).toThrow('new[0] must be a finite number');
    },
  );

  it.each([-308, -300, -160, -100, -12, 12, 97, 150, 300])(
    'does not depend on the size of the numbers (1e%i), or they are refused',
    (power) => {
      const wave = (shift: number) => (_: unknown, at: number) => Math.sin(at + shift);
      for (const [at, { field, shape }] of EMBEDDERS.entries()) {
        // Bits and translations are about the numbers themselves.
        if (shape.kind !== 'dense' || field === 'e9_hdc' || field === 'e11_entity') continue;
        const [current, past] = [0, 1].map((shift) => Array.from({ length: shape.dimension }, wave(shift)));
        const entropyOf = (factor: number) => {
          const [one, other] = [current, past].map((values = []) =>
            readEmbedding(
              values.map((value) => value * factor),
              shape,
              'new',
            ),
          );
          return one && other ? SPECIFIED_METHODS[at]?.(one, [other]) : undefined;
        };
        if (Math.abs(power) > 98 || power < -15)
          expect(() => entropyOf(10 ** power)).toThrow(/is (longer|shorter) than/);
        else expect(entropyOf(10 ** power), field).toBeCloseTo(entropyOf(1) ?? -1, 9);
      }
    },
  );

  it('of text and image counts both halves alike', () => {
    const vector = (ones: number[]) => ({
      kind: 'dense' as const,
      values: Array.from({ length: 768 }, (_, at) => (ones.includes(at) ? 1 : 0)),
    });
    expect(SPECIFIED_METHODS[9]?.(vector([0, 400]), [vector([1, 400])])).toBeCloseTo(0.5);
    expect(SPECIFIED_METHODS[9]?.(vector([0, 400]), [vector([0, 400])])).toBeCloseTo(0);
  });

  it('of code is that of its neighbours, until there are enough for a mixture', () => {
    const vector = (at: number) => ({
      kind: 'dense' as const,
      values: Array.from({ length: 1536 }, (_, index) => (index === at ? 1 : 0)),
    });
    const history = Array.from({ length: 10 }, (_, at) => vector(at % 5));
    expect(SPECIFIED_METHODS[6]?.(vector(0), history.slice(0, 1))).toBeCloseTo(0.1706343, 4);
    // Five components of equal vectors: the middle of one of them, with a fifth of the weight.
    const near = 1 / (1 + Math.exp(-(0.6 - 0.5) / Math.sqrt(0.1)));
    expect(SPECIFIED_METHODS[6]?.(vector(0), history)).toBeCloseTo(0.5 * (1 - 0.2) + 0.5 * near, 4);
  });
});

describe('a mixture', () => {
  it('gives the chance to lie at least as far out', () => {
    expect(1 - chiSquareSurvival(2, 2)).toBeCloseTo(0.6321206, 6);
    expect(chiSquareSurvival(3, 4)).toBeCloseTo(0.5578254, 6);
    expect(chiSquareSurvival(1024, 1024)).toBeCloseTo(0.49, 1);
    expect(chiSquareSurvival(1e7, 1024)).toBe(0);
  });

  it('knows its own vectors from others', () => {
    const vectors = [
      [1, 0.1],
      [1, -0.1],
      [-0.1, 1],
      [0.1, 1],
    ];
    const mixture = fitMixture(vectors, 2);
    expect(mixture.map(({ weight }) => weight)).toEqual([0.5, 0.5]);
    expect(probability([1, 0], mixture)).toBeGreaterThan(0.4);
    expect(probability([-1, -1], mixture)).toBeLessThan(0.001);
  });
});
