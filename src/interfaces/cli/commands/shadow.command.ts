import { type Command, InvalidArgumentError } from 'commander';
import { ADMIN_KEY, examples, parseUrl, SERVICE_URL } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `shadow`: another flow that answers live turns beside the one that runs, and is heard by nobody. */
export function addShadow({ program, finish }: CommandLine): void {
  const shadow = program
    .command('shadow')
    .description(
      'have another flow answer live turns beside the one that runs, without any effect: docs/flow-shadow.md',
    );
  const add = (name: string, description: string): Command =>
    shadow
      .command(name)
      .description(description)
      .option(...SERVICE_URL, parseUrl)
      .option(...ADMIN_KEY);

  add('start', 'start one: after each reply, the other flow answers the same message, and what differs is counted')
    .argument('[files...]', 'SQL files, or folders of them, with the rows of the other flow, for an empty database')
    .option('--rows-of <url>', 'the rows of this database in place of files')
    .option('--flow-version <number>', 'an earlier version of the flow in place of files', parseNumber)
    .option('--share <percent>', 'of the conversations, in percent', parsePercent, 100)
    .requiredOption('--by <name>', 'who starts it; kept with the report')
    .option('--note <text>', 'why; kept with the report', '')
    .addHelpText(
      'after',
      examples('shadow start new-flow.sql --share 10 --by ann', 'shadow start --flow-version 11 --by ann'),
    )
    .action(async (files: string[], options) => {
      const { runShadowStart } = await import('./run-shadow.js');
      finish(await runShadowStart(program.opts(), files, options));
    });
  add('list', 'list those that go on or have ended, the newest first')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('shadow list'))
    .action(async (options) => {
      const { runShadowList } = await import('./run-shadow.js');
      finish(await runShadowList(program.opts(), options));
    });
  add('report', 'show what goes otherwise, by the row that is the cause; ends with 1 where something does')
    .argument('[number]', 'which one; the newest where left out', parseNumber)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('shadow report', 'shadow report 4 --json'))
    .action(async (shadowNo: number | undefined, options) => {
      const { runShadowReport } = await import('./run-shadow.js');
      finish(await runShadowReport(program.opts(), shadowNo, options));
    });
  add('stop', 'end the one that goes on; its report stays')
    .requiredOption('--by <name>', 'who stops it; kept with the report')
    .addHelpText('after', examples('shadow stop --by ann'))
    .action(async (options) => {
      const { runShadowStop } = await import('./run-shadow.js');
      finish(await runShadowStop(program.opts(), options));
    });
}

/** @throws InvalidArgumentError */
function parsePercent(text: string): number {
  const percent = Number(text);
  if (percent > 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('Expected a number above 0, up to 100.');
}

/** @throws InvalidArgumentError */
function parseNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1 on.');
}
