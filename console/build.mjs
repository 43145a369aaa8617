// Builds the console into dist/console. Where what is built is newer than what it is made of, nothing is done: `npm start`
// builds every time. With --force it is built anyway.
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '..');
const OUT = join(ROOT, 'dist', 'console');
const SOURCES = ['console/{*,src/**/*}', 'src/interfaces/client/*', 'package-lock.json'];

const built = join(OUT, 'index.html');
if (process.argv.includes('--force') || !existsSync(built) || newestSource() > statSync(built).mtimeMs) {
  // Whatever the environment is for: React has a slow and large variant for development.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(HERE, 'vite.config.ts'), logLevel: 'warn' });
  compressAssets();
}

function newestSource() {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  return Math.max(...files.map((file) => statSync(join(ROOT, file)).mtimeMs));
}

/** The service compresses nothing while it answers. */
function compressAssets() {
  const folder = join(OUT, 'assets');
  for (const name of readdirSync(folder)) {
    const content = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
  }
}
