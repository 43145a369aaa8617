import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `doctor`: what an operator has to know. */
export function addDoctor({ program, finish }: CommandLine): void {
  program
    .command('doctor')
    .description(
      'check the database, its actions and the configuration, and say what to do; 1 where there is a problem',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(async (options) => {
      const { runDoctor } = await import('./run-doctor.js');
      finish(await runDoctor(program.opts(), options));
    });
}
