import { join } from 'node:path';
import { loadOptional } from '../../../platform/common/optional-package.js';
import type { Project } from '../../../tools/package-format/index.js';
import { readDocument } from '../../openapi/index.js';
import { discoverCommands } from './cli/discover-commands.js';
import type { Discovery, Progress } from './draft.js';
import { allowedOf, type Hints, isExcluded } from './hints.js';
import { toolName } from './names.js';
import { discoverOpenApi } from './openapi/discover-openapi.js';
import { securityOf } from './openapi/security.js';
import { serverOf, titleOf } from './openapi/service.js';
import type { Profile, SurfaceKind } from './profile.js';
import { discoverPython } from './python/discover-python.js';

/** What a discovery finds out beside the tools. */
export type Found = Discovery &
  Partial<Pick<Project, 'entrypoint' | 'auth' | 'credentials' | 'name' | 'version' | 'description'>>;

/** Finds the capabilities of one kind of surface. Command lines are run for it, and Python packages imported. */
export async function discover(
  { surfaces, description, name }: Profile,
  folder: string,
  kind: SurfaceKind | undefined,
  hints: Hints,
  progress: Progress,
): Promise<Found> {
  const { openapi, cli, library, python } = surfaces;
  if (kind === 'openapi' && openapi) {
    progress(`reading ${openapi}`);
    const warnings: string[] = [];
    const warn = (text: string) => warnings.push(text);
    const document = await readDocument(join(folder, openapi), folder, warn);
    const title = titleOf(document);
    const { of, ...security } = securityOf(document, title.name ?? name, warn);
    const found = discoverOpenApi(document, of);
    const told = [...warnings, ...found.warnings];
    return { ...title, ...security, tools: found.tools, warnings: told, entrypoint: serverOf(document) };
  }
  if (kind === 'cli' && cli) {
    const wanted = {
      isExcluded: (tool: string) => isExcluded(toolName(tool), hints),
      allowed: (tool: string) => allowedOf(toolName(tool), hints),
    };
    return await discoverCommands(cli, folder, description, wanted, progress);
  }
  if (kind === 'library' && library) {
    // TypeScript's checker takes half a second to load.
    const load = () => import('./library/discover-library.js');
    const { discoverLibrary } = await loadOptional('@ts-morph/common', 'Reading the types of a library', load);
    return discoverLibrary(library, folder, description, progress);
  }
  if (kind === 'python' && python) return await discoverPython(python, folder, progress);
  return { tools: [], warnings: [`the project has no ${kind ?? 'surface that is known'}`] };
}
