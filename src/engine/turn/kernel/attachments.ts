import { createHash } from 'node:crypto';
import { EngineError } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { Attachment } from '../../../platform/handlers-api/index.js';

/** The parameter that files come in, as the contract's chat client sends them. */
const FILES = 'files';

const NAME = /^[^\p{Cc}/\\]{1,255}$/u;
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(;[ -~]{0,100})?$/;

/** What a message may bring. */
export interface AttachmentLimits {
  readonly attachments: number;
  /** Of all attachments of a message together, as bytes and not as base64. */
  readonly attachmentBytes: number;
}

/** `inputParams` with the files taken out of them. */
export interface ReadAttachments {
  readonly attachments: readonly Attachment[];
  /** As sent, where of each file only `describeAttachment` is left. */
  readonly params: JsonObject;
}

/** A file with its content still to be decoded. */
type FileEntry = JsonObject & { readonly content: string };

/**
 * Takes the files out of `inputParams.files`: each entry with a `content`, in base64. Other entries stay as they are.
 * @throws EngineError REQUEST_TOO_LARGE beyond the limits, INVALID_INPUT_PARAMS for a file that cannot be read
 */
export function readAttachments(params: JsonObject, limits: AttachmentLimits): ReadAttachments {
  const entries = params[FILES];
  const files = Array.isArray(entries) ? entries.filter(isFile) : [];
  if (!Array.isArray(entries) || files.length === 0) return { attachments: [], params };
  checkSize(files, limits);
  const attachments: Attachment[] = [];
  const described = entries.map((entry, index) => {
    if (!isFile(entry)) return entry;
    const attachment = readFile(entry, `inputParams.${FILES}.${index}`);
    attachments.push(attachment);
    return describeAttachment(attachment);
  });
  return { attachments, params: { ...params, [FILES]: described } };
}

/** Of an attachment, what is kept: everything but its content. */
export function describeAttachment({ name, mimeType, size, sha256 }: Attachment): JsonObject {
  return { name, mimeType, size, sha256 };
}

function isFile(entry: JsonValue): entry is FileEntry {
  return isJsonObject(entry) && typeof entry.content === 'string';
}

function checkSize(files: readonly FileEntry[], { attachments: most, attachmentBytes }: AttachmentLimits): void {
  if (files.length > most) {
    const text = `${files.length} attachments came with the message; at most ${most} are taken.`;
    const remedy = 'Send them with several messages, or raise convengine.limits.attachments.';
    throw new EngineError('REQUEST_TOO_LARGE', `${text} ${remedy}`);
  }
  const bytes = files.reduce((sum, { content }) => sum + decodedBytes(content), 0);
  if (bytes > attachmentBytes) {
    const text = `The attachments are ${bytes} bytes long together; at most ${attachmentBytes} are taken.`;
    const remedy = 'Send smaller or fewer ones, or raise convengine.limits.attachment-bytes.';
    throw new EngineError('REQUEST_TOO_LARGE', `${text} ${remedy}`);
  }
}

/** How many bytes a text in base64 stands for. */
function decodedBytes(content: string): number {
  const padding = /={0,2}$/.exec(content.slice(-2))?.[0].length ?? 0;
  return Math.floor(((content.length - padding) * 3) / 4);
}

function readFile({ name, mimeType, encoding, content }: FileEntry, path: string): Attachment {
  const problems: { path: string; message: string }[] = [];
  if (typeof name !== 'string' || !NAME.test(name)) {
    problems.push({ path: `${path}.name`, message: 'expected the name of a file, without a folder' });
  }
  const type = mimeType ?? '';
  if (typeof type !== 'string' || (type !== '' && !MEDIA_TYPE.test(type))) {
    problems.push({ path: `${path}.mimeType`, message: 'expected a media type, such as image/png' });
  }
  const bytes = Buffer.from(content, 'base64');
  // What is no base64 is skipped when it is decoded.
  const isBase64 = (encoding ?? 'base64') === 'base64' && bytes.length === decodedBytes(content);
  if (!isBase64) problems.push({ path: `${path}.content`, message: 'expected base64, and no other encoding' });
  if (problems.length > 0) {
    const text = problems.map((problem) => `${problem.path} ${problem.message}`).join('; ');
    throw new EngineError('INVALID_INPUT_PARAMS', text, { problems });
  }
  return {
    name: String(name),
    mimeType: String(type) || 'application/octet-stream',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content: bytes,
  };
}
