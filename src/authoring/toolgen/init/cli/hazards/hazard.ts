/**
 * Why an argument is not for a model: what its value could make the program do beyond its purpose. `undefined` of the
 * functions that judge means that nothing of the kind was found.
 */
export type Hazard = keyof typeof HAZARDS;

/** Each in words, as they stand behind "left out:". */
export const HAZARDS = {
  known: 'the program can be made to run or load something by it',
  command: 'its value is run as a command',
  code: 'its value is run as code',
  plugin: 'what it names is loaded as code',
  configuration: 'what it names is read as configuration, which may name commands',
  environment: 'it sets variables of the environment, which may name commands',
  options: 'its value is handed on as options',
  opener: 'it opens an editor, a pager or a browser',
  protection: 'it takes away a protection',
  credential: 'it takes a credential, which would have to come from the model',
  byproduct: 'it writes a file beside the answer of what only reads',
} as const;

/** The words of a name: `--sshCommand` and `--ssh-command` have the same. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** A set of the words of a text. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
