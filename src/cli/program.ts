import { Command, InvalidArgumentError, Option } from 'commander';
import { isJsonObject, type JsonObject, parseJson } from '../common/json.js';
import { packageVersion } from '../config/index.js';
import type { ExitCode } from './options.js';
import { addToolgenCommands, addToolgenExport } from './toolgen-commands.js';

/** Called with the exit code of a command that has run. */
type Finish = (exitCode: ExitCode) => void;

/**
 * The command line. What a command needs is loaded when it is called, so that help costs nothing.
 * @param finish called once, when a command has run
 */
export function createProgram(finish: Finish): Command {
  const program = new Command('convengine')
    .description('A conversation flow engine: nothing is done without recorded consent, and then at most once.')
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show what a command takes')
    .option('--database <url>', 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME (convengine.database.url)')
    .option('--config <file>', 'YAML file with convengine.* keys; may be repeated, later files win', collect)
    .option('--debug', 'show where an unexpected error comes from (also CONVENGINE_DEBUG=1)')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Add --help to see what is possible.')
    .addHelpText('after', examples('serve --demo', 'chat', 'seed my-flows.sql', 'flow check'))
    .exitOverride();
  program.helpCommand('help [command]', 'show what a command takes');
  addServe(program, finish);
  addMcp(program, finish);
  addChat(program, finish);
  addMigrate(program, finish);
  addSeed(program, finish);
  addConfig(program, finish);
  addFlow(program, finish);
  addCapability(program, finish);
  addPlaybook(program, finish);
  addKnowledge(program, finish);
  addValidate(program, finish);
  addActions(program, finish);
  addDocuments(program, finish);
  const toolgen = program.command('toolgen').description('turn a project into a package of tools for language models');
  addToolgenCommands(toolgen, 'convengine toolgen', finish);
  addToolgenExport(toolgen, () => program.opts(), finish);
  return program;
}

/** The command line of `llm-toolgen`: what `convengine toolgen` does, alone. */
export function createToolgenProgram(finish: Finish): Command {
  const program = new Command('llm-toolgen')
    .description('Turns a project into a package of tools for language models: MCP server, skill, adapters, tests.')
    .version(packageVersion(), '-V, --version', 'show the version')
    .option('--debug', 'show where an unexpected error comes from (also CONVENGINE_DEBUG=1)')
    .showHelpAfterError('Add --help to see what is possible.')
    .exitOverride();
  addToolgenCommands(program, 'llm-toolgen', finish);
  return program;
}

function addServe(program: Command, finish: Finish): void {
  program
    .command('serve')
    .description('start the service')
    .option('--demo', 'bring along the demo pack: its handlers, and its rows where the database has no intents')
    .option('--port <number>', 'TCP port, 0 for any free one (convengine.http.port)', parsePort)
    .option('--host <address>', 'address to listen on (convengine.http.host)')
    .addHelpText('after', examples('serve --demo', 'serve --port 8080 --database postgres://app:secret@db/app'))
    .action(async (options) => {
      const { runServe } = await import('./commands/serve.command.js');
      finish(await runServe(program.opts(), options));
    });
}

function addMcp(program: Command, finish: Finish): void {
  const mcp = program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for a client that starts it')
    .option('--client <name>', 'see what this client of convengine.mcp.server.clients may', '')
    .option('--demo', 'bring along the demo pack: its handlers, and its rows where the database has no intents')
    .addHelpText('after', examples('mcp --demo', 'mcp --database postgres://app:secret@db/app --client desk'))
    .addHelpText('after', '\nThe log goes to standard error. A service that runs answers the same at /mcp.')
    .action(async (options) => {
      const { runMcp } = await import('./commands/mcp.command.js');
      finish(await runMcp(program.opts(), options));
    });
  mcp
    .command('tools')
    .description('list the tools of other servers that were seen, and which of them are held because they have changed')
    .option('--json', 'as JSON')
    .action(async (options) => {
      const { runMcpTools } = await import('./commands/mcp-tools.command.js');
      finish(await runMcpTools(program.opts(), options));
    });
  mcp
    .command('approve')
    .description('let a tool of another server be called as it is now')
    .argument('<server>', 'name of the server in convengine.mcp.servers')
    .argument('<tool>', 'name of the tool there')
    .addHelpText('after', examples('mcp tools', 'mcp approve github create_issue'))
    .action(async (server: string, tool: string) => {
      const { runMcpApprove } = await import('./commands/mcp-tools.command.js');
      finish(await runMcpApprove(program.opts(), server, tool));
    });
}

function addChat(program: Command, finish: Finish): void {
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
      const { runChat } = await import('./commands/chat.command.js');
      finish(await runChat(program.opts(), options));
    });
}

function addMigrate(program: Command, finish: Finish): void {
  program
    .command('migrate')
    .description('bring the tables of the database up to date')
    .addHelpText('after', examples('migrate', 'migrate --database sqlite:/var/lib/convengine/flows.sqlite'))
    .action(async () => {
      const { runMigrate } = await import('./commands/migrate.command.js');
      finish(await runMigrate(program.opts()));
    });
}

