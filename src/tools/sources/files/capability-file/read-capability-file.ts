import { basename, extname } from 'node:path';
import type { z } from 'zod';
import { isJsonObject } from '../../../../platform/common/json.js';
import { type Capability, capabilitySchema } from './capability.js';
import { contentHash } from './content-hash.js';
import type { FileProblem, Reading } from './file-problem.js';
import { failed, readYamlFile, readYamlText } from './read-yaml-file.js';
import type { YamlSource } from './yaml-source.js';

/** A capability and the text it was read from. */
export interface CapabilityFile {
  /** Its `name` is that of the file where the file gives none. */
  readonly capability: Capability;
  readonly source: YamlSource;
}

/** Reads and checks one capability file. */
export async function readCapabilityFile(file: string): Promise<Reading<CapabilityFile>> {
  const read = await readYamlFile(file);
  return read.value ? capabilityOf(read.value) : read;
}

/** The same for a text. */
export function readCapabilityText(file: string, text: string): Reading<CapabilityFile> {
  const read = readYamlText(file, text);
  return read.value ? capabilityOf(read.value) : read;
}

/** The same for a document. */
export function capabilityOf(source: YamlSource): Reading<CapabilityFile> {
  const { file, value } = source;
  if (!isJsonObject(value)) return failed(file, 'is not a capability: a map with "name" and "providers" is expected');
  const parsed = capabilitySchema.safeParse(value);
  if (!parsed.success) return { problems: parsed.error.issues.map((issue) => problemOf(issue, source)) };
  const pinned = checkPin(parsed.data, source);
  if (pinned) return { problems: [pinned] };
  const name = parsed.data.name || basename(file, extname(file));
  return { value: { capability: { ...parsed.data, name }, source } };
}

function problemOf({ path, message, code }: z.core.$ZodIssue, source: YamlSource): FileProblem {
  const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
  const isMissing = code === 'invalid_type' && source.entry(steps) === undefined;
  const what = isMissing ? 'is missing' : message.replace(/^Invalid input: /, '');
  return { file: source.file, region: source.valueRegion(steps), message: `"${steps.join('.')}": ${what}` };
}

/** A pinned file that somebody has changed is refused. */
function checkPin({ sha256 }: Capability, source: YamlSource): FileProblem | undefined {
  if (sha256 === undefined) return undefined;
  const actual = contentHash(source.text);
  if (actual === sha256.trim().toLowerCase()) return undefined;
  const message = `Capability hash mismatch (rug-pull protection) in ${source.file}: expected ${sha256}, actual ${actual}`;
  return { file: source.file, region: source.valueRegion(['sha256']), message };
}
