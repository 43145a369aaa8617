import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applySeed } from '../../src/platform/persistence/index.js';
import { BuiltCli } from '../e2e/cli/built-cli.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { DeskService, type Said } from './desk-service.js';
import { type Mark, VERSION_ONE } from './two-versions.js';

/** How often rows are switched, or switched back; SWITCHES=500 goes on longer. */
const SWITCHES = Number(process.env.SWITCHES ?? 20);
const TALKING = 6;

/** What the engine says of an action whose place the flow has no words for. */
const DONE = 'Done.';

interface Talk {
  readonly id: string;
  readonly what: 'loan' | 'note';
  readonly amount: number;
  readonly said: Said[];
}

/** What is stored of an action. */
interface Asked {
  readonly conversationId: string;
  readonly isTool: boolean;
  readonly question: string;
  readonly status: string;
  readonly reason: string | null;
  readonly turn: number;
}

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

describeOnEachDatabase('while rows are switched, switched back and a process is killed', (open) => {
  let database: TestDatabase;
  let desk: DeskService;
  const talks: Talk[] = [];
  const marks = new Map<number, Mark>();
  /** The version that each turn ran on, as `CONVERSATION TURN`. */
  const versions = new Map<string, Mark | undefined>();
  let asked: Asked[] = [];

  beforeAll(async () => {
    database = await open();
    await applySeed(database.database, VERSION_ONE, 'version-one.sql');
    desk = await DeskService.of(cli, database);
    let isOver = false;
    const users = Array.from({ length: TALKING }, async (_, index) => {
      while (!isOver) talks.push(await talkAbout(index % 2 === 0 ? 'loan' : 'note'));
    });
    for (let done = 0; done < SWITCHES; done += 1) {
      const process = done % desk.count;
      const switching = desk.toggle(process);
      // In the middle of a switch, or right behind it: as it comes.
      if (done % 24 === 12) {
        await sleep(Math.random() * 20);
        await desk.kill(process);
        await desk.restart(process);
      }
      await switching;
      await sleep(20);
    }
    isOver = true;
    await Promise.all(users);
    await readWhatIsStored();
  }, 120_000);
  afterAll(() => desk.end());

  async function talkAbout(what: Talk['what']): Promise<Talk> {
    const id = randomUUID();
    const amount = 100 + Math.floor(Math.random() * 9_000);
    const call = { tool_request: { tool_code: 'note.write', args: { who: id } } };
    const said = [what === 'loan' ? await desk.say(id, `a loan of ${amount}`) : await desk.say(id, 'please', call)];
    await sleep(Math.random() * 150);
    // In the middle of a question, something else is asked and answered.
    if (Math.random() < 0.3) said.push(await desk.say(id, 'what else is there?'));
    // A question that is asked again needs another yes.
    do said.push(await desk.say(id, 'yes please'));
    while (said.at(-1)?.text.endsWith('?') && said.length < 20);
    return { id, what, amount, said };
  }

  const query = (sql: string) => database.database.query(sql);

  async function readWhatIsStored(): Promise<void> {
    const rows = await query('SELECT version_id, rows_hash FROM ce_flow_version ORDER BY version_id');
    for (const row of rows) marks.set(Number(row.version_id), row.rows_hash === rows[0]?.rows_hash ? 'one' : 'two');
    for (const row of await query(`SELECT * FROM ce_audit WHERE stage = 'USER_INPUT'`)) {
      const payload = typeof row.payload_json === 'string' ? JSON.parse(row.payload_json) : row.payload_json;
      versions.set(`${row.conversation_id} ${row.turn_no}`, marks.get(payload.flowVersion));
    }
    asked = (await query('SELECT * FROM ce_action_proposal')).map((row) => ({
      conversationId: String(row.conversation_id),
      isTool: row.tool_code !== null,
      question: String(row.question),
      status: String(row.status),
      reason: row.reason as string | null,
      turn: Number(row.created_turn),
    }));
  }

  const versionOf = (conversationId: string, turn: number) => versions.get(`${conversationId} ${turn}`);
  /** Whose process was killed while it was at work: nobody knows how it ended, and nobody does it again. */
  const isHeld = (id: string) => asked.some((one) => one.conversationId === id && one.status === 'IN_PROGRESS');
  /** Words that no row has are told only where the question's state is no state of the version any more. */
  const isOfOneVersion = ({ id, what, amount, said }: Talk, { turn, text, state, isRepeated }: Said) => {
    const mark = versionOf(id, turn);
    // Of a turn whose process was killed, the next one tells the outcome.
    if (isRepeated) return true;
    if (text.startsWith('one: nothing') || text.startsWith('two: nothing')) return text.startsWith(`${mark}:`);
    if (what === 'note') return turn !== said[0]?.turn || text.includes(`the note ${mark}`);
    if (turn === said[0]?.turn)
      return text === `${mark}: shall I grant ${amount}?` && state === `ASK_${mark?.toUpperCase()}`;
    const isSame = mark === versionOf(id, said[0]?.turn ?? 0);
    return isHeld(id) || text === (isSame ? `${mark}: granted.` : DONE);
  };
  const effects = async () => {
    const rows = await query('SELECT conversation_id, what, amount FROM effect');
    return Map.groupBy(rows, (row) => String(row.conversation_id));
  };

  it('makes each load of rows one of the two versions, many of each, and talks long enough to notice', () => {
    expect(new Set(marks.values())).toEqual(new Set(['one', 'two']));
    expect(marks.size).toBeGreaterThan(SWITCHES / 2);
    expect(talks.length).toBeGreaterThan(SWITCHES);
    const moved = asked.filter(({ conversationId, turn }) => {
      const answered = talks.find(({ id }) => id === conversationId)?.said.at(-1)?.turn ?? turn;
      return versionOf(conversationId, turn) !== versionOf(conversationId, answered);
    });
    expect(moved.length).toBeGreaterThan(0);
  });

  it('answers each turn with rows of one version: that which its record names', () => {
    const mixed = talks.flatMap((talk) => talk.said.filter((one) => !isOfOneVersion(talk, one)));
    expect(mixed).toEqual([]);
  });

  it('asks each question with the row, the words and the action of one version', () => {
    const mixed = asked.filter(({ conversationId, turn, question }) => {
      const named = /\b(one|two)\b/.exec(question)?.[0];
      return named !== versionOf(conversationId, turn);
    });
    expect(asked.length).toBeGreaterThanOrEqual(talks.length);
    expect(mixed).toEqual([]);
  });

  it('does what was asked, by the method that was asked for, with the arguments that were shown, once', async () => {
    const done = await effects();
    const loans = talks.filter(({ id, what }) => what === 'loan' && !isHeld(id));
    const expected = loans.map(({ id, amount }) => {
      const question = asked.find((one) => one.conversationId === id && one.status === 'EXECUTED');
      return { id, done: [{ what: versionOf(id, question?.turn ?? 0), amount }] };
    });
    const actual = loans.map(({ id }) => {
      return { id, done: done.get(id)?.map(({ what, amount }) => ({ what, amount: Number(amount) })) };
    });
    expect(actual).toEqual(expected);
  });

  it('asks again about a tool that is another one by now, and calls the one that was asked about last', async () => {
    const done = await effects();
    const notes = talks.filter(({ id, what }) => what === 'note' && !isHeld(id));
    for (const { id } of notes) {
      const executed = asked.filter((one) => one.conversationId === id && one.status === 'EXECUTED');
      expect(executed).toHaveLength(1);
      expect(done.get(id)?.map(({ what }) => what)).toEqual([versionOf(id, executed[0]?.turn ?? 0)]);
    }
    const again = asked.filter(({ reason }) => reason === 'TOOL_CHANGED');
    const told = talks.flatMap(({ said }) =>
      said.filter(({ text }) => text.startsWith('What I asked about has changed')),
    );
    expect(told.length).toBe(again.length);
    expect(again.length).toBeGreaterThan(0);
  });

  it('restores by an undo what was there before, for every process', async () => {
    if ((await desk.versions(0))?.newest.origin === 'SWITCH') await desk.toggle(0);
    const rows = await query('SELECT rows_hash FROM ce_flow_version ORDER BY version_id');
    expect(rows.at(-1)).toEqual(rows[0]);
    for (let process = 0; process < desk.count; process += 1) {
      await expect.poll(async () => (await desk.versions(process))?.running).toBe(rows.length);
    }
    const { text, state } = await desk.say(randomUUID(), 'a loan of 7');
    expect([text, state]).toEqual(['one: shall I grant 7?', 'ASK_ONE']);
  });
});
