import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, rename, unlink } from 'node:fs/promises';
import type { JsonObject } from '../../../platform/common/json.js';
import { ToolError } from '../../tool-error.js';
import { shown } from './file-path.js';
import type { FileSpace, Target } from './file-space.js';
import { openAt, type Place } from './rooted-folder.js';

const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants;
const MODE = 0o644;

/**
 * Writes a whole file: afterwards it is the old one or the new one, never a part.
 * @param replace whether a file of that name may be there already
 * @throws ToolError when there is one and `replace` is false
 */
export function writeFile(space: FileSpace, target: Target, content: Buffer, replace: boolean): Promise<JsonObject> {
  return space.at(target, async (place) => {
    refuseContent(space, place, content.length);
    const draft: Place = { ...place, name: `.${randomUUID()}.tmp` };
    await writeDraft(draft, content);
    try {
      if (replace) await replaceFile(draft, place);
      else await link(addressOf(draft), addressOf(place));
    } finally {
      await unlink(addressOf(draft)).catch(() => undefined);
    }
    return { ...target, written: content.length };
  });
}

/** Adds to the end of a file, which is made where it does not exist. */
export function appendToFile(space: FileSpace, target: Target, content: Buffer): Promise<JsonObject> {
  return space.at(target, async (place) => {
    space.refuseExtension(place);
    const file = await openAt(place, O_WRONLY | O_APPEND | O_CREAT, MODE);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new ToolError(`The path ${shown(place.names)} is no regular file.`);
      refuseContent(space, place, stats.size + content.length);
      await file.appendFile(content);
      await file.sync();
      return { ...target, written: content.length, size: stats.size + content.length };
    } finally {
      await file.close();
    }
  });
}

/** Gives a file another place in the same root; nothing is replaced. */
export function moveFile(space: FileSpace, target: Target, to: string): Promise<JsonObject> {
  return space.at(target, async (from) => {
    await requireFile(space, from);
    return space.at({ ...target, path: to }, async (place) => {
      space.refuseExtension(place);
      await link(addressOf(from), addressOf(place));
      await unlink(addressOf(from));
      return { ...target, moved_to: to };
    });
  });
}

/** Removes a file for good. @throws ToolError where it is not there, or is no regular file */
export function deleteFile(space: FileSpace, target: Target): Promise<JsonObject> {
  return space.at(target, async (place) => {
    await requireFile(space, place);
    await unlink(addressOf(place));
    return { ...target, deleted: true };
  });
}

async function writeDraft(draft: Place, content: Buffer): Promise<void> {
  const file = await openAt(draft, O_WRONLY | O_CREAT | O_EXCL, MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function replaceFile(draft: Place, place: Place): Promise<void> {
  const stats = await lstat(addressOf(place)).catch(() => undefined);
  if (stats && !stats.isFile()) throw new ToolError(`The path ${shown(place.names)} is no regular file.`);
  await rename(addressOf(draft), addressOf(place));
}

async function requireFile(space: FileSpace, place: Place): Promise<void> {
  space.refuseExtension(place);
  if (!(await lstat(addressOf(place))).isFile()) {
    throw new ToolError(`The path ${shown(place.names)} is no regular file.`);
  }
}

function refuseContent(space: FileSpace, place: Place, size: number): void {
  space.refuseExtension(place);
  const { maxFileBytes } = space.settings;
  if (size > maxFileBytes) {
    throw new ToolError(`${shown(place.names)} would have ${size} bytes; at most ${maxFileBytes} are allowed.`);
  }
}

function addressOf({ folder, name }: Place): string {
  return `${folder}/${name}`;
}
