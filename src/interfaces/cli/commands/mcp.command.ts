import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `mcp`: the engine for one client, and what is known of other servers' tools. */
export function addMcp({ program, finish, service }: CommandLine): void {
  const mcp = program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for a client that starts it')
    .option('--client <name>', 'see what this client of convengine.mcp.server.clients may', '')
    .option('--demo', 'bring along the demo pack: its handlers, and its rows where the database has no intents')
    .addHelpText('after', examples('mcp --demo', 'mcp --database postgres://app:secret@db/app --client desk'))
    .addHelpText('after', '\nThe log goes to standard error. A service that runs answers the same at /mcp.')
    .action(async (options) => {
      const { runMcp } = await import('./run-mcp.js');
      finish(await runMcp(program.opts(), options, service));
    });
  mcp
    .command('tools')
    .description('list the tools of other servers that were seen, and which of them are held because they have changed')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('mcp tools', 'mcp tools --json'))
    .action(async (options) => {
      const { runMcpTools } = await import('./run-mcp-tools.js');
      finish(await runMcpTools(program.opts(), options));
    });
  mcp
    .command('approve')
    .description('let a tool of another server be called as it is now')
    .argument('<server>', 'name of the server in convengine.mcp.servers')
    .argument('<tool>', 'name of the tool there')
    .requiredOption('--by <name>', 'who approves; kept with the tool')
    .option('--note <text>', 'why; kept with the tool', '')
    .addHelpText(
      'after',
      examples('mcp tools', "mcp approve github create_issue --by ann --note 'a new argument only'"),
    )
    .action(async (server: string, tool: string, options) => {
      const { runMcpApprove } = await import('./run-mcp-tools.js');
      finish(await runMcpApprove(program.opts(), { server, tool }, options));
    });
}
