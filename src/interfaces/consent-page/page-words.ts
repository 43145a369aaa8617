import { Injectable } from '@nestjs/common';
import { FlowService } from '../../engine/flow/index.js';
import { EngineLanguage, engineTextWithoutTurn } from '../../engine/wording/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import type { PageText } from './consent-page.html.js';

/** What the consent page says, in the language of the service or in the flow's own words. */
@Injectable()
export class PageWords {
  constructor(
    private readonly language: EngineLanguage,
    private readonly flow: FlowService,
  ) {}

  say(text: PageText, values: JsonObject = {}): string {
    return engineTextWithoutTurn(this.flow.definition, this.language.replies, `ConsentPage.${text}`, values);
  }
}
