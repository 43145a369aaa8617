import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `flow`: checking the flow tables. */
export function addFlow({ program, finish }: CommandLine): void {
  program
    .command('flow')
    .description('look after the flow tables')
    .command('check')
    .description('check every row of the flow tables; ends with 1 where a row has an error')
    .option('--json', 'as JSON')
    .option('--strict', 'end with 1 for warnings too')
    .option('--demo', 'know the handlers of the demo pack')
    .addHelpText('after', examples('flow check', 'flow check --strict --json'))
    .addHelpText('after', '\nHandlers are those of convengine.handlers.directories; what an application registers by')
    .addHelpText('after', 'itself is not known here, and reported as missing.')
    .action(async (options) => {
      const { runFlowCheck } = await import('./run-flow-check.js');
      finish(await runFlowCheck(program.opts(), options));
    });
}
