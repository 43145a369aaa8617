import { Injectable } from '@nestjs/common';
import { untilAborted } from '../../../platform/common/abort.js';
import { elsewhere } from '../../../platform/common/elsewhere.js';
import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, toJson } from '../../../platform/common/json.js';
import { type ContainerDataProvider, Handlers } from '../../../platform/handlers-api/index.js';
import type { ContainerConfig } from '../../flow/index.js';
import { callContext, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<AddContainerDataStep>;

/** Fetches the outside data that `ce_container_config` asks for in this scope, into `context.container_data`. */
@Injectable()
export class AddContainerDataStep implements TurnStep<AddContainerDataStep> {
  readonly name = 'AddContainerDataStep';
  readonly reads = {
    intent: 'FallbackIntentStateStep',
    state: 'FallbackIntentStateStep',
    context: 'ResetResolvedIntentStep',
    params: 'IntentResolutionStep',
    standalone_query: 'IntentResolutionStep',
  } as const;
  readonly writes = ['context'] as const;

  constructor(private readonly handlers: Handlers) {}

  async run(turn: View): Promise<StepOutcome> {
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
async function load(turn: View, provider: ContainerDataProvider, container: ContainerConfig, data: JsonObject) {
  const { id: configId, pageId, sectionId, containerId, inputParamName } = container;
  const inputValue =
    turn.context[inputParamName] ?? turn.params[inputParamName] ?? turn.facts.standalone_query ?? turn.userText;
  try {
    const request = { ...callContext(turn), pageId, sectionId, containerId, inputParamName, inputValue };
    data[inputParamName] = toJson(
      await untilAborted(
        elsewhere(() => provider.load(request)),
        turn.signal,
      ),
    );
    turn.audit.record('CONTAINER_DATA_EXECUTED', { containerId, configId, inputParamName });
  } catch (error) {
    turn.audit.record('CONTAINER_DATA_FAILED', { containerId, configId, error: messageOf(error) });
  }
}
