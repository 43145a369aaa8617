import { describe, expect, it } from 'vitest';
import {
  asDatabaseError,
  isMissingTable,
  isPermissionDenied,
  isUniqueViolation,
  mayRunAgain,
} from './database-errors.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('asDatabaseError', () => {
  it('turns the loss of a connection into DATABASE_UNAVAILABLE, whoever reports it', () => {
    const lost = [
      ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01', '25P03', '25P04', '53300'].map(withCode),
      ...['57P01', '57P02', '57P03', '57P04', '57P05', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'].map(withCode),
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
    const states = ['25006', '40001', '40003', '40P01', '53000', '53100', '53200', '53400', '55000', '55006', '55P03'];
    const ofTheServer = ['57000', '57014', '58000', '58030', '58P01', '58P02'];
    for (const error of [...states, ...ofTheServer].map(withCode)) {
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

  it('says where the tables of the service are not found, and leaves those of handlers', () => {
    const missing = (table: string) =>
      Object.assign(new Error(`relation "${table}" does not exist`), { code: '42P01' });
    const own = missing('ce_conversation');
    const shown = asDatabaseError(own);
    const message = expect.stringContaining('search path');
    expect(shown).toMatchObject({ code: 'DATABASE_UNUSABLE', recoverable: false, message, cause: own });
    expect([isMissingTable(own), isMissingTable(shown)]).toEqual([true, true]);
    const another = missing('invoice');
    expect(asDatabaseError(another)).toBe(another);
  });

  it('says what somebody has to mend before it can work', () => {
    const told = [
      ['28000', 'pg_hba.conf'],
      ['28P01', 'password'],
      ['3D000', 'no database of this name'],
      ['XX001', 'damaged'],
      ['XX002', 'damaged'],
    ];
    for (const [code = '', text = ''] of told) {
      const [error, message] = [withCode(code), expect.stringContaining(text)];
      expect(asDatabaseError(error)).toMatchObject({
        code: 'DATABASE_UNUSABLE',
        recoverable: false,
        message,
        cause: error,
      });
    }
  });

  it('leaves every other error as it is: what is wrong is the statement, or its values', () => {
    const codes = ['0A000', '21000', '22P02', '23505', '25001', '25P02', '26000', '34000', '40002', '42601', '42P01'];
    const defects = [...codes, '44000', '54000', '54001', '55P02', '55P04', 'P0001', 'XX000'].map(withCode);
    for (const error of [...defects, new Error('timeout'), 'text', null]) {
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
