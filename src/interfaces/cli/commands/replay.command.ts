import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';
import { addWhichConversations } from '../which-conversations.js';

/** Adds `replay`: what recorded conversations come to with other rows. */
export function addReplay({ program, finish, service }: CommandLine): void {
  const command = program
    .command('replay')
    .description(
      'hold recorded conversations again with other rows, without any effect; ends with 1 where one goes otherwise',
    )
    .argument(
      '[files...]',
      'SQL files, or folders of them, with the rows to try, for an empty database; the present rows where left out',
    )
    .option('--rows-of <url>', 'try the rows of this database in place of files');
  addWhichConversations(command, 10_000)
    .option('--json', 'as JSON, with every conversation that goes otherwise')
    .addHelpText(
      'after',
      examples('replay flow.sql', 'replay flow.sql --days 7', 'replay --rows-of sqlite:new-flow.sqlite --limit 500'),
    )
    .addHelpText(
      'after',
      '\nNothing outside is called: actions and tools answer as recorded, and time is what it was then.',
    )
    .action(async (files: string[], options) => {
      const { runReplay } = await import('./run-replay.js');
      finish(await runReplay(program.opts(), files, options, service));
    });
}
