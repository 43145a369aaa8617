import { Option } from 'commander';
import { examples, wholeNumber } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** What an index of pgvector takes. */
const MOST_DIMENSIONS = 2_000;

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
    .addOption(
      new Option(
        '--vectors <dimension>',
        'print the statements that make a table in which pgvector ranks by meaning, and do nothing',
      )
        .argParser(wholeNumber(MOST_DIMENSIONS))
        .conflicts(['status', 'distributed', 'rowLevelSecurity']),
    )
    .addHelpText(
      'after',
      examples(
        'migrate',
        'migrate --status',
        'migrate --distributed citus',
        'migrate --row-level-security',
        'migrate --vectors 768',
        'migrate --database sqlite:/var/lib/convengine/flows.sqlite',
      ),
    )
    .action(async (options) => {
      const { runMigrate } = await import('./run-migrate.js');
      finish(await runMigrate(program.opts(), options));
    });
}
