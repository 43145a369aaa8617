import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONVERSATION } from '../../turns/flow.mjs';
import { openScratch } from '../../turns/targets.mjs';
import { startProcess } from '../contenders.mjs';

const RECOVERY_MS = 3_000;

/**
 * The process ends by SIGKILL right behind the effect, which stands on the disk. Another process takes its place, gets
 * time to recover, then the documented call for that where there is one, then the user says yes again.
 * @returns how often the effect has happened by then, each time, and what the user was told
 */
export async function crash(bench, contender, kind) {
  const scratch = await openScratch(bench, kind);
  await contender.prepare?.(scratch);
  const conversationId = randomUUID();
  const effectLog = join(bench.folder, `effects-${conversationId}`);
  const [request, yes] = CONVERSATION;
  const first = await startProcess(bench, contender, scratch, { effectLog, killAfterEffect: true });
  await first.ask({ what: 'say', conversationId, message: request.message });
  const lived = await first.ask({ what: 'say', conversationId, message: yes.message }).then(
    () => true,
    () => false,
  );
  if (lived) throw new Error(`${contender.name} has lived on behind its effect.`);

  const effects = () => readFileSync(effectLog, 'utf8').trim().split('\n').length;
  const second = await startProcess(bench, contender, scratch, { effectLog });
  await sleep(contender.recoveryMs ?? RECOVERY_MS);
  const byItself = effects();
  const recovery = await second.ask({ what: 'recover', conversationId });
  const afterCall = effects();
  const { reply, thrown } = await second.ask({ what: 'say', conversationId, message: yes.message });
  const afterYes = effects();
  await second.stop();
  return { byItself, recovery, afterCall, afterYes, reply, thrown };
}
