import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { expect, it, onTestFinished } from 'vitest';

/** The schemas of CycloneDX, as its library ships them. */
const SCHEMAS = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';

interface Bom {
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly purl: string; readonly hashes?: readonly unknown[] }[];
}

async function read(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

it('the software bill of materials is valid CycloneDX, and names what is installed and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sbom-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'sbom.json');
  await promisify(execFile)(process.execPath, ['scripts/sbom.mjs', file]);
  const bom = (await read(file)) as Bom;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx', 'jsf-0.82']) {
    const file = `${name}.SNAPSHOT.schema.json`;
    ajv.addSchema({ ...((await read(join(SCHEMAS, file))) as object), $id: `http://cyclonedx.org/schema/${file}` });
  }
  const schema = (await read(join(SCHEMAS, `bom-${bom.specVersion}.SNAPSHOT.schema.json`))) as object;
  const isValid = ajv.validate(schema, bom);
  expect(ajv.errors ?? []).toEqual([]);
  expect(isValid).toBe(true);

  const { name, version, dependencies, devDependencies } = (await read('package.json')) as Record<string, string> &
    Record<'dependencies' | 'devDependencies', Record<string, string>>;
  expect(bom.metadata.component).toMatchObject({ name, version });
  const named = new Set(bom.components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@.*$/, '$1')));
  // A name of our own stands for the package that it is an alias of.
  const own = (spec: [string, string]) => /^npm:(.+)@/.exec(spec[1])?.[1] ?? spec[0];
  expect(
    Object.entries(dependencies)
      .map(own)
      .filter((one) => !named.has(one)),
  ).toEqual([]);
  expect([...named]).toEqual(expect.arrayContaining(['@nestjs/core', 'rxjs']));
  expect(['vitest', 'typescript', '@biomejs/biome'].filter((one) => one in devDependencies && named.has(one))).toEqual(
    [],
  );
});
