import { askService, type ServiceOptions, serviceAsked } from '../operator-request.js';
import type { ExitCode, GlobalOptions } from '../options.js';
import { plain, print } from '../terminal.js';

/** The parts of a held action that are shown. */
interface HeldAction {
  readonly proposalId: string;
  readonly conversationId: string;
  readonly actionKey: string;
  readonly arguments: unknown;
  readonly idempotencyKey: string;
  readonly reason: string | null;
  readonly error: string | null;
  readonly begunAt: string | null;
}

const TIMEOUT_MS = 10_000;

/** Lists the actions an operator has to look into. */
export async function runActionsHeld(
  globals: GlobalOptions,
  options: ServiceOptions & { json?: boolean },
): Promise<ExitCode> {
  const held = (await request(globals, options, 'held')) as HeldAction[];
  if (options.json) {
    print(JSON.stringify(held, null, 2));
    return 0;
  }
  if (held.length === 0) print(`No action is held at ${serviceAsked(globals, options)}.`);
  for (const action of held) {
    print(`${action.proposalId}  ${action.actionKey}  ${action.reason ?? ''}  since ${action.begunAt ?? 'unknown'}`);
    print(`  conversation ${action.conversationId}, key ${action.idempotencyKey}`);
    print(`  arguments ${JSON.stringify(action.arguments)}`);
    if (action.error !== null) print(`  error ${plain(action.error)}`);
  }
  return 0;
}

/** Settles one of them. */
export async function runActionsSettle(
  globals: GlobalOptions,
  id: string,
  options: ServiceOptions & { happened: boolean; by: string; note: string; result: unknown },
): Promise<ExitCode> {
  const { happened, by, note, result } = options;
  const settled = (await request(globals, options, `held/${id}/settle`, { happened, by, note, result })) as {
    status: string;
  };
  print(`Action ${id} is ${settled.status} at ${serviceAsked(globals, options)}.`);
  return 0;
}

/** The parts of an action awaiting approval that are shown. */
interface AwaitingAction {
  readonly proposalId: string;
  readonly revision: number;
  readonly conversationId: string;
  readonly actionKey: string;
  readonly arguments: unknown;
  readonly question: string;
  readonly expiresAt: string | null;
}

/** Lists the actions that wait for an approval. */
export async function runActionsAwaiting(
  globals: GlobalOptions,
  options: ServiceOptions & { json?: boolean },
): Promise<ExitCode> {
  const awaiting = (await request(globals, options, 'awaiting-approval')) as AwaitingAction[];
  if (options.json) {
    print(JSON.stringify(awaiting, null, 2));
    return 0;
  }
  if (awaiting.length === 0) print(`No action waits for an approval at ${serviceAsked(globals, options)}.`);
  for (const action of awaiting) {
    const { proposalId, revision, actionKey, expiresAt } = action;
    print(`${proposalId}  revision ${revision}  ${actionKey}  until ${expiresAt ?? 'answered'}`);
    print(`  conversation ${action.conversationId}: ${action.question}`);
    print(`  arguments ${JSON.stringify(action.arguments)}`);
  }
  return 0;
}

/** Approves one of them. */
export async function runActionsApprove(
  globals: GlobalOptions,
  id: string,
  options: ServiceOptions & { revision: number; by: string; note: string },
): Promise<ExitCode> {
  const { revision, by, note } = options;
  const approved = (await request(globals, options, `${id}/approve`, { revision, by, note })) as { approvedBy: string };
  print(`Action ${id} is approved by ${approved.approvedBy}. The user's next yes carries it out.`);
  return 0;
}

/** Closes one of them without an approval. */
export async function runActionsRefuse(
  globals: GlobalOptions,
  id: string,
  options: ServiceOptions & { revision?: number; by: string; note: string },
): Promise<ExitCode> {
  const { revision, by, note } = options;
  await request(globals, options, `${id}/refuse`, { revision, by, note });
  print(`Action ${id} is closed without an approval. The user hears of it in the next turn.`);
  return 0;
}

function request(globals: GlobalOptions, options: ServiceOptions, path: string, body?: object): Promise<unknown> {
  return askService(globals, options, { path: `actions/${path}`, body, timeoutMs: TIMEOUT_MS });
}
