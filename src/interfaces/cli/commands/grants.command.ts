import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `grants`: what the service's own role needs. */
export function addGrants({ program, finish }: CommandLine): void {
  program
    .command('grants')
    .description('print the statements that give a PostgreSQL role what the service needs, and no more')
    .argument('<role>', 'the role, which exists already')
    .option('--rows', 'let the service write rows of the flow, too, for who edits them through it')
    .addHelpText('after', examples('grants convengine_app | psql DATABASE_URL_OF_THE_OWNER'))
    .action(async (role: string, options: { readonly rows?: boolean }) => {
      const { runGrants } = await import('./run-grants.js');
      finish(runGrants(role, options));
    });
}
