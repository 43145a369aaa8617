import { InvalidArgumentError } from 'commander';
import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `serve`: the service. */
export function addServe({ program, finish, service }: CommandLine): void {
  program
    .command('serve')
    .description('start the service')
    .option('--demo', 'bring along the demo pack: its handlers, and its rows where the database has no intents')
    .option('--port <number>', 'TCP port, 0 for any free one (convengine.http.port)', parsePort)
    .option('--host <address>', 'address to listen on (convengine.http.host)')
    .addHelpText('after', examples('serve --demo', 'serve --port 8080 --database postgres://app:secret@db/app'))
    .action(async (options) => {
      const { runServe } = await import('./run-serve.js');
      finish(await runServe(program.opts(), options, service));
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}
