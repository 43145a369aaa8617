import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `create`: a project of one's own. */
export function addCreate({ program, finish }: CommandLine): void {
  program
    .command('create')
    .description(
      'write a project of your own: a flow, its handler in TypeScript, a test, settings, container and CI files',
    )
    .argument('<name>', 'name of the project, and of the folder that is made for it')
    .option('--package <spec>', 'where the project takes convengine from, as npm reads it: a version, or file:PATH')
    .addHelpText('after', examples('create booking', 'create booking --package file:../convengine-0.1.0.tgz'))
    .action(async (name, options) => {
      const { runCreate } = await import('./run-create.js');
      finish(await runCreate(name, options));
    });
}
