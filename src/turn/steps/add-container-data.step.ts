import { untilAborted } from '../../common/abort.js';
import { messageOf } from '../../common/errors.js';
import { isJsonObject, type JsonObject, toJson } from '../../common/json.js';
import type { ContainerConfig } from '../../flow/index.js';
import type { ContainerDataProvider, Handlers } from '../../handlers/index.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** Fetches the outside data that `ce_container_config` asks for in this scope, into `context.container_data`. */
export class AddContainerDataStep implements TurnStep {
  readonly name = 'AddContainerDataStep';
  readonly needs = [] as const;
  readonly gives = [] as const;

  constructor(private readonly handlers: Handlers) {}

  async run(turn: Turn): Promise<StepOutcome> {
    const containers = turn.flow.containersFor(turn.intent, turn.state);
    const provider = this.handlers.containerData;
    if (containers.length === 0) return 'CONTINUE';
    if (!provider) {
      turn.audit.record('CONTAINER_DATA_SKIPPED', { reason: 'no container-data provider is registered' });
      return 'CONTINUE';
    }
    const data: JsonObject = isJsonObject(turn.context.container_data) ? { ...turn.context.container_data } : {};
    for (const container of containers) await load(turn, provider, container, data);
    turn.context.container_data = data;
    turn.audit.record('CONTAINER_DATA_ATTACHED', { inputParamNames: Object.keys(data) });
    return 'CONTINUE';
  }
}

/** A container that cannot be loaded is audited and left out; the turn goes on. */
async function load(turn: Turn, provider: ContainerDataProvider, container: ContainerConfig, data: JsonObject) {
  const { id: configId, pageId, sectionId, containerId, inputParamName } = container;
  const inputValue =
    turn.context[inputParamName] ?? turn.params[inputParamName] ?? turn.facts.standalone_query ?? turn.userText;
  try {
    const request = { ...turn.callContext, pageId, sectionId, containerId, inputParamName, inputValue };
    data[inputParamName] = toJson(await untilAborted(Promise.resolve(provider.load(request)), turn.signal));
    turn.audit.record('CONTAINER_DATA_EXECUTED', { containerId, configId, inputParamName });
  } catch (error) {
    turn.audit.record('CONTAINER_DATA_FAILED', { containerId, configId, error: messageOf(error) });
  }
}
