import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/platform/common/json.js';
import { loadConfig, packageVersion } from '../../src/platform/config/index.js';
import { CONFIG_KEYS } from '../../src/platform/config/keys.js';

const FOLDER = 'docs/kubernetes';
const FILES = ['convengine.yaml', 'migrate.yaml'];

type Model = new (manifest: JsonObject) => { validate(): void };

/** The models of each version of the API. */
const MODELS: Readonly<Record<string, unknown>> = {
  v1: core,
  'apps/v1': apps,
  'batch/v1': batch,
  'policy/v1': policy,
  'autoscaling/v2': autoscaling,
};

/** What is at a path, of which each part has to be there. */
function at(value: JsonValue | undefined, ...path: (string | number)[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((part, key) => {
    if (Array.isArray(part)) return part[Number(key)];
    return isJsonObject(part) ? part[key] : undefined;
  }, value);
}

describe('the manifests of Kubernetes', () => {
  let all: JsonObject[];
  beforeAll(async () => {
    const texts = await Promise.all(FILES.map((file) => readFile(join(FOLDER, file), 'utf8')));
    all = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as JsonObject));
  });
  const ofKind = (kind: string) => all.find((one) => one.kind === kind);
  const podOf = (kind: string) => at(ofKind(kind), 'spec', 'template', 'spec');

  it('are what the API takes: every value by its schema', () => {
    for (const manifest of all) {
      const { apiVersion, kind } = manifest;
      const Kind = (MODELS[String(apiVersion)] as Record<string, Model>)[String(kind)] as Model;
      expect(() => new Kind(manifest).validate(), String(kind)).not.toThrow();
    }
    expect(all.map(({ kind }) => kind)).toEqual([
      'ServiceAccount',
      'ConfigMap',
      'Service',
      'Deployment',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
      'Job',
    ]);
  });

  /** Schemas let pass what they do not know; the types of the same models do not. */
  const problemsOf = async (manifests: readonly JsonObject[]): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'manifests-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const lines = manifests.map((manifest, index) => {
      const { apiVersion, kind } = manifest;
      const type = `import('kubernetes-models/${apiVersion}').I${kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
    });
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'manifests.ts'), lines.join('\n'));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    const compiler = resolve('node_modules/typescript/bin/tsc');
    return promisify(execFile)(process.execPath, [compiler, ...options, 'manifests.ts'], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  };

  it('name nothing that the API does not know', async () => {
    const misspelled = structuredClone(ofKind('PodDisruptionBudget') ?? {});
    (misspelled.spec as JsonObject).maxUnavailble = 1;
    expect(await problemsOf([misspelled])).toContain('maxUnavailble');
    expect(await problemsOf(all)).toBe('');
  });

  it('run restricted, and name the version and the settings that there are', () => {
    for (const pod of [podOf('Deployment'), podOf('Job')]) {
      expect(at(pod, 'securityContext')).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(at(pod, 'automountServiceAccountToken')).toBe(false);
      expect(at(pod, 'containers', 0, 'image')).toBe(`convengine:${packageVersion()}`);
      expect(at(pod, 'containers', 0, 'securityContext')).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    const named = Object.keys((at(ofKind('ConfigMap'), 'data') as JsonObject) ?? {});
    const known = [...CONFIG_KEYS.values()].map(({ variable }) => variable);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('give a process the time that it takes to stop', () => {
    const pod = podOf('Deployment');
    const pauseS = Number(at(pod, 'containers', 0, 'lifecycle', 'preStop', 'exec', 'command', 1));
    const { config } = loadConfig({ env: {}, directory: '/nonexistent' });
    expect(at(pod, 'terminationGracePeriodSeconds')).toBe(pauseS + config.turn.deadlineMs / 1_000 + 5);
  });
});
