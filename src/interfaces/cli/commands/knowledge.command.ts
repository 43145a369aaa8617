import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `knowledge`: what is known about data. */
export function addKnowledge({ program, finish }: CommandLine): void {
  program
    .command('knowledge')
    .description('look after what is known about your data')
    .command('import')
    .description('fill schema knowledge with the tables and columns of a database, or from a CSV file')
    .option('--from <url>', 'database whose tables, comments and keys are read: sqlite:PATH or postgres://…')
    .option('--csv <file>', 'file with the columns table_name, column_name, description and tags')
    .option('--dry-run', 'only count what would be added and changed')
    .addHelpText('after', examples('knowledge import --from postgres://app@db/shop --dry-run'))
    .addHelpText('after', '  convengine knowledge import --csv meanings.csv')
    .addHelpText(
      'after',
      '\nRows are known by table and column, so that an import can be repeated. One from a database',
    )
    .addHelpText('after', 'leaves descriptions and tags that are there; what a file says takes their place.')
    .action(async (options) => {
      const { runKnowledgeImport } = await import('./run-knowledge.js');
      finish(await runKnowledgeImport(program.opts(), options));
    });
}
