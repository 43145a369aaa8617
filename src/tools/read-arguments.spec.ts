import { describe, expect, expectTypeOf, it } from 'vitest';
import { readArguments } from './read-arguments.js';
import { ToolError } from './tool-error.js';

describe('the arguments that a handler reads', () => {
  it('have their types, and may be missing where the shape says so', () => {
    const read = readArguments({ room: 12, note: null }, { room: 'number', note: 'string?', days: 'list?' });
    expectTypeOf(read.room).toEqualTypeOf<number>();
    expectTypeOf(read.note).toEqualTypeOf<string | undefined>();
    expect(read).toEqual({ room: 12, note: undefined, days: undefined });
  });

  it('are an error with their name where nobody gave them, and never the word "undefined" in an address', () => {
    const address = () => `/flights/${readArguments({ from: 'FRA' }, { flight: 'string' }).flight}`;
    expect(address).toThrow(new ToolError('The argument "flight" is read, and nobody gave it (given: from).'));
    expect(() => readArguments({ constructor: 1 }, { toString: 'string' })).toThrow('"toString" is read');
  });

  it('are an error where they are something else', () => {
    expect(() => readArguments({ room: '12' }, { room: 'number' })).toThrow('"room" is a string, and read as a number');
  });
});
