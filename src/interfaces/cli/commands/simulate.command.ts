import type { Command } from 'commander';
import { examples, wholeNumber } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `simulate`: users that are made up, who want what a flow offers. */
export function addSimulate({ program, finish, service }: CommandLine): void {
  const command: Command = program
    .command('simulate')
    .description(
      'have made-up users talk to a flow, without any effect; ends with 1 where one meets what no user should',
    )
    .argument(
      '[files...]',
      'SQL files with the rows, or folders of them, for an empty database; those of the configured one where left out',
    )
    .option('--conversations <count>', 'so many', wholeNumber(1_000_000), 500)
    .option('--turns <count>', 'so many in a conversation, at most', wholeNumber(1_000), 20)
    .option('--seed <number>', 'the same seed makes the same users', wholeNumber(2_147_483_647))
    .option('--handlers <directory...>', 'folders of handlers that are run')
    .option('--tenant <name>', 'as users of this tenant, with the rows that it has of its own')
    .option('--write <file>', 'write one conversation of each path there, for convengine test')
    .option('--json', 'as JSON, with every conversation');
  command
    .addHelpText(
      'after',
      examples('simulate', 'simulate flow.sql --conversations 5000', 'simulate --write paths.flow-test.yaml'),
    )
    .addHelpText('after', '\nNo model is asked: what users say comes from the examples and patterns of the flow.')
    .action(async (files: string[], options) => {
      const { runSimulate } = await import('./run-simulate.js');
      finish(await runSimulate(program.opts(), files, options, service));
    });
}
