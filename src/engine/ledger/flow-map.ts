import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { LruCache } from '../../platform/common/lru-cache.js';
import { CLOCK, DATABASE } from '../../platform/common/tokens.js';
import type { Database } from '../../platform/persistence/index.js';
import { comesWithService, ToolRunner } from '../../tools/index.js';
import { type CompiledFlow, FlowService, normalizeCode, type Rule } from '../flow/index.js';
import { lookTwice } from '../flow-check/index.js';
import { iso } from './action-item.js';

/** Where a conversation can be. */
interface FlowPlace {
  readonly intent: string;
  readonly state: string;
}

/** The rows of the flow as a graph: places, and the rules that lead from one to another. */
export interface FlowMap {
  readonly loadedAt: string;
  /** Which version of the flow runs. */
  readonly versionId: number | null;
  readonly intents: readonly {
    readonly code: string;
    readonly displayName: string | null;
    readonly description: string;
    readonly priority: number;
    readonly enteredState: string;
  }[];
  readonly states: readonly string[];
  readonly classifiers: readonly (FlowRow & { readonly ruleType: string; readonly pattern: string })[];
  readonly rules: readonly FlowEdge[];
  readonly responses: readonly (FlowRow & {
    readonly format: string;
    readonly type: string;
    readonly text: string | null;
  })[];
  readonly pendingActions: readonly (FlowRow & {
    readonly actionKey: string;
    readonly handler: string;
    readonly methods: readonly string[];
    readonly description: string | null;
    readonly riskLevel: string | null;
    readonly executionPolicy: string;
  })[];
  readonly tools: readonly (FlowPlace & {
    readonly code: string;
    readonly group: string;
    readonly description: string | null;
    readonly sideEffect: string | null;
    readonly riskLevel: string | null;
    readonly source: string;
    /** Whether it comes with the service and is not one of the flow's: it is for clients of the Model Context Protocol alone. */
    readonly isShipped: boolean;
  })[];
  /** What `flow check` says of the rows. */
  readonly findings: readonly {
    readonly severity: string;
    readonly table: string;
    readonly row: string | null;
    readonly column: string | null;
    readonly message: string;
  }[];
  /** Where the chats stand that began in the last 24 hours: the newest 10,000 of them. */
  readonly traffic: readonly (FlowPlace & { readonly conversations: number })[];
}

interface FlowRow extends FlowPlace {
  readonly id: number;
  readonly priority: number;
}

/** A rule; `to` is where it leads, null where it leads nowhere. ANY stands for every intent or state. */
interface FlowEdge {
  readonly id: number;
  readonly phase: string;
  readonly priority: number;
  readonly from: FlowPlace;
  readonly condition: string;
  readonly action: string;
  readonly actionValue: string | null;
  readonly to: FlowPlace | null;
}

const DAY_MS = 86_400_000;
const MOST_COUNTED = 10_000;

const TRAFFIC = `
  SELECT intent_code, state_code, count(*) AS conversations FROM (
    SELECT intent_code, state_code FROM ce_conversation WHERE kind = 'CHAT' AND created_at >= $1
     ORDER BY created_at DESC, conversation_id DESC LIMIT ${MOST_COUNTED}) AS newest
   GROUP BY intent_code, state_code ORDER BY count(*) DESC, intent_code, state_code`;

/** So many tenants see the map that is drawn already. */
const MOST_DRAWN = 20;

/** Shows the rows of the flow as a graph, with what is wrong with them and where conversations are. */
@Injectable()
export class FlowMapReader {
  private drawn = new LruCache<Promise<Omit<FlowMap, 'traffic'>>>(MOST_DRAWN);
  private drawnOf = 0;

  constructor(
    private readonly flow: FlowService,
    private readonly tools: ToolRunner,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws EngineError DATABASE_UNAVAILABLE */
  async read(): Promise<FlowMap> {
    const rows = await this.database.query(TRAFFIC, [new Date(this.clock.now() - DAY_MS)]);
    const traffic = rows.map(({ intent_code, state_code, conversations }) => {
      return { intent: String(intent_code), state: String(state_code), conversations: Number(conversations) };
    });
    return { ...(await this.rowsAsLoaded()), traffic };
  }

  /** Checking the rows costs more than reading them, and they change only when they are loaded. */
  private rowsAsLoaded(): Promise<Omit<FlowMap, 'traffic'>> {
    const { loadedAtMs, tenant } = this.flow;
    if (this.drawnOf !== loadedAtMs) this.drawn = new LruCache(MOST_DRAWN);
    this.drawnOf = loadedAtMs;
    const { drawn } = this;
    return drawn.get(tenant, () => {
      const map = this.draw(loadedAtMs);
      map.catch(() => {
        this.drawnOf = 0;
      });
      return map;
    });
  }

  private async draw(loadedAtMs: number): Promise<Omit<FlowMap, 'traffic'>> {
    const { rows, versionId } = this.flow.running;
    const { flow, problems } = await this.flow.check(rows);
    const findings = [...problems, ...lookTwice(flow, this.tools)].map(({ severity, table, id, column, message }) => {
      return { severity, table, row: id, column, message };
    });
    return { loadedAt: iso(loadedAtMs), versionId, ...rowsOf(flow), findings };
  }
}

function rowsOf({ parts, definition }: CompiledFlow): Omit<FlowMap, 'traffic' | 'findings' | 'loadedAt' | 'versionId'> {
  return {
    intents: parts.intents.map(({ code, displayName, description, priority }) => {
      return { code, displayName, description, priority, enteredState: definition.enteredState(code) };
    }),
    states: [...definition.states].sort(),
    classifiers: parts.classifiers.map(({ id, intent, state, priority, ruleType, pattern }) => {
      return { id, intent, state, priority, ruleType, pattern };
    }),
    rules: parts.rules.map(edgeOf),
    responses: parts.responses.map(({ id, intent, state, priority, format, type, exactText, derivationHint }) => {
      return { id, intent, state, priority, format, type, text: exactText ?? derivationHint };
    }),
    pendingActions: parts.pendingActions.map((action) => {
      const { id, intent, state, priority, actionKey, handler, methods, description, risk, executionPolicy } = action;
      return {
        id,
        intent,
        state,
        priority,
        actionKey,
        handler,
        methods,
        description,
        riskLevel: risk,
        executionPolicy,
      };
    }),
    tools: definition.allTools.map((tool) => {
      const { code, group, intent, state, description, sideEffect, risk, origin } = tool;
      const isShipped = comesWithService(tool);
      return { code, group, intent, state, description, sideEffect, riskLevel: risk, source: origin.source, isShipped };
    }),
  };
}

function edgeOf(rule: Rule): FlowEdge {
  const { id, phase, priority, intent, state, condition, pattern, action, actionValue } = rule;
  const from = { intent, state };
  return {
    id,
    phase,
    priority,
    from,
    condition: `${condition.type} ${pattern}`,
    action: action.type,
    actionValue,
    to: placeAfter(action, from),
  };
}

function placeAfter(action: Rule['action'], { intent, state }: FlowPlace): FlowPlace | null {
  if (action.type === 'SET_STATE') return { intent, state: normalizeCode(action.state) };
  return action.type === 'SET_INTENT' ? { intent: normalizeCode(action.intent), state } : null;
}
