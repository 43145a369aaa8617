import type { JsonObject } from '../../../platform/common/json.js';
import { ENCODINGS } from './text-encoding.js';

const path = { type: 'string', maxLength: 1_000, description: 'Relative to the root, such as 2026/july.csv' };
const text = { type: 'string', minLength: 1, maxLength: 1_000 };
const needs = (operation: string, ...required: string[]): JsonObject => ({
  if: { properties: { operation: { const: operation } }, required: ['operation'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required },
});

/** What the reading operations take. @param roots names; one alone need not be named */
export function readingArguments(roots: readonly string[], pageBytes: number): JsonObject {
  return schemaOf(roots, {
    properties: {
      operation: { enum: ['list', 'read', 'search', 'stat'], description: 'What is to be done; stat: size and time' },
      path,
      text: { ...text, description: 'search: words, in any case' },
      pattern: { ...text, description: 'search: an RE2 pattern for one line' },
      encoding: { enum: [...ENCODINGS], description: 'read: else as the file announces it, or utf-8' },
      offset: { type: 'integer', minimum: 0, description: 'next_offset of the page before' },
      bytes: { type: 'integer', minimum: 4, maximum: pageBytes, description: 'read: at most' },
      limit: { type: 'integer', minimum: 1, maximum: 200, description: 'list, search: at most' },
    },
    allOf: [
      needs('read', 'path'),
      needs('stat', 'path'),
      {
        if: { properties: { operation: { const: 'search' } }, required: ['operation'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { oneOf: [{ required: ['text'] }, { required: ['pattern'] }] },
      },
    ],
  });
}

/** What the writing operations take. */
export function writingArguments(roots: readonly string[]): JsonObject {
  return schemaOf(roots, {
    properties: {
      operation: { enum: ['write', 'append', 'move', 'delete'], description: 'What is to be done' },
      path,
      content: { type: 'string', description: 'write, append' },
      encoding: { enum: ['utf-8', 'utf-16le', 'base64'], description: 'write, append: of content; else utf-8' },
      replace: { type: 'boolean', description: 'write: whether a file may be there already; else not' },
      to: { ...path, description: 'move: the new path, where nothing is yet' },
    },
    required: ['path'],
    allOf: [needs('write', 'content'), needs('append', 'content'), needs('move', 'to')],
  });
}

function schemaOf(
  roots: readonly string[],
  { properties, required = [], allOf }: { properties: JsonObject; required?: string[]; allOf: JsonObject[] },
): JsonObject {
  return {
    type: 'object',
    properties: { root: { enum: [...roots], description: 'The folder that paths begin at' }, ...properties },
    required: ['operation', ...(roots.length > 1 ? ['root'] : []), ...required],
    additionalProperties: false,
    allOf,
  };
}
