import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `config`: what is in force, and why. */
export function addConfig({ program, finish }: CommandLine): void {
  program
    .command('config')
    .description('show every key with its effective value and where that came from; secrets are masked')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('config', 'config --config production.yaml --json'))
    .action(async (options) => {
      const { runConfig } = await import('./run-config.js');
      finish(await runConfig(program.opts(), options));
    });
}
