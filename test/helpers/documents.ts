import { type ConvEngineConfig, loadConfig } from '../../src/platform/config/index.js';

type DocumentSettings = ConvEngineConfig['mcp']['documents'];

/** `convengine.mcp.documents` as it is by default, but for what is given. */
export function documentSettings(changes: Partial<DocumentSettings> = {}): DocumentSettings {
  return { ...loadConfig({ env: {}, directory: '/nonexistent' }).config.mcp.documents, ...changes };
}
