import type { Command } from 'commander';
import { ADMIN_KEY, examples, parseUrl, parseUuid, SERVICE_URL } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `schedules`: what was agreed to for times to come, and how people stop it. */
export function addSchedules({ program, finish }: CommandLine): void {
  const schedules = program
    .command('schedules')
    .description('look after what was agreed to for times to come: docs/schedules.md');
  const about = (name: string, description: string): Command =>
    schedules
      .command(name)
      .description(description)
      .argument('<conversation>', 'id of its conversation', parseUuid)
      .argument('<schedule>', 'id of the schedule, as "schedules list" shows it', parseUuid)
      .option(...SERVICE_URL, parseUrl)
      .option(...ADMIN_KEY);

  schedules
    .command('list')
    .description('list schedules with times to come, or those of a conversation')
    .option('--conversation <id>', 'those of this conversation, whatever became of them', parseUuid)
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('schedules list', 'schedules list --conversation ID --json'))
    .action(async (options) => {
      const { runSchedulesList } = await import('./run-schedules.js');
      finish(await runSchedulesList(program.opts(), options));
    });
  about('show', 'show a schedule, its consent and its times so far')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('schedules show CONVERSATION SCHEDULE'))
    .action(async (conversation: string, schedule: string, options) => {
      const { runSchedulesShow } = await import('./run-schedules.js');
      finish(await runSchedulesShow(program.opts(), { conversation, schedule }, options));
    });
  about('revoke', 'stop a schedule: none of its times begins any more')
    .requiredOption('--by <name>', 'who does it; kept in the audit')
    .addHelpText('after', examples('schedules revoke CONVERSATION SCHEDULE --by ann'))
    .action(async (conversation: string, schedule: string, options) => {
      const { runSchedulesRevoke } = await import('./run-schedules.js');
      finish(await runSchedulesRevoke(program.opts(), { conversation, schedule }, options));
    });
}
