import { InvalidArgumentError } from 'commander';
import type { EncryptionPlace } from '../../../platform/persistence/index.js';
import { examples, wholeNumber } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

const MOST_AT_ONCE = 1_000;
const PLACE = /^(ce_[a-z_]+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Adds `encrypt`: what is stored already. */
export function addEncrypt({ program, finish }: CommandLine): void {
  program
    .command('encrypt')
    .description('encrypt what is stored already with the first of convengine.encryption.keys: docs/encryption.md')
    .option('--batch <count>', 'conversations whose rows one transaction writes', wholeNumber(MOST_AT_ONCE), 20)
    .option('--from <place>', 'go on behind this place, as a run that was stopped has said', parsePlace)
    .option('--decrypt', 'store it as it was before it was encrypted')
    .option('--dry-run', 'count, and write nothing')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('encrypt --dry-run', 'encrypt'))
    .action(async (options) => {
      const { runEncrypt } = await import('./run-encrypt.js');
      finish(await runEncrypt(program.opts(), options));
    });
}

function parsePlace(text: string): EncryptionPlace {
  const [, table = '', conversationId = ''] = PLACE.exec(text) ?? [];
  if (table !== '') return { table, conversationId };
  throw new InvalidArgumentError('Expected a place as a run that was stopped has said.');
}
