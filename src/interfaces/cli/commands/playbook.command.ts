import { InvalidArgumentError } from 'commander';
import { isJsonObject, type JsonObject, parseJson } from '../../../platform/common/json.js';
import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `playbook`: what playbooks would do. */
export function addPlaybook({ program, finish }: CommandLine): void {
  const playbook = program.command('playbook').description('look at playbooks without running them');
  playbook
    .command('list')
    .description('list the playbooks of convengine.capabilities.directories, whether they write, and what they take')
    .option('--json', 'as JSON')
    .option('--demo', 'know the handlers of the demo pack')
    .addHelpText('after', examples('playbook list', 'playbook list --json'))
    .action(async (options) => {
      const { runPlaybookList } = await import('./run-playbook.js');
      finish(await runPlaybookList(program.opts(), options));
    });
  playbook
    .command('dry-run')
    .description('show which steps a playbook would take, which of them write, and what would be asked; nothing is run')
    .argument('<name>', 'name of the playbook, as "playbook list" shows it')
    .option('--arguments <json>', 'its inputs, as a JSON object', parseJsonObject, {})
    .option('--json', 'as JSON')
    .option('--demo', 'know the handlers of the demo pack')
    .addHelpText('after', examples(`playbook dry-run lend_book --arguments '{"title": "Emma", "reader": "Ann"}'`))
    .addHelpText('after', '\nSteps with one number run beside each other. Tools of other servers are not known here.')
    .action(async (name: string, options) => {
      const { runPlaybookDryRun } = await import('./run-playbook.js');
      finish(await runPlaybookDryRun(program.opts(), name, options));
    });
}

function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text);
  if (isJsonObject(value)) return value;
  throw new InvalidArgumentError('Expected a JSON object.');
}
