import type { JsonObject } from '../../../platform/common/json.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import { checkArguments, type ToolExecutor } from '../../run/index.js';
import type { Executable, Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import { readingArguments, writingArguments } from './file-arguments.js';
import { type FileSettings, FileSpace, type Target } from './file-space.js';
import { listFolder, readPage, statPath } from './read-operations.js';
import { searchFiles } from './search-files.js';
import { type Encoding, encodeText } from './text-encoding.js';
import { appendToFile, deleteFile, moveFile, writeFile } from './write-operations.js';

const LIST_LIMIT = 100;
const SEARCH_LIMIT = 20;

/**
 * FILES: reads in the configured folders; a row whose side_effect is WRITE writes in those that may be written, and does
 * nothing else. Off where no root is configured.
 */
export class FilesExecutor implements ToolExecutor {
  readonly group = 'FILES';
  private readonly space: FileSpace;
  private readonly reading: JsonObject;
  private readonly writing: JsonObject;

  constructor(private readonly settings: FileSettings) {
    this.space = new FileSpace(settings);
    this.reading = readingArguments(Object.keys(settings.roots), settings.pageBytes);
    this.writing = writingArguments(settings.writableRoots);
  }

  serveGroup(tool?: Tool): Executable | undefined {
    const isWriting = tool?.sideEffect === 'WRITE';
    if (isWriting && this.settings.writableRoots.length === 0) return undefined;
    if (isWriting) return { sideEffect: 'WRITE', inputSchema: this.writing, execute: (call) => this.write(call) };
    if (Object.keys(this.settings.roots).length === 0) return undefined;
    return { sideEffect: 'READ', inputSchema: this.reading, execute: (call) => this.read(call) };
  }

  private read({ arguments: args, signal }: ToolCall): Promise<JsonObject> {
    checkArguments(this.reading, args);
    const target = targetOf(args, Object.keys(this.settings.roots));
    const { offset = 0, limit, bytes = this.settings.pageBytes } = args as { [key: string]: number | undefined };
    switch (args.operation) {
      case 'list':
        return listFolder(this.space, target, offset, limit ?? LIST_LIMIT);
      case 'stat':
        return statPath(this.space, target);
      case 'search': {
        const wanted = typeof args.text === 'string' ? { text: args.text } : { pattern: String(args.pattern) };
        return searchFiles(this.space, target, wanted, limit ?? SEARCH_LIMIT, signal);
      }
      default:
        return readPage(this.space, target, { offset, bytes, encoding: args.encoding as Encoding | undefined });
    }
  }

  private async write({ arguments: args, idempotencyKey }: ToolCall): Promise<JsonObject> {
    if (idempotencyKey === null) throw new ToolError('Files are written only after the user’s consent.');
    checkArguments(this.writing, args);
    const target = targetOf(args, this.settings.writableRoots);
    const encoding = (args.encoding ?? 'utf-8') as Encoding;
    const content = encodeText(String(args.content ?? ''), encoding);
    switch (args.operation) {
      case 'write':
        return writeFile(this.space, target, content, args.replace === true);
      case 'append':
        return appendToFile(this.space, target, content);
      case 'move':
        return moveFile(this.space, target, String(args.to));
      default:
        return deleteFile(this.space, target);
    }
  }
}

function targetOf(args: JsonObject, roots: readonly string[]): Target {
  return { root: String(args.root ?? roots[0]), path: String(args.path ?? '') };
}
