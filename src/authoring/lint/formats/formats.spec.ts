import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolRowTarget } from '../targets/tool-row-target.js';
import { type Validation, validateFiles } from '../validate-files.js';
import { compatJson, compatSarif, compatText } from './compat.js';
import { jsonReport } from './json.js';
import { sarifReport } from './sarif.js';
import type { SeverityFilter } from './shown.js';
import { textReport } from './text.js';

const TOOL = `name: acme_find_orders
description: Finds orders of a customer. Use when orders are asked for, e.g. those of last week.
providers: {primary: {config: {endpoint: "https://acme.example/orders"}}}
schema:
  input:
    properties:
      filter:
        type: object
        description: Which ones
      limit: {type: integer, description: How many}
  output: {properties: {orders: {type: array}, total: {type: integer}}}
`;

let folder: string;
let validation: Validation;
let compat: Validation;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formats-'));
  await writeFile(join(folder, 'a b.yaml'), TOOL);
  await writeFile(join(folder, 'b.yaml'), TOOL);
  await writeFile(join(folder, 'broken.yaml'), 'name: [');
  validation = await validateFiles([folder], {});
  compat = await validateFiles([folder], { compat: true });
});
afterAll(() => rm(folder, { recursive: true }));

const paint = (_meaning: string, text: string) => text;
const text = (severity: SeverityFilter) =>
  textReport(validation.report, { severity, paint }).replaceAll(`${folder}/`, '');

describe('the text for people', () => {
  it('tells line and column, severity, rule and what to do, per file, and sums up', () => {
    expect(text('info')).toBe(`a b.yaml
  5:3     INFO AX-007  Missing 'required' array in input schema
               -> Define which properties are required
  7:7     WARN AX-002  Parameter 'filter' is a nested object - flatten to primitives
               -> Use primitives: string, number, boolean, enum

b.yaml
  1:7     FAIL AX-008  Duplicate tool name 'acme_find_orders' (also in a b.yaml:1:7)
               -> Rename one of the duplicates with a distinguishing prefix
  5:3     INFO AX-007  Missing 'required' array in input schema
               -> Define which properties are required
  7:7     WARN AX-002  Parameter 'filter' is a nested object - flatten to primitives
               -> Use primitives: string, number, boolean, enum

Summary: 16 passed, 2 infos, 2 warnings, 1 failure in 2 tools, mean score 0.96`);
  });

  it('shows what is at least as bad as asked for, and says how much it leaves out', () => {
    expect(text('warn')).not.toContain('INFO');
    expect(text('warn')).toContain('; 2 findings not shown');
    expect(text('fail').match(/AX-\d+/g)).toEqual(['AX-008']);
  });

  it('shows characters that would steer the terminal by their number', async () => {
    await writeFile(join(folder, 'steer.yaml'), 'name: "find-\\e[2Jx"\nproviders: {}');
    const steered = textReport((await validateFiles([folder], {})).report, { severity: 'info', paint });
    await rm(join(folder, 'steer.yaml'));
    expect(steered).toContain("Name 'find-\\u{1b}[2Jx'");
    expect(steered).not.toContain('\u001b');
  });
});

describe('the JSON', () => {
  it.each([
    ['info', 20, 1],
    ['warn', 2, 1],
    ['fail', 0, 1],
  ] as const)('has the results that are at least %s, and counts of all', (severity, results, cross) => {
    const json = JSON.parse(JSON.stringify(jsonReport(validation, severity)));
    expect(json.files.flatMap((file: { results: object[] }) => file.results)).toHaveLength(results);
    expect(json.cross_capability.conflicts).toHaveLength(cross);
    expect(json.summary).toMatchObject({ total_checks: 21, passed: 16, infos: 2, warnings: 2, failed: 1 });
    expect(json.problems).toEqual([
      { file: join(folder, 'broken.yaml'), line: 1, column: 8, message: expect.any(String) },
    ]);
  });

  it('says where each finding is', () => {
    const [file] = JSON.parse(JSON.stringify(jsonReport(validation, 'warn'))).files;
    expect(file.results[0]).toMatchObject({
      rule_code: 'AX-002',
      issues: ["Parameter 'filter' is a nested object - flatten to primitives"],
      locations: [{ file: join(folder, 'a b.yaml'), line: 7, column: 7, end_line: 7, end_column: 13 }],
    });
  });
});

