import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../platform/common/json.js';
import { type Tool, ToolRunner } from '../../../tools/index.js';
import type { Reads } from '../../turn/kernel/index.js';
import { isConfirmedFirst, type ToolAttempt, ToolCalls } from '../asking/index.js';
import { hashArguments, isCallOf, isOpen, type Proposal } from '../index.js';
import { ActionMethodFinder } from './action-methods.js';
import { ConfirmedActions, type ExecutingView } from './confirmed-actions.js';

/** What a call may read and change of the turn; `target` and `confirmation` are the yes of this turn. */
export type CallingView = ExecutingView & Reads<'context' | 'target' | 'confirmation' | 'policy_decision'>;

/** What became of a call in such a turn. */
export type ConfirmedAttempt =
  | ToolAttempt
  /** It was confirmed and begun, and has not come to a good end; the user is told. */
  | { readonly kind: 'settled' };

/**
 * Calls to tools in a turn that may have begun with a yes to them. What writes runs at once where the user has just said
 * yes to this very tool with these very arguments before it was planned; in any other case it is asked for.
 */
@Injectable()
export class ConfirmedCalls {
  constructor(
    private readonly tools: ToolRunner,
    private readonly calls: ToolCalls,
    private readonly methods: ActionMethodFinder,
    private readonly confirmed: ConfirmedActions,
  ) {}

  /** @param onRun called right before a tool is run */
  async attempt(turn: CallingView, tool: Tool, given: JsonObject, onRun?: () => void): Promise<ConfirmedAttempt> {
    const target = this.confirmedFor(turn, tool, given);
    if (!target || !turn.confirmation) return this.calls.attempt(turn, tool, given, onRun);
    onRun?.();
    const kind = await this.confirmed.execute(turn, { target, confirmation: turn.confirmation });
    const after = turn.proposals.all.find(({ proposalId }) => proposalId === target.proposalId);
    if (kind !== 'executed') return { kind: 'settled' };
    const told = turn.ownWords.notice;
    turn.ownWords.untell();
    return { kind: 'done', result: after?.result ?? null, ...(told !== undefined && { told }) };
  }

  /** Whether a call would be put before the user in a turn without a yes to it: it can be made, and writes. */
  asks(tool: Tool, args: JsonObject): boolean {
    return this.calls.asks(tool, this.tools.completed(tool, args));
  }

  /** The action of this turn's yes, where it is this call. */
  private confirmedFor(turn: CallingView, tool: Tool, given: JsonObject): Proposal | undefined {
    if (turn.facts.policy_decision !== 'EXECUTE_PENDING_ACTION' || !turn.target || !isConfirmedFirst(turn.target))
      return undefined;
    const target = turn.proposals.all.find(({ proposalId }) => proposalId === turn.target?.proposalId);
    const hash = hashArguments(this.tools.completed(tool, given));
    if (!target || !isOpen(target) || !isCallOf(target, tool, hash)) return undefined;
    return this.methods.find(turn.flow, target) && target;
  }
}
