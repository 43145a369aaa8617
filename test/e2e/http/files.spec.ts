import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

const WHO = { by: 'ann', note: 'clearer' };
const REPLIES = 'en/replies.yaml';

/** A tool that reads from a service that is never asked here. */
const tool = (name: string, more = '') => `name: ${name}
description: Finds books by words of their title.
schema:
  input:
    type: object
    properties:
      title: { type: string, description: Words of the title }
    required: [title]
providers:
  primary:
    service: rest
    config: { base_url: "https://library.example", path: /v1/books, method: GET, params: { q: "{title}" } }
${more}`;

interface Answer {
  readonly status: number;
  readonly body: JsonObject & {
    readonly base: string | null;
    readonly text: string | null;
    readonly versionId: number;
    readonly errorCode: string;
    readonly message: string;
    readonly folders: readonly JsonObject[];
    readonly files: readonly JsonObject[];
    readonly items: readonly JsonObject[];
    readonly problems: readonly (JsonObject & { readonly message: string; readonly severity: string })[];
    readonly data: JsonObject;
  };
}

async function ask(engine: TestEngine, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${engine.url}/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

describeOnEachDatabase('editing files of tools and languages', (open) => {
  let folder: string;
  let database: TestDatabase;
  let engine: TestEngine;
  let tools: string;
  let words: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
    [tools, words] = [join(folder, 'tools'), join(folder, 'words')];
    await mkdir(tools);
    await mkdir(words);
    await writeFile(join(tools, 'library.yaml'), tool('library_search'));
    database = await open();
    engine = await startEngine({
      database,
      seeds: ['seeds/demo/demo.sql'],
      config: {
        'handlers.directories': ['seeds/demo/handlers'],
        'capabilities.directories': [tools],
        // Only what is switched to by the service counts here.
        'capabilities.watch': false,
        'flow.language-directory': words,
        'flow.edit-files': true,
      },
    });
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  const get = (path: string) => ask(engine, path);
  const post = (path: string, body: unknown) => ask(engine, path, body);
  const capability = (path: string) => ({ kind: 'CAPABILITY', folder: tools, path });
  const language = (path = REPLIES) => ({ kind: 'LANGUAGE', folder: words, path });
  const read = (place: object) => get(`files/text?${new URLSearchParams({ ...place } as Record<string, string>)}`);
  const switchTo = async (place: object, text: string | null) => {
    const { base } = (await read(place)).body;
    return post('files/switch', { ...place, base, text, ...WHO });
  };
  const toolCodes = async () => {
    const { body } = await get('tools');
    return JSON.stringify(body);
  };
  const greeting = async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7017', id);
    await engine.say('yes please', id);
    return (await engine.say('yes', id)).text;
  };

  it('lists the files that are read, and what the package says where there is none of one’s own', async () => {
    const { body } = await get('files');
    expect(body.folders).toEqual([
      { kind: 'CAPABILITY', folder: tools, problem: null },
      { kind: 'LANGUAGE', folder: words, problem: null },
    ]);
    expect(body.files).toContainEqual({ ...capability('library.yaml'), isOwn: true });
    expect(body.files).toContainEqual({ ...language(), isOwn: false });
    const packaged = await read(language());
    expect(packaged.body).toMatchObject({ isOwn: false, base: null });
    expect(packaged.body.text).toBe(await readFile('config/languages/en/replies.yaml', 'utf8'));
  });

  it('tells where words would be wrong, and switches to nothing', async () => {
    const { text } = (await read(language())).body;
    const wrong = String(text).replace(/ALREADY_DONE_TEXT: .*/, 'ALREADY_DONE_TEXT: [1]');
    const line = wrong.split('\n').findIndex((one) => one.includes('ALREADY_DONE_TEXT: [1]')) + 1;
    expect(line).toBeGreaterThan(0);
    const checked = await post('files/check', { ...language(), text: wrong });
    expect(checked.body.problems).toMatchObject([
      { severity: 'error', where: null, line, message: expect.stringContaining('expected string') },
    ]);
    const refused = await switchTo(language(), wrong);
    expect([refused.status, refused.body.errorCode]).toEqual([422, 'FILE_INVALID']);
    expect(refused.body.message).toContain(`en/replies.yaml:${line}: "PendingActionStep.ALREADY_DONE_TEXT"`);
    const broken = await post('files/check', { ...language(), text: 'a: [' });
    expect(broken.body.problems[0]).toMatchObject({ severity: 'error', line: expect.any(Number) });
    expect((await readdir(words)).length).toBe(0);
  });

  it('has words count at once, keeps who and why and what was before, and takes them back', async () => {
    const { text } = (await read(language())).body;
    const other = String(text).replace(/ALREADY_DONE_TEXT: .*/, 'ALREADY_DONE_TEXT: "Long since done."');
    const made = await switchTo(language(), other);
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      origin: 'SWITCH',
      ...language(),
      by: 'ann',
      note: 'clearer',
      before: null,
      after: other,
    });
    expect(await readFile(join(words, REPLIES), 'utf8')).toBe(other);
    expect(await greeting()).toContain('Long since done.');
    const late = await post('files/switch', { ...language(), base: null, text: other, ...WHO });
    expect([late.status, late.body.errorCode, late.body.data.text]).toEqual([409, 'FILE_CHANGED', other]);
    const undone = await post(`files/versions/${made.body.versionId}/undo`, { by: 'bo' });
    expect(undone.body).toMatchObject({
      origin: 'UNDO',
      by: 'bo',
      undoes: made.body.versionId,
      before: other,
      after: null,
    });
    expect(await greeting()).not.toContain('Long since done.');
    expect((await get('files/versions?limit=1')).body.items).toMatchObject([{ versionId: undone.body.versionId }]);
  });

  it('takes up words that were changed by hand with a refresh, and keeps the old ones where they are wrong', async () => {
    const text = String((await read(language())).body.text);
    const written = async (value: string) => {
      await mkdir(join(words, 'en'), { recursive: true });
      await writeFile(join(words, REPLIES), text.replace(/ALREADY_DONE_TEXT: .*/, `ALREADY_DONE_TEXT: ${value}`));
      await fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' });
    };
    await written('By hand.');
    expect(await greeting()).toContain('By hand.');
    await written('[1]');
    expect(await greeting()).toContain('By hand.');
    await rm(join(words, REPLIES));
    await fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' });
    expect(await greeting()).not.toContain('By hand.');
  });

  it('says how many other processes read other files', async () => {
    await database.database.query(
      `INSERT INTO ce_process (process_id, host, pid, version, started_at_ms, seen_at_ms, clock_ahead_ms, files_hash)
       VALUES ('other', 'chat-2', 77, '1.0.0', $1, $1, 0, 'another')`,
      [Date.now()],
    );
    expect((await get('files')).body.otherProcesses).toEqual({ same: 0, different: 1 });
    await database.database.query("DELETE FROM ce_process WHERE process_id = 'other'");
  });

  it('adds a tool, changes it and takes it away, and says what would be wrong with it and elsewhere', async () => {
    const place = capability('new/shelf.yaml');
    const wrong = await post('files/check', { ...place, text: tool('shelf').replace('"{title}"', '"{titel}"') });
    expect(wrong.body.problems[0]).toMatchObject({ severity: 'error', where: null, line: 12 });
    const twice = await post('files/check', { ...place, text: tool('library_search') });
    expect(twice.body.problems.some(({ message }) => message.includes('library_search'))).toBe(true);
    const vague = await post('files/check', {
      ...place,
      text: tool('shelf').replace(/description: Finds.*/, 'description: x'),
    });
    expect(vague.body.problems.some(({ severity, message }) => severity === 'warning' && /^AX-\d+/.test(message))).toBe(
      true,
    );
    expect((await switchTo(place, tool('shelf'))).status).toBe(200);
    expect(await toolCodes()).toContain('"shelf"');
    expect((await switchTo(place, tool('shelf_two'))).status).toBe(200);
    expect(await toolCodes()).toContain('"shelf_two"');
    const gone = await switchTo(place, null);
    expect(gone.body).toMatchObject({ before: tool('shelf_two'), after: null });
    expect(await toolCodes()).not.toContain('shelf');
    expect(await readdir(join(tools, 'new'))).toEqual([]);
  });

  it('says of a playbook that its tool would be gone', async () => {
    const steps = 'steps:\n  - { name: found, tool: library_search, arguments: { title: $inputs.title } }\n';
    const book = `playbook: "1.0"\nname: find_twice\ndescription: Finds a book.\ninputs:\n  type: object\n  properties: { title: { type: string } }\n  required: [title]\n${steps}`;
    expect((await switchTo(capability('book.yaml'), book)).status).toBe(200);
    const checked = await post('files/check', { ...capability('library.yaml'), text: null });
    expect(checked.body.problems).toMatchObject([{ severity: 'error', where: expect.stringContaining('book.yaml') }]);
  });

  it('tries words and tools in a dry run, and leaves those that run', async () => {
    const { text } = (await read(language())).body;
    const other = String(text).replace(/NOTHING_OPEN_TEXT: .*/, 'NOTHING_OPEN_TEXT: "There is nothing to agree to."');
    const tried = async (body: object) => (await post('flow/dry-run', { messages: ['yes'], ...body })).body.turns;
    const inWords = JSON.stringify(await tried({ file: { ...language(), text: other } }));
    expect(inWords).toContain('There is nothing to agree to.');
    expect(JSON.stringify(await tried({}))).not.toContain('There is nothing to agree to.');
    const inputParams = { tool_request: { tool_code: 'tried_tool', args: { title: 'Emma' } } };
    const called = await tried({ inputParams, file: { ...capability('tried.yaml'), text: tool('tried_tool') } });
    expect(called).toMatchObject([{ withheld: [{ kind: 'TOOL', name: 'tried_tool', arguments: { title: 'Emma' } }] }]);
    const wrong = await post('flow/dry-run', { messages: ['yes'], file: { ...language(), text: 'x: 1' } });
    expect([wrong.status, wrong.body.errorCode]).toEqual([422, 'FILE_INVALID']);
  });

  it('writes nothing while rows keep the flow from being loaded', async () => {
    await database.database.query("UPDATE ce_rule SET action = 'SET_STAT' WHERE action = 'SET_STATE'");
    const refused = await switchTo(capability('late.yaml'), tool('late'));
    expect([refused.status, refused.body.errorCode]).toEqual([422, 'FLOW_INVALID']);
    expect((await read(capability('late.yaml'))).body.text).toBe(null);
    await database.database.query("UPDATE ce_rule SET action = 'SET_STATE' WHERE action = 'SET_STAT'");
    expect((await switchTo(capability('late.yaml'), tool('late'))).status).toBe(200);
  });

  it('refuses to undo what somebody has changed by hand since', async () => {
    const place = capability('hand.yaml');
    const made = await switchTo(place, tool('hand'));
    await writeFile(join(tools, 'hand.yaml'), tool('hand_two'));
    const refused = await post(`files/versions/${made.body.versionId}/undo`, WHO);
    expect([refused.status, refused.body.errorCode, refused.body.data.text]).toEqual([
      409,
      'FILE_CHANGED',
      tool('hand_two'),
    ]);
    await rm(join(tools, 'hand.yaml'));
  });

  it.each([
    ['a path that leads out', '../words/x.yaml'],
    ['a hidden file', '.x.yaml'],
    ['what is no YAML by its name', 'x.txt'],
    ['an absolute path', '/etc/x.yaml'],
  ])('takes %s for no file of the folder', async (_, path) => {
    const refused = await post('files/switch', { ...capability(path), base: null, text: tool('x'), ...WHO });
    expect(refused.status).toBe(404);
    expect((await post('files/check', { kind: 'CAPABILITY', folder: folder, path: 'x.yaml', text: '' })).status).toBe(
      404,
    );
  });

  it('writes through no link', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, join(tools, 'linked'));
    const refused = await switchTo(capability('linked/x.yaml'), tool('x'));
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'FILES_READ_ONLY']);
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(join(tools, 'linked'));
  });

  it('leaves no half of a file, nor one beside it', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => switchTo(capability('race.yaml'), tool(name))));
    const texts = ['a', 'b', 'c'].map((name) => tool(name));
    expect(texts).toContain(await readFile(join(tools, 'race.yaml'), 'utf8'));
    expect((await readdir(tools)).filter((name) => name.includes('.tmp'))).toEqual([]);
    const { items } = (await get('files/versions')).body;
    const [newest] = items.filter(({ path }) => path === 'race.yaml');
    expect(newest?.after).toBe(await readFile(join(tools, 'race.yaml'), 'utf8'));
  });
});

describe('files of a service that does not let them be edited', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ database: await openSqlite(), config: { 'capabilities.directories': ['seeds'] } });
  });
  afterAll(() => engine.close());

  it('are shown, with what would have to be done', async () => {
    const { body } = await ask(engine, 'files');
    expect(body.folders).toEqual([
      { kind: 'CAPABILITY', folder: 'seeds', problem: expect.stringContaining('convengine.flow.edit-files') },
      { kind: 'LANGUAGE', folder: '', problem: expect.stringContaining('convengine.flow.language-directory') },
    ]);
    const place = { kind: 'CAPABILITY', folder: 'seeds', path: 'x.yaml' };
    const refused = await ask(engine, 'files/switch', { ...place, base: null, text: 'name: x', ...WHO });
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'FILES_READ_ONLY']);
  });
});
