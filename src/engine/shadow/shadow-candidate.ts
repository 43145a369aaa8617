import type { FlowRows } from '../../platform/persistence/index.js';
import {
  type Behaviour,
  behaviourOf,
  type Differing,
  differencesBetween,
  effectsOf,
  shownMessage,
  without,
} from '../comparison/index.js';
import { type AnsweredTurn, outcomeOf, type TurnRepeater } from '../dry-run/index.js';
import { applyChanges, type FlowDefinition, type FlowService, type RowChange } from '../flow/index.js';
import type { Cause } from './shadow-tally.js';

/** Which of more changed rows is the cause is not tried: each has a flow of its own in memory. */
const MOST_SUSPECTS = 20;

/** What a shadow makes of a turn. */
export type Compared = 'same' | { readonly example: Differing; readonly causes: readonly Cause[] };

/** Called between two runs of a turn: gives the thread to others. */
export type Pause = () => Promise<void>;

/** The flow of a shadow, and the same with one changed row after the other as it was. */
export class ShadowCandidate {
  readonly #withoutChange = new Map<number, FlowDefinition | undefined>();

  private constructor(
    private readonly flow: FlowService,
    private readonly repeater: TurnRepeater,
    private readonly changes: readonly RowChange[],
    private readonly rows: FlowRows,
    private readonly candidate: FlowDefinition,
    private readonly present: FlowDefinition,
  ) {}

  /** @throws where the rows cannot be used */
  static async of(flow: FlowService, repeater: TurnRepeater, changes: readonly RowChange[]): Promise<ShadowCandidate> {
    const present = flow.definition.byWords();
    const rows = applyChanges(flow.running.rows, changes);
    const { definition } = await flow.tryOut(rows);
    return new ShadowCandidate(flow, repeater, changes, rows, definition, present);
  }

  /** What it makes of a turn and, where that is something else, which changed row is the cause. */
  async compare(answered: AnsweredTurn, pause: Pause): Promise<Compared> {
    const before = behaviourOf(outcomeOf(answered.turn));
    const example = await this.differenceWith(this.candidate, answered, before);
    if (!example) return 'same';
    return { example, causes: await this.causesOf(answered, before, pause) };
  }

  private async causesOf(answered: AnsweredTurn, before: Behaviour, pause: Pause): Promise<readonly Cause[]> {
    await pause();
    if (await this.differenceWith(this.present, answered, before)) return [{ reason: 'NOT_BY_ROWS', changeNo: null }];
    if (this.changes.length === 1) return [{ reason: 'ROW', changeNo: 0 }];
    if (this.changes.length > MOST_SUSPECTS) return [{ reason: 'NOT_TRIED', changeNo: null }];
    const causes: Cause[] = [];
    for (const changeNo of this.changes.keys()) {
      await pause();
      const flow = await this.without(changeNo);
      if (flow && !(await this.differenceWith(flow, answered, before))) causes.push({ reason: 'ROW', changeNo });
    }
    return causes.length > 0 ? causes : [{ reason: 'TOGETHER', changeNo: null }];
  }

  /** Undefined where the row cannot be as it was beside the others. */
  private async without(changeNo: number): Promise<FlowDefinition | undefined> {
    if (!this.#withoutChange.has(changeNo)) {
      const own = this.changes.filter((_, index) => index === changeNo);
      const back = own.map(({ before, after, ...row }) => ({ ...row, before: after, after: before }));
      const tried = await this.flow.tryOut(applyChanges(this.rows, back)).catch(() => undefined);
      this.#withoutChange.set(changeNo, tried?.definition);
    }
    return this.#withoutChange.get(changeNo);
  }

  private async differenceWith(
    flow: FlowDefinition,
    answered: AnsweredTurn,
    before: Behaviour,
  ): Promise<Differing | undefined> {
    const { turn } = answered;
    const repeated = await this.repeater.repeat(answered, flow);
    const { failure, unrecorded } = repeated;
    const after = failure === undefined ? behaviourOf(repeated) : { ...behaviourOf(repeated), reply: failure };
    const differences = differencesBetween(before, after);
    if (differences.length === 0) return undefined;
    const [begun, beginsNow] = [effectsOf(outcomeOf(turn).events), effectsOf(repeated.events)];
    const message = shownMessage(saidIn(answered), turn.answering.decision);
    return {
      conversationId: turn.conversationId,
      firstDifference: { turn: turn.moment.turn, message, differences },
      effectsAdded: without(beginsNow, begun),
      effectsLost: without(begun, beginsNow),
      unrecorded,
    };
  }
}

/** As the record has it, without what is not to be kept. */
function saidIn({ turn }: AnsweredTurn): string {
  const { events } = outcomeOf(turn);
  return String(events.find(({ stage }) => stage === 'USER_INPUT')?.payload.text ?? '');
}
