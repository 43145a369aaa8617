import { expect, it } from 'vitest';
import { Counter, prometheusText } from './instrument.js';

it('an instrument keeps a thousand series, and counts what comes after that as other', async () => {
  const counter = new Counter({ name: 'test.series', help: 'for this test', labels: ['a', 'b'] });
  for (let n = 0; n < 1_200; n += 1) counter.add(1, `a${n}`, 'b');
  counter.add(1, 'a0', 'b');
  const lines = (await prometheusText()).split('\n').filter((line) => line.startsWith('test_series_total{'));
  expect(lines).toHaveLength(1_001);
  expect(lines).toContain('test_series_total{a="a0",b="b"} 2');
  expect(lines).toContain('test_series_total{a="other",b="other"} 200');
});
