import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { messageOf } from '../../platform/common/errors.js';
import { FlowService } from '../flow/index.js';
import { EngineLanguage } from '../wording/index.js';

/** Has this process take up changed files of its language with each refresh of the flow, wherever that came from. */
@Injectable()
export class LanguageReader implements OnModuleInit {
  private readonly logger = new Logger('Language files');

  constructor(
    private readonly flow: FlowService,
    private readonly language: EngineLanguage,
  ) {}

  onModuleInit(): void {
    this.flow.onSwitch(() => this.takeUp());
  }

  private takeUp(): void {
    try {
      if (this.language.load()) this.logger.log('were read again');
    } catch (error) {
      this.logger.error(`could not be read again, and the old words are used: ${messageOf(error)}`);
    }
  }
}
