import { type Command, InvalidArgumentError } from 'commander';
import type { WhichConversations } from '../flow-replay/index.js';
import { parseUuid, wholeNumber } from './arguments.js';

const MOST_CONVERSATIONS = 1_000_000;
const DAY_MS = 86_400_000;

/** Options that say which recorded conversations a command is about. */
export interface WhichOptions {
  readonly conversation?: readonly string[];
  readonly days?: number;
  readonly limit: number;
  readonly tenant?: string;
  readonly handlers?: readonly string[];
}

/** Adds them to a command, and `--handlers`. @param limit where none is given */
export function addWhichConversations(command: Command, limit: number): Command {
  return command
    .option('--conversation <id...>', 'these conversations alone', (id: string, ids: string[] = []) => [
      ...ids,
      parseUuid(id),
    ])
    .option('--days <days>', 'those that began within so many days', parseDays)
    .option('--limit <count>', 'so many at most, those that began last', wholeNumber(MOST_CONVERSATIONS), limit)
    .option('--tenant <name>', 'those of this tenant, with the rows that it has of its own')
    .option('--handlers <directory...>', 'folders of handlers that are run where they are no actions and no tools');
}

export function whichConversations({ conversation, days, limit }: WhichOptions): WhichConversations {
  return { ids: conversation, sinceMs: days === undefined ? undefined : Date.now() - days * DAY_MS, limit };
}

/** @throws InvalidArgumentError */
export function parseDays(text: string): number {
  const days = Number(text);
  if (days > 0 && days < 36_500) return days;
  throw new InvalidArgumentError('Expected a number of days.');
}
