import { stringify } from 'yaml';
import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import { ArgumentsReader, type OperationArguments } from './arguments.js';
import { credentialsOf } from './credentials.js';
import { describeOperation } from './description.js';
import { followOnce, followReferences } from './follow-references.js';
import { prefixOf, snake } from './naming.js';
import { serverOf } from './server.js';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

/** A capability file that was written from one operation. */
export interface ImportedFile {
  /** `NAME.yaml`. */
  readonly file: string;
  readonly text: string;
}

/** What became of a description. */
export interface OpenApiImport {
  /** By name; the same description always gives the same files. */
  readonly files: readonly ImportedFile[];
  /** What was left out, one line each. */
  readonly notes: readonly string[];
}

/** What a description does not say. */
export interface ImportOptions {
  /** Begins every name; derived from the title where it is left out. */
  readonly prefix?: string | undefined;
  /** Scheme and host, for descriptions that name none. */
  readonly server?: string | undefined;
}

/**
 * Writes a capability file for each operation.
 * @param document as `readOpenApi` gives it
 */
export function importOpenApi(document: JsonObject, { prefix, server }: ImportOptions = {}): OpenApiImport {
  const info = isJsonObject(document.info) ? document.info : {};
  const api = prefix ? snake(prefix) : prefixOf(String(info.title ?? 'api'));
  const writer = new CapabilityWriter(document, api, server);
  for (const [path, item] of isJsonObject(document.paths) ? Object.entries(document.paths) : []) {
    const whole = followOnce(document, item);
    if (!isJsonObject(whole)) continue;
    for (const method of METHODS) {
      const operation = whole[method];
      if (isJsonObject(operation)) writer.add(path, method, operation, whole);
    }
  }
  const files = writer.files.sort((a, b) => (a.file < b.file ? -1 : 1));
  return { files, notes: writer.notes };
}

class CapabilityWriter {
  readonly files: ImportedFile[] = [];
  readonly notes: string[] = [];
  private readonly names = new Set<string>();

  constructor(
    private readonly document: JsonObject,
    private readonly api: string,
    private readonly server: string | undefined,
  ) {}

  add(path: string, method: string, operation: JsonObject, item: JsonObject): void {
    const where = `${method.toUpperCase()} ${path}`;
    const baseUrl = serverOf([operation, item, this.document], this.document, this.server);
    if (!baseUrl) return void this.notes.push(`${where}: no server with http:// or https:// is named; left out`);
    const answer = answerOf(operation, this.document);
    if (answer === 'other') return void this.notes.push(`${where}: it answers neither JSON, XML nor text; left out`);
    const consumes = [operation.consumes ?? this.document.consumes ?? []].flat().map(String);
    const { parameters: own = [], requestBody = {} } = operation;
    const { value, cutAt } = followReferences(this.document, { own, requestBody, shared: item.parameters ?? [] });
    const followed = value as JsonObject;
    const whole = { ...operation, parameters: followed.own ?? [], requestBody: followed.requestBody ?? {} };
    if (cutAt !== undefined)
      this.notes.push(`${where}: its schema is too large, and any value is allowed below level ${cutAt}`);
    const args = new ArgumentsReader(path, whole, consumes).read(followed.shared);
    if ('problem' in args) return void this.notes.push(`${where}: ${args.problem}; left out`);
    const name = this.nameOf(operation, method, path);
    const auth = credentialsOf(this.document, operation, this.api);
    this.notes.push(...args.notes.map((note) => `${where}: ${note}`));
    if (auth?.type === 'unsupported')
      this.notes.push(`${where}: its credentials are not supported; set "auth" in ${name}.yaml`);
    const { properties, required } = args;
    const capability: JsonObject = {
      name,
      description: describeOperation(operation, where),
      schema: { input: { type: 'object', properties, ...(required.size > 0 && { required: [...required] }) } },
      providers: { primary: { service: 'rest', config: configOf(baseUrl, method, args, answer) } },
      ...(auth && auth.type !== 'unsupported' && { auth }),
      metadata: {
        ...(Array.isArray(operation.tags) && operation.tags.length > 0 && { tags: operation.tags }),
        read_only: method === 'get' || method === 'head',
      },
    };
    const text = stringify(capability, { lineWidth: 120, aliasDuplicateObjects: false });
    this.files.push({ file: `${name}.yaml`, text });
  }

  private nameOf(operation: JsonObject, method: string, path: string): string {
    const own = snake((typeof operation.operationId === 'string' && operation.operationId) || `${method}_${path}`);
    const plain = own.startsWith(`${this.api}_`) ? own : `${this.api}_${own}`;
    let name = plain;
    for (let count = 2; this.names.has(name); count += 1) name = `${plain}_${count}`;
    this.names.add(name);
    return name;
  }
}

function configOf(baseUrl: string, method: string, args: OperationArguments, answer: string): JsonObject {
  const { path, params, headers, body } = args;
  return {
    base_url: baseUrl,
    path,
    method: method.toUpperCase(),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(body && { body: body.value }),
    ...(body?.type !== undefined && { body_content_type: body.type }),
    ...(answer === 'text' && { response_format: 'text' }),
  };
}

/** What an operation answers where all goes well. */
function answerOf({ responses, produces }: JsonObject, document: JsonObject): 'document' | 'text' | 'other' {
  const good = isJsonObject(responses) ? Object.entries(responses).filter(([status]) => /^2/.test(status)) : [];
  const types = good.flatMap(([, written]) => {
    const response = followOnce(document, written);
    return isJsonObject(response) && isJsonObject(response.content) ? Object.keys(response.content) : [];
  });
  const all = types.length > 0 ? types : [produces ?? document.produces ?? []].flat().map(String);
  if (all.length === 0 || all.some((type) => /[/+](?:json|xml)\b|^\*\/\*/i.test(type))) return 'document';
  return all.some((type) => /^text\//i.test(type)) ? 'text' : 'other';
}
