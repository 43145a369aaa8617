import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `dev`: a service that takes up what is being written. */
export function addDev({ program, finish }: CommandLine): void {
  program
    .command('dev')
    .description('start the service, and again whenever handlers, rows or settings are written')
    .argument('[folders...]', 'folders with SQL files that are loaded at each change', ['flows'])
    .option('--port <number>', 'TCP port (convengine.http.port)')
    .addHelpText('after', examples('dev', 'dev flows --port 8080'))
    .addHelpText(
      'after',
      '\nCapability files are taken up by any service (convengine.capabilities.watch). What cannot be',
    )
    .addHelpText('after', 'loaded is named with its line, and the service goes on as it was.')
    .action(async (folders, options) => {
      const { runDev } = await import('./run-dev.js');
      finish(await runDev(program.opts(), folders, options));
    });
}
