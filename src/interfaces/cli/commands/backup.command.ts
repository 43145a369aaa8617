import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `backup`: a copy of the database. */
export function addBackup({ program, finish }: CommandLine): void {
  program
    .command('backup')
    .description('copy the SQLite database into a file while the service runs, and check the copy')
    .argument('<file>', 'where the copy goes')
    .option('--force', 'replace a file that is there')
    .addHelpText('after', examples('backup copy.sqlite', 'backup /backups/latest.sqlite --force'))
    .action(async (file: string, options) => {
      const { runBackup } = await import('./run-backup.js');
      finish(await runBackup(program.opts(), file, options));
    });
}
