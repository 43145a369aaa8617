import { randomBytes } from 'node:crypto';
import { getMetadataArgsStorage } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { KeyRing } from '../secrets/index.js';
import { ColumnCipher, columnValue, confidential } from './column-cipher.js';
import { ENCRYPTED_COLUMNS } from './encrypted-columns.js';
import { entities } from './entities/index.js';

describe('columns that are encrypted', () => {
  const cipher = new ColumnCipher(new KeyRing([randomBytes(32).toString('base64')]));
  const stored = (column: string, text: string) => String(cipher.parameter(confidential(column, text)));

  it('are columns that there are', () => {
    const { columns, tables } = getMetadataArgsStorage();
    const known = columns.flatMap(({ target, options }) => {
      const table = tables.find((one) => one.target === target)?.name;
      return entities.some((entity) => entity === target) ? [`${table}.${options.name}`] : [];
    });
    const named = Object.entries(ENCRYPTED_COLUMNS).flatMap(([table, names]) =>
      names.map((name) => `${table}.${name}`),
    );
    expect(named.filter((name) => !known.includes(name))).toEqual(['ce_audit_event.payload_json']);
  });

  it('are read as the driver of each database gives what is not encrypted', () => {
    const json = stored('arguments_json', '{"to":"Ann"}');
    const said = stored('user_input', '"hello"');
    const events = stored('events_json', '[[0,0,"USER_INPUT",{"text":"hello"}]]');
    const [sqlite] = cipher.opened([{ arguments_json: json, user_input: said, events_json: events, action_key: json }]);
    expect(sqlite).toEqual({
      arguments_json: '{"to":"Ann"}',
      user_input: '"hello"',
      events_json: '[[0,0,"USER_INPUT",{"text":"hello"}]]',
      action_key: json,
    });
    const parsed = { arguments_json: JSON.parse(json), events_json: JSON.parse(events), events_text: events };
    expect(cipher.opened([parsed])).toEqual([
      {
        arguments_json: { to: 'Ann' },
        events_json: [[0, 0, 'USER_INPUT', { text: 'hello' }]],
        events_text: '[[0,0,"USER_INPUT",{"text":"hello"}]]',
      },
    ]);
  });

  it('are read as they are where they were stored before there were keys', () => {
    const rows = [
      { user_input: 'hello', arguments_json: '{}', events_json: '[]', result_json: null, last_error: null },
    ];
    expect(cipher.opened(rows)).toEqual(rows);
  });

  it('are read as they are where somebody has said what looks encrypted, with the name of no key that was ever used', async () => {
    const looks = `ce1:deadbeef:${'A'.repeat(60)}`;
    const rows = [
      { user_input: looks, result_json: `"${looks}"`, events_text: `[[0,0,"SEALED",{"sealed":"${looks}"}]]` },
    ];
    const asked = (...names: string[]) => ({
      query: async () => names.map((name) => ({ key_name: name })) as never[],
    });
    expect(await cipher.read(rows, asked('encryption:0badcafe'))).toEqual(rows);
    expect(await cipher.read([{ result_json: looks }], asked())).toEqual([{ result_json: looks }]);
    for (const name of ['encryption:deadbeef', 'encryption-retired:deadbeef']) {
      await expect(cipher.read(rows, asked(name))).rejects.toThrow('needs the key deadbeef');
    }
  });

  it('give what was said exactly once, also where that was something encrypted', () => {
    const words = stored('user_input', 'secret');
    expect(cipher.opened([{ user_input: stored('user_input', words) }])).toEqual([{ user_input: words }]);
  });

  it('can be copied into each other where statements do so, and into no others', () => {
    const said = stored('last_user_text', 'hello');
    expect(cipher.opened([{ user_query: said, user_input: said }])).toEqual([
      { user_query: 'hello', user_input: 'hello' },
    ]);
    expect(() => cipher.opened([{ question: said }])).toThrow('another column');
  });

  it('are stored as they are without keys', () => {
    const plain = new ColumnCipher(undefined);
    expect(plain.parameter(confidential('user_input', 'hello'))).toBe('hello');
    expect(plain.parameter(columnValue('arguments_json', { a: 1 }))).toBe('{"a":1}');
    const rows = [{ question: 'Shall I?' }];
    expect(plain.sealed(rows)).toBe(rows);
  });
});
