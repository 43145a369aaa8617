import { verifyRecords } from '../../../platform/audit/index.js';
import { counted } from '../../../platform/common/counted.js';
import { openDatabase } from '../../../platform/persistence/index.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, progress } from '../terminal.js';
import { withMigratedDatabase } from '../use-database.js';

interface VerifyOptions {
  readonly conversation?: string;
  readonly json?: boolean;
}

/** Follows the hashes of the turn records; ends with 1 where they do not hold. */
export async function runAuditVerify(globals: GlobalOptions, { conversation, json }: VerifyOptions): Promise<ExitCode> {
  const found = await withMigratedDatabase(loadCommandConfig(globals), async (dataSource) => {
    const database = openDatabase(dataSource);
    try {
      return await verifyRecords(database, {
        ...(conversation !== undefined && { conversationId: conversation }),
        onProgress: (records) => progress(counted(records, 'record'), false),
      });
    } finally {
      await database.close();
    }
  });
  const { conversations, records, problems } = found;
  progress(counted(records, 'record'), true);
  if (json) print(JSON.stringify(found, null, 2));
  else {
    for (const { conversationId, turnNo, problem } of problems) {
      print(`${conversationId}  ${turnNo === null ? 'end' : `turn ${turnNo}`}  ${problem}`);
    }
    const verdict = problems.length === 0 ? 'all as they were written' : counted(problems.length, 'problem');
    print(`${counted(records, 'turn record')} of ${counted(conversations, 'conversation')}: ${verdict}`);
  }
  return problems.length === 0 ? 0 : 1;
}
