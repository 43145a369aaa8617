import { constants, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { ToolError } from '../../tool-error.js';
import { hasExtension, shown } from './file-path.js';
import { openAt, type Place, withPlace } from './rooted-folder.js';

/** `convengine.mcp.files`. */
export type FileSettings = ConvEngineConfig['mcp']['files'];

/** A path in a root, as callers name it. */
export interface Target {
  readonly root: string;
  readonly path: string;
}

/** The configured folders, with the rules about what in them may be opened. */
export class FileSpace {
  constructor(readonly settings: FileSettings) {}

  /** @throws ToolError when the path leads out of its root, or its folder does not exist */
  at<T>({ root, path }: Target, work: (place: Place) => Promise<T>): Promise<T> {
    const folder = Object.hasOwn(this.settings.roots, root) ? this.settings.roots[root] : undefined;
    if (folder === undefined) throw new ToolError(`There is no root "${root}".`);
    return withPlace(folder, path, work);
  }

  /**
   * Hands over an open regular file.
   * @throws ToolError when it is none, or too large, or of a kind that is not served
   */
  async readFile<T>(place: Place, work: (file: FileHandle, stats: Stats) => Promise<T>): Promise<T> {
    this.refuseExtension(place);
    const file = await openAt(place, constants.O_RDONLY);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new ToolError(`The path ${shown(place.names)} is no regular file.`);
      if (stats.size > this.settings.maxFileBytes) {
        const { maxFileBytes } = this.settings;
        throw new ToolError(`${shown(place.names)} has ${stats.size} bytes; at most ${maxFileBytes} are allowed.`);
      }
      return await work(file, stats);
    } finally {
      await file.close();
    }
  }

  /** @throws ToolError for a file of a kind that is not served */
  refuseExtension({ names }: Place): void {
    const { extensions } = this.settings;
    if (names.length > 0 && hasExtension(names.at(-1) ?? '', extensions)) return;
    throw new ToolError(`The path ${shown(names)} is not a file of a served kind (${extensions.join(', ')}).`);
  }
}
