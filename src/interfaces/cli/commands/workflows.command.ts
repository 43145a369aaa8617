import type { Command } from 'commander';
import { ADMIN_KEY, examples, parseJsonOption, parseUrl, parseUuid, SERVICE_URL } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `workflows`: runs that wait for a person, and what people do with them. */
export function addWorkflows({ program, finish }: CommandLine): void {
  const workflows = program.command('workflows').description('look after runs of workflows: docs/workflows.md');
  const about = (name: string, description: string): Command =>
    workflows
      .command(name)
      .description(description)
      .argument('<conversation>', 'id of its conversation', parseUuid)
      .argument('<run>', 'id of the run, as "workflows list" shows it')
      .option(...SERVICE_URL, parseUrl)
      .option(...ADMIN_KEY);
  const change = (name: string, description: string): Command =>
    about(name, description)
      .requiredOption('--by <name>', 'who does it; kept in the audit')
      .option('--note <text>', 'why; kept in the audit', '');

  workflows
    .command('list')
    .description('list runs that are held, or those of a conversation')
    .option('--conversation <id>', 'those of this conversation, whatever became of them', parseUuid)
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('workflows list', 'workflows list --conversation ID --json'))
    .action(async (options) => {
      const { runWorkflowsList } = await import('./run-workflows.js');
      finish(await runWorkflowsList(program.opts(), options));
    });
  about('show', 'show how far a run has come')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('workflows show CONVERSATION RUN'))
    .action(async (conversation: string, run: string, options) => {
      const { runWorkflowsShow } = await import('./run-workflows.js');
      finish(await runWorkflowsShow(program.opts(), { conversation, run }, options));
    });
  const steps = [
    change('settle', 'say whether a step has happened that nobody knows the end of')
      .requiredOption('--step <name>', 'which step')
      .requiredOption('--happened <yes|no>', 'whether it has happened in the world')
      .option('--result <json>', 'what it would have answered', parseJsonOption, null)
      .addHelpText('after', examples('workflows settle CONVERSATION RUN --step hotel --happened no --by ann')),
    change('retry', 'have a held run go on where it stood').addHelpText(
      'after',
      examples("workflows retry CONVERSATION RUN --by ann --note 'the hotel answers again'"),
    ),
    change('cancel', 'end a run, and have it undone').addHelpText(
      'after',
      examples('workflows cancel CONVERSATION RUN --by ann'),
    ),
    about('signal', 'give a run what it waits for')
      .requiredOption('--signal <name>', 'the name that it waits for')
      .requiredOption('--by <name>', 'who does it; kept in the audit')
      .option('--payload <json>', 'what it is told', parseJsonOption, null)
      .addHelpText('after', examples("workflows signal CONVERSATION RUN --signal paid --payload '240' --by payments")),
  ];
  for (const command of steps) {
    command.action(async (conversation: string, run: string, options) => {
      const { runWorkflowsChange } = await import('./run-workflows.js');
      finish(await runWorkflowsChange(program.opts(), command.name(), { conversation, run }, options));
    });
  }
}
