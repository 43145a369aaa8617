import { ToolFailure } from './failure.js';
import type { Json, JsonObject, ParameterPlace, RemoteHttpBinding } from './manifest.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** One request, ready but for who sends it. */
export interface Prepared {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A value with what is said of its place. */
type Field = ParameterPlace & { readonly name: string; readonly property: string; readonly value: Json };

/** Puts each property of the input where the binding says. @throws ToolFailure INVALID_INPUT where it cannot stand there */
export async function prepare(binding: RemoteHttpBinding, input: JsonObject): Promise<Prepared> {
  const { parameters, content_type: type = JSON_TYPE } = binding;
  const isText = ({ in: place }: Field) =>
    place === 'query' || place === 'header' || (place === 'body' && isForm(type));
  const given = parameters === undefined ? [] : fieldsOf(parameters, input);
  // Only JSON has a null: what is text elsewhere is left out.
  const fields = given.filter((field) => field.value !== null || !isText(field));
  const at = (...places: ParameterPlace['in'][]) => fields.filter(({ in: place }) => places.includes(place));
  const path = at('path').reduce((text, field) => text.replace(`{${field.name}}`, () => segment(field)), binding.path);
  const query = new URLSearchParams(at('query').flatMap(pairsOf));
  const headers = Object.fromEntries(at('header').map((field) => [field.name.toLowerCase(), headerText(field)]));
  const whole = parameters === undefined ? input : at('whole-body')[0]?.value;
  const body = await bodyOf(type, at('body'), whole);
  if (body === undefined) return { path, query, headers };
  return { path, query, headers: { ...headers, 'content-type': body.type }, body: body.content };
}

function fieldsOf(parameters: Readonly<Record<string, ParameterPlace>>, input: JsonObject): Field[] {
  return Object.entries(parameters).flatMap(([property, place]) => {
    const value = input[property];
    return value === undefined ? [] : [{ ...place, name: place.name ?? property, property, value }];
  });
}

interface Body {
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

async function bodyOf(type: string, fields: readonly Field[], whole: Json | undefined): Promise<Body | undefined> {
  if (whole === undefined && fields.length === 0) return undefined;
  if (!isForm(type)) return { type, content: JSON.stringify(whole ?? Object.fromEntries(fields.map(entryOf))) };
  const all = whole === undefined ? fields : fieldsOfWhole(whole).filter(({ value }) => value !== null);
  if (type === FORM) return { type, content: new URLSearchParams(all.flatMap(pairsOf)).toString() };
  const form = new FormData();
  for (const field of all) appendTo(form, field);
  // Whoever sends it takes text or bytes: the boundary is chosen here.
  const written = new Response(form);
  return {
    type: written.headers.get('content-type') ?? MULTIPART,
    content: new Uint8Array(await written.arrayBuffer()),
  };
}

function isForm(type: string): boolean {
  return type === FORM || type === MULTIPART;
}

function fieldsOfWhole(whole: Json): Field[] {
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) {
    throw new ToolFailure('INVALID_INPUT', 'A form is written from an object.', { reason: 'is no object' });
  }
  return Object.entries(whole).map(([name, value]) => ({ in: 'body', name, property: name, value }));
}

function entryOf({ name, value }: Field): [string, Json] {
  return [name, value];
}

function appendTo(form: FormData, field: Field): void {
  if (field.file === undefined) {
    for (const [name, text] of pairsOf(field)) form.append(name, text);
    return;
  }
  for (const item of [field.value].flat()) {
    const content = Buffer.from(textOf(item), 'base64');
    form.append(field.name, new Blob([new Uint8Array(content)], { type: field.file }), field.name);
  }
}

const SEPARATORS = { comma: ',', space: ' ', pipe: '|' } as const;

/** What stands for a value in a query or a form. */
function pairsOf({ name, value, style }: Field): [string, string][] {
  if (style === 'deep') return deepPairs(name, value);
  if (style !== undefined && typeof value === 'object' && value !== null) {
    const parts = Array.isArray(value) ? value : Object.entries(value).flat();
    return [[name, parts.map(textOf).join(SEPARATORS[style])]];
  }
  return [value].flat().map((item) => [name, textOf(item)]);
}

/** `{ a: [{ b: 1 }] }` is `name[a][0][b]=1`. */
function deepPairs(name: string, value: Json): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, textOf(value)]];
  if (Array.isArray(value)) return value.flatMap((item, index) => deepPairs(`${name}[${index}]`, item));
  return Object.entries(value).flatMap(([key, child]) => deepPairs(`${name}[${key}]`, child));
}

/** A value as one segment of the path: it cannot leave it. */
function segment({ property, value }: Field): string {
  const text = value === null ? '' : lineOf(value);
  if (text === '' || text === '.' || text === '..') throw invalid(property, 'cannot stand in the path');
  return encodeURIComponent(text);
}

function headerText({ property, value }: Field): string {
  const text = lineOf(value);
  if (/[^\t\x20-\x7e]/.test(text)) throw invalid(property, 'holds characters that a header cannot');
  return text;
}

/** In the path and in headers, the items of a list stand behind each other. */
function lineOf(value: Json): string {
  return Array.isArray(value) ? value.map(textOf).join(',') : textOf(value);
}

function textOf(value: Json): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function invalid(property: string, reason: string): ToolFailure {
  return new ToolFailure('INVALID_INPUT', `/${property} ${reason}.`, { field: `/${property}`, reason });
}
