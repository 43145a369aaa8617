import { parse } from 'yaml';
import { messageOf } from '../common/errors.js';
import type { ConfigKey } from './keys.js';

/** A value that some source gives to a known key. */
export interface ConfigEntry {
  readonly key: ConfigKey;
  readonly value: unknown;
  /** `config/convengine.yaml:12`, `environment PORT` or `command line`. */
  readonly origin: string;
}

/** One thing that is wrong: where it stands and what to do. */
export interface ConfigProblem {
  readonly key: string;
  readonly origin: string;
  readonly problem: string;
}

/** What one source says. */
export interface SourceReading {
  readonly entries: ConfigEntry[];
  readonly problems: ConfigProblem[];
}

/** Reads the text that a variable or a placeholder gives for a key, and adds it to `reading`. */
export function readText(key: ConfigKey, text: string, origin: string, reading: SourceReading): void {
  if (key.kind === 'text') {
    reading.entries.push({ key, value: text, origin });
    return;
  }
  try {
    reading.entries.push({ key, value: parse(text, { prettyErrors: false }), origin });
  } catch (error) {
    reading.problems.push({ key: key.name, origin, problem: messageOf(error) });
  }
}

/** What is wrong with a name that nobody knows. */
export function unknown(what: 'key' | 'variable', suggestion: string | undefined): string {
  return suggestion === undefined ? `unknown ${what}` : `unknown ${what}, did you mean ${suggestion}?`;
}
