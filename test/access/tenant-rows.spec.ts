import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { countRoundTrips } from '../../bench/turns/count-round-trips.mjs';
import { ROLES, type Role } from '../../src/platform/config/index.js';
import { applySeed, createDataSource, flowTenantTables } from '../../src/platform/persistence/index.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { ACME_ROWS, GLOBEX_ROWS, SHARED_ROWS } from '../helpers/tenant-rows.js';
import { openSeparated, type SeparatedDatabase, separatedConfig } from '../helpers/tenants.js';
import { keyFor } from './keys.js';
import { askRoute, GUARDED_ROUTES } from './routes.js';

const server = inject('postgres');
const ROOM = 'test/docs/book-room.sql';
/** Stands in rows of `globex` alone. */
const MARK = 'okapi0815';
const WHO = { by: 'ann', note: 'x' };

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: {
    readonly base: number;
    readonly versionId: number;
    readonly message: string;
    readonly items: { readonly row: string; readonly versionId: number; readonly values: Record<string, unknown> }[];
  };
}

describe.skipIf(!server.available)('rows of the flow of two tenants', () => {
  let separated: SeparatedDatabase;
  let engine: TestEngine;
  const keys = new Map<string, Record<string, string>>();

  beforeAll(async () => {
    separated = await openSeparated(true);
    engine = await startEngine({
      database: separated.opened,
      seeds: [ROOM],
      config: { ...separatedConfig(separated), 'flow.action-lifecycle.sweep-seconds': 0 },
    });
    for (const rows of [SHARED_ROWS, ACME_ROWS, GLOBEX_ROWS]) {
      await applySeed(separated.opened.database, rows, 'rows.sql');
    }
    for (const tenant of ['acme', 'globex', 'initech', null]) {
      for (const role of ROLES) {
        const { headers } = await keyFor(separated.opened, role, `${role}-of-${tenant}`, null, tenant);
        keys.set(`${tenant ?? 'default'} ${role}`, headers);
      }
    }
    expect((await ask('default', 'admin', 'cache/refresh', {})).status).toBe(200);
  });
  afterAll(async () => {
    await engine.close();
    await separated.close();
  });

  const keyOf = (tenant: string, role: Role) => keys.get(`${tenant} ${role}`) ?? {};
  const say = async (tenant: string, message: string) =>
    (await engine.say(message, randomUUID(), {}, keyOf(tenant, 'service'))).text;
  const ask = async (tenant: string, role: Role, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${engine.url}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...keyOf(tenant, role), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  };
  const rowsOf = async (tenant: string, table: string) =>
    (await ask(tenant, 'author', `flow/tables/${table}/rows?limit=200`)).body.items;
  const switchTo = async (tenant: string, edits: object[]) => {
    const { body } = await ask(tenant, 'author', 'flow/tables');
    return ask(tenant, 'author', 'flow/switch', { base: body.base, edits, ...WHO });
  };
  const sql = (text: string) => separated.opened.database.query(text);
  const stored = async (tenant: string) => {
    const parts = flowTenantTables().map((table) =>
      sql(
        `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS content FROM ${table} t WHERE tenant_id = '${tenant}'`,
      ),
    );
    return (await Promise.all(parts)).flat().map(({ content }) => content);
  };

  it('answer the turns of their own, at the same time on the same connections', async () => {
    const tenants = ['acme', 'globex', 'initech', 'default', 'acme', 'globex'];
    const replies = await Promise.all(tenants.map((tenant) => say(tenant, 'book room 12 for 3 hours')));
    const shared = 'Shall I book room 12 for 3 hours?';
    const acme = 'ACME: room 12, 3 hours?';
    expect(replies).toEqual([acme, 'GLOBEX: room 12?', shared, shared, acme, 'GLOBEX: room 12?']);
  });

  it('take a turn no further round trip', async () => {
    const proxy = await countRoundTrips(separated.url);
    const counted = await startEngine({
      database: separated.opened,
      config: { ...separatedConfig(separated), 'database.url': proxy.url, 'flow.action-lifecycle.sweep-seconds': 0 },
    });
    const trips = async () => {
      const id = randomUUID();
      await counted.say('hello', id, {}, keyOf('acme', 'service'));
      await sleep(50);
      const { roundTrips } = proxy.counts();
      const { text } = await counted.say('a gift please', id, {}, keyOf('acme', 'service'));
      await sleep(50);
      expect(text).toBe('A gift of ACME.');
      return proxy.counts().roundTrips - roundTrips;
    };
    const taken: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) taken.push(await trips());
    // Two, and the notice to other processes, which may come later.
    expect(Math.min(...taken)).toBeLessThanOrEqual(3);
    await counted.close();
    proxy.close();
  });

  it('are shown to callers of the tenant, beside the shared ones, and to nobody else', async () => {
    const intents = async (tenant: string) => (await rowsOf(tenant, 'ce_intent')).map(({ row }) => row).toSorted();
    expect(await intents('acme')).toEqual(['BOOK_ROOM', 'acme/BOOK_ROOM', 'acme/GIFT']);
    expect(await intents('globex')).toEqual(['BOOK_ROOM', 'globex/GIFT']);
    expect(await intents('default')).toEqual(['BOOK_ROOM']);
    const map = await ask('globex', 'author', 'flow');
    expect(map.text).toContain(MARK);
    expect((await ask('acme', 'author', 'flow')).text).not.toContain(MARK);
    expect((await rowsOf('acme', 'ce_intent')).map(({ values }) => values.tenant_id)).toEqual(
      expect.arrayContaining([undefined, 'acme', 'acme']),
    );
  });

  it('are changed by authors of the tenant, one version after the other, whatever others do meanwhile', async () => {
    const before = await stored('globex');
    const text = (exact_text: string) => ({
      intent_code: 'GIFT',
      state_code: 'ANY',
      output_format: 'TEXT',
      response_type: 'EXACT',
      exact_text,
    });
    const { base } = (await ask('acme', 'author', 'flow/tables')).body;
    const foreign = await switchTo('globex', [{ table: 'ce_response', values: text(`${MARK} gift`) }]);
    expect(foreign.status).toBe(200);
    // Made of a version that is not the newest, which is none of its business.
    const [own] = (await rowsOf('acme', 'ce_response')).filter(({ values }) => values.intent_code === 'GIFT');
    const edits = [{ table: 'ce_response', row: own?.row, values: { exact_text: 'Another gift.' } }];
    const made = await ask('acme', 'author', 'flow/switch', { base, edits, ...WHO });
    expect(made.status).toBe(200);
    expect(await say('acme', 'a gift please')).toBe('Another gift.');
    const late = await ask('acme', 'author', 'flow/switch', { base, edits, ...WHO });
    expect([late.status, late.text.includes(MARK)]).toEqual([409, false]);
    const listed = await ask('acme', 'author', 'flow/versions?limit=50');
    expect(listed.text).not.toContain(MARK);
    expect(listed.body.items.map(({ versionId }) => versionId)).toContain(made.body.versionId);
    expect((await ask('acme', 'author', `flow/versions/${foreign.body.versionId}`)).status).toBe(404);
    expect((await ask('acme', 'author', `flow/versions/${foreign.body.versionId}/undo`, WHO)).status).toBe(404);
    expect((await ask('acme', 'author', `flow/versions/${made.body.versionId}/undo`, WHO)).status).toBe(200);
    expect(await say('acme', 'a gift please')).toBe('A gift of ACME.');
    expect((await ask('globex', 'author', `flow/versions/${foreign.body.versionId}/undo`, WHO)).status).toBe(200);
    const responses = (rows: unknown[]) => rows[flowTenantTables().indexOf('ce_response')];
    expect(responses(await stored('globex'))).toEqual(responses(before));
  });

  it('are added for the tenant of who adds them, with its name before a key that the table takes once', async () => {
    const made = await switchTo('initech', [
      { table: 'ce_intent', values: { intent_code: 'BOOK_ROOM', description: 'A room of Initech' } },
    ]);
    expect(made.status).toBe(200);
    const rows = await sql(`SELECT intent_code, tenant_id FROM ce_intent WHERE tenant_id = 'initech'`);
    expect(rows).toEqual([{ intent_code: 'initech/BOOK_ROOM', tenant_id: 'initech' }]);
    expect((await rowsOf('initech', 'ce_intent')).map(({ row }) => row)).toContain('initech/BOOK_ROOM');
    const gone = await switchTo('initech', [{ table: 'ce_intent', row: 'initech/BOOK_ROOM', values: null }]);
    expect(gone.status).toBe(200);
  });

  it('are all that authors of a tenant change: no shared row, and none of another tenant', async () => {
    const [shared] = (await rowsOf('acme', 'ce_response')).filter(({ values }) => values.tenant_id === undefined);
    const [foreign] = await sql(`SELECT response_id FROM ce_response WHERE tenant_id = 'globex'`);
    const before = [await stored('*'), await stored('globex'), await stored('default')];
    const added = { intent_code: 'A', description: 'x' };
    const tried = [
      [{ table: 'ce_response', row: shared?.row, values: { exact_text: 'mine' } }],
      [{ table: 'ce_response', row: shared?.row, values: null }],
      [{ table: 'ce_response', row: String(foreign?.response_id), values: { exact_text: 'mine' } }],
      [{ table: 'ce_response', row: String(foreign?.response_id), values: null }],
      [{ table: 'ce_intent', values: { ...added, tenant_id: '*' } }],
      [{ table: 'ce_intent', values: { ...added, tenant_id: 'globex' } }],
      [{ table: 'ce_response', row: shared?.row, values: { tenant_id: 'acme' } }],
      [{ table: 'ce_mcp_query_knowledge', values: { query_text: 'x' } }],
    ];
    for (const edits of tried) {
      const { status, text } = await switchTo('acme', edits);
      expect([JSON.stringify(edits), [400, 403].includes(status), text.includes(MARK)]).toEqual([
        JSON.stringify(edits),
        true,
        false,
      ]);
    }
    expect([await stored('*'), await stored('globex'), await stored('default')]).toEqual(before);
  });

  it('leave shared rows to authors of the tenant of the service, whose turns see them at once', async () => {
    const edits = [{ table: 'ce_config', values: { config_type: 'X', config_key: 'L', config_value: 'v' } }];
    expect((await switchTo('default', edits)).status).toBe(200);
    expect((await rowsOf('globex', 'ce_config')).map(({ values }) => values.config_key)).toEqual(['K', 'L']);
    const mixed = [
      { table: 'ce_config', values: { config_type: 'X', config_key: 'M', config_value: 'v' } },
      { table: 'ce_config', values: { config_type: 'X', config_key: 'M', config_value: 'v', tenant_id: 'default' } },
    ];
    expect((await switchTo('default', mixed)).status).toBe(400);
  });

  it('are read and changed by no route of another tenant, in whatever role', async () => {
    const before = [await stored('globex'), await stored('*')];
    const leaks: string[] = [];
    for (const tenant of ['acme', 'default']) {
      for (const role of ROLES) {
        for (const { route } of GUARDED_ROUTES.filter((one) => /flow|cache|mcp|tools/.test(one.route))) {
          const { status, text } = await askRoute(engine, route, randomUUID(), keyOf(tenant, role));
          if (status === 500 || text.includes(MARK)) leaks.push(`${tenant} ${role} ${route}: ${status}`);
        }
        for (const table of flowTenantTables()) {
          const { text } = await ask(tenant, role, `flow/tables/${table}/rows?limit=200`);
          if (text.includes(MARK)) leaks.push(`${tenant} ${role} ${table}`);
        }
      }
    }
    expect(leaks).toEqual([]);
    expect([await stored('globex'), await stored('*')]).toEqual(before);
  });

  it('are kept apart by the database: shared rows are read by all, and written by none of them', async () => {
    const dataSource = await createDataSource(separated.url, { poolSize: 1 }).initialize();
    const as = async (tenant: string, text: string): Promise<{ readonly tenant_id: string }[]> => {
      await dataSource.query(`SET convengine.tenant = '${tenant}'`);
      return dataSource.query(text);
    };
    const before = [await stored('globex'), await stored('*')];
    for (const table of flowTenantTables()) {
      const seen = async (tenant: string) =>
        (await as(tenant, `SELECT DISTINCT tenant_id FROM ${table}`)).map(({ tenant_id }) => tenant_id);
      expect((await seen('acme')).filter((tenant) => !['*', 'acme'].includes(tenant))).toEqual([]);
      expect((await seen('')).filter((tenant) => tenant !== '*')).toEqual([]);
      if (table === 'ce_flow_version') continue;
      for (const tenant of ['*', 'globex']) {
        await as('acme', `UPDATE ${table} SET tenant_id = 'acme' WHERE tenant_id = '${tenant}'`);
        await as('acme', `DELETE FROM ${table} WHERE tenant_id = '${tenant}'`);
        await as('', `DELETE FROM ${table} WHERE tenant_id = '${tenant}'`);
      }
    }
    for (const tenant of ['*', 'globex']) {
      const forged = `INSERT INTO ce_intent (tenant_id, intent_code, description) VALUES ('${tenant}', 'forged', 'x')`;
      await expect(as('acme', forged)).rejects.toThrow('row-level security');
      await expect(as('', forged)).rejects.toThrow('row-level security');
      const given = `UPDATE ce_intent SET tenant_id = '${tenant}' WHERE tenant_id = 'acme'`;
      await expect(as('acme', given)).rejects.toThrow('row-level security');
    }
    expect([await stored('globex'), await stored('*')]).toEqual(before);
    await dataSource.destroy();
  });
});
