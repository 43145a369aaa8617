import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder this package is installed in, whether the code runs from `src` or from `dist`: the nearest one above this
 * file that holds both `package.json` and `config/default.yaml`. `seeds/` and `docs/` lie in it too.
 * @throws Error where the package is incomplete
 */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'config/default.yaml'))) return folder;
    if (folder === dirname(folder)) throw new Error(`config/default.yaml is missing from the package around ${start}`);
  }
}
