import type { Dirent, Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import type { JsonObject } from '../../../platform/common/json.js';
import { ToolError } from '../../tool-error.js';
import { shown } from './file-path.js';
import type { FileSpace, Target } from './file-space.js';
import type { Place } from './rooted-folder.js';
import { announcedEncoding, decodePage, type Encoding } from './text-encoding.js';

/** Entries of one folder that are looked at. */
const MAX_ENTRIES = 10_000;

/** What a folder has, by name; links are named and not followed, hidden names are left out. */
export function listFolder(space: FileSpace, target: Target, offset: number, limit: number): Promise<JsonObject> {
  return space.at(target, async (place) => {
    const { entries, isWhole } = await readEntries(place);
    const page = entries.slice(offset, offset + limit);
    const listed = await Promise.all(page.map((entry) => describeEntry(place, entry)));
    const next = offset + limit < entries.length ? offset + limit : null;
    return { ...target, entries: listed, next_offset: next, ...(!isWhole && { only_first_entries: MAX_ENTRIES }) };
  });
}

/** Kind, size and time of one file or folder. */
export function statPath(space: FileSpace, target: Target): Promise<JsonObject> {
  return space.at(target, async ({ folder, name, names }) => {
    const described = describe(await lstat(`${folder}/${name}`));
    if (!described) throw new ToolError(`The path ${shown(names)} is no regular file and no folder.`);
    return { ...target, ...described };
  });
}

/** A page of a text file. @param page `offset` and `bytes` count bytes of the file */
export function readPage(
  space: FileSpace,
  target: Target,
  page: { offset: number; bytes: number; encoding: Encoding | undefined },
): Promise<JsonObject> {
  return space.at(target, (place) =>
    space.readFile(place, async (file, stats) => {
      const start = await file.read(Buffer.alloc(2), 0, 2, 0);
      const encoding = page.encoding ?? announcedEncoding(start.buffer);
      const length = Math.min(page.bytes, Math.max(0, stats.size - page.offset));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, page.offset);
      const end = page.offset + bytesRead;
      const { text, bytes } = decodePage(buffer.subarray(0, bytesRead), encoding, end >= stats.size);
      const next = page.offset + bytes < stats.size && bytes > 0 ? page.offset + bytes : null;
      return { ...target, ...describe(stats), encoding, offset: page.offset, next_offset: next, content: text };
    }),
  );
}

/** The names in a folder, sorted, without what begins with a dot and what is neither file nor folder nor link. */
export async function readEntries({ folder, name }: Place): Promise<{ entries: Dirent[]; isWhole: boolean }> {
  const entries: Dirent[] = [];
  let seen = 0;
  for await (const entry of await opendir(`${folder}/${name}`)) {
    seen += 1;
    if (seen > MAX_ENTRIES) break;
    const isServed = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
    if (isServed && !entry.name.startsWith('.')) entries.push(entry);
  }
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  return { entries, isWhole: seen <= MAX_ENTRIES };
}

async function describeEntry({ folder, name }: Place, entry: Dirent): Promise<JsonObject> {
  const stats = await lstat(`${folder}/${name}/${entry.name}`).catch(() => undefined);
  return { name: entry.name, ...(stats && describe(stats)) };
}

function describe(stats: Stats): JsonObject | undefined {
  const type = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : undefined;
  if (!type) return undefined;
  return { type, ...(type === 'file' && { size: stats.size }), modified: stats.mtime.toISOString() };
}
