import { InvalidArgumentError } from 'commander';
import { examples, parseUuid } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `erase` and `export`: what is stored of a person. */
export function addErase({ program, finish }: CommandLine): void {
  program
    .command('erase')
    .description('erase what is stored of a person, and leave a receipt: docs/privacy.md')
    .option('--subject <id>', 'all conversations of this user', parseSubject)
    .option('--conversation <id>', 'this conversation, whosever it is', parseUuid)
    .option('--by <name>', 'who asks for it; stands in the receipt', parseSubject)
    .option('--dry-run', 'count, and erase nothing')
    .option('--verify <receipt>', 'compute a receipt anew', parseReceipt)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        'erase --subject ann --dry-run',
        'erase --subject ann --by bob',
        'erase --verify 7',
        'erase --verify 7 --json',
      ),
    )
    .action(async (options) => {
      const { runErase } = await import('./run-erase.js');
      finish(await runErase(program.opts(), options));
    });
  program
    .command('export')
    .description('write what is stored of a person to standard output, as lines of JSON')
    .option('--subject <id>', 'all conversations of this user', parseSubject)
    .option('--conversation <id>', 'this conversation, whosever it is', parseUuid)
    .addHelpText('after', examples('export --subject ann > ann.jsonl'))
    .action(async (options) => {
      const { runExport } = await import('./run-export.js');
      finish(await runExport(program.opts(), options));
    });
}

function parseSubject(text: string): string {
  if (/^\P{Cc}{1,200}$/u.test(text)) return text;
  throw new InvalidArgumentError('Expected up to 200 characters.');
}

function parseReceipt(text: string): number {
  const no = Number(text);
  if (Number.isSafeInteger(no) && no > 0) return no;
  throw new InvalidArgumentError('Expected the number of a receipt.');
}
