import { basename, join } from 'node:path';
import { build, type PreviewServer, preview } from 'vite';
import { inject } from 'vitest';

/** A page of a test, built from its folder and served from an origin of its own. */
export interface BuiltPage {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param root the folder with its `index.html` */
export async function serveBuiltPage(root: string): Promise<BuiltPage> {
  const outDir = join(inject('runFolder'), basename(root));
  const page = { configFile: false as const, root, logLevel: 'error' as const };
  await build({ ...page, mode: 'production', build: { outDir, emptyOutDir: true } });
  const site = await preview({ ...page, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  return { origin: originOf(site), close: () => site.close() };
}

function originOf({ resolvedUrls }: PreviewServer): string {
  return new URL(resolvedUrls?.local[0] ?? '').origin;
}
