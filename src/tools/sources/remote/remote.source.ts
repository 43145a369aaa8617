import { setTimeout as sleep } from 'node:timers/promises';
import type { Tool as ListedTool } from '@modelcontextprotocol/client';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { SideEffect } from '../../../platform/handlers-api/index.js';
import { OutageLog } from '../../../platform/persistence/index.js';
import { matchesPattern } from '../../code-pattern.js';
import { normalizeCode } from '../../scope.js';
import type { Follower, Reading, ToolSource } from '../../source.js';
import type { Executable } from '../../tool.js';
import { ANYWHERE, AS_ROW, type Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import type { RemoteServer } from './remote-server.js';
import { type Connection, placeOf, type RemoteServerState, toolState } from './remote-state.js';
import { hashDefinition, type RemoteDefinition, readDefinition } from './remote-tool.js';
import type { ServerSettings } from './server-transport.js';
import { isHeld, type PinApproval, type ToolPin, ToolPins } from './tool-pins.js';

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
@Injectable()
export class RemoteSource implements ToolSource {
  readonly name = 'remote';
  readonly beside = 'answers-group';
  private readonly logger = new Logger(RemoteSource.name);
  private readonly looks = new OutageLog(this.logger, 'looking for approvals of tools');
  private servers: readonly RemoteServer[] = [];
  private readonly known = new Map<string, KnownTool>();
  private readonly stopping = new AbortController();
  private starting: Promise<void> = Promise.resolve();
  private looking: Promise<void> = Promise.resolve();
  private follower: Follower | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'mcp'>,
    private readonly pins: ToolPins,
  ) {}

  /** Begins to connect; nothing waits for it, and one server that cannot be reached does not keep the others away. */
  start(follower: Follower): void {
    this.follower = follower;
    const settings = Object.entries(this.config.mcp.servers);
    if (settings.length > 0) this.starting = this.startServers(settings);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    await Promise.all([...this.servers.map((server) => server.stop()), this.looking]);
  }

  /** The protocol's library is loaded where there is a server to speak it with. */
  private async startServers(settings: readonly (readonly [string, ServerSettings])[]): Promise<void> {
    const { RemoteServer } = await import('./remote-server.js');
    this.servers = settings.map(([name, settings]): RemoteServer => {
      const server: RemoteServer = new RemoteServer(name, settings, (tools) => this.learn(server, settings, tools));
      return server;
    });
    for (const server of this.servers) server.start();
    this.looking = this.lookForApprovals();
  }

  /** What the servers list by now, approved. */
  read(): Reading {
    const tools = [...this.known].map(([code, known]) => remoteTool(known, () => this.answerOf(code)));
    return { tools, problems: [], counts: {} };
  }

  /** Every configured server, as this process sees it, with the tools that were ever seen of it. */
  async states(): Promise<RemoteServerState[]> {
    const pins = await this.pins.all();
    const connections = new Map(this.servers.map(({ name, connection }) => [name, connection]));
    return Object.entries(this.config.mcp.servers).map(([name, settings]) => ({
      name,
      place: placeOf(settings),
      ...(connections.get(name) ?? NOT_CONNECTED),
      tools: pins
        .filter(({ server }) => server === name)
        .map((pin) => toolState(pin, this.known.has(codeOf(name, pin.tool)))),
    }));
  }

  /**
   * Lets a held definition be called: here at once, by other processes within seconds.
   * @param seenHash of the definition that was looked at
   * @returns the pin; undefined when the server shows yet another definition by now, or it was approved before
   */
  async approve(server: string, tool: string, seenHash: string, approval: PinApproval): Promise<ToolPin | undefined> {
    const pin = await this.pins.approve({ server, tool, seenHash }, approval);
    const known = this.known.get(codeOf(server, tool));
    if (pin && known?.isHeld) {
      this.logger.log(`${approval.by} has approved the tool ${tool} of ${server} as it is now`);
      if (await this.release([known])) await this.offer();
    }
    return pin;
  }

  /** Looked up for each call: what has changed is held at once. */
  private answerOf(code: string): Executable | undefined {
    const known = this.known.get(code);
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

  private async learn(server: RemoteServer, settings: ServerSettings, tools: readonly ListedTool[]): Promise<void> {
    const found = new Map<string, KnownTool>();
    for (const tool of tools.filter(({ name }) => settings.tools.some((pattern) => matchesPattern(pattern, name)))) {
      const definition = readDefinition(tool);
      if ('problem' in definition) {
        this.logger.warn(`the tool ${tool.name} of ${server.name} is left out: ${definition.problem}`);
        continue;
      }
      const pin = await this.pins.see(server.name, definition);
      const code = codeOf(server.name, definition.name);
      const known = { server, settings, definition: isHeld(pin) ? approvedOf(pin, definition) : definition };
      found.set(code, { ...known, isHeld: isHeld(pin) });
      if (!isHeld(pin)) continue;
      this.logger.warn(heldText(server.name, pin.tool));
      // It is held from now on, not only once the server's other tools have been looked at.
      if (this.known.has(code)) this.known.set(code, { ...known, isHeld: true });
    }
    for (const [code, known] of this.known) if (known.server === server) this.known.delete(code);
    for (const [code, known] of found) this.known.set(code, known);
    await this.offer();
  }

  /** Has what is known now offered. Where rows of the flow are wrong, it stays as it is. */
  private async offer(): Promise<void> {
    try {
      await this.follower?.load();
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
        const isAny = await this.release(held);
        this.looks.worked();
        if (isAny) await this.offer();
      } catch (error) {
        this.looks.failed(error);
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
}

const NOT_CONNECTED: Connection = { isConnected: false, problem: null };

function remoteTool({ server, settings, definition }: KnownTool, find: () => Executable | undefined): Tool {
  return {
    ...ANYWHERE,
    code: `${server.name}.${definition.name}`,
    group: 'MCP',
    intent: normalizeCode(settings.intent),
    state: normalizeCode(settings.state),
    description: definition.description,
    inputSchema: definition.inputSchema,
    outputSchema: definition.outputSchema,
    sideEffect: null,
    timeoutMs: settings.timeout ?? null,
    origin: { source: 'remote', place: server.name },
    does: { kind: 'remote', find },
    treatment: AS_ROW,
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
