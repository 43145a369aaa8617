import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where test files wait for processes, leases and browsers: they begin first, so that no worker is left alone with one at the end. */
const SLOW = [
  'test/pending-action/',
  'test/e2e/cli/',
  'test/e2e/cut-off',
  'test/e2e/http/hostile',
  'test/console/',
  'test/consent/',
  'test/mcp/',
];

/** Orders test files for a machine that has never run them; those of a kind as vitest does, the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const path = relative(project.config.root, moduleId);
  if (SLOW.some((folder) => path.startsWith(folder))) return 0;
  return path.startsWith('test/') ? 1 : 2;
}
