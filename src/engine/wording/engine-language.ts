import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { LruCache } from '../../platform/common/lru-cache.js';
import { CLOCK, CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Commands, readCommands } from '../../understanding/commands/index.js';
import { type ActLanguage, readActLanguage } from '../../understanding/dialogue-act/index.js';
import { type LanguageChoice, languageHash } from '../../understanding/language/index.js';
import { type SlotSettings, slotSettings } from '../../understanding/slots/index.js';
import { type Replies, readReplies } from './replies.js';

/** What stands in the files of a language. */
interface Words {
  /** SHA-256 of the files. */
  readonly hash: string;
  readonly acts: ActLanguage;
  readonly commands: Commands;
  readonly slots: SlotSettings;
  readonly replies: Replies;
}

/** By what the files say: engines of one process mostly have the same language. */
const readBefore = new LruCache<Pick<Words, 'acts' | 'commands' | 'replies'>>(8);

/** The language of this service: what its users' words mean, and what the engine itself says. */
@Injectable()
export class EngineLanguage {
  private words: Words;

  /**
   * @param words those of the files where left out
   * @throws EngineError CONFIGURATION_INVALID where the language is unknown or one of its files is wrong
   */
  constructor(
    @Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'flow'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Optional() words?: Words,
  ) {
    this.words = words ?? this.read();
  }

  /** How users agree, decline and correct. */
  get acts(): ActLanguage {
    return this.words.acts;
  }

  /** Messages that are taken by their words alone. */
  get commands(): Commands {
    return this.words.commands;
  }

  /** How values stand in their messages. */
  get slots(): SlotSettings {
    return this.words.slots;
  }

  get replies(): Replies {
    return this.words.replies;
  }

  /**
   * Takes up what the files say now; the later steps of turns that run already go on with it.
   * @returns whether they say something else than before
   * @throws EngineError CONFIGURATION_INVALID where one of them is wrong, and the old words stay
   */
  load(): boolean {
    if (languageHash(this.config.flow) === this.words.hash) return false;
    this.words = this.read();
    return true;
  }

  /**
   * The language as it would be if files of it said something else.
   * @throws EngineError CONFIGURATION_INVALID where one of them is wrong
   */
  with(instead: LanguageChoice['instead']): EngineLanguage {
    return new EngineLanguage(this.config, this.clock, this.read(instead));
  }

  private read(instead?: LanguageChoice['instead']): Words {
    const choice = { ...this.config.flow, instead };
    const hash = languageHash(choice);
    const words = readBefore.get(`${hash} ${choice.clockHours}`, () => ({
      acts: readActLanguage(choice),
      commands: readCommands(choice),
      replies: readReplies(choice),
    }));
    return { hash, ...words, slots: slotSettings(choice, this.clock, words.acts.values) };
  }
}
