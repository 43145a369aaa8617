import { z } from 'zod';
import type { JsonValue } from '../../platform/common/json.js';
import { WITHHELD } from './redact.js';

/** Shapes what a tool answered for whoever reads it: project → rename → redact → format. Never throws. */
export interface Transform {
  apply(value: JsonValue): JsonValue;
  /** Redacts a text about the call, such as an error message, which may repeat what the tool answered. */
  redactText(text: string): string;
  /** The document that says it, as canonical JSON: what is written alike shapes alike. */
  readonly written: string;
}

/** What is wrong with a transform, and where in it (`redact[0].pattern`; empty for the whole). */
export interface TransformProblem {
  readonly path: string;
  readonly message: string;
}

/** What was read: no transform where the document asks for nothing, and one that withholds everything where it is wrong. */
export interface ReadTransform {
  readonly transform: Transform | undefined;
  readonly problems: readonly TransformProblem[];
}

/** Stands in for a transform that cannot be used: what it should have hidden is not known, so nothing is shown. */
export const withholdAll: Transform = {
  apply: () => ({ withheld: 'The transform of this tool cannot be used; "convengine flow check" says why.' }),
  redactText: () => WITHHELD,
  written: '',
};

/** What a schema found wrong with the document of a transform. */
export function schemaProblems({ issues }: z.ZodError): TransformProblem[] {
  return issues.map(({ path, message }) => ({ path: z.core.toDotPath(path), message }));
}
