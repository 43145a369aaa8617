import { describe, expect, it } from 'vitest';
import { EngineError } from '../../platform/common/errors.js';
import { PackageMissing } from '../../platform/common/optional-package.js';
import { CommandError, describeError, reasonOf } from './command-error.js';

const STACK = /\n {4}at .+:\d+:\d+/;

describe('what is printed of an error', () => {
  it('is what happened and what can be done', () => {
    expect(describeError(new CommandError('It broke.', 'Mend it.'), false)).toBe('error: It broke.\n  Mend it.');
    expect(describeError(new EngineError('NOT_FOUND', 'There is no x.'), false)).toBe(
      'error: There is no x.\n  Check the address and the id.',
    );
  });

  it('is what to install where a part needs a package that is not there', () => {
    const text = 'Reading a PDF needs the package unpdf, which is not installed: npm i unpdf';
    expect(describeError(new PackageMissing(text), false)).toBe(`error: ${text}`);
  });

  it.each([
    ['EACCES', 'Give this user the right to read and write there, or work in another folder.'],
    ['EROFS', 'Nothing can be written to that file system: work in another folder.'],
    ['ENOSPC', 'Make room there, or work on another disk.'],
  ])('is what can be done about a file where it failed with %s', (code, remedy) => {
    const error = Object.assign(new Error(`${code}: mkdir '/x/y'`), { code, path: '/x/y' });
    expect(describeError(error, false)).toBe(`error: ${code}: mkdir '/x/y'\n  ${remedy}`);
  });

  it('is one line for an error that nobody foresaw, and how to learn more', () => {
    const text = describeError(new TypeError('x is not a function\nmore'), false);
    expect(text).toMatch(/^error: x is not a function \(unexpected; .*CONVENGINE_DEBUG=1 or --debug.*\)$/);
    expect(describeError('thrown text', false)).toContain('error: thrown text (');
  });

  it('shows where it comes from in debugging, its cause too', () => {
    const cause = new Error('the cause');
    const text = describeError(new CommandError('It broke.', 'Mend it.', { cause }), true);
    expect(text).toMatch(STACK);
    expect(text).toContain('Error: the cause\n');
    expect(describeError(new CommandError('It broke.', 'Mend it.', { cause }), false)).not.toMatch(STACK);
  });
});

describe('the reason of an error', () => {
  it('is the code of a socket error that has no message', () => {
    expect(reasonOf(Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED');
  });

  it('ends no sentence, as whoever tells it does', () => {
    expect(reasonOf(new CommandError('It cannot be opened: gone.', 'Mend it.'))).toBe('It cannot be opened: gone');
    expect(reasonOf(new Error('waiting...'))).toBe('waiting...');
  });

  it('is in the cause of a failed fetch', () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:1');
    expect(reasonOf(new TypeError('fetch failed', { cause }))).toBe('connect ECONNREFUSED 127.0.0.1:1');
  });
});
