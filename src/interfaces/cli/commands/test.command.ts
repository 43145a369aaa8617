import { Option } from 'commander';
import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `test`: holding scripted conversations with a flow. */
export function addTest({ program, finish, service }: CommandLine): void {
  program
    .command('test')
    .description('hold scripted conversations with a flow; ends with 1 where one is not as expected')
    .argument('[files...]', 'YAML files, folders or patterns', ['**/*.flow-test.yaml'])
    .option('--coverage', 'also list the rows that no conversation reaches')
    .addOption(
      new Option('--reporter <form>', 'how results are told').choices(['text', 'junit', 'tap']).default('text'),
    )
    .option('--output <file>', 'write the results there')
    .option('--tenant <name>', 'as users of this tenant, with the rows that it has of its own')
    .option('--watch', 'again whenever a file in the working directory changes')
    .addHelpText('after', examples('test', 'test flows --coverage', 'test --reporter junit --output results.xml'))
    .addHelpText('after', '\nNothing outside is called: actions and tools are stubs, or handlers that a file names.')
    .action(async (files: string[], options) => {
      const { runTest } = await import('./run-test.js');
      finish(await runTest(program.opts(), files, options, service));
    });
}
