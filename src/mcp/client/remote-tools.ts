import { setTimeout as sleep } from 'node:timers/promises';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { Logger } from '@nestjs/common';
import { messageOf } from '../../common/errors.js';
import type { JsonObject } from '../../common/json.js';
import type { ConvEngineConfig } from '../../config/index.js';
import { type FlowService, normalizeCode, type ToolDefinition } from '../../flow/index.js';
import type { SideEffect } from '../../handlers/index.js';
import type { ToolRow } from '../../persistence/index.js';
import { type ExecutableTool, ToolError, type ToolExecutor } from '../../tools/index.js';
import { matchesPattern } from '../pattern.js';
import { RemoteServer } from './remote-server.js';
import { hashDefinition, type RemoteDefinition, readDefinition } from './remote-tool.js';
import type { ServerSettings } from './server-transport.js';
import { isHeld, type ToolPin, type ToolPins } from './tool-pins.js';

/** How often it is looked whether a held definition was approved by another process. */
const LOOK_MS = 5_000;

interface KnownTool {
  readonly server: RemoteServer;
  readonly settings: ServerSettings;
  readonly definition: RemoteDefinition;
  isHeld: boolean;
}

/**
 * The tools of other servers, as tools of the group MCP: `SERVER.TOOL`. A row of `ce_mcp_tool` with that code says where a
 * tool is offered and what it does; without one, the configuration does. A tool whose definition has changed is there,
 * and refuses every call.
 */
export class RemoteTools implements ToolExecutor {
  readonly group = 'MCP';
  private readonly logger = new Logger(RemoteTools.name);
  private readonly servers: RemoteServer[];
  private readonly known = new Map<string, KnownTool>();
  private readonly stopping = new AbortController();
  private looking: Promise<void> = Promise.resolve();

  constructor(
    config: ConvEngineConfig,
    private readonly flow: FlowService,
    private readonly pins: ToolPins,
  ) {
    this.servers = Object.entries(config.mcp.servers).map(([name, settings]): RemoteServer => {
      const server: RemoteServer = new RemoteServer(name, settings, (tools) => this.learn(server, settings, tools));
      return server;
    });
    flow.offerTools((rows) => this.rowsBeside(rows));
  }

  /** Begins to connect; nothing waits for it, and one server that cannot be reached does not keep the others away. */
  start(): void {
    for (const server of this.servers) server.start();
    if (this.servers.length > 0) this.looking = this.lookForApprovals();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.servers.map((server) => server.stop()), this.looking]);
  }

  find(tool: ToolDefinition): ExecutableTool | undefined {
    const known = this.known.get(normalizeCode(tool.code));
    if (!known) return undefined;
    const { definition, server } = known;
    return {
      sideEffect: sideEffectOf(known),
      inputSchema: definition.inputSchema,
      digest: () => hashDefinition(definition),
      execute: (call) => {
        if (known.isHeld) throw new ToolError(heldText(server.name, definition.name));
        return server.call(definition.name, call);
      },
    };
  }

  private async learn(server: RemoteServer, settings: ServerSettings, tools: readonly Tool[]): Promise<void> {
    const found = new Map<string, KnownTool>();
    for (const tool of tools.filter(({ name }) => settings.tools.some((pattern) => matchesPattern(pattern, name)))) {
      const definition = readDefinition(tool);
      if ('problem' in definition) {
        this.logger.warn(`the tool ${tool.name} of ${server.name} is left out: ${definition.problem}`);
        continue;
      }
      const pin = await this.pins.see(server.name, definition);
      if (isHeld(pin)) this.logger.warn(heldText(server.name, definition.name));
      const known = { server, settings, definition: isHeld(pin) ? approvedOf(pin, definition) : definition };
      found.set(codeOf(server.name, definition.name), { ...known, isHeld: isHeld(pin) });
    }
    for (const [code, known] of this.known) if (known.server === server) this.known.delete(code);
    for (const [code, known] of found) this.known.set(code, known);
    await this.offer();
  }

  /** Has the flow offer what is known now. Where its own rows are wrong, it stays as it is. */
  private async offer(): Promise<void> {
    try {
      await this.flow.load();
    } catch (error) {
      this.logger.warn(`the flow could not be loaded again for the tools of other servers: ${messageOf(error)}`);
    }
  }

  private async lookForApprovals(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      const held = [...this.known.values()].filter((known) => known.isHeld);
      if (held.length === 0 || signal.aborted) continue;
      try {
        if (await this.release(held)) await this.offer();
      } catch (error) {
        this.logger.warn(`approvals of tools could not be read: ${messageOf(error)}`);
      }
    }
  }

  private async release(held: readonly KnownTool[]): Promise<boolean> {
    let isAny = false;
    for (const known of held) {
      const pin = await this.pins.find(known.server.name, known.definition.name);
      if (!pin || isHeld(pin)) continue;
      const definition = approvedOf(pin, known.definition);
      this.known.set(codeOf(pin.server, pin.tool), { ...known, definition, isHeld: false });
      isAny = true;
    }
    return isAny;
  }

  /** Rows for known tools that have none. */
  private rowsBeside(rows: readonly ToolRow[]): ToolRow[] {
    const written = new Set(rows.map(({ toolCode }) => normalizeCode(toolCode)));
    const missing = [...this.known].filter(([code]) => !written.has(code));
    return missing.map(([, known], index) => rowOf(known, -1 - index));
  }
}

function rowOf({ server, settings, definition }: KnownTool, toolId: number): ToolRow {
  return {
    toolId,
    toolCode: `${server.name}.${definition.name}`,
    toolGroup: 'MCP',
    intentCode: settings.intent,
    stateCode: settings.state,
    enabled: true,
    description: definition.description,
    inputSchema: definition.inputSchema,
    outputSchema: definition.outputSchema,
    sideEffect: null,
    risk: null,
    executionPolicy: 'at-most-once',
    timeoutMs: settings.timeout ?? null,
    transformJson: null,
    createdAt: new Date(0),
  };
}

/** What the server says of itself is a hint for people alone: only the configuration makes a tool READ. */
function sideEffectOf({ settings, definition }: KnownTool): SideEffect {
  return settings.read.some((pattern) => matchesPattern(pattern, definition.name)) ? 'READ' : 'WRITE';
}

function approvedOf({ approved }: ToolPin, fallback: RemoteDefinition): RemoteDefinition {
  return { ...fallback, ...(approved as unknown as Partial<RemoteDefinition> & JsonObject) };
}

function codeOf(server: string, tool: string): string {
  return normalizeCode(`${server}.${tool}`);
}

function heldText(server: string, tool: string): string {
  return `The tool ${tool} of ${server} has changed and is held for review: convengine mcp approve ${server} ${tool}`;
}
