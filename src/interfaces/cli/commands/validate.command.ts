import { Option } from 'commander';
import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `validate`: checking tools. */
export function addValidate({ program, finish }: CommandLine): void {
  program
    .command('validate')
    .description(
      'check tools for what makes models misuse them: capability files, playbooks, manifests, and those of the service',
    )
    .argument('[path...]', 'YAML files, tool.manifest.json, and directories of them')
    .addOption(new Option('-f, --format <format>', 'how to report').choices(['text', 'json', 'sarif']).default('text'))
    .addOption(
      new Option('-s, --severity <level>', 'least severity to report')
        .choices(['fail', 'warn', 'info'])
        .default('info'),
    )
    .option('--fix', 'mend in the files what can be mended, and report the rest')
    .option('--tools', 'check the tools of the configured service too: rows, handlers, capability directories')
    .option('--compat', 'give the results of mcp-gateway 2.10, flaws included')
    .option('--no-color', 'no colours on a terminal either')
    .addHelpText('after', examples('validate capabilities/', 'validate --tools', 'validate --fix capabilities/'))
    .addHelpText('after', '\nEnds with 0, with 1 where something failed, with 2 where a file cannot be used.')
    .action(async (paths: string[], options) => {
      const { runValidate } = await import('./run-validate.js');
      finish(await runValidate(program.opts(), paths, options));
    });
}
