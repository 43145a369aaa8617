import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';
import { type Decision, type FoldedTurn, foldTurn } from '../../turns/fold-turn';
import { turnEvents } from '../../turns/turn-events';
import type { WhySearch } from './why-search';

export type DryTurn = Schema<'DryRun'>['turns'][number];
export type RuleLook = DryTurn['rules'][number];

/** How the messages would be answered. To ask does nothing, so it is read like any other page. */
export function useDryRun(search: WhySearch) {
  return useQuery({
    enabled: search.say !== undefined,
    queryKey: ['why', search],
    // The same question an hour later can have another answer, and a page that changes by itself cannot be read.
    staleTime: 0,
    refetchOnWindowFocus: false,
    queryFn: () => read(api.POST('/api/v1/flow/dry-run', { body: bodyOf(search) })),
  });
}

function bodyOf({
  say = [],
  conversation,
  intent,
  state,
  context,
  params,
  results,
}: WhySearch): Schema<'DryRunRequest'> {
  return {
    messages: say.map(messageOf),
    conversationId: conversation ?? null,
    intent: intent ?? null,
    state: state ?? null,
    context: context ?? null,
    inputParams: params ?? null,
    results: results ?? null,
  };
}

/** A line such as `[CONFIRM]` or `[REJECT 2]` is a button, of the first question or another one. */
const PRESS = /^\[(CONFIRM|REJECT)(?: (\d{1,2}))?\]$/;

/** What presses a button, as a line of what is asked. */
export function pressLine(decision: 'CONFIRM' | 'REJECT', question: number): string {
  return `[${decision}${question === 0 ? '' : ` ${question + 1}`}]`;
}

function messageOf(line: string): Schema<'DryRunRequest'>['messages'][number] {
  const [, decision, place = '1'] = PRESS.exec(line) ?? [];
  if (decision === undefined) return line;
  return { decision: decision as 'CONFIRM' | 'REJECT', question: Math.max(0, Number(place) - 1) };
}

/** A turn as the inspector shows those that were; what counts as done in it was not. */
export function folded(turn: DryTurn): FoldedTurn {
  const { decisions, outcome, ...fold } = foldTurn(turn.turn, turnEvents(turn));
  const failed: Decision = { text: 'failedTurn', tone: 'bad', values: { code: turn.error?.code ?? '' } };
  return { ...fold, decisions: decisions.map(withheld), outcome: turn.error ? failed : withheld(outcome) };
}

function withheld(decision: Decision): Decision {
  return decision.text === 'action.EXECUTED' ? { ...decision, text: 'action.WITHHELD', tone: 'warn' } : decision;
}
