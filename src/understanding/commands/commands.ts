import { z } from 'zod';
import { alternatives, type LanguageChoice, readLanguageFile, wordList } from '../language/index.js';
import { type StopRequest, StopWords } from './stop-words.js';

/** The shape of `commands.yaml`. */
export const commandWords = z.strictObject({
  reset: wordList,
  greetings: wordList,
  switch: z.strictObject({ beginning: wordList, anywhere: wordList }),
  stop: z.strictObject({ verbs: wordList, beside: wordList, names: wordList }),
});

/** Short messages that are taken by their words alone, before and beside all that reads them more closely. */
export class Commands {
  private readonly resets: ReadonlySet<string>;
  private readonly greetings: ReadonlySet<string>;
  private readonly switching: RegExp;
  private readonly stopping: StopWords;

  constructor(words: z.infer<typeof commandWords>) {
    this.resets = new Set(words.reset.map(plain));
    this.greetings = new Set(words.greetings.map(plain));
    this.stopping = new StopWords(words.stop);
    const { beginning, anywhere } = words.switch;
    this.switching = new RegExp(`^\\s*(?:${alternatives(beginning)})\\s|${alternatives(anywhere)}`, 'iu');
  }

  /** Whether the message as a whole says to start over. */
  isReset(message: string): boolean {
    return this.resets.has(plain(message));
  }

  /** Whether the message only greets. */
  isGreeting(message: string): boolean {
    return this.greetings.has(plain(message));
  }

  /** Whether the message asks to go on with something else. */
  asksToSwitch(message: string): boolean {
    return this.switching.test(message);
  }

  /** What the message asks to stop; undefined where it asks for something else, or for more. */
  asksToStop(message: string): StopRequest | undefined {
    return this.stopping.read(plain(message));
  }
}

/**
 * Reads `commands.yaml` of a language.
 * @throws EngineError CONFIGURATION_INVALID where the file is missing or wrong
 */
export function readCommands(choice: LanguageChoice): Commands {
  return new Commands(readLanguageFile(choice, 'commands', commandWords));
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
    .trimEnd();
}
