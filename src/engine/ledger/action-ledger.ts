import { Inject, Injectable } from '@nestjs/common';
import { TurnRecordReader } from '../../platform/audit/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { DATABASE } from '../../platform/common/tokens.js';
import type { Database } from '../../platform/persistence/index.js';
import { FlowService } from '../flow/index.js';
import type { Proposal } from '../pending-action/index.js';
import { maskingOf } from '../turn/kernel/index.js';
import { type ActionDetail, actionDetail } from './action-detail.js';
import { type ActionItem, actionItem } from './action-item.js';
import { type ActionFilter, ActionList } from './action-list.js';
import type { Page, PageRequest } from './page.js';
import { RecordedDeliveries } from './recorded-deliveries.js';
import { uncountedYeses } from './uncounted-yes.js';

/** How many turns of an action are read at most. */
const MOST_TURNS = 300;

/** How far before its newest revision the first question of an action is looked for, in turns for each revision. */
const TURNS_A_REVISION = 20;

/** How many actions a page of all of them has. */
const EXPORTED_AT_ONCE = 200;

const WORDS = 'SELECT user_input FROM ce_conversation_history WHERE conversation_id = $1 AND turn_no = $2';

/** Shows what was asked, whose yes or no it got, and what came of it. Secrets stay hidden. */
@Injectable()
export class ActionLedger {
  constructor(
    private readonly list: ActionList,
    private readonly records: TurnRecordReader,
    private readonly deliveries: RecordedDeliveries,
    private readonly flow: FlowService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** @throws EngineError INVALID_REQUEST where the cursor is none, DATABASE_UNAVAILABLE */
  async page(filter: ActionFilter, request: PageRequest): Promise<Page<ActionItem>> {
    const { items, nextCursor } = await this.list.page(filter, request);
    const { definition } = this.flow;
    const shown = items.map((one) => actionItem(one, maskingOf(definition, one.proposal)));
    const { text } = filter;
    // Whoever looks for a secret does not learn that it is there: what was found has to be found without it, too.
    const isSecret = text !== undefined && definition.secretSchemas.length > 0;
    return { items: isSecret ? shown.filter((item) => holds(item, text)) : shown, nextCursor };
  }

  /**
   * All of them from a place on, a page at a time: what nobody takes is not read.
   * @throws EngineError INVALID_REQUEST where the cursor is none, DATABASE_UNAVAILABLE
   */
  async *pages(filter: ActionFilter, from?: string): AsyncGenerator<readonly ActionItem[]> {
    let cursor: string | null | undefined = from;
    while (cursor !== null) {
      const page: Page<ActionItem> = await this.page(filter, { limit: EXPORTED_AT_ONCE, cursor });
      yield page.items;
      cursor = page.nextCursor;
    }
  }

  /** @throws EngineError NOT_FOUND, DATABASE_UNAVAILABLE */
  async find(actionId: string): Promise<ActionDetail> {
    const listed = await this.list.find(actionId);
    if (!listed) throw new EngineError('NOT_FOUND', `There is no action ${actionId}.`);
    const { proposal } = listed;
    const [turns, closingWords, deliveries] = [
      await this.turnsOf(proposal),
      await this.closingWords(proposal),
      await this.deliveries.of(proposal),
    ];
    const uncounted = uncountedYeses(turns, proposal);
    const said = [closingWords, proposal.confirmation?.words, ...uncounted.map(({ words }) => words)];
    const mask = maskingOf(
      this.flow.definition,
      proposal,
      said.map((words) => words ?? ''),
    );
    return actionDetail(listed, { turns, closingWords, uncounted, deliveries }, mask);
  }

  /** Those from its first question to its end; what happens after the end, in the turn that closed it, is among them. */
  private turnsOf({ conversationId, createdTurn, revision, closedTurn }: Proposal) {
    const first = createdTurn - (revision - 1) * TURNS_A_REVISION;
    return this.records.ofTurns(conversationId, first, closedTurn ?? 2_147_483_647, MOST_TURNS);
  }

  private async closingWords({ conversationId, closedTurn }: Proposal): Promise<string | null> {
    if (closedTurn === null) return null;
    const [row] = await this.database.query(WORDS, [conversationId, closedTurn]);
    return row === undefined ? null : String(row.user_input);
  }
}

/** Whether an action is found by what is shown of it; databases write JSON with and without blanks. */
function holds({ question, arguments: args, actionKey }: ActionItem, text: string): boolean {
  const plain = (words: string) => words.toLowerCase().replace(/\s+/g, '');
  return [question, JSON.stringify(args), actionKey].some((one) => plain(one).includes(plain(text)));
}
