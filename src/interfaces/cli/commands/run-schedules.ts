import { askService, type ServiceOptions, serviceAsked } from '../operator-request.js';
import type { ExitCode, GlobalOptions } from '../options.js';
import { print } from '../terminal.js';

const TIMEOUT_MS = 30_000;

/** Which schedule a command is about. */
interface WhichSchedule {
  readonly conversation: string;
  readonly schedule: string;
}

interface ShownSchedule {
  readonly conversationId: string;
  readonly scheduleId: string;
  readonly actionKey: string;
  readonly rule: string;
  readonly status: string;
  readonly reason: string | null;
  readonly nextAt: string | null;
  readonly runs: number;
  readonly missed: number;
  readonly endedBy: string | null;
}

interface WholeSchedule extends ShownSchedule {
  readonly question: string | null;
  readonly confirmedBy: string | null;
  readonly times: readonly { at: string; status: string; reason: string | null }[];
}

/** Lists schedules with times to come, or those of a conversation. */
export async function runSchedulesList(
  globals: GlobalOptions,
  options: ServiceOptions & { conversation?: string; json?: boolean },
): Promise<ExitCode> {
  const { conversation, json } = options;
  const query = conversation === undefined ? '' : `?conversationId=${conversation}`;
  const schedules = (await ask(globals, options, `schedules${query}`)) as ShownSchedule[];
  if (json) {
    print(JSON.stringify(schedules, null, 2));
    return 0;
  }
  if (schedules.length === 0)
    print(
      conversation === undefined
        ? `No schedule has times to come at ${serviceAsked(globals, options)}.`
        : 'Nothing was agreed to there for times to come.',
    );
  for (const schedule of schedules) {
    print(`${schedule.conversationId} ${schedule.scheduleId}`);
    print(`  ${describe(schedule)}`);
  }
  return 0;
}

/** Shows one with its consent and its times so far. */
export async function runSchedulesShow(
  globals: GlobalOptions,
  which: WhichSchedule,
  options: ServiceOptions & { json?: boolean },
): Promise<ExitCode> {
  const schedule = (await ask(globals, options, pathOf(which))) as WholeSchedule;
  if (options.json) print(JSON.stringify(schedule, null, 2));
  else show(schedule);
  return 0;
}

/** Stops one, and shows what became of it. */
export async function runSchedulesRevoke(
  globals: GlobalOptions,
  which: WhichSchedule,
  options: ServiceOptions & { by: string },
): Promise<ExitCode> {
  show((await ask(globals, options, `${pathOf(which)}/revoke`, { by: options.by })) as WholeSchedule);
  return 0;
}

function show(schedule: WholeSchedule): void {
  print(`${schedule.scheduleId}  ${describe(schedule)}`);
  if (schedule.question !== null)
    print(`  agreed to by ${schedule.confirmedBy}: ${schedule.question.replace(/\s+/g, ' ')}`);
  for (const { at, status, reason } of schedule.times) {
    print(`  ${at}  ${status}${reason === null ? '' : `  ${reason}`}`);
  }
}

function describe({ actionKey, rule, status, reason, nextAt, runs, missed, endedBy }: ShownSchedule): string {
  const why = [reason ?? '', endedBy === null ? '' : `by ${endedBy}`].filter((part) => part !== '').join(' ');
  const next = nextAt === null ? '' : `, next at ${nextAt}`;
  return `${actionKey}  ${status}${why === '' ? '' : ` ${why}`}${next}  ${runs} begun, ${missed} missed  ${rule.replace('\n', ' ')}`;
}

function pathOf({ conversation, schedule }: WhichSchedule): string {
  return `schedules/${conversation}/${schedule}`;
}

function ask(globals: GlobalOptions, options: ServiceOptions, path: string, body?: object): Promise<unknown> {
  return askService(globals, options, { path, body, timeoutMs: TIMEOUT_MS });
}
