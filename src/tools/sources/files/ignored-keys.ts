import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { YamlPath } from './capability-file/index.js';
import type { Problems } from './problem.js';

/** Keys by section; those that are for readers alone count as known. */
const KNOWN = {
  file: keys(
    'fulcrum name description schema providers auth cache transform response_transform webhooks sha256',
    'visible_in_states metadata convengine projection examples tags',
  ),
  providers: keys('primary fallback'),
  provider: keys('service cost_per_call timeout config'),
  config: keys(
    'base_url path path_selector endpoint method headers params param_map static_params body body_template',
    'body_content_type content_type response_path response_format query variables default_params',
  ),
  auth: keys(
    'required type scopes key description notes header prefix param token_endpoint token_url flow client_id',
    'client_id_key client_secret_key',
  ),
  cache: keys('strategy ttl'),
};

/** Warns of what a file says that changes nothing here, so that nobody relies on it. */
export function warnOfIgnored(document: JsonObject, isRead: boolean, problems: Problems): void {
  const warner = new Warner(document, problems);
  warner.unknown([], KNOWN.file);
  warner.unknown(['providers'], KNOWN.providers);
  warner.unknown(['auth'], KNOWN.auth);
  warner.unknown(['cache'], KNOWN.cache);
  for (const path of providersOf(document)) {
    warner.unknown(path, KNOWN.provider);
    warner.unknown([...path, 'config'], KNOWN.config);
  }
  warner.present(['projection'], 'is not heeded: shape the result with "transform"');
  warner.present(['webhooks'], 'are not received: a program that is called can send a message to the conversation');
  const cache = warner.at(['cache']);
  const strategy = isJsonObject(cache) && typeof cache.strategy === 'string' ? cache.strategy : 'none';
  if (strategy !== 'none' && !isRead) problems.warn(['cache'], 'is not heeded: the tool writes');
  else if (strategy !== 'none' && strategy !== 'exact') {
    problems.warn(
      ['cache', 'strategy'],
      `"${strategy}" counts as "exact": only the very same arguments are answered from it`,
    );
  }
  if (!isRead)
    warner.present(['providers', 'fallback'], 'is never asked: the tool writes, and nobody else may do it as well');
}

class Warner {
  constructor(
    private readonly document: JsonObject,
    private readonly problems: Problems,
  ) {}

  at(path: YamlPath): JsonValue | undefined {
    let value: JsonValue | undefined = this.document;
    for (const step of path) {
      if (Array.isArray(value)) value = value[Number(step)];
      else value = isJsonObject(value) ? value[step] : undefined;
    }
    return value;
  }

  unknown(path: YamlPath, known: ReadonlySet<string>): void {
    const section = this.at(path);
    const names = isJsonObject(section) ? Object.keys(section).filter((key) => !known.has(key)) : [];
    for (const key of names) this.problems.warn([...path, key], 'is not a key that is read here; it changes nothing');
  }

  present(path: YamlPath, message: string): void {
    const value = this.at(path);
    const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
    if (value !== undefined && value !== null && !isEmpty) this.problems.warn(path, message);
  }
}

function providersOf({ providers }: JsonObject): YamlPath[] {
  if (!isJsonObject(providers)) return [];
  const { fallback } = providers;
  const others = Array.isArray(fallback)
    ? fallback.map((_, index) => ['providers', 'fallback', index])
    : [['providers', 'fallback']];
  return [['providers', 'primary'], ...others];
}

function keys(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
