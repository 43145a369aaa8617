import { EngineError } from '../../platform/common/errors.js';

/** The number of a version, as an address has it. @throws EngineError NOT_FOUND for what is none */
export function versionIn(address: string): number {
  return numberIn(address) ?? fail('NOT_FOUND', 'There is no such version.');
}

/** The version before which a page ends. @throws EngineError INVALID_REQUEST for what is no cursor */
export function versionBefore(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  return numberIn(cursor) ?? fail('INVALID_REQUEST', 'cursor is not one that was given out.');
}

function numberIn(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function fail(code: 'NOT_FOUND' | 'INVALID_REQUEST', text: string): never {
  throw new EngineError(code, text);
}
