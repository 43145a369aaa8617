// `node scripts/bundle.mjs [DIST]`, behind the compiler: joins what it wrote to DIST/src into few files, DIST/bundle. These are
// what the package runs and what others import; a service that reads each of its 1,250 modules by itself starts a fifth later.
// Packages are not joined: whoever embeds the engine shares Nest and TypeORM with it.
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Each is a file of its own, by its name. The last five are started by others, which find them beside themselves. */
const ENTRIES = [
  'app/cli',
  'app/llm-toolgen',
  'app/index',
  'interfaces/client/index',
  'app/replay.worker',
  'tools/groups/calculator/transform.worker',
  'tools/groups/db/sqlite-child',
  'tools/groups/documents/document-child',
  'tools/package-format/runtime/adapters/module-worker',
];
const EXECUTABLES = ['cli.js', 'llm-toolgen.js'];

const dist = resolve(process.argv[2] ?? 'dist');
const folder = join(dist, 'bundle');
rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), join(dist, 'src', `${entry}.js`)])),
  platform: 'node',
  external: (id) => !/^[./]/.test(id),
  // The index of a folder names all that the folder has: what a command does not use of that, it does not load either.
  treeshake: {
    moduleSideEffects: [
      { external: true, sideEffects: true },
      { external: false, sideEffects: false },
    ],
  },
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  // Loggers and errors are named after their classes.
  keepNames: true,
  // Text of ASCII alone takes half the memory of other text.
  charset: 'ascii',
  comments: false,
});
await bundle.close();
for (const name of EXECUTABLES) chmodSync(join(folder, name), 0o755);
for (const { fileName, code } of output) refuseMissing(fileName, code);

/** What a file starts by a path beside its own has to be among the entries. */
function refuseMissing(file, code) {
  for (const [, name] of code.matchAll(/new URL\(["'`]\.\/([\w.-]+?)(?:\.js["'`]|\$\{)/g)) {
    if (!existsSync(join(folder, `${name}.js`)))
      throw new Error(`${file} starts ${name}.js, which is no entry in ${import.meta.filename}`);
  }
}

function nameOf(entry) {
  return entry === 'interfaces/client/index' ? 'client' : basename(entry);
}
