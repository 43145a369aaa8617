import { systemClock } from '../../../platform/common/clock.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { openDatabase } from '../../../platform/persistence/index.js';
import {
  definitionChanges,
  isHeld,
  type PinApproval,
  type ToolPin,
  ToolPins,
} from '../../../tools/sources/remote/index.js';
import { CommandError } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { plain, print, table } from '../terminal.js';
import { withMigratedDatabase } from '../use-database.js';

/** Lists the tools of other servers that were seen. */
export async function runMcpTools(globals: GlobalOptions, { json }: { json?: boolean }): Promise<ExitCode> {
  return withPins(globals, async (pins) => {
    const all = await pins.all();
    if (json) {
      print(
        JSON.stringify(
          all.map((pin) => ({ ...pin, isHeld: isHeld(pin) })),
          null,
          2,
        ),
      );
      return 0;
    }
    if (all.length === 0) print('No tool of another server has been seen.');
    const rows = all.map((pin) => [pin.server, pin.tool, isHeld(pin) ? 'HELD' : 'callable', firstLine(pin.seen)]);
    print(table(rows.map((cells) => cells.map(plain))));
    return 0;
  });
}

/** Lets a tool be called as its server shows it now, having shown what is different. */
export async function runMcpApprove(
  globals: GlobalOptions,
  { server, tool }: Pick<ToolPin, 'server' | 'tool'>,
  approval: PinApproval,
): Promise<ExitCode> {
  return withPins(globals, async (pins) => {
    const pin = await pins.find(server, tool);
    if (!pin) throw new CommandError(`No tool ${tool} of ${server} has been seen.`, 'See "convengine mcp tools".');
    if (!isHeld(pin)) {
      print(`${server} ${tool} may be called already, as it is.`);
      return 0;
    }
    for (const { part, before, now } of definitionChanges(pin)) {
      print(`${part} before ${plain(JSON.stringify(before))}`);
      print(`${part} now    ${plain(JSON.stringify(now))}`);
    }
    if (!(await pins.approve(pin, approval)))
      throw new CommandError('It has changed once more just now.', 'Look at it again.');
    print(`${server} ${tool} may be called as it is now; services that run see it within seconds.`);
    return 0;
  });
}

async function withPins(globals: GlobalOptions, work: (pins: ToolPins) => Promise<ExitCode>): Promise<ExitCode> {
  return withMigratedDatabase(loadCommandConfig(globals), async (dataSource) => {
    const database = openDatabase(dataSource);
    try {
      return await work(new ToolPins(database, systemClock));
    } finally {
      await database.close();
    }
  });
}

function firstLine({ description }: JsonObject): string {
  return String(description ?? '').split('\n', 1)[0] ?? '';
}
