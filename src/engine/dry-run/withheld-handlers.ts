import type { JsonObject } from '../../platform/common/json.js';
import { isJsonObject } from '../../platform/common/json.js';
import {
  type ActionMethod,
  type ContainerDataProvider,
  Handlers,
  type ResponseTransformer,
  type RuleTaskMethod,
} from '../../platform/handlers-api/index.js';
import type { Withholding } from './withheld.js';

/** Handlers that are there as the service has them, and of which none is called; of any other kind there are none. */
export class WithheldHandlers extends Handlers {
  constructor(
    private readonly real: Handlers,
    private readonly withholding: Withholding,
  ) {
    super();
  }

  override actionMethod(name: string, method: string): ActionMethod | undefined {
    return this.real.hasAction(name, method) ? neverCalled : undefined;
  }

  override ruleTaskMethod(handler: string, method: string): RuleTaskMethod | undefined {
    if (!this.real.hasRuleTask(handler, method)) return undefined;
    return ({ inputParams }) => {
      const about = { kind: 'RULE_TASK', name: `${handler}:${method}`, by: null, arguments: inputParams } as const;
      const result = this.withholding.note(about, 'ASSUMED');
      return isJsonObject(result) ? result : undefined;
    };
  }

  override get containerData(): ContainerDataProvider | undefined {
    if (!this.real.containerData) return undefined;
    return {
      kind: 'container-data',
      load: ({ containerId, pageId, sectionId, inputParamName, inputValue }) => {
        const args: JsonObject = { pageId, sectionId, inputParamName, inputValue };
        const about = { kind: 'CONTAINER', name: String(containerId), by: null, arguments: args } as const;
        const result = this.withholding.note(about, 'MISSING');
        if (result === undefined) throw new Error('It was not loaded: nothing is called in a dry run.');
        return result;
      },
    };
  }

  override transformersFor(intent: string, state: string): ResponseTransformer[] {
    return this.real.transformersFor(intent, state).map((transformer) => ({
      ...transformer,
      kind: 'response-transformer',
      transform: () => {
        const name = `${transformer.intent}/${transformer.state}`;
        this.withholding.note({ kind: 'TRANSFORMER', name, by: null, arguments: {} }, 'ASSUMED');
        return undefined;
      },
    }));
  }
}

const neverCalled: ActionMethod = () => {
  throw new Error('Nothing is carried out in a dry run.');
};
