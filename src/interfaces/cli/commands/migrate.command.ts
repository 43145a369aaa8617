import { Option } from 'commander';
import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `migrate`: the tables. */
export function addMigrate({ program, finish }: CommandLine): void {
  program
    .command('migrate')
    .description('bring the tables of the database up to date')
    .option('--status', 'show which migrations have been run, and change nothing')
    .addOption(
      new Option(
        '--distributed <engine>',
        'print the statements that spread the tables of conversations over many nodes, and do nothing',
      )
        .choices(['citus'])
        .conflicts('status'),
    )
    .addOption(
      new Option(
        '--row-level-security',
        'print the statements by which PostgreSQL keeps tenants apart, and do nothing',
      ).conflicts(['status', 'distributed']),
    )
    .addHelpText(
      'after',
      examples(
        'migrate',
        'migrate --status',
        'migrate --distributed citus',
        'migrate --row-level-security',
        'migrate --database sqlite:/var/lib/convengine/flows.sqlite',
      ),
    )
    .action(async (options) => {
      const { runMigrate } = await import('./run-migrate.js');
      finish(await runMigrate(program.opts(), options));
    });
}
