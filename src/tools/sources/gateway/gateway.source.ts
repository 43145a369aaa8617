import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { Reading, ToolSource } from '../../source.js';
import { GATEWAY_TOOLS } from './gateway-tools.js';

/** The tools that find and call the others, where `convengine.mcp.gateway-tools` is switched on. */
export class GatewaySource implements ToolSource {
  readonly name = 'gateway';
  readonly beside = 'answers-group';

  constructor(private readonly settings: ConvEngineConfig['mcp']['gatewayTools']) {}

  read(): Reading {
    return { tools: this.settings.enabled ? GATEWAY_TOOLS : [], problems: [], counts: {} };
  }
}
