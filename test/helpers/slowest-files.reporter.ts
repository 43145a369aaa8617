import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 10;

/** After a run of many test files, prints those that took longest, with what was loaded for them. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const files = modules.map((module) => ({ name: module.relativeModuleId, seconds: secondsOf(module) }));
    const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
    console.log(`\nThe ${SHOWN} slowest test files:`);
    for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
}

function secondsOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return (collectDuration + duration) / 1000;
}
