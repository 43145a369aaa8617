import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { packageRoot } from '../../platform/config/index.js';
import { errorsPage, readerPage, withoutReaderPage } from './api-docs.html.js';
import { PROBLEM_TYPES } from './problem-details.js';

/** What the pages are read with, where it is installed; the document alone otherwise. */
const READER = 'swagger-ui-dist';

const FILES = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/**
 * Serves the description of the service at `/api/docs-json`, pages to read and try it at `/api/docs`, and what the types of
 * problem details lead to.
 */
export function serveApiDocs(app: NestFastifyApplication): void {
  const routes = app.getHttpAdapter().getInstance();
  const folder = readerFolder();
  routes.get('/api/docs-json', async (_request, reply) => {
    return reply.type('application/json').send(await readFile(join(packageRoot(), 'docs/openapi.json')));
  });
  routes.get('/api/docs', async (_request, reply) => {
    return reply.type('text/html; charset=utf-8').send(folder === undefined ? withoutReaderPage(READER) : readerPage);
  });
  routes.get(PROBLEM_TYPES, async (_request, reply) => {
    const { marked } = await import('marked');
    const text = await readFile(join(packageRoot(), 'docs/errors.md'), 'utf8');
    return reply.type('text/html; charset=utf-8').send(errorsPage(await marked(text)));
  });
  if (folder === undefined) return;
  for (const [name, type] of Object.entries(FILES)) {
    routes.get(`/api/docs/${name}`, async (_request, reply) => {
      return reply.type(`${type}; charset=utf-8`).send(await readFile(join(folder, name)));
    });
  }
}

function readerFolder(): string | undefined {
  try {
    return fileURLToPath(new URL('.', import.meta.resolve(`${READER}/package.json`)));
  } catch {
    return undefined;
  }
}