function addSeed(program: Command, finish: Finish): void {
  program
    .command('seed')
    .description('load SQL files into the database, in this order; each is stored as a whole or not at all')
    .argument('<file...>', 'SQL files')
    .addHelpText('after', examples('seed flows.sql', 'seed intents.sql rules.sql'))
    .action(async (files: string[]) => {
      const { runSeed } = await import('./commands/seed.command.js');
      finish(await runSeed(program.opts(), files));
    });
}

function addConfig(program: Command, finish: Finish): void {
  program
    .command('config')
    .description('show every key with its effective value and where that came from; secrets are masked')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('config', 'config --config production.yaml --json'))
    .action(async (options) => {
      const { runConfig } = await import('./commands/config.command.js');
      finish(await runConfig(program.opts(), options));
    });
}

function addFlow(program: Command, finish: Finish): void {
  program
    .command('flow')
    .description('look after the flow tables')
    .command('check')
    .description('check every row of the flow tables; ends with 1 where a row has an error')
    .option('--json', 'as JSON')
    .option('--strict', 'end with 1 for warnings too')
    .option('--demo', 'know the handlers of the demo pack')
    .addHelpText('after', examples('flow check', 'flow check --strict --json'))
    .addHelpText('after', '\nHandlers are those of convengine.handlers.directories; what an application registers by')
    .addHelpText('after', 'itself is not known here, and reported as missing.')
    .action(async (options) => {
      const { runFlowCheck } = await import('./commands/flow-check.command.js');
      finish(await runFlowCheck(program.opts(), options));
    });
}

function addKnowledge(program: Command, finish: Finish): void {
  program
    .command('knowledge')
    .description('look after what is known about your data')
    .command('import')
    .description('fill schema knowledge with the tables and columns of a database, or from a CSV file')
    .option('--from <url>', 'database whose tables, comments and keys are read: sqlite:PATH or postgres://…')
    .option('--csv <file>', 'file with the columns table_name, column_name, description and tags')
    .option('--dry-run', 'only count what would be added and changed')
    .addHelpText('after', examples('knowledge import --from postgres://app@db/shop --dry-run'))
    .addHelpText('after', '  convengine knowledge import --csv meanings.csv')
    .addHelpText(
      'after',
      '\nRows are known by table and column, so that an import can be repeated. One from a database',
    )
    .addHelpText('after', 'leaves descriptions and tags that are there; what a file says takes their place.')
    .action(async (options) => {
      const { runKnowledgeImport } = await import('./commands/knowledge.command.js');
      finish(await runKnowledgeImport(program.opts(), options));
    });
}

function addValidate(program: Command, finish: Finish): void {
  program
    .command('validate')
    .description(
      'check tools for what makes models misuse them: capability files, playbooks, manifests, and those of the service',
    )
    .argument('[path...]', 'YAML files, tool.manifest.json, and directories of them')
    .addOption(new Option('-f, --format <format>', 'how to report').choices(['text', 'json', 'sarif']).default('text'))
    .addOption(
      new Option('-s, --severity <level>', 'least severity to report')
        .choices(['fail', 'warn', 'info'])
        .default('info'),
    )
    .option('--fix', 'mend in the files what can be mended, and report the rest')
    .option('--tools', 'check the tools of the configured service too: rows, handlers, capability directories')
    .option('--compat', 'give the results of mcp-gateway 2.10, flaws included')
    .option('--no-color', 'no colours on a terminal either')
    .addHelpText('after', examples('validate capabilities/', 'validate --tools', 'validate --fix capabilities/'))
    .addHelpText('after', '\nEnds with 0, with 1 where something failed, with 2 where a file cannot be used.')
    .action(async (paths: string[], options) => {
      const { runValidate } = await import('./commands/validate.command.js');
      finish(await runValidate(program.opts(), paths, options));
    });
}

const SERVICE_URL = ['--url <url>', 'address of the service (convengine.http.port on this machine)'] as const;
const ADMIN_KEY = ['--api-key <key>', 'key for administration (convengine.security.admin-api-key)'] as const;

function addCapability(program: Command, finish: Finish): void {
  program
    .command('capability')
    .description('look after capability files')
    .command('import')
    .description('write a capability file for each operation of an OpenAPI 3 or Swagger 2 description')
    .argument('<file>', 'the description, YAML or JSON')
    .requiredOption('--out <directory>', 'where the files go')
    .option('--prefix <name>', 'begins every name; the title of the description where it is left out')
    .option('--server <url>', 'scheme and host, where the description names none')
    .option('--force', 'replace files that are there')
    .addHelpText('after', examples('capability import openapi.yaml --out capabilities --prefix shop'))
    .action(async (file: string, options) => {
      const { runCapabilityImport } = await import('./commands/capability-import.command.js');
      finish(await runCapabilityImport(file, options));
    });
}

