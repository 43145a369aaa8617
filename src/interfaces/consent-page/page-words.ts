import { Injectable } from '@nestjs/common';
import { FlowService } from '../../engine/flow/index.js';
import { EngineLanguage, engineTextWithoutTurn } from '../../engine/wording/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import type { PageText } from './consent-page.html.js';

/** What a view in an assistant says beside the words of the page. */
type ViewText = 'OPEN_PAGE' | 'NOT_SENT' | 'NO_VIEW';

/** What the consent page says, in the language of the service or in the flow's own words. */
@Injectable()
export class PageWords {
  constructor(
    private readonly language: EngineLanguage,
    private readonly flow: FlowService,
  ) {}

  say(text: PageText | ViewText | 'LINK_TEXT' | 'NO_CODE', values: JsonObject = {}): string {
    return engineTextWithoutTurn(this.flow.definition, this.language.replies, `ConsentPage.${text}`, values);
  }
}
