import { describe, expect, it } from 'vitest';
import { findJson, withoutReasoning } from './json-answer.js';

describe('the JSON value in a model answer', () => {
  it('is the whole answer where that is JSON of any kind', () => {
    expect(findJson(' {"a": [1, 2]}\n')).toEqual({ a: [1, 2] });
    expect(findJson('[1]')).toEqual([1]);
    expect(findJson('null')).toBeNull();
  });

  it('is the content of the one fenced block, whatever its language name and the words around it', () => {
    expect(findJson('Here you are:\n```json\n{"a": 1}\n```\nAnything else?')).toEqual({ a: 1 });
    expect(findJson('```\n[1, 2]\n```')).toEqual([1, 2]);
    expect(findJson('```JSON\r\n{"a": 1}\r\n```')).toEqual({ a: 1 });
    expect(findJson('```{"a": 1}```')).toEqual({ a: 1 });
  });

  it('is the fenced block that holds JSON where others hold something else', () => {
    expect(findJson('```sql\nselect 1\n```\nand\n```json\n{"a": 1}\n```')).toEqual({ a: 1 });
  });

  it('is the one balanced object among words', () => {
    expect(findJson('Sure! {"a": {"b": 2}} Hope this helps.')).toEqual({ a: { b: 2 } });
  });

  it('is an object in a fence that was never closed', () => {
    expect(findJson('```json\n{"a": 1}')).toEqual({ a: 1 });
  });

  it('may contain braces, quotes and back-ticks inside its strings', () => {
    expect(findJson('So: {"a": "} \\" { ``` x"} done')).toEqual({ a: '} " { ``` x' });
  });

  it('is found behind braces that are no JSON', () => {
    expect(findJson('With {curly} words: {"a": 1}.')).toEqual({ a: 1 });
  });

  it('is found behind quoted words', () => {
    expect(findJson('You said "hi. {"a": 1}')).toEqual({ a: 1 });
  });

  it('is missing where two objects could be meant', () => {
    expect(findJson('Either {"a": 1} or {"a": 2}')).toBeUndefined();
    expect(findJson('```json\n{"a": 1}\n```\n```json\n{"a": 2}\n```')).toBeUndefined();
  });

  it('is missing where the answer is prose, cut short or empty', () => {
    expect(findJson('I would rather not.')).toBeUndefined();
    expect(findJson('{"a": 1, "b": [')).toBeUndefined();
    expect(findJson('')).toBeUndefined();
  });

  it('is missing where it nests deeper than anything the engine asks for', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(findJson(nested(64))).toBeDefined();
    expect(findJson(nested(65))).toBeUndefined();
    expect(findJson(nested(100_000))).toBeUndefined();
  });

  it('is looked for in time linear in the answer, however it is meant to hurt', () => {
    for (const piece of ['{', '{"', '{}', '{x}', '```', '```{', '\\']) {
      expect(findJson(piece.repeat(1_000_000))).toBeUndefined();
    }
  });
});

describe('reasoning in front of an answer', () => {
  it('is taken off', () => {
    expect(withoutReasoning(' <think>\nHm, {"a": 0}?\n</think>\n\nYes. ')).toBe('Yes.');
  });

  it('leaves nothing where it never ends', () => {
    expect(withoutReasoning('<think> and on, and on')).toBe('');
  });

  it('is not looked for in the middle of an answer', () => {
    expect(withoutReasoning('Write <think>x</think> so.')).toBe('Write <think>x</think> so.');
  });
});
