import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Handler, JsonObject } from '../../../src/app/index.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { refreshFlow, startEngine, type TestEngine } from '../../helpers/engine.js';
import { type Connected, call, connect, textOf } from '../../mcp/connect.js';

/** One tool of a source, and a call that it answers. */
export interface SampleCall {
  readonly code: string;
  readonly args: JsonObject;
}

/** What a source brings to its suite. */
export interface SourceFixture {
  readonly seeds?: readonly string[];
  readonly handlers?: readonly Handler[];
  /** `convengine.*` keys without the prefix. */
  readonly config?: Record<string, unknown>;
  /** A tool that reads; `result` is all of what it answers, or a part. */
  readonly reads: SampleCall & { readonly result: JsonObject; readonly wrong: JsonObject };
  /** A tool that writes: how often it has run, and how to make another tool of it. */
  readonly writes?: SampleCall & {
    ran(): number | Promise<number>;
    change(engine: TestEngine): Promise<unknown>;
  };
  /** A tool that reads, and of whose result a transform leaves `result` alone. */
  readonly transformed?: SampleCall & { readonly result: JsonObject };
  /** A tool that is for an intent of its own. */
  readonly elsewhere?: string;
  /** For tools that clients of the Model Context Protocol have alone. */
  readonly isOverMcpAlone?: boolean;
  close?(): Promise<unknown>;
}

/** What holds for the tools of every source, however they are defined. */
export function describeToolSource(name: string, open: () => Promise<SourceFixture>): void {
  describe(`a tool of ${name}`, () => {
    let fixture: SourceFixture;
    let database: TestDatabase;
    let engine: TestEngine;
    let connected: Connected;

    beforeAll(async () => {
      fixture = await open();
      database = await openSqlite();
      const { seeds = [], handlers = [], config = {} } = fixture;
      const agents = { 'consent.agents.tools': ['*'], 'consent.agents.max-risk': 'HIGH' };
      engine = await startEngine({ database, seeds, handlers, config: { ...agents, ...config } });
      connected = await connect(engine.url);
      await vi.waitUntil(async () => (await listed()).includes(fixture.reads.code), { timeout: 30_000, interval: 100 });
    });
    afterAll(async () => {
      await connected.client.close();
      await engine.close();
      await database.close();
      await fixture.close?.();
    });

    const listed = async () => (await connected.client.listTools()).tools.map((tool) => tool.name);
    const rest = async (path: string, body?: JsonObject) => {
      const headers = { 'content-type': 'application/json' };
      const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${engine.url}/api/v1/tools${path}`, init);
      return { status: response.status, body: (await response.json()) as JsonObject };
    };
    const listedByRest = async () =>
      ((await rest('')).body.tools as { tool_code: string }[]).map(({ tool_code }) => tool_code);
    const recorded = (stage: string) => engine.count('SELECT count(*) FROM ce_audit WHERE stage = $1', [stage]);
    const overMcp = ({ code, args }: SampleCall) => call(connected.client, code, args);

    it('is listed over the Model Context Protocol, and over plain HTTP where it is served there', async () => {
      expect(await listed()).toContain(fixture.reads.code);
      const isThere = (await listedByRest()).includes(fixture.reads.code);
      expect(isThere).toBe(fixture.isOverMcpAlone !== true);
    });

    it('answers with its result, the same over both', async () => {
      const { reads } = fixture;
      const result = JSON.parse(textOf(await overMcp(reads)));
      expect(result).toMatchObject(reads.result);
      const { status, body } = await rest(`/${encodeURIComponent(reads.code)}/calls`, reads.args);
      if (fixture.isOverMcpAlone) expect(status).toBe(404);
      else expect([status, body]).toEqual([200, { result }]);
    });

    it('is not run with arguments that its schema does not allow', async () => {
      const { code, wrong } = fixture.reads;
      const refusal = await call(connected.client, code, wrong).then(
        ({ isError }) => isError,
        ({ code: rpcCode }) => rpcCode === -32602,
      );
      expect(refusal).toBe(true);
      if (fixture.isOverMcpAlone) return;
      const { status, body } = await rest(`/${encodeURIComponent(code)}/calls`, wrong);
      expect([status, body.errorCode]).toEqual([400, 'INVALID_REQUEST']);
    });

    it('stands in the audit with each call', async () => {
      const before = await recorded('TOOL_ORCHESTRATION_RESULT');
      await overMcp(fixture.reads);
      expect(await recorded('TOOL_ORCHESTRATION_RESULT')).toBe(before + 1);
    });

    it('is not offered to those outside of its scope', async ({ skip }) => {
      const { elsewhere } = fixture;
      if (elsewhere === undefined) return skip();
      expect(await listed()).not.toContain(elsewhere);
      expect((await rest(`/${elsewhere}/calls`, {})).status).toBe(404);
    });

    it('shows what its transform leaves of a result', async ({ skip }) => {
      const { transformed } = fixture;
      if (!transformed) return skip();
      expect(JSON.parse(textOf(await overMcp(transformed)))).toEqual(transformed.result);
    });

    it('that writes runs once, after a yes', async ({ skip }) => {
      const { writes } = fixture;
      if (!writes) return skip();
      const before = await writes.ran();
      const { structuredContent: asked } = await overMcp(writes);
      expect([asked?.status, await writes.ran()]).toEqual(['OPEN', before]);
      for (const decision of ['yes', 'yes']) {
        await call(connected.client, 'convengine_confirm_action', { action_id: asked?.action_id, decision });
      }
      expect(await writes.ran()).toBe(before + 1);
      const opened = await rest(`/${encodeURIComponent(writes.code)}/calls`, writes.args);
      expect([opened.status, opened.body.status, await writes.ran()]).toEqual([202, 'OPEN', before + 1]);
      await rest(`/actions/${String(opened.body.action_id)}/decision`, { decision: 'no' });
      expect(await writes.ran()).toBe(before + 1);
    });

    it('that has changed since it was asked for is not run by the yes to what it was', async ({ skip }) => {
      const { writes } = fixture;
      if (!writes) return skip();
      const { structuredContent: asked } = await overMcp(writes);
      const before = await writes.ran();
      await writes.change(engine);
      await refreshFlow(engine);
      const args = { action_id: asked?.action_id, decision: 'yes' };
      const { structuredContent: answered } = await call(connected.client, 'convengine_confirm_action', args);
      expect([asked?.status, answered?.status === 'EXECUTED', await writes.ran()]).toEqual(['OPEN', false, before]);
    });
  });
}
