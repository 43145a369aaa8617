import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importOpenApi, readOpenApi } from '../../../authoring/openapi/index.js';
import { counted } from '../../../platform/common/counted.js';
import { CommandError, reasonOf } from '../command-error.js';
import type { ExitCode } from '../options.js';
import { plain, print } from '../terminal.js';

/** The command's own options. */
export interface CapabilityImportOptions {
  readonly out: string;
  readonly prefix?: string;
  readonly server?: string;
  readonly force?: boolean;
}

/** Writes a capability file for each operation of an OpenAPI description; files that are there are kept. */
export async function runCapabilityImport(file: string, options: CapabilityImportOptions): Promise<ExitCode> {
  const { files, notes } = importOpenApi(await read(file, (text) => print(plain(text))), options);
  await mkdir(options.out, { recursive: true });
  const kept: string[] = [];
  for (const { file: name, text } of files) {
    const isWritten = await write(join(options.out, name), text, options.force === true);
    if (!isWritten) kept.push(name);
  }
  for (const note of notes) print(plain(note));
  for (const name of kept) print(`${name} is there already and was kept; --force replaces it`);
  print(`${counted(files.length - kept.length, 'file')} written to ${options.out}`);
  return kept.length > 0 ? 1 : 0;
}

async function read(file: string, warn: (text: string) => void) {
  try {
    return await readOpenApi(file, warn);
  } catch (error) {
    const text = `${file} cannot be imported: ${reasonOf(error)}.`;
    throw new CommandError(text, 'Give a file with an OpenAPI 3 or Swagger 2 description.', { cause: error });
  }
}

async function write(path: string, text: string, force: boolean): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
