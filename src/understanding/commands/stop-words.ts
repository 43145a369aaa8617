import { alternatives } from '../language/index.js';

/** A message that asks to stop something and does nothing else. */
export interface StopRequest {
  /** Whether it may mean what goes by this name; `paid journey`, for example. */
  mayMean(name: string): boolean;
}

/** The part `stop` of `commands.yaml`. */
interface Words {
  readonly verbs: readonly string[];
  readonly beside: readonly string[];
  readonly names: readonly string[];
}

/** Reads messages such as "stop that", "cancel the journey" and "cancel the booking run". */
export class StopWords {
  private readonly verb: RegExp;
  private readonly beside: RegExp;
  private readonly names: ReadonlySet<string>;

  constructor({ verbs, beside, names }: Words) {
    const verb = alternatives(verbs);
    this.beside = whole(alternatives(beside));
    this.verb = new RegExp(`^(?:${verb})(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])(?:${verb})$`, 'iu');
    this.names = new Set(names.map((name) => name.toLowerCase()));
  }

  /** @param message in lower case, without the marks at its end */
  read(message: string): StopRequest | undefined {
    // What comes before the verb, as in "please stop that", is not looked at as a verb.
    const leading = new RegExp(`^(?:${this.beside.source}[\\s,]*)+`, 'iu');
    const bare = [message, message.replace(leading, '')].find((text) => this.verb.test(text));
    if (bare === undefined || message.includes('?')) return undefined;
    const rest = bare.replace(this.verb, ' ').replace(this.beside, ' ');
    const words = rest.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    const others = words.filter((word) => !this.names.has(word));
    const isAny = words.length > others.length && others.length <= 1;
    return { mayMean: (name) => isAny || others.every((word) => name.toLowerCase().split(/\s+/).includes(word)) };
  }
}

function whole(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu');
}
