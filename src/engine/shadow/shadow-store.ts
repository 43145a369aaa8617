import { Inject, Injectable } from '@nestjs/common';
import { inTenant } from '../../platform/common/tenant.js';
import { DATABASE } from '../../platform/common/tokens.js';
import { columnValue, type Database, type Row, readJson } from '../../platform/persistence/index.js';
import { byWorst, type CountedWay, type Differing, type Reason, type Way } from '../comparison/index.js';
import type { RowChange } from '../flow/index.js';
import type { Ending, Shadow, ShadowCounts } from './shadow.js';
import type { Cause, TalliedExample, TallyPage } from './shadow-tally.js';

/** What a shadow is started with. */
export type NewShadow = Omit<Shadow, keyof ShadowCounts | 'shadowNo' | 'endedAtMs' | 'endedBy' | 'endedWhy'>;

/** Ways that differ for one reason, as they are stored. */
export interface StoredWay extends Cause {
  readonly way: CountedWay;
}

const COLUMNS =
  'shadow_no, base_version_id, share, changes_json, started_at_ms, started_by, note, ended_at_ms, ended_by, ended_why, compared, differing, dropped, failed';
const RUNNING = `SELECT ${COLUMNS} FROM ce_flow_shadow WHERE ended_at_ms IS NULL ORDER BY shadow_no LIMIT 1`;
const ONE = `SELECT ${COLUMNS} FROM ce_flow_shadow WHERE shadow_no = $1`;
const LIST = `SELECT ${COLUMNS} FROM ce_flow_shadow ORDER BY shadow_no DESC LIMIT $1`;
/** The primary key lets one of two through that count up at once. */
const ADD = `
  INSERT INTO ce_flow_shadow (shadow_no, base_version_id, share, changes_json, started_at_ms, started_by, note)
  SELECT COALESCE(max(shadow_no), 0) + 1, $1, $2, $3, $4, $5, $6 FROM ce_flow_shadow
  HAVING count(*) = count(ended_at_ms)
  ON CONFLICT (shadow_no) DO NOTHING RETURNING shadow_no`;
const END = `
  UPDATE ce_flow_shadow SET ended_at_ms = $2, ended_by = $3, ended_why = $4
   WHERE shadow_no = $1 AND ended_at_ms IS NULL RETURNING shadow_no`;
const COUNT = `
  UPDATE ce_flow_shadow
     SET compared = compared + $2, differing = differing + $3, dropped = dropped + $4, failed = failed + $5
   WHERE shadow_no = $1`;
const COUNT_WAY = `
  INSERT INTO ce_flow_shadow_way (shadow_no, way_hash, reason, change_no, way_json, turns) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (shadow_no, way_hash) DO UPDATE SET turns = ce_flow_shadow_way.turns + excluded.turns`;
/** A conversation that was erased meanwhile leaves none. */
const KEEP = `
  INSERT INTO ce_flow_shadow_example (conversation_id, shadow_no, way_hash, turn_no, example_json)
  SELECT conversation_id, $2, $3, $4, $5 FROM ce_conversation WHERE conversation_id = $1
  ON CONFLICT (conversation_id, shadow_no, way_hash, turn_no) DO NOTHING`;
const WAYS = `SELECT way_hash, reason, change_no, way_json, turns FROM ce_flow_shadow_way WHERE shadow_no = $1`;
const EXAMPLES = `
  SELECT way_hash, example_json FROM ce_flow_shadow_example WHERE shadow_no = $1
   ORDER BY conversation_id, turn_no LIMIT $2`;
const MOST_EXAMPLES = 5_000;

/** Shadows in the database: every process counts into the same ones. */
@Injectable()
export class ShadowStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Undefined where none goes on. */
  async running(): Promise<Shadow | undefined> {
    return (await this.database.query(RUNNING)).map(readShadow)[0];
  }

  async find(shadowNo: number): Promise<Shadow | undefined> {
    return (await this.database.query(ONE, [shadowNo])).map(readShadow)[0];
  }

  /** The newest first. */
  async list(limit: number): Promise<Shadow[]> {
    return (await this.database.query(LIST, [limit])).map(readShadow);
  }

  /** Its number; undefined where another one goes on. */
  async add(shadow: NewShadow): Promise<number | undefined> {
    const { baseVersionId, share, changes, startedAtMs, startedBy, note } = shadow;
    const values = [baseVersionId, share, JSON.stringify(changes), startedAtMs, startedBy, note];
    const [row] = await this.database.query(ADD, values);
    return row && Number(row.shadow_no);
  }

  /** @returns false where it had ended already */
  async end(shadowNo: number, nowMs: number, why: Ending, by: string | null): Promise<boolean> {
    return (await this.database.query(END, [shadowNo, nowMs, by, why])).length > 0;
  }

  /** Adds what a process has counted, all of it or nothing. */
  async addCounts(shadowNo: number, { counts, ways }: TallyPage): Promise<void> {
    const { compared, differing, dropped, failed } = counts;
    await this.database.transaction(async (sql) => {
      await sql.query(COUNT, [shadowNo, compared, differing, dropped, failed]);
      for (const { hash, reason, changeNo, way, turns } of ways) {
        await sql.query(COUNT_WAY, [shadowNo, hash, reason, changeNo, JSON.stringify(way), turns]);
      }
    });
  }

  /** Keeps the words of a turn with its conversation. */
  async keep(shadowNo: number, { hash, tenant, example }: TalliedExample): Promise<void> {
    const { conversationId, firstDifference } = example;
    const written = columnValue('example_json', JSON.parse(JSON.stringify(example)));
    const values = [conversationId, shadowNo, hash, firstDifference.turn, written];
    const work = () => this.database.query(KEEP, values);
    await (tenant === undefined ? work() : inTenant(tenant, work));
  }

  /** What was found, with examples of the tenant that asks. */
  async ways(shadowNo: number): Promise<StoredWay[]> {
    const rows = await this.database.query(WAYS, [shadowNo]);
    const kept = await this.database.query(EXAMPLES, [shadowNo, MOST_EXAMPLES]);
    const byHash = Map.groupBy(kept, ({ way_hash }) => String(way_hash));
    return rows
      .map((row) => {
        const examples = (byHash.get(String(row.way_hash)) ?? []).map(
          ({ example_json }) => readJson(example_json) as unknown as Differing,
        );
        const way = { ...(readJson(row.way_json) as unknown as Way), count: Number(row.turns), examples };
        return { reason: row.reason as Reason, changeNo: row.change_no === null ? null : Number(row.change_no), way };
      })
      .sort((one, other) => byWorst(one.way, other.way));
  }
}

function readShadow(row: Row): Shadow {
  return {
    shadowNo: Number(row.shadow_no),
    baseVersionId: Number(row.base_version_id),
    share: Number(row.share),
    changes: readJson(row.changes_json) as unknown as readonly RowChange[],
    startedAtMs: Number(row.started_at_ms),
    startedBy: String(row.started_by),
    note: String(row.note),
    endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
    endedBy: row.ended_by as string | null,
    endedWhy: row.ended_why as Ending | null,
    compared: Number(row.compared),
    differing: Number(row.differing),
    dropped: Number(row.dropped),
    failed: Number(row.failed),
  };
}
