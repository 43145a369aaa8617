import type { Clock } from '../common/clock.js';
import { type Database, readInstanceKey } from '../persistence/index.js';
import { Seal } from '../secrets/index.js';

/** Names people and conversations in what outlives them, so that nobody finds them there who does not ask for them by name. */
export class ErasureMarks {
  private constructor(private readonly seal: Seal) {}

  /** With the key of the database, which is made where there is none. */
  static async of(database: Database, clock: Clock): Promise<ErasureMarks> {
    return new ErasureMarks(new Seal(await readInstanceKey(database, 'erasure', clock)));
  }

  of(what: 'subject' | 'conversation' | 'question' | 'arguments', text: string): string {
    return this.seal.fingerprint(what, text);
  }
}
