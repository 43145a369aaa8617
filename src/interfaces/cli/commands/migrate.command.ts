import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `migrate`: the tables. */
export function addMigrate({ program, finish }: CommandLine): void {
  program
    .command('migrate')
    .description('bring the tables of the database up to date')
    .addHelpText('after', examples('migrate', 'migrate --database sqlite:/var/lib/convengine/flows.sqlite'))
    .action(async () => {
      const { runMigrate } = await import('./run-migrate.js');
      finish(await runMigrate(program.opts()));
    });
}
