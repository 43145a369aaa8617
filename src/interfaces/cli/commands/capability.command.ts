import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `capability`: files from a description of an API. */
export function addCapability({ program, finish }: CommandLine): void {
  program
    .command('capability')
    .description('look after capability files')
    .command('import')
    .description('write a capability file for each operation of an OpenAPI 3 or Swagger 2 description')
    .argument('<file>', 'the description, YAML or JSON')
    .requiredOption('--out <directory>', 'where the files go')
    .option('--prefix <name>', 'begins every name; the title of the description where it is left out')
    .option('--server <url>', 'scheme and host, in the place of those that the description names')
    .option('--force', 'replace files that are there')
    .addHelpText('after', examples('capability import openapi.yaml --out capabilities --prefix shop'))
    .action(async (file: string, options) => {
      const { runCapabilityImport } = await import('./run-capability-import.js');
      finish(await runCapabilityImport(file, options));
    });
}