function addPlaybook(program: Command, finish: Finish): void {
  const playbook = program.command('playbook').description('look at playbooks without running them');
  playbook
    .command('list')
    .description('list the playbooks of convengine.capabilities.directories, whether they write, and what they take')
    .option('--json', 'as JSON')
    .option('--demo', 'know the handlers of the demo pack')
    .addHelpText('after', examples('playbook list', 'playbook list --json'))
    .action(async (options) => {
      const { runPlaybookList } = await import('./commands/playbook.command.js');
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
      const { runPlaybookDryRun } = await import('./commands/playbook.command.js');
      finish(await runPlaybookDryRun(program.opts(), name, options));
    });
}

function addActions(program: Command, finish: Finish): void {
  const actions = program.command('actions').description('look after actions that wait for an operator');
  actions
    .command('held')
    .description('list actions that were begun and may or may not have happened')
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('actions held', 'actions held --url https://bot.example.org --api-key KEY'))
    .action(async (options) => {
      const { runActionsHeld } = await import('./commands/actions.command.js');
      finish(await runActionsHeld(program.opts(), options));
    });
  actions
    .command('settle')
    .description('say whether a held action has happened; the next turn of its conversation tells the user')
    .argument('<id>', 'id of the action, as "actions held" shows it', parseUuid)
    .requiredOption('--happened <yes|no>', 'whether it has happened in the world', parseYesOrNo)
    .requiredOption('--by <name>', 'who found out; kept in the audit')
    .option('--note <text>', 'how; kept in the audit', '')
    .option('--result <json>', 'what the handler would have reported', parseJsonOption, null)
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .addHelpText('after', examples("actions settle ID --happened yes --by ann --note 'found in the ledger'"))
    .action(async (id: string, options) => {
      const { runActionsSettle } = await import('./commands/actions.command.js');
      finish(await runActionsSettle(program.opts(), id, options));
    });
  addApprovals(actions, finish);
}

function addApprovals(actions: Command, finish: Finish): void {
  const program = actions.parent ?? actions;
  actions
    .command('awaiting')
    .description('list actions the user has said yes to that wait for an approval')
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('actions awaiting', 'actions awaiting --json'))
    .action(async (options) => {
      const { runActionsAwaiting } = await import('./commands/actions.command.js');
      finish(await runActionsAwaiting(program.opts(), options));
    });
  actions
    .command('approve')
    .description("approve one revision of an action, for one time; the user's next yes carries it out")
    .argument('<id>', 'id of the action, as "actions awaiting" shows it', parseUuid)
    .requiredOption('--revision <n>', 'the revision that was looked at', parseRevision)
    .requiredOption('--by <name>', 'who approves; kept with the action and in the audit')
    .option('--note <text>', 'why; kept with the action and in the audit', '')
    .option(...SERVICE_URL, parseUrl)
    .option(...ADMIN_KEY)
    .addHelpText('after', examples("actions approve ID --revision 1 --by ann --note 'checked with the customer'"))
    .action(async (id: string, options) => {
      const { runActionsApprove } = await import('./commands/actions.command.js');
      finish(await runActionsApprove(program.opts(), id, options));
    });
}

function parseRevision(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1 on.');
}

function addDocuments(program: Command, finish: Finish): void {
  const documents = program.command('documents').description('look after what DOCUMENT_RETRIEVAL tools search');
  documents
    .command('ingest')
    .description('take in text, Markdown, HTML and PDF files; unchanged ones are left alone')
    .argument('<path...>', 'files, or folders with everything in them')
    .option('--collection <name>', 'collection they belong to', 'default')
    .addHelpText('after', examples('documents ingest handbook.pdf faq/', 'documents ingest hr/ --collection hr'))
    .action(async (paths: string[], options) => {
      const { runDocumentsIngest } = await import('./commands/documents.command.js');
      finish(await runDocumentsIngest(program.opts(), paths, options));
    });
  documents
    .command('list')
    .description('list the documents, newest first')
    .option('--json', 'as JSON')
    .action(async (options) => {
      const { runDocumentsList } = await import('./commands/documents.command.js');
      finish(await runDocumentsList(program.opts(), options));
    });
  documents
    .command('remove')
    .description('remove documents, so that they are no longer found')
    .argument('<id...>', 'ids, as "documents list" shows them')
    .action(async (ids: string[]) => {
      const { runDocumentsRemove } = await import('./commands/documents.command.js');
      finish(await runDocumentsRemove(program.opts(), ids));
    });
}

function parseYesOrNo(text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new InvalidArgumentError('Expected yes or no.');
}

function parseJsonOption(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError('Expected JSON.');
}

function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text);
  if (isJsonObject(value)) return value;
  throw new InvalidArgumentError('Expected a JSON object.');
}

function examples(...lines: readonly string[]): string {
  return ['\nExamples:', ...lines.map((line) => `  convengine ${line}`)].join('\n');
}

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:\/\//i.test(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected an http:// or https:// address.');
}

function parseUuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Expected a UUID.');
}
