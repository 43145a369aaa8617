import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stableJson } from '../../../platform/common/json.js';
import { packageRoot } from '../../../platform/config/index.js';
import { closeObjects, type Manifest, manifestSchemaText } from '../../../tools/package-format/index.js';
import { openAiBundle, openAiStrictBundle, openApiFacade } from './bundles.js';
import { GENERATED } from './generated.js';
import { renderAgentSkill, renderSkill } from './skill.js';
import { slugOf } from './slug.js';
import {
  CONTRACT_TESTS,
  LANGCHAIN_ADAPTER,
  OPENAI_ADAPTER,
  packageReadme,
  serverPackage,
  serverReadme,
} from './templates.js';

/**
 * Every generated file of a package: path below its folder → text. The same manifest gives the same bytes everywhere.
 * @param manifest as `loadManifest` returns it
 */
export function renderPackage(manifest: Manifest): Map<string, string> {
  return new Map([
    ['README.md', packageReadme(manifest)],
    ['adapters/langchain.tools.ts', LANGCHAIN_ADAPTER],
    ['adapters/openai.functions.json', stableJson(openAiBundle(manifest))],
    ['adapters/openai.functions.strict.json', stableJson(openAiStrictBundle(manifest))],
    ['adapters/openai.tools.ts', OPENAI_ADAPTER],
    ['adapters/openapi.facade.json', stableJson(openApiFacade(manifest))],
    ['mcp/README.md', serverReadme(manifest)],
    ['mcp/manifest.json', stableJson(closed(manifest))],
    ['mcp/package.json', stableJson(serverPackage(manifest))],
    ['skill.md', renderSkill(manifest)],
    [`skills/${slugOf(manifest.project.name)}/SKILL.md`, renderAgentSkill(manifest)],
    ['tests/tool-contract.spec.ts', CONTRACT_TESTS],
    ['tool.manifest.schema.json', manifestSchemaText()],
    ...runtimeFiles(),
    ...manifest.tools.flatMap(toolFiles),
  ]);
}

function closed(manifest: Manifest): Manifest {
  const tools = manifest.tools.map((tool) => ({
    ...tool,
    input_schema: closeObjects(tool.input_schema) as Manifest['tools'][number]['input_schema'],
    output_schema: closeObjects(tool.output_schema) as Manifest['tools'][number]['output_schema'],
  }));
  return { ...manifest, tools };
}

function toolFiles({ name, title, description, examples, ...tool }: Manifest['tools'][number]): [string, string][] {
  const [{ input, output } = { input: {}, output: {} }] = examples;
  const schemas = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: GENERATED,
    title,
    description,
    $defs: {
      input: closeObjects(tool.input_schema),
      output: closeObjects(tool.output_schema),
      error: tool.error_schema,
    },
  };
  return [
    [`mcp/src/schemas/${name}.schema.json`, stableJson(schemas)],
    [`tests/golden/${name}.request.json`, stableJson({ tool: name, input })],
    [`tests/golden/${name}.response.json`, stableJson({ output })],
  ];
}

/** The runtime as it is tested here: Node runs the files without a build, so imports name them as they are. */
function runtimeFiles(): [string, string][] {
  const folder = join(packageRoot(), 'src/tools/package-format/runtime');
  const files = globSync('**/*.ts', { cwd: folder, exclude: (name) => name.endsWith('.spec.ts') });
  return files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/(from '\.[^']*)\.js'/g, "$1.ts'");
    return [`mcp/src/${file.replaceAll('\\', '/')}`, `// ${GENERATED}\n${text}`];
  });
}
