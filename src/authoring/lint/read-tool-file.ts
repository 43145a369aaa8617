import { isJsonObject } from '../../platform/common/json.js';
import {
  type CapabilityFile,
  capabilityOf,
  type FileProblem,
  type Reading,
  readYamlFile,
  type YamlSource,
} from '../../tools/sources/files/capability-file/index.js';
import { isPlaybook, toolsOf } from '../../tools/sources/files/index.js';
import type { LintTarget } from './lint-target.js';
import { fileLoadProblem } from './loading.js';
import { capabilityTarget, compatTarget } from './targets/capability-target.js';
import { isManifestFile, readManifest } from './targets/manifest-target.js';
import { playbookTarget } from './targets/playbook-target.js';
import type { LoadProblem, ToolFile } from './tool-file.js';

/** Reads a capability file, a playbook or a manifest. */
export async function readToolFile(file: string): Promise<Reading<ToolFile>> {
  if (isManifestFile(file)) return readManifest(file);
  const { value: source, problems } = await readYamlFile(file);
  return source ? toolFileOf(source) : { problems };
}

/** Reads a capability file or a playbook. */
export function toolFileOf(source: YamlSource): Reading<ToolFile> {
  if (isPlaybook(source.value)) {
    const target = playbookTarget(source, source.value);
    const fixable = { source, ...target, inputPath: ['inputs'], isPinned: false };
    return { value: { source, targets: [target], fixable, ...loaded(source, target) } };
  }
  const { value: capability, problems: invalid } = capabilityOf(source);
  if (!capability) return { problems: invalid };
  const target = capabilityTarget(capability);
  return { value: { ...asToolFile(capability, target), ...loaded(source, target) } };
}

/** Reads a file as mcp-gateway 2.10 does: whatever is YAML is a capability. */
export async function readCompatFile(file: string): Promise<Reading<ToolFile>> {
  const { value: source, problems } = await readYamlFile(file);
  if (!source) return { problems };
  const { value: capability, problems: invalid } = capabilityOf(source);
  if (!capability) return { problems: invalid };
  return { value: { ...asToolFile(capability, compatTarget(capability)), tools: [], problems: [] } };
}

function asToolFile({ capability, source }: CapabilityFile, target: LintTarget) {
  const { name, inputSchema } = target;
  const isPinned = capability.sha256 !== undefined;
  return {
    source,
    targets: [target],
    fixable: { source, name, inputSchema, inputPath: ['schema', 'input'], isPinned },
  };
}

/** What the engine makes of it. That a file has no providers on purpose is worth a word, and no failure. */
function loaded(source: YamlSource, { name }: LintTarget): Pick<ToolFile, 'tools' | 'problems'> {
  const { tools, problems, warnings } = toolsOf(source);
  const { providers } = isJsonObject(source.value) ? source.value : {};
  const isAllThatIsWrong = isJsonObject(providers) && Object.keys(providers).length === 0 && problems.length === 1;
  const told = (found: readonly FileProblem[], severity: LoadProblem['severity']) =>
    found.map((problem) => ({ ...fileLoadProblem(name, problem), severity }));
  return { tools, problems: [...told(problems, isAllThatIsWrong ? 'INFO' : 'FAIL'), ...told(warnings, 'WARN')] };
}
