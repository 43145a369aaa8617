import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import { EmbeddedWorkflows, type KeptFunctions, type RunDefinition, type RunFunction } from '../../groups/index.js';
import { ToolRegistry } from '../../registry.js';
import { type CallableTools, ToolRunner } from '../../run/index.js';
import { bestInScope, normalizeCode } from '../../scope.js';
import type { PlaybookWork, Tool } from '../../tool.js';
import { shapeDigest } from '../../tool-digest.js';
import { ToolError } from '../../tool-error.js';
import { type Playbook, readPlaybook } from '../index.js';
import { DurableRun } from './durable-run.js';

/** Where a tool is looked for, in this order. */
type Scopes = readonly { readonly intent: string; readonly state: string }[];

/** A run of a playbook as its row keeps it: what was agreed to, and what was meant by the names in it. */
interface KeptPlaybook {
  readonly playbook: Playbook;
  readonly scopes: Scopes;
  /** Digests of the tools at the time of the consent, by their codes. */
  readonly digests: ReadonlyMap<string, string>;
}

/** What is kept of a playbook for a run of it. */
export function keepPlaybook(tool: Tool, work: PlaybookWork, call: ToolCall, tools: CallableTools): RunDefinition {
  const scopes = [
    { intent: call.intent, state: call.state },
    { intent: tool.intent, state: tool.state },
  ];
  const digests = [...work.tools].map(([code, known]) => {
    const found = inScopes(known, scopes);
    if (!found) throw new ToolError(`The playbook uses ${code}, which is not for ${call.intent}/${call.state}`);
    return [normalizeCode(code), agreedDigest(found, tools)];
  });
  return {
    version: work.digest.slice(0, 12),
    document: { playbook: work.definition.durable ?? {}, scopes, tools: Object.fromEntries(digests) },
  };
}

/**
 * Goes on with runs of durable playbooks, in whichever process. What a run does stands in its row, so that a file that was changed
 * since changes nothing of it; a tool that is another one than was agreed to is not called.
 */
@Injectable()
export class DurablePlaybooks implements KeptFunctions {
  constructor(
    workflows: EmbeddedWorkflows,
    private readonly registry: ToolRegistry,
    private readonly tools: ToolRunner,
  ) {
    workflows.keepBy(this);
  }

  workflows(): ReadonlyMap<string, JsonObject | null> {
    const durable = this.registry.current.list.filter(
      ({ does }) => does.kind === 'playbook' && does.definition.durable !== undefined,
    );
    return new Map(durable.map(({ code, inputSchema }) => [code, inputSchema]));
  }

  functionOf(workflow: string, definition: RunDefinition): RunFunction {
    const { playbook, scopes, digests } = readKept(definition);
    const found = new Map([...digests.keys()].map((code) => [code, this.find(code, scopes)]));
    const { intent, state } = scopes[0] ?? { intent: 'UNKNOWN', state: 'UNKNOWN' };
    const toolOf = (code: string) => found.get(normalizeCode(code));
    const parts = { tools: this.tools, intent, state, toolOf };
    return {
      kind: 'workflow',
      name: workflow,
      durable: true,
      version: definition.version,
      steps: playbook.steps.filter(({ tool }) => tool !== '').map(({ key }) => key),
      run: (call) => new DurableRun(playbook, call, parts).result(),
      obstacle: (key, what) => {
        const step = playbook.steps.find((one) => one.key === key);
        const code = what === 'undo' ? step?.durable?.compensate?.tool : step?.tool;
        if (!code) return undefined;
        const tool = toolOf(code);
        if (!tool) return missing(code);
        const kept = digests.get(normalizeCode(code));
        const now = agreedDigest(tool, this.tools);
        // Runs that an earlier version began kept nothing of how results are shaped.
        if (now === kept || now.startsWith(`${kept}.`)) return undefined;
        return `The tool ${code} has changed since the user agreed to this run: put it back as it was and retry the run, or cancel it.`;
      },
    };
  }

  private find(code: string, scopes: Scopes): Tool | undefined {
    const known = this.registry.ofTenant.list.filter(
      (tool) => normalizeCode(tool.code) === code && tool.treatment.offered === 'everywhere',
    );
    return inScopes(known, scopes);
  }
}

/** What the tool does, and what later steps get of its result. */
function agreedDigest(tool: Tool, tools: Pick<CallableTools, 'digest'>): string {
  return `${tools.digest(tool)}.${shapeDigest(tool)}`;
}

function missing(code: string): string {
  return `There is no tool ${code} any more: bring it back and retry the run, or cancel it.`;
}

function inScopes(known: readonly Tool[], scopes: Scopes): Tool | undefined {
  for (const { intent, state } of scopes) {
    const found = bestInScope(known, intent, state);
    if (found) return found;
  }
  return undefined;
}

function readKept({ document }: RunDefinition): KeptPlaybook {
  const { playbook, problems } = readPlaybook(document.playbook ?? null);
  if (!playbook) {
    const text = problems.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
    throw new Error(`This version of the service cannot read the playbook that the run was started with: ${text}`);
  }
  const scopes = Array.isArray(document.scopes) ? document.scopes.filter(isJsonObject) : [];
  const digests = Object.entries(isJsonObject(document.tools) ? document.tools : {});
  return {
    playbook,
    scopes: scopes.map(({ intent, state }) => ({ intent: String(intent), state: String(state) })),
    digests: new Map(digests.map(([code, digest]) => [code, String(digest)])),
  };
}
