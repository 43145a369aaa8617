import { type Command, Option } from 'commander';
import { parseUrl } from '../arguments.js';
import type { CommandLine, Finish } from '../command-line.js';

/** Adds `toolgen`: packages of tools. */
export function addToolgen({ program, finish }: CommandLine): void {
  const toolgen = program.command('toolgen').description('turn a project into a package of tools for language models');
  addToolgenCommands(toolgen, 'convengine toolgen', finish);
  addExport(toolgen, { program, finish });
}

/**
 * Adds `init`, `build` and `schema` to a command: `llm-toolgen` itself, or `convengine toolgen`.
 * @param called what users type before the name of the command, for the examples
 */
export function addToolgenCommands(parent: Command, called: string, finish: Finish): void {
  parent
    .command('init')
    .description('make a first tool package of a project: find its capabilities, write the manifest, build')
    .argument('<project>', 'folder of the project; or, with --surface python, name of an installed package')
    .option('--out <folder>', 'folder of the package', 'llm-tooling')
    .addOption(
      new Option(
        '--surface <kind>',
        'what to make tools of; by default the first that there is, but for python, which is imported',
      ).choices(['openapi', 'cli', 'library', 'python']),
    )
    .option('--hints <file>', 'what cannot be found out (toolgen.hints.json of the project)')
    .option('--base-url <url>', 'address of the service, for openapi', parseUrl)
    .addOption(
      new Option('--all', 'each package of the workspaces, in a folder of its own below --out').conflicts('hints'),
    )
    .option('--force', 'replace a manifest that is there, and generated files that were edited')
    .addHelpText(
      'after',
      `\nExamples:\n  ${called} init . --out llm-tooling\n  ${called} init ../api --surface openapi`,
    )
    .action(async (project: string, options) => {
      const { runToolgenInit } = await import('./run-toolgen.js');
      finish(await runToolgenInit(project, options));
    });
  parent
    .command('build')
    .description('generate everything anew from tool.manifest.json and overrides/')
    .argument('[folder]', 'folder of the package', 'llm-tooling')
    .option('--force', 'overwrite generated files that were edited')
    .addHelpText('after', `\nExamples:\n  ${called} build\n  ${called} build llm-tooling --force`)
    .action(async (folder: string, options) => {
      const { runToolgenBuild } = await import('./run-toolgen.js');
      finish(await runToolgenBuild(folder, options));
    });
  parent
    .command('schema')
    .description('print the JSON Schema of tool.manifest.json')
    .addHelpText('after', `\nExamples:\n  ${called} schema > tool.manifest.schema.json`)
    .action(async () => {
      const { runToolgenSchema } = await import('./run-toolgen.js');
      finish(await runToolgenSchema());
    });
}

/** Adds `export`, which is of `convengine toolgen` alone. */
function addExport(parent: Command, { program, finish }: Pick<CommandLine, 'program' | 'finish'>): void {
  parent
    .command('export')
    .description('make a tool package of the tools of the running service, as far as the key lets call them')
    .option('--out <folder>', 'folder of the package', 'llm-tooling')
    .option('--url <url>', 'address of the service (convengine.http.port on this machine)', parseUrl)
    .option('--api-key <key>', 'whose tools (convengine.security.conversation-api-key)')
    .option('--no-build', 'write the manifest alone')
    .option('--force', 'replace a manifest that says something else, and generated files that were edited')
    .addHelpText(
      'after',
      '\nExamples:\n  convengine toolgen export\n  convengine toolgen export --url https://bot.example.org',
    )
    .action(async (options) => {
      const { runToolgenExport } = await import('./run-toolgen.js');
      finish(await runToolgenExport(program.opts(), options));
    });
}
