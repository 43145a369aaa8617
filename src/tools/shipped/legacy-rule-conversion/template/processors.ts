/** What a processor of the target language needs. */
export interface ProcessorShape {
  /** Fields that must be there; of alternatives, one of them. */
  readonly required: readonly (readonly string[])[];
  /** Whether it leaves a value in `targetField`. */
  readonly assigns: boolean;
}

const shape = (required: string, assigns = required.includes('targetField')): ProcessorShape => ({
  required: required === '' ? [] : required.split(' ').map((field) => field.split('|')),
  assigns,
});

/** The processors of the target language, by name. */
export const PROCESSORS: Readonly<Record<string, ProcessorShape>> = {
  append: shape('source array targetField'),
  appendToOutputStream: shape('source output'),
  break: shape(''),
  convert: shape('source type targetField'),
  copy: shape('source targetField'),
  date: shape('source targetField'),
  discard: shape(''),
  eval: shape('source', true),
  foreach: shape('source then'),
  grok: shape('source pattern', true),
  if: shape('conditions|condition then'),
  interpolate: shape('source targetField'),
  json: shape('source', true),
  kv: shape('source', true),
  length: shape('source targetField'),
  log: shape('source'),
  lookup: shape('source properties', true),
  math: shape('source operation value targetField'),
  regex: shape('source|value pattern targetField|capture'),
  remove: shape('source'),
  rename: shape('source targetField'),
  replace: shape('source pattern replacement targetField'),
  set: shape('source targetField'),
  setOutputStream: shape('output'),
  sort: shape('source'),
  split: shape('source delimiter targetField'),
  strcase: shape('source', true),
  substr: shape('source start targetField'),
  switch: shape('source case'),
  trim: shape('source targetField'),
};

/** Says that people have to do it. */
export const MANUAL = 'manual';

/** Whether templates know a processor of this name; case counts. */
export function isProcessor(name: string): boolean {
  return Object.hasOwn(PROCESSORS, name);
}
