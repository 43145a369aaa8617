import { Command, Help, type Option } from 'commander';
import { packageVersion } from '../../platform/config/index.js';
import { examples } from './arguments.js';
import type { Finish, Service } from './command-line.js';
import { addActions } from './commands/actions.command.js';
import { addAudit } from './commands/audit.command.js';
import { addBackup } from './commands/backup.command.js';
import { addCapability } from './commands/capability.command.js';
import { addChat } from './commands/chat.command.js';
import { addConfig } from './commands/config.command.js';
import { addCreate } from './commands/create.command.js';
import { addDev } from './commands/dev.command.js';
import { addDoctor } from './commands/doctor.command.js';
import { addDocuments } from './commands/documents.command.js';
import { addEncrypt } from './commands/encrypt.command.js';
import { addErase } from './commands/erase.command.js';
import { addFlow } from './commands/flow.command.js';
import { addGrants } from './commands/grants.command.js';
import { addKeys } from './commands/keys.command.js';
import { addKnowledge } from './commands/knowledge.command.js';
import { addMcp } from './commands/mcp.command.js';
import { addMigrate } from './commands/migrate.command.js';
import { addPlaybook } from './commands/playbook.command.js';
import { addPrune } from './commands/prune.command.js';
import { addRecord } from './commands/record.command.js';
import { addReplay } from './commands/replay.command.js';
import { addSchedules } from './commands/schedules.command.js';
import { addSeed } from './commands/seed.command.js';
import { addServe } from './commands/serve.command.js';
import { addShadow } from './commands/shadow.command.js';
import { addSimulate } from './commands/simulate.command.js';
import { addTest } from './commands/test.command.js';
import { addToolgen, addToolgenCommands } from './commands/toolgen.command.js';
import { addValidate } from './commands/validate.command.js';
import { addWhy } from './commands/why.command.js';
import { addWorkflows } from './commands/workflows.command.js';

/** The commands, as help lists them. */
const COMMANDS = [
  addCreate,
  addDev,
  addServe,
  addMcp,
  addChat,
  addKeys,
  addMigrate,
  addGrants,
  addBackup,
  addPrune,
  addErase,
  addEncrypt,
  addDoctor,
  addSeed,
  addConfig,
  addFlow,
  addTest,
  addReplay,
  addShadow,
  addSimulate,
  addRecord,
  addWhy,
  addCapability,
  addPlaybook,
  addKnowledge,
  addValidate,
  addActions,
  addSchedules,
  addWorkflows,
  addAudit,
  addDocuments,
  addToolgen,
];

/**
 * The command line. What a command needs is loaded when it is called, so that help costs nothing.
 * @param finish called once, when a command has run
 */
export function createProgram(finish: Finish, service: Service): Command {
  const program = new Command('convengine')
    .description('A conversation flow engine: nothing is done without recorded consent, and then at most once.')
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show what a command takes')
    .option('--database <url>', 'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME (convengine.database.url)')
    .option('--config <file>', 'YAML file with convengine.* keys; may be repeated, later files win', collect)
    .option('--debug', 'show where an unexpected error comes from (also CONVENGINE_DEBUG=1)')
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption })
    .showHelpAfterError('Add --help to see what is possible.')
    .addHelpText('after', examples('serve --demo', 'chat', 'seed my-flows.sql', 'flow check'))
    .exitOverride();
  program.helpCommand('help [command]', 'show what a command takes');
  for (const add of COMMANDS) add({ program, finish, service });
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

/** What help says of an option: whether it can be left out, too. A default of no text is none to tell of. */
function describeOption(option: Option): string {
  const text = option.defaultValue === '' ? option.description : new Help().optionDescription(option);
  return option.mandatory ? `${text} (required)` : text;
}

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}
