import { ADMIN_KEY, examples, parseObjectOption, parseUrl, parseUuid, SERVICE_URL } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `why`: how messages would be answered. */
export function addWhy({ program, finish }: CommandLine): void {
  program
    .command('why')
    .description('say how a running service would answer, and why, without any effect')
    .argument('<messages...>', 'what the user says, one message after the other')
    .option('--conversation <id>', 'begin where this conversation stands now', parseUuid)
    .option('--intent <code>', 'begin in this intent')
    .option('--state <code>', 'begin in this state')
    .option('--context <json>', 'what the conversation would know there', parseObjectOption)
    .option('--params <json>', 'inputParams of each message', parseObjectOption)
    .option('--results <json>', 'what tools, actions, rule tasks and containers would give, by name', parseObjectOption)
    .option('--models', 'ask the language model, where there is one')
    .option('--all', 'show also rules that are for other places, or whose phase does not run')
    .option('--json', 'as JSON')
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .addHelpText(
      'after',
      examples("why 'cancel my order 7017' 'yes please'", 'why hello --params \'{"tier": "GOLD"}\''),
    )
    .action(async (messages: string[], options) => {
      const { runWhy } = await import('./run-why.js');
      finish(await runWhy(program.opts(), messages, options));
    });
}
