import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import { isJsonObject, type JsonObject, toJson, toStorableJson } from '../../../platform/common/json.js';
import { CLOCK, DATABASE } from '../../../platform/common/tokens.js';
import { type Database, type Row, readJson } from '../../../platform/persistence/index.js';
import { hashDefinition, type RemoteDefinition } from './remote-tool.js';

/** A tool of another server, as it may be called and as it was seen last. */
export interface ToolPin {
  readonly server: string;
  readonly tool: string;
  readonly approvedHash: string;
  readonly approved: JsonObject;
  readonly approvedAtMs: number;
  /** Who has approved it, and why; null for the first definition that was seen. */
  readonly approvedBy: string | null;
  readonly approvalNote: string | null;
  readonly seenHash: string;
  readonly seen: JsonObject;
  readonly seenAtMs: number;
}

/** Who lets a changed definition be called, and why; kept with the pin. */
export interface PinApproval {
  readonly by: string;
  readonly note: string;
}

/** True while the server shows another definition than the one that may be called. */
export function isHeld({ approvedHash, seenHash }: Pick<ToolPin, 'approvedHash' | 'seenHash'>): boolean {
  return approvedHash !== seenHash;
}

/** The table `ce_mcp_tool_pin`: the first definition seen is pinned; another one is held until somebody approves it. */
@Injectable()
export class ToolPins {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Notes what a server shows. A tool has one code however its name is written, so that another spelling of a pinned name is a
   * change of that tool and no new one.
   * @returns the pin as it stands now
   */
  async see(server: string, definition: RemoteDefinition): Promise<ToolPin> {
    const hash = hashDefinition(definition);
    const name = await this.pinnedName(server, definition.name);
    const [row] = await this.database.query(
      `INSERT INTO ce_mcp_tool_pin (server_name, tool_name, approved_hash, approved_json, approved_at_ms, seen_hash,
                                    seen_json, seen_at_ms)
       VALUES ($1, $2, $3, $4, $5, $3, $4, $5)
       ON CONFLICT (server_name, tool_name) DO UPDATE
          SET seen_hash = excluded.seen_hash, seen_json = excluded.seen_json, seen_at_ms = excluded.seen_at_ms
       RETURNING *`,
      [server, name, hash, toStorableJson(toJson(definition)), this.clock.now()],
    );
    return readPin(row ?? {});
  }

  /** The pin of a tool, however its name is written. */
  async find(server: string, tool: string): Promise<ToolPin | undefined> {
    const sql = 'SELECT * FROM ce_mcp_tool_pin WHERE server_name = $1 AND tool_name = $2';
    const [row] = await this.database.query(sql, [server, await this.pinnedName(server, tool)]);
    return row && readPin(row);
  }

  /** Every pin, by server and tool. */
  async all(): Promise<ToolPin[]> {
    const rows = await this.database.query('SELECT * FROM ce_mcp_tool_pin ORDER BY server_name, tool_name');
    return rows.map(readPin);
  }

  /**
   * Lets the held definition with this hash be called.
   * @returns the pin; undefined when the server shows yet another one by now, or it was approved before
   */
  async approve(
    { server, tool, seenHash }: Pick<ToolPin, 'server' | 'tool' | 'seenHash'>,
    { by, note }: PinApproval,
  ): Promise<ToolPin | undefined> {
    const [row] = await this.database.query(
      `UPDATE ce_mcp_tool_pin SET approved_hash = seen_hash, approved_json = seen_json, approved_at_ms = $1,
                                  approved_by = $5, approval_note = $6
        WHERE server_name = $2 AND tool_name = $3 AND seen_hash = $4 AND approved_hash <> seen_hash RETURNING *`,
      [this.clock.now(), server, tool, seenHash, by, note],
    );
    return row && readPin(row);
  }

  private async pinnedName(server: string, name: string): Promise<string> {
    const [row] = await this.database.query(
      `SELECT tool_name FROM ce_mcp_tool_pin WHERE server_name = $1 AND lower(tool_name) = lower($2)
        ORDER BY CASE WHEN tool_name = $2 THEN 0 ELSE 1 END LIMIT 1`,
      [server, name],
    );
    return String(row?.tool_name ?? name);
  }
}

function readPin(row: Row): ToolPin {
  const object = (value: unknown) => {
    const json = readJson(value);
    return isJsonObject(json) ? json : {};
  };
  return {
    server: String(row.server_name),
    tool: String(row.tool_name),
    approvedHash: String(row.approved_hash),
    approved: object(row.approved_json),
    approvedAtMs: Number(row.approved_at_ms),
    approvedBy: textOf(row.approved_by),
    approvalNote: textOf(row.approval_note),
    seenHash: String(row.seen_hash),
    seen: object(row.seen_json),
    seenAtMs: Number(row.seen_at_ms),
  };
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}
