import { describe, expect, it } from 'vitest';
import { asDatabaseError, isPermissionDenied, isUniqueViolation, mayRunAgain } from './database-errors.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('asDatabaseError', () => {
  it('turns the loss of a connection into DATABASE_UNAVAILABLE, whoever reports it', () => {
    const lost = [
      ...['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'].map(withCode),
      new Error('Connection terminated unexpectedly'),
      new Error('timeout exceeded when trying to connect'),
      new Error('Query read timeout'),
      Object.assign(new Error('Query failed'), { driverError: withCode('57P01') }),
    ];
    for (const error of lost) {
      expect(asDatabaseError(error)).toMatchObject({ code: 'DATABASE_UNAVAILABLE', cause: error });
    }
  });

  it('says of what the database may do later that it may be tried again, and why', () => {
    const states = ['25006', '40001', '40003', '40P01', '53100', '53200', '55P03', '57014', '58000', '58030'];
    for (const error of states.map(withCode)) {
      const shown = asDatabaseError(error);
      expect(shown).toMatchObject({ code: 'DATABASE_UNAVAILABLE', recoverable: true, cause: error });
      expect(shown).not.toMatchObject({ message: 'The database cannot be reached.' });
    }
  });

  it('names the grants where the role may not do something to a table of the service, and leaves those of handlers', () => {
    const denied = (message: string, routine?: string) => Object.assign(new Error(message), { code: '42501', routine });
    const own = denied('keine Berechtigung für Tabelle ce_turn_record');
    const shown = asDatabaseError(own);
    const message = expect.stringContaining('convengine grants');
    expect(shown).toMatchObject({ code: 'DATABASE_UNUSABLE', recoverable: false, message, cause: own });
    expect([isPermissionDenied(own), isPermissionDenied(shown)]).toEqual([true, true]);
    const others = [denied('permission denied for table invoice'), denied('ce_conversation', 'ExecWithCheckOptions')];
    for (const error of others) expect(asDatabaseError(error)).toBe(error);
  });

  it('leaves every other error as it is', () => {
    for (const error of [withCode('23505'), withCode('42P01'), withCode('22P02'), new Error('timeout'), 'text', null]) {
      expect(asDatabaseError(error)).toBe(error);
    }
  });
});

describe('mayRunAgain', () => {
  it('is true of what was undone, and false where nobody knows whether it was done', () => {
    expect(['40001', '40P01', '40003', '08006'].map(withCode).map(mayRunAgain)).toEqual([true, true, false, false]);
  });
});

describe('isUniqueViolation', () => {
  it('knows both databases, and errors wrapped by TypeORM', () => {
    for (const code of ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']) {
      expect(isUniqueViolation(withCode(code))).toBe(true);
      expect(isUniqueViolation({ driverError: withCode(code) })).toBe(true);
    }
  });

  it('is false for other constraints and other things', () => {
    for (const error of [withCode('23503'), withCode('SQLITE_CONSTRAINT_NOTNULL'), new Error('unique'), undefined]) {
      expect(isUniqueViolation(error)).toBe(false);
    }
  });
});
