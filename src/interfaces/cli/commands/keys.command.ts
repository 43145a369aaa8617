import { InvalidArgumentError, Option } from 'commander';
import { TENANT_NAME } from '../../../platform/common/tenant.js';
import { ROLES } from '../../../platform/config/index.js';
import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

const DAY_MS = 86_400_000;

/** Adds `keys`: the API keys of the service's database. */
export function addKeys({ program, finish }: CommandLine): void {
  const keys = program.command('keys').description('make, list and revoke API keys');
  keys
    .command('create')
    .description('make a key, and show it this once')
    .addOption(new Option('--role <role>', 'what it may do: docs/access.md').choices(ROLES).makeOptionMandatory())
    .requiredOption('--name <name>', 'whom or what it is for; recorded with what is done with it', parseName)
    .option('--tenant <tenant>', "whose requests it carries; the service's own tenant where left out", parseTenant)
    .requiredOption('--expires <when>', 'such as 90d or 2027-01-31; never, where it is not to run out', parseExpiry)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        'keys create --role service --name shop --expires 90d',
        'keys create --role service --name shop --tenant acme --expires 90d',
      ),
    )
    .action(async (options) => {
      const { runKeysCreate } = await import('./run-keys.js');
      finish(await runKeysCreate(program.opts(), options));
    });
  keys
    .command('list')
    .description('list the keys, without what opens anything')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('keys list'))
    .action(async (options) => {
      const { runKeysList } = await import('./run-keys.js');
      finish(await runKeysList(program.opts(), options));
    });
  keys
    .command('revoke')
    .description('end a key; within half a minute it opens nothing in any process')
    .argument('<id>', 'as "keys list" shows it', parseId)
    .addHelpText('after', examples('keys revoke 0123456789ab'))
    .action(async (id: string) => {
      const { runKeysRevoke } = await import('./run-keys.js');
      finish(await runKeysRevoke(program.opts(), id));
    });
}

function parseName(text: string): string {
  const name = text.trim();
  if (/^\P{Cc}{1,200}$/u.test(name)) return name;
  throw new InvalidArgumentError('Expected up to 200 characters.');
}

function parseTenant(text: string): string {
  if (TENANT_NAME.test(text)) return text;
  throw new InvalidArgumentError('Expected up to 63 letters, digits, dots, dashes and underscores.');
}

/** The whole key is taken as well: whoever has found one may have nothing else. */
function parseId(text: string): string {
  const [, id] = /^(?:cek_)?([0-9a-f]{12})(?:_[\w-]{43})?$/.exec(text) ?? [];
  if (id !== undefined) return id;
  throw new InvalidArgumentError('Expected the id of a key: 12 digits of hex.');
}

/** Milliseconds since 1970 UTC, or never. */
function parseExpiry(text: string): number | 'never' {
  if (text === 'never') return text;
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? [];
  const at = days === undefined ? dateOf(text) : Date.now() + Number(days) * DAY_MS;
  if (at > Date.now()) return at;
  throw new InvalidArgumentError('Expected days from now, such as 90d, a date to come, such as 2027-01-31, or never.');
}

function dateOf(text: string): number {
  return /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
}