const placeInHandler = (path: readonly (string | number)[]) => ({
  kind: 'handler' as const,
  handler: 'handler X',
  member: ['inputSchema', ...path].join('.'),
});

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation?: { readonly artifactLocation: { readonly uri: string }; readonly region: object };
    readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[];
  }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

function sarif(of: Validation, severity: SeverityFilter = 'info') {
  const document = JSON.parse(JSON.stringify(sarifReport(of, severity, '1.2.3')));
  const [run] = document.runs;
  return { document, run, results: run.results as SarifResult[], rules: run.tool.driver.rules as { id: string }[] };
}

/** The published schema of SARIF 2.1.0, as @microsoft/jest-sarif 1.0.0-beta.0 (MIT) brings it; it is of draft 4. */
async function sarifSchema() {
  const text = await readFile('test/helpers/sarif-2.1.0-rtm.5.schema.json', 'utf8');
  const { $schema: _draft, id: _id, ...schema } = JSON.parse(text);
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajvFormats.default(ajv);
  return ajv.compile(schema);
}

describe('the SARIF', () => {
  it('is what the published schema of version 2.1.0 asks for, whatever is in it', async () => {
    const isSarif = await sarifSchema();
    const row = { toolId: 7, toolCode: 'X', description: null, inputSchema: null, outputSchema: null };
    const served = { schema: { properties: { a: {} } }, placeOf: placeInHandler };
    const check = async () => [
      { severity: 'error', table: 'ce_mcp_tool', id: '7', column: 'transform_json', message: 'wrong' } as const,
      { severity: 'warning', table: 'handler', id: 'Y', column: null, message: 'alone' } as const,
    ];
    const service = { targets: [toolRowTarget(row), toolRowTarget({ ...row, toolId: 8 }, served)], check };
    const all = await validateFiles([folder, join(folder, 'none')], { service });
    const one = await validateFiles([join(folder, 'b.yaml')], { compat: true });
    for (const document of [sarif(all).document, sarif(validation).document, compatSarif(one.report, '1')]) {
      expect(isSarif(document), JSON.stringify(isSarif.errors)).toBe(true);
      expect(document.runs).toMatchObject([{ results: expect.arrayContaining([expect.anything()]) }]);
    }
    expect(isSarif({ ...sarif(all).document, version: '2.0.0' })).toBe(false);
    expect(isSarif({ ...sarif(all).document, runs: [{ results: [{ ruleId: 'AX-001' }] }] })).toBe(false);
  });

  it('has what version 2.1.0 requires, and refers to its own rules', () => {
    const { document, run, results, rules } = sarif(validation);
    expect(document).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0.json') });
    expect(run.tool.driver).toMatchObject({ name: 'convengine-validate', version: '1.2.3' });
    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(rules.map(({ id }) => id)).toEqual([
      ...[...Array(10).keys()].map((i) => `AX-${String(i + 1).padStart(3, '0')}`),
      'CE-001',
    ]);
    for (const rule of rules) {
      expect(rule).toMatchObject({
        shortDescription: { text: /./ },
        fullDescription: { text: /./ },
        help: { text: /./ },
      });
    }
    for (const { ruleId, ruleIndex, level, message } of results) {
      expect(rules[ruleIndex]?.id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(message.text).not.toBe('');
    }
  });

  it('has a place for every finding, also for those across files', () => {
    const found = sarif(validation).results.map(({ ruleId, level, locations: [place] }) => {
      const { artifactLocation, region } = place?.physicalLocation ?? {};
      return [ruleId, level, artifactLocation?.uri.split('/').at(-1), region];
    });
    const filter = { startLine: 7, startColumn: 7, endLine: 7, endColumn: 13 };
    const schema = { startLine: 5, startColumn: 3, endLine: 5, endColumn: 8 };
    expect(found).toEqual([
      ['AX-002', 'warning', 'a%20b.yaml', filter],
      ['AX-007', 'note', 'a%20b.yaml', schema],
      ['AX-002', 'warning', 'b.yaml', filter],
      ['AX-007', 'note', 'b.yaml', schema],
      ['AX-008', 'error', 'b.yaml', { startLine: 1, startColumn: 7, endLine: 1, endColumn: 23 }],
    ]);
  });

  it('leaves out what is less bad than asked for', () => {
    expect(sarif(validation, 'fail').results.map(({ ruleId }) => ruleId)).toEqual(['AX-008']);
  });

  it('says that a file could not be read', () => {
    expect(sarif(validation).run.invocations).toEqual([
      { executionSuccessful: false, toolExecutionNotifications: [expect.objectContaining({ level: 'error' })] },
    ]);
  });

  it('has fingerprints that differ from one another and stay when lines move', async () => {
    const prints = (of: Validation) => sarif(of).results.map((result) => Object.values(result.partialFingerprints)[0]);
    const before = prints(validation);
    expect(new Set(before).size).toBe(before.length);
    await writeFile(join(folder, 'a b.yaml'), `# One more line\n${TOOL}`);
    const moved = await validateFiles([folder], {});
    await writeFile(join(folder, 'a b.yaml'), TOOL);
    expect(prints(moved).slice(0, 4)).toEqual(before.slice(0, 4));
  });

  it('names row and column of a tool of the tables', async () => {
    const row = { toolId: 7, toolCode: 'ORDER_STATUS', description: null, inputSchema: '{}', outputSchema: null };
    const { results } = sarif(
      await validateFiles([], { service: { targets: [toolRowTarget(row)], check: async () => [] } }),
    );
    expect(results[0]?.locations).toEqual([
      { logicalLocations: [{ name: 'description', fullyQualifiedName: 'ce_mcp_tool[7].description' }] },
    ]);
  });
});

describe('the formats of mcp-gateway', () => {
  it('tell every check as text, with those across files at the end', () => {
    const lines = compatText(compat.report, 'fail', (mark) => mark)
      .split('\n')
      .map((line) => line.replace(folder, ''));
    expect(lines.slice(0, 3)).toEqual([
      '',
      '--- /a b.yaml ---',
      expect.stringMatching(/\[PASS\] \[AX-001\] acme_find_orders/),
    ]);
    expect(lines.slice(-5)).toEqual([
      'Summary: 16 passed, 2 warnings, 0 failures',
      '',
      '--- Cross-Capability Checks ---',
      '  [FAIL] [AX-008] acme_find_orders - Cross-Capability Conflict Detection',
      "         Duplicate tool name 'acme_find_orders' (also at index 0)",
    ]);
  });

  it('write JSON with keys in order and fractions with a decimal point, whatever the severity', () => {
    const json = compatJson(compat.report);
    expect(json).toMatch(/^\{\n {2}"cross_capability": \{\n {4}"conflicts": \[\n/);
    expect(json).toContain('"score": 1.0,');
    expect(Object.keys(JSON.parse(json).files[0])).toEqual(['file', 'grade', 'results', 'score', 'summary']);
  });

  it('write SARIF with one result per rule and file, and nothing across files', () => {
    const document = JSON.parse(JSON.stringify(compatSarif(compat.report, '1')));
    const [{ results, tool }] = document.runs;
    expect(tool.driver.rules[0]).toEqual({
      id: 'AX-001',
      name: 'Outcomes, Not Operations',
      shortDescription: { text: 'Outcomes, Not Operations' },
    });
    expect(results.map(({ ruleId }: SarifResult) => ruleId)).not.toContain('AX-008');
  });
});
