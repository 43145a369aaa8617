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
    .option('--package <spec>', 'what the project installs: a version, an address, or a file that "npm pack" has made')
    .addHelpText(
      'after',
      `${examples('create booking', 'create booking --package ../convengine-0.1.0.tgz')}

Without --package, the project installs what runs now. What no registry has is put into the
project as a file, so that containers and other machines can install it, too.`,
    )
    .action(async (name, options) => {
      const { runCreate } = await import('./run-create.js');
      finish(await runCreate(name, options));
    });
}
