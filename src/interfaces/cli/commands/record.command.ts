import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';
import { addWhichConversations } from '../which-conversations.js';

/** Adds `record`: scripted conversations out of recorded ones. */
export function addRecord({ program, finish, service }: CommandLine): void {
  const command = program
    .command('record')
    .description('write recorded conversations down for "convengine test", with other names, numbers and addresses');
  addWhichConversations(command, 20)
    .option('--output <file>', 'write them there, in the place of standard output')
    .option('--keep-names', 'leave names, numbers and addresses as they are')
    .addHelpText(
      'after',
      examples('record --limit 5 --output conversations.flow-test.yaml', 'record --conversation ID --keep-names'),
    )
    .action(async (options) => {
      const { runRecord } = await import('./run-record.js');
      finish(await runRecord(program.opts(), options, service));
    });
}
