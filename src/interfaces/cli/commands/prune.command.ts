import { examples, oneOf, parseUuid, wholeNumber } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

const days = wholeNumber(36_500);
const MOST_AT_ONCE = 10_000;

/** Adds `prune`: what is old goes. */
export function addPrune({ program, finish }: CommandLine): void {
  program
    .command('prune')
    .description('delete what is older than so many days (convengine.retention where an option is left out)')
    .option('--conversations <days>', 'conversations that nobody has used', days)
    .option('--evidence <days>', 'the record of consent, which else stays when its conversation goes', days)
    .option('--audit <days>', 'the audit of conversations that nobody has used', days)
    .option('--replies <days>', 'their replies that recognise a repeated request', days)
    .option('--model-calls <days>', 'the log of model calls', days)
    .option('--events <days>', 'events that the webhook has taken', days)
    .option('--status <status>', 'only conversations of this status: RUNNING, BLOCKED', oneOf('RUNNING', 'BLOCKED'))
    .option('--batch <count>', 'conversations that one transaction changes', wholeNumber(MOST_AT_ONCE), 100)
    .option('--from <id>', 'go on after this conversation, as a run that was stopped has said', parseUuid)
    .option('--dry-run', 'count, and delete nothing')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('prune --conversations 90 --dry-run', 'prune --model-calls 30 --replies 2'))
    .action(async (options) => {
      const { runPrune } = await import('./run-prune.js');
      finish(await runPrune(program.opts(), options));
    });
}
