import { examples, parseUuid } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `audit`: what was recorded of turns. */
export function addAudit({ program, finish }: CommandLine): void {
  program
    .command('audit')
    .description('look after what was recorded of turns')
    .command('verify')
    .description('find turn records that were altered, taken out or exchanged since the service wrote them')
    .option('--conversation <id>', 'of this conversation alone', parseUuid)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('audit verify', 'audit verify --conversation ID', 'audit verify --json'))
    .action(async (options) => {
      const { runAuditVerify } = await import('./run-audit-verify.js');
      finish(await runAuditVerify(program.opts(), options));
    });
}
