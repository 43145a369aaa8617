// Reads the imports of src and migrations with dependency-cruiser, for the check and for the picture of them.
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';

/**
 * @param {object[]} forbidden rules of dependency-cruiser
 * @returns {Promise<import('dependency-cruiser').ICruiseResult>} files and imports, and where they break the rules
 */
export async function readImports(forbidden = []) {
  process.chdir(join(import.meta.dirname, '..'));
  const { output } = await cruise(['src', 'migrations'], {
    ruleSet: { forbidden },
    validate: true,
    // It has no parser for TypeScript 7, and would find nothing to complain about in nothing.
    parser: 'swc',
    doNotFollow: { path: '^(node_modules|test)/' },
    exclude: { path: '\\.spec\\.ts$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node'],
    },
  });
  if (output.summary.totalCruised < 400) throw new Error(`Only ${output.summary.totalCruised} files were read.`);
  return output;
}
