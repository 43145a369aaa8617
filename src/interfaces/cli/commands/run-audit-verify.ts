import {
  ErasureMarks,
  receiptsOf,
  type VerifiedErasures,
  verifyErasures,
  verifyRecords,
} from '../../../platform/audit/index.js';
import { systemClock } from '../../../platform/common/clock.js';
import { counted } from '../../../platform/common/counted.js';
import { acrossTenants } from '../../../platform/common/tenant.js';
import { type Database, openEncrypted } from '../../../platform/persistence/index.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, progress } from '../terminal.js';
import { withMigratedDatabase } from '../use-database.js';

interface VerifyOptions {
  readonly conversation?: string;
  readonly json?: boolean;
}

/** Follows the hashes of the turn records; ends with 1 where they do not hold. */
export async function runAuditVerify(globals: GlobalOptions, { conversation, json }: VerifyOptions): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  const found = await withMigratedDatabase(loaded, async (dataSource) => {
    const { database } = await openEncrypted(dataSource, loaded.config.encryption.keys);
    try {
      return await acrossTenants(async () => {
        const records = await verifyRecords(database, {
          ...(conversation !== undefined && { conversationId: conversation }),
          onProgress: (records) => progress(counted(records, 'record'), false),
        });
        if (conversation !== undefined) return { ...records, erasedUnder: await erasedUnder(database, conversation) };
        return { ...records, erasures: await verifyErasures(database) };
      });
    } finally {
      await database.close();
    }
  });
  const { conversations, records, problems, ...more } = found;
  progress(counted(records, 'record'), true);
  const erasureProblems = 'erasures' in more ? more.erasures.problems : [];
  const count = problems.length + erasureProblems.length;
  if (json) print(JSON.stringify(found, null, 2));
  else {
    for (const { conversationId, turnNo, problem } of problems) {
      print(`${conversationId}  ${turnNo === null ? 'end' : `turn ${turnNo}`}  ${problem}`);
    }
    for (const { receipt, problem } of erasureProblems) print(`receipt ${receipt}  ${problem}`);
    if ('erasedUnder' in more)
      for (const receipt of more.erasedUnder) print(`${conversation}  erased, receipt ${receipt}`);
    else for (const line of describeErasures(more.erasures)) print(line);
    const verdict = count === 0 ? 'all as they were written' : counted(count, 'problem');
    print(`${counted(records, 'turn record')} of ${counted(conversations, 'conversation')}: ${verdict}`);
  }
  return count === 0 ? 0 : 1;
}

async function erasedUnder(database: Database, conversationId: string): Promise<number[]> {
  const marks = await ErasureMarks.of(database, systemClock);
  return receiptsOf(database, marks.of('conversation', conversationId));
}

function describeErasures({ receipts, conversations, unfinished }: VerifiedErasures): string[] {
  return [
    ...(receipts > 0
      ? [`${counted(conversations, 'conversation')} erased, under ${counted(receipts, 'receipt')}`]
      : []),
    ...unfinished.map((receipt) => `receipt ${receipt}  is not finished: erase again`),
  ];
}
