import { type Command, InvalidArgumentError } from 'commander';
import { ADMIN_KEY, examples, parseJsonOption, parseUrl, parseUuid, SERVICE_URL } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `actions`: those that wait for an operator. */
export function addActions(line: CommandLine): void {
  const { program, finish } = line;
  const actions = program.command('actions').description('look after actions that wait for an operator');
  actions
    .command('held')
    .description('list actions that were begun and may or may not have happened')
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('actions held', 'actions held --url https://bot.example.org --api-key KEY'))
    .action(async (options) => {
      const { runActionsHeld } = await import('./run-actions.js');
      finish(await runActionsHeld(program.opts(), options));
    });
  actions
    .command('settle')
    .description('say whether a held action has happened; the next turn of its conversation tells the user')
    .argument('<id>', 'id of the action, as "actions held" shows it', parseUuid)
    .requiredOption('--happened <yes|no>', 'whether it has happened in the world', parseYesOrNo)
    .requiredOption('--by <name>', 'who found out; kept in the audit')
    .option('--note <text>', 'how; kept in the audit', '')
    .option('--result <json>', 'what the handler would have reported', parseJsonOption, null)
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .addHelpText('after', examples("actions settle ID --happened yes --by ann --note 'found in the ledger'"))
    .action(async (id: string, options) => {
      const { runActionsSettle } = await import('./run-actions.js');
      finish(await runActionsSettle(program.opts(), id, options));
    });
  addApprovals(actions, line);
}

function addApprovals(actions: Command, { program, finish }: CommandLine): void {
  actions
    .command('awaiting')
    .description('list actions the user has said yes to that wait for an approval')
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('actions awaiting', 'actions awaiting --json'))
    .action(async (options) => {
      const { runActionsAwaiting } = await import('./run-actions.js');
      finish(await runActionsAwaiting(program.opts(), options));
    });
  actions
    .command('approve')
    .description("approve one revision of an action, for one time; the user's next yes carries it out")
    .argument('<id>', 'id of the action, as "actions awaiting" shows it', parseUuid)
    .requiredOption('--revision <n>', 'the revision that was looked at', parseRevision)
    .requiredOption('--by <name>', 'who approves; kept with the action and in the audit')
    .option('--note <text>', 'why; kept with the action and in the audit', '')
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .addHelpText('after', examples("actions approve ID --revision 1 --by ann --note 'checked with the customer'"))
    .action(async (id: string, options) => {
      const { runActionsApprove } = await import('./run-actions.js');
      finish(await runActionsApprove(program.opts(), id, options));
    });
  actions
    .command('refuse')
    .description('close an action that waits for an approval; the next turn of its conversation tells the user')
    .argument('<id>', 'id of the action, as "actions awaiting" shows it', parseUuid)
    .option('--revision <n>', 'the revision that was looked at; left out: whichever waits', parseRevision)
    .requiredOption('--by <name>', 'who refuses; kept in the audit')
    .option('--note <text>', 'why; kept in the audit', '')
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .addHelpText('after', examples("actions refuse ID --by ann --note 'the customer has left'"))
    .action(async (id: string, options) => {
      const { runActionsRefuse } = await import('./run-actions.js');
      finish(await runActionsRefuse(program.opts(), id, options));
    });
}

function parseRevision(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1 on.');
}

function parseYesOrNo(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new InvalidArgumentError('Expected yes or no.');
}
