import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `seed`: rows from SQL files. */
export function addSeed({ program, finish }: CommandLine): void {
  program
    .command('seed')
    .description('load SQL files into the database, in this order; each is stored as a whole or not at all')
    .argument('<file...>', 'SQL files')
    .addHelpText('after', examples('seed flows.sql', 'seed intents.sql rules.sql'))
    .action(async (files: string[]) => {
      const { runSeed } = await import('./run-seed.js');
      finish(await runSeed(program.opts(), files));
    });
}
