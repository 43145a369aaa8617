import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';
import { parseDays } from '../which-conversations.js';

/** Adds `flow`: checking the flow tables. */
export function addFlow({ program, finish }: CommandLine): void {
  program
    .command('flow')
    .description('look after the flow tables')
    .command('check')
    .description('check every row of the flow tables; ends with 1 where a row has an error')
    .argument(
      '[files...]',
      'SQL files with the rows to check, for an empty database; those of the database where left out',
    )
    .option(
      '--against [url]',
      'say what they would strand in a database that is in use; the configured one without url',
    )
    .option('--days <days>', 'with --against: of conversations that began within so many days', parseDays, 30)
    .option('--tenant <name>', 'the rows that turns of this tenant run on; those of each where left out')
    .option('--json', 'as JSON')
    .option('--strict', 'end with 1 for warnings too')
    .option('--demo', 'know the handlers of the demo pack')
    .addHelpText('after', examples('flow check', 'flow check --strict --json', 'flow check new-flow.sql --against'))
    .addHelpText('after', '\nHandlers are those of convengine.handlers.directories; what an application registers by')
    .addHelpText('after', 'itself is not known here, and reported as missing.')
    .action(async (files: string[], options) => {
      const { runFlowCheck } = await import('./run-flow-check.js');
      finish(await runFlowCheck(program.opts(), files, options));
    });
}
