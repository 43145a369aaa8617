import type { HelpOption } from '../help-option.js';
import type { HelpValue } from '../help-usage.js';
import { wordSet, wordsOf } from './hazard.js';

const PATHS = wordSet(
  'file files filename filenames path paths pathname dir dirs directory directories folder folders root cwd workdir ' +
    'input infile output out outfile outdir source src dest destination archive location url uri repository repo',
);
/** Names of what is compared with paths, and is none. */
const NO_PATHS = wordSet('pattern patterns regex regexp query format sort type mode name extension ext size');
const TEXT =
  /\b(?:[Ff]iles?|[Dd]irector(?:y|ies)|[Ff]olders?|[Pp]aths?) (?:to|that|which|of|from|with|for|where|in|containing|holding)\b|\b(?:read|write|load|save|store|dump|append|put)s?\b[^.;]{0,40}\b(?:files?|director(?:y|ies)|folder|path)\b|\b(?:from|to|into|in) (?:an? |the |this )?(?:\w+ )?(?:FILE|file|DIR|directory|folder|path)\b/;

const WRITES =
  /\b(?:writ(?:e|es|ten|ing)|sav(?:e|es|ed|ing)|stor(?:e|es|ed|ing)|dump(?:s|ed)?|append(?:s|ed)?|outputs?|exports?|records?)\b/i;
const OUTPUT =
  /^-{1,2}(o|out|outfile|out-?dir|outdir|output[\w-]*|target-?dir|dest|destination|save[\w-]*|write[\w-]*|dump[\w-]*)=?$/;
/** What a program writes besides: a log, a cache, a profile of itself. */
const BYPRODUCT =
  /^-{1,2}(?:[\w-]*-)?(?:(?:log|cache)|(?:log|cache|profile|profiling|trace|pid|temp|tmp|state|stats)-?(?:file|dir|directory|path|location|output|to))=?$/i;

/** Whether the value of an option is the path of a file or a folder. One too many only narrows what may be given. */
export function isPathOption(option: HelpOption): boolean {
  if (option.value === 'none' || option.isNumber || option.choices.length > 0) return false;
  const names = option.names.map((name) => wordsOf(name).at(-1) ?? '');
  return isPath([...names, ...wordsOf(option.placeholder).slice(-1)], option.description);
}

/** Whether a value without a flag is the path of a file or a folder. */
export function isPathValue({ name, description = '', isNumber, choices }: HelpValue): boolean {
  return !isNumber && !choices && isPath(wordsOf(name), description);
}

function isPath(names: readonly string[], description: string): boolean {
  if (names.some((name) => PATHS.has(name) || /(file|dir|path)$/.test(name))) return true;
  return TEXT.test(description) && !names.some((name) => NO_PATHS.has(name));
}

/** Whether what an option names is written. */
export function writesFile(option: HelpOption): boolean {
  if (option.value === 'none' || option.choices.length > 0 || option.isNumber) return false;
  const isOutput = option.names.some((name) => OUTPUT.test(name));
  return isOutput
    ? /\b(file|path|directory|folder|writ)/i.test(`${option.placeholder} ${option.description}`)
    : isPathOption(option) && WRITES.test(option.description);
}

/** Whether an option names a file that is written beside the answer. */
export function writesByproduct(option: HelpOption): boolean {
  return isPathOption(option) && option.names.some((name) => BYPRODUCT.test(name));
}
