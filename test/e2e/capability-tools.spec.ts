import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FlowService } from '../../src/engine/flow/index.js';
import { talk } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW, tool } from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { json, Upstream } from '../helpers/upstream.js';

const capability = (name: string, url: string, more = '') => `
name: ${name}
description: the ${name} of acme
schema:
  input:
    type: object
    properties: { id: { type: integer }, limit: { type: integer, default: 5 } }
    required: [id]
providers:
  primary:
    config: { base_url: "${url}", path: "/orders/{id}", ${more} }
transform: { project: ["order.id", "order.mail"], redact: [{ pattern: '\\S+@\\S+', replacement: '[EMAIL]' }] }
`;

const POLL = { interval: 20 };

/** A folder with files, gone after the test. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'capabilities-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describeOnEachDatabase('a tool that a file defines', (open) => {
  const setUp = async (files: (url: string) => Record<string, string>, watch = false) => {
    const upstream = new Upstream();
    await upstream.start();
    upstream.behave(json({ order: { id: 7, mail: 'joe@corp.example', noise: 'x' } }));
    onTestFinished(() => upstream.stop());
    const folder = await folderWith(files(upstream.url));
    const config = {
      'capabilities.directories': [folder],
      'capabilities.watch': watch,
      'egress.allow-private-hosts': [upstream.host],
    };
    const user = await talk(open, CANCEL_FLOW + tool('row.tool', 'FILES'), { config });
    const ask = (code: string, args = {}) => user.say('please', { tool_request: { tool_code: code, args } });
    return { upstream, folder, user, ask };
  };

  it('reads at once, with its defaults and its transform', async () => {
    const { upstream, user, ask } = await setUp((url) => ({ 'a.yaml': capability('acme_order', url) }));
    await ask('acme_order', { id: 7 });
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toMatchObject([
      { status: 'SUCCESS', result: { order: { id: 7, mail: '[EMAIL]' } } },
    ]);
    expect(upstream.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /orders/7?limit=5']);
  });

  it('is refused with arguments that its schema does not allow', async () => {
    const { upstream, user, ask } = await setUp((url) => ({ 'a.yaml': capability('acme_order', url) }));
    await ask('acme_order', { id: 'seven' });
    expect((await user.audit('TOOL_ORCHESTRATION_ERROR'))[0]?.error).toContain('Arguments of acme_order are not valid');
    expect(upstream.requests).toEqual([]);
  });

  it('is proposed where it writes, and runs once after the yes', async () => {
    const { upstream, user, ask } = await setUp((url) => ({
      'a.yaml': capability('acme_cancel', url, 'method: POST'),
    }));
    expect((await ask('acme_cancel', { id: 7 })).text).toBe(
      'Shall I do this: the acme_cancel of acme with id 7, limit 5?',
    );
    expect(upstream.requests).toEqual([]);
    await user.sayAll('yes', 'yes');
    expect(upstream.requests).toHaveLength(1);
    expect(await user.statuses()).toEqual(['EXECUTED']);
    expect(JSON.stringify(await user.proposals())).not.toContain('joe@corp');
  });

  it('that is broken, or has a code that is taken, disturbs nothing else, also where rows are strict', async () => {
    const { user, folder, ask } = await setUp((url) => ({
      'a.yaml': capability('acme_order', url),
      'b.yaml': capability('acme_order', url),
      'c.yaml': 'name: [',
      'd.yaml': capability('row.tool', url),
    }));
    await ask('acme_order', { id: 7 });
    expect(await user.audit('TOOL_ORCHESTRATION_RESULT')).toHaveLength(1);
    const refreshed = await fetch(`${user.engine.url}/api/v1/cache/refresh`, { method: 'POST' });
    expect(refreshed.status).toBe(200);
    const lines = (await refreshed.text()).split('\n').filter((line) => line.startsWith('capability file'));
    expect(lines.map((line) => line.replaceAll(`${folder}/`, ''))).toEqual([
      expect.stringMatching(/^capability file\[c\.yaml:1:\d+\]: /),
      'capability file[b.yaml]: the tool "acme_order" is there already, in a.yaml; this one is left out',
      'capability file[d.yaml]: the tool "row.tool" is there already, in a row of ce_mcp_tool; this one is left out',
    ]);
  });

  it('is there after a refresh', async () => {
    const { user, folder, ask, upstream } = await setUp(() => ({}));
    await writeFile(join(folder, 'new.yml'), capability('acme_order', upstream.url));
    await ask('acme_order', { id: 7 });
    await fetch(`${user.engine.url}/api/v1/cache/refresh`, { method: 'POST' });
    await ask('acme_order', { id: 7 });
    const results = await user.audit('TOOL_ORCHESTRATION_RESULT');
    expect(results.map(({ status }) => status)).toEqual(['SKIPPED_SCOPE_MISMATCH', 'SUCCESS']);
  });

  it('is there when its file is written, is gone while it is broken, and others go on', async () => {
    const { user, folder, upstream } = await setUp((url) => ({ 'a.yaml': capability('acme_order', url) }), true);
    const codes = () => {
      const { allTools } = user.engine.app.get(FlowService).definition;
      return allTools.map(({ code }) => code).filter((code) => code.startsWith('acme'));
    };
    await mkdir(join(folder, 'more'));
    await writeFile(join(folder, 'more/b.yaml'), capability('acme_find', upstream.url));
    await expect.poll(codes, POLL).toEqual(['acme_find', 'acme_order']);
    await writeFile(join(folder, 'more/b.yaml'), 'name: [');
    await expect.poll(codes, POLL).toEqual(['acme_order']);
    await rm(join(folder, 'a.yaml'));
    await expect.poll(codes, POLL).toEqual([]);
  });

  it('is asked about anew where its file was written between the question and the yes', async () => {
    const write = (url: string) => capability('acme_cancel', url, 'method: POST');
    const { user, folder, upstream, ask } = await setUp((url) => ({ 'a.yaml': write(url) }), true);
    await ask('acme_cancel', { id: 7 });
    await writeFile(join(folder, 'a.yaml'), write(upstream.url).replace('the acme_cancel', 'all orders'));
    const described = () => user.engine.app.get(FlowService).definition.tool('acme_cancel')?.description;
    await expect.poll(described, POLL).toBe('all orders of acme');
    expect((await user.say('yes')).text).toContain('nothing was done.\n\nShall I do this: all orders of acme with');
    expect(upstream.requests).toEqual([]);
  });
});
