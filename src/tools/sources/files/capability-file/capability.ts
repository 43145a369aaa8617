import { z } from 'zod';
import type { JsonValue } from '../../../../platform/common/json.js';

/** An empty key (`params:`) is like none. */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

function withDefault<T>(schema: z.ZodType<T>, value: T) {
  return schema.nullish().transform((given) => given ?? value);
}

/** An object that may be absent or empty; its own defaults are filled in. */
function section<T extends z.ZodType>(schema: T) {
  return z.preprocess((given) => given ?? {}, schema);
}

const json = z.custom<JsonValue>((value) => value !== undefined);
const text = z.string();
const texts = z.record(z.string(), z.string());
const values = z.record(z.string(), json);
const optionalText = optional(text);

const transform = z.object({
  project: withDefault(z.array(text), []),
  rename: withDefault(texts, {}),
  redact: withDefault(z.array(z.object({ pattern: text, replacement: text })), []),
  format: optional(z.object({ type: z.enum(['flat', 'nested', 'template']), template: optionalText })),
});

const provider = z.looseObject({
  service: withDefault(text, 'rest'),
  cost_per_call: withDefault(z.number(), 0),
  /** Seconds. */
  timeout: withDefault(z.number(), 30),
  config: section(
    z.looseObject({
      base_url: optionalText,
      path: optionalText,
      endpoint: optionalText,
      path_selector: optional(z.object({ parameter: text, default: optionalText, paths: texts })),
      method: optionalText,
      headers: optional(texts),
      params: optional(values),
      param_map: optional(texts),
      static_params: optional(values),
      body: optional(json),
      response_path: optionalText,
      response_format: optionalText,
      body_content_type: optionalText,
    }),
  ),
});

const auth = z.looseObject({
  required: withDefault(z.boolean(), false),
  type: optionalText,
  scopes: withDefault(z.array(text), []),
  key: optionalText,
  description: optionalText,
  header: optionalText,
  prefix: optionalText,
  param: optionalText,
  token_endpoint: optionalText,
});

const webhook = z.looseObject({
  path: text,
  method: withDefault(text, 'POST'),
  secret: optionalText,
  signature_header: optionalText,
  notify: withDefault(z.boolean(), true),
  transform: optional(z.looseObject({ event_type: optionalText, data: optional(values) })),
});

const metadata = z.looseObject({
  category: optionalText,
  tags: withDefault(z.array(text), []),
  read_only: withDefault(z.boolean(), false),
  destructive: optional(z.boolean()),
  idempotent: optional(z.boolean()),
  open_world: optional(z.boolean()),
});

/** The keys of a capability file; any other key is ignored. */
export const capabilitySchema = z.object({
  fulcrum: withDefault(text, '1.0'),
  name: withDefault(text, ''),
  description: withDefault(text, ''),
  schema: section(z.object({ input: optional(json), output: optional(json) })),
  providers: z
    .object({ primary: optional(provider), fallback: optional(z.union([provider, z.array(provider)])) })
    .catchall(provider),
  auth: optional(auth),
  cache: optional(z.looseObject({ strategy: optionalText, ttl: withDefault(z.number(), 0) })),
  transform: optional(transform),
  response_transform: optional(transform),
  webhooks: withDefault(z.record(z.string(), webhook), {}),
  sha256: optionalText,
  visible_in_states: withDefault(z.array(text), []),
  metadata: section(metadata),
});

/** A tool as its YAML file writes it, keys as in the file; defaults are filled in. */
export type Capability = z.output<typeof capabilitySchema>;
export type CapabilityProvider = z.output<typeof provider>;
export type CapabilityAuth = z.output<typeof auth>;
/** How a result is shaped: project, then rename, then redact, then format. */
export type TransformConfig = z.output<typeof transform>;
