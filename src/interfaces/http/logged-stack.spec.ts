import { expect, it } from 'vitest';
import { loggedPath } from './logged-path.js';
import { loggedStack } from './logged-stack.js';

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it('logs where an error comes from, and not what a parser or a driver quotes of what somebody said', () => {
  const parsed = thrownBy(() => JSON.parse('my secret word'));
  const driver = Object.assign(new Error('invalid input syntax for type integer: "my secret word"'), { code: '22P02' });
  for (const error of [parsed, driver, 'my secret word']) expect(loggedStack(error)).not.toContain('secret');
  expect(loggedStack(parsed)).toMatch(/^SyntaxError: .*\n\s+at /);
});

it('logs other errors with their message', () => {
  expect(loggedStack(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n/);
});

it('names nobody in the path of a request', () => {
  expect(loggedPath('/api/v1/subjects/ann@example.org?by=bob')).toBe('/api/v1/subjects/…');
  expect(loggedPath('/consent/token')).toBe('/consent/…');
  for (const path of ['/%63onsent/token', '/consent%2Ftoken', '//consent//token'])
    expect(loggedPath(path)).toMatch(/^\/{1,2}consent\/…$/);
  expect(loggedPath('/api/v1/%zz')).toBe('/api/v1/%zz');
});
