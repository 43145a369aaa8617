import { type FlowTestResult, runFlowTest } from '../interfaces/flow-tests/index.js';
import { type ConvEngineConfig, loadConfig } from '../platform/config/index.js';
import { embed } from './embed.js';

/**
 * Holds the scripted conversations of a file with an engine of their own, as `convengine test` does.
 * @param config settings of the flow; read from `config/*.yaml` and the environment where absent
 * @throws EngineError where the file, its rows or its handlers cannot be read
 */
export function testFlow(file: string, config: ConvEngineConfig = loadConfig().config): Promise<FlowTestResult> {
  return runFlowTest(file, { config: { ...config, log: { ...config.log, level: 'silent' } }, start: embed });
}
