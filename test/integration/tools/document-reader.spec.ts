import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { DocumentReader } from '../../../src/tools/index.js';
import { documentSettings } from '../../helpers/documents.js';
import { HOSTILE_DOCUMENTS } from '../../helpers/hostile-documents.js';

const { signal: never } = new AbortController();
const readers: DocumentReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

/** Documents that are read for ever, and with ever more memory. */
const ENDLESS = hostile('PDF: forms that draw each other 2^40 times');
const HUGE = hostile('HTML: a cell of ten thousand million places');

it('a document that takes too long is refused, and names the limit', async () => {
  const refused = readerWith({ timeoutMs: 1_000 }).read(ENDLESS, 'application/pdf', never);
  await expect(refused).rejects.toMatchObject({
    code: 'DOCUMENT_INVALID',
    message: expect.stringContaining('within 1000 ms (convengine.mcp.documents.timeout-ms)'),
  });
  await expect.poll(reading).toEqual([]);
});

it('a document that takes too much memory is refused, and names the limit', async () => {
  const refused = readerWith({ maxMemoryBytes: 200_000_000 }).read(HUGE, 'text/html', never);
  await expect(refused).rejects.toMatchObject({
    code: 'DOCUMENT_INVALID',
    message: expect.stringContaining('more than 200000000 bytes of memory'),
  });
  await expect.poll(reading).toEqual([]);
});

it('a caller that gives up ends the reading, and one that waits for its turn goes away', async () => {
  const reader = readerWith({});
  const [first, second] = [new AbortController(), new AbortController()];
  const read = reader.read(ENDLESS, 'application/pdf', first.signal);
  const waiting = reader.read(ENDLESS, 'application/pdf', second.signal);
  await expect.poll(reading).toHaveLength(1);
  second.abort(new Error('the second gave up'));
  await expect(waiting).rejects.toThrow('the second gave up');
  expect(reading()).toHaveLength(1);
  first.abort(new Error('the first gave up'));
  await expect(read).rejects.toThrow('the first gave up');
  await expect.poll(reading).toEqual([]);
  const honest = await reader.read(Buffer.from('# A\n\ntext'), 'text/markdown', never);
  expect(honest.chunks).toEqual([expect.objectContaining({ heading: 'A', text: 'text' })]);
});

it('a service that stops leaves no process behind, and says why', async () => {
  const reader = readerWith({});
  const read = reader.read(ENDLESS, 'application/pdf', never);
  await expect.poll(reading).toHaveLength(1);
  reader.close();
  await expect(read).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
  await expect(reader.read(Buffer.from('text'), 'text/plain', never)).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
  await expect.poll(reading).toEqual([]);
});

it('a service that is killed leaves no process behind', async () => {
  const killed = await promisify(execFile)(process.execPath, ['-e', SERVICE, ENDLESS.toString('base64')]).catch(
    (error) => error,
  );
  expect(killed.signal).toBe('SIGKILL');
  const pid = Number(killed.stdout);
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

/** A service that has an endless document read, and is killed meanwhile. */
const SERVICE = `
  const args = [String(process.pid), '500000000'];
  const child = require('node:child_process').fork('src/tools/groups/documents/document-child.ts', args, {
    serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const content = Buffer.from(process.argv[1], 'base64');
  const limits = { maxChunks: 100, maxTextBytes: 1000000 };
  child.send({ content, mediaType: 'application/pdf', limits }, () => {
    console.log(child.pid);
    process.kill(process.pid, 'SIGKILL');
  });`;

function hostile(name: string): Buffer {
  const document = HOSTILE_DOCUMENTS.find((one) => one.name === name);
  if (!document) throw new Error(`There is no document "${name}".`);
  return document.content();
}

function readerWith(changes: Parameters<typeof documentSettings>[0]): DocumentReader {
  const reader = new DocumentReader(documentSettings(changes));
  readers.push(reader);
  return reader;
}

/** The processes that read documents for this one. */
function reading(): string[] {
  const processes = execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' }).split('\n');
  return processes.filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('document-child'));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
