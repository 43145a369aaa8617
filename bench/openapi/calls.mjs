// Random calls of imported tools, made as the engine makes them.

import { SAMPLES, sampleOf } from '../../dist/src/authoring/toolgen/init/sample.js';
import { compileSchema } from '../../dist/src/platform/common/json-schema.js';
import { loadConfig } from '../../dist/src/platform/config/index.js';
import { Egress } from '../../dist/src/platform/egress/index.js';
import { Handlers } from '../../dist/src/platform/handlers-api/index.js';
import { HttpApiExecutor, ToolRunner } from '../../dist/src/tools/index.js';

/** Runs tools against one host. */
export function runnerFor(host) {
  const { config } = loadConfig({ env: {}, directory: '/nonexistent' });
  const egress = new Egress({ egress: { ...config.egress, allowPrivateHosts: [host] } });
  const handlers = new Handlers();
  return new ToolRunner(config, handlers, [new HttpApiExecutor(handlers, config, egress)]);
}

/** Calls tools at random, until so many calls were made. @returns what failed, and tools for which no arguments were found */
export async function callAtRandom(tools, runner, count, next) {
  const failures = [];
  const without = new Set();
  let made = 0;
  for (let tries = 0; made < count && tries < 3 * count; tries++) {
    const tool = tools[Math.floor(next() * tools.length)];
    const args = argumentsFor(tool, next);
    if (!args) {
      without.add(tool.code);
      continue;
    }
    made += 1;
    const context = { signal: AbortSignal.timeout(30_000), deadline: Number.MAX_SAFE_INTEGER, idempotencyKey: null };
    const isRead = runner.sideEffect(tool) === 'READ';
    await (isRead ? runner.read(tool, args, context) : runner.write(tool, args, context)).catch((error) => {
      failures.push({ tool: tool.code, args, message: error.message });
    });
  }
  return { made, failures, without: without.size };
}

/** What is required, and some of the rest; undefined where nothing that the schema allows is found. */
function argumentsFor({ inputSchema }, next) {
  const { properties = {}, required = [] } = inputSchema ?? {};
  const check = compileSchema(inputSchema ?? { type: 'object' });
  for (let tries = 0; tries < SAMPLES; tries++) {
    const way = Math.floor(next() * SAMPLES);
    const needed = Object.fromEntries(required.map((name) => [name, sampleOf(properties[name], way)]));
    if (check.check(needed).length > 0) continue;
    const args = { ...needed };
    for (const [name, schema] of Object.entries(properties)) {
      if (name in args || next() > 0.3) continue;
      const one = { ...args, [name]: sampleOf(schema, Math.floor(next() * SAMPLES)) };
      if (check.check(one).length === 0) args[name] = one[name];
    }
    return args;
  }
  return undefined;
}

export function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
