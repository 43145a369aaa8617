import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { CLOCK, CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Commands, readCommands } from '../../understanding/commands/index.js';
import { type ActLanguage, readActLanguage } from '../../understanding/dialogue-act/index.js';
import { type SlotSettings, slotSettings } from '../../understanding/slots/index.js';
import { type Replies, readReplies } from './replies.js';

/** The language of this service: what its users' words mean, and what the engine itself says. */
@Injectable()
export class EngineLanguage {
  /** How users agree, decline and correct. */
  readonly acts: ActLanguage;
  /** Messages that are taken by their words alone. */
  readonly commands: Commands;
  /** How values stand in their messages. */
  readonly slots: SlotSettings;
  readonly replies: Replies;

  /** @throws EngineError CONFIGURATION_INVALID where the language is unknown or one of its files is wrong */
  constructor(@Inject(CONFIG) { flow }: ConvEngineConfig, @Inject(CLOCK) clock: Clock) {
    this.acts = readActLanguage(flow);
    this.commands = readCommands(flow);
    this.slots = slotSettings(flow, clock);
    this.replies = readReplies(flow);
  }
}
