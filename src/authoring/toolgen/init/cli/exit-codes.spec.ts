import { describe, expect, it } from 'vitest';
import { findingCodes } from './exit-codes.js';

describe('exit codes that a help describes', () => {
  it.each([
    [
      'Exit status is 0 if any line is selected, 1 otherwise;\nif any error occurs and -q is not given, the exit status is 2.',
      [1],
    ],
    ['Exit status is 0 if inputs are the same, 1 if different, 2 if trouble.', [1]],
    ['EXIT CODES:\n  0  no issues\n  1  issues were found\n  2  invalid configuration', [1]],
    ['Exit codes:\n  0: everything is formatted\n  1: some files would be changed\n  123: an internal error', [1]],
    ['Exit code 0 on success, 1 on failure.', []],
    ['Exit status:\n 0  if OK,\n 1  if minor problems (e.g., cannot access subdirectory),\n 2  if serious trouble', []],
    ['  --no-exit-code  Do not return an exit code if issues are found.', [1]],
    ['Exits with code 3.', []],
    ['Usage: tool [options]\n  --count N  found 1 match', []],
  ])('are an answer where they stand for a finding: %j', (help, codes) => {
    expect(findingCodes(help)).toEqual(codes);
  });
});
