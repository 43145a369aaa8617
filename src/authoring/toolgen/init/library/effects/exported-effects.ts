import type { LibrarySurface } from '../../profile.js';
import { ExportedFunctions } from '../exported-functions.js';
import { LibraryFiles, type ReadingLimits } from '../library-files.js';
import { type LibraryProgram, libraryProgram } from '../library-program.js';
import { Effects } from './effects.js';
import type { Effect } from './known-effects.js';

/**
 * What the functions that a library exports do, by where an import of its module has them.
 * @param script the scripts of the library where they were read already, as without declarations
 */
export function exportedEffects(
  { module, name, isCommonJs }: LibrarySurface,
  script: LibraryProgram | undefined,
  folder: string,
  limits: ReadingLimits,
): (path: readonly string[]) => Effect {
  const program = script ?? libraryProgram(folder, module, name, new LibraryFiles(folder, module, limits, () => {}));
  const effects = new Effects(program);
  const found = new ExportedFunctions(program).list(isCommonJs ? ['default'] : []);
  const declarations = new Map(
    found.map(({ path, signatures }) => [path.join('.'), signatures.map((signature) => signature.getDeclaration())]),
  );
  return (path) => {
    const all = (declarations.get(path.join('.')) ?? []).map((declared) => declared && effects.of(declared));
    if (all.includes('some')) return 'some';
    return all.length > 0 && all.every((effect) => effect === 'none') ? 'none' : 'unknown';
  };
}
