import { examples, parseUrl, parseUuid } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `chat`: a conversation in the terminal. */
export function addChat({ program, finish, service }: CommandLine): void {
  program
    .command('chat')
    .description('talk with the running service, or with an engine in this process where none runs')
    .option('--url <url>', 'address of the service (convengine.http.port on this machine)', parseUrl)
    .option('--conversation <id>', 'go on with this conversation (a UUID)', parseUuid)
    .option('--api-key <key>', 'key for conversations (convengine.security.conversation-api-key)')
    .option('--demo', 'bring along the demo pack where the engine runs in this process')
    .addHelpText('after', examples('chat', 'chat --demo', 'chat --url https://bot.example.org --api-key KEY'))
    .addHelpText('after', '\nLines from a pipe are sent one after the other: echo "hello" | convengine chat')
    .action(async (options) => {
      const { runChat } = await import('./run-chat.js');
      finish(await runChat(program.opts(), options, service));
    });
}
