import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bySubstrings, compatJson, type LintTarget, lint, validateFiles } from '../../../src/authoring/index.js';
import { sharedPath } from '../../helpers/shared-data.js';

interface GoldenResult {
  readonly rule_code: string;
  readonly severity: string;
  readonly passed: boolean;
  readonly score: number;
  readonly issues: string[];
  readonly suggestions: string[];
}

const ruleCases = sharedPath('conformance/mcp-gateway/rule-cases.json');
const golden = sharedPath('conformance/mcp-gateway/validate-v2.2.0.json');
const corpus = sharedPath('corpora/mcp-gateway-v2.2.0.tar.gz');

describe.skipIf(!ruleCases)('the rules in compat mode', () => {
  it('give severity, score, issues and suggestions of mcp-gateway for every synthetic tool', async () => {
    const cases = JSON.parse(await readFile(ruleCases ?? '', 'utf8')) as {
      tool: Partial<LintTarget>;
      results: GoldenResult[];
    }[];
    expect(cases).toHaveLength(79);
    for (const { tool, results } of cases) {
      const [{ results: actual = [] } = {}] = lint([target(tool)], bySubstrings).tools;
      for (const { rule, severity, passed, score, findings, suggestions } of actual) {
        const issues = findings.map(({ message }) => message);
        const expected = results.find(({ rule_code }) => rule_code === rule.id) ?? PASS;
        const { rule_code: _, ...rest } = { rule_code: rule.id, ...expected };
        expect([tool.name, rule.id, { severity, passed, score, issues, suggestions }]).toEqual([
          tool.name,
          rule.id,
          rest,
        ]);
      }
    }
  });
});

const PASS = { severity: 'PASS', passed: true, score: 1, issues: [], suggestions: [] };

function target(tool: Partial<LintTarget>): LintTarget {
  const absent = { description: '', inputSchema: null, outputSchema: null, group: '', origin: 'x' };
  return { name: '', ...absent, placeOf: () => ({ kind: 'file', file: 'x' }), ...tool };
}

describe.skipIf(!golden || !corpus)('the 55 capability files of mcp-gateway 2.2.0', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corpus-'));
    await promisify(execFile)('tar', ['xzf', corpus ?? '', '-C', folder]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('have in compat mode the results, scores, grades and summaries of mcp-gateway', async () => {
    const expected = JSON.parse(await readFile(golden ?? '', 'utf8'));
    const { report, problems } = await validateFiles([folder], { compat: true });
    expect(problems.map(({ file }) => relative(folder, file))).toEqual(['playbooks/research.yaml']);
    const { files, cross_capability: cross } = JSON.parse(compatJson(report));
    const byFile = Object.fromEntries(files.map((one: { file: string }) => [relative(folder, one.file), one]));
    expect(Object.keys(byFile).sort()).toEqual(Object.keys(expected.files).sort());
    for (const [file, { score, grade, summary, rules }] of Object.entries<GoldenFile>(expected.files)) {
      const actual = byFile[file];
      expect([file, actual.grade, actual.summary]).toEqual([file, grade, summary]);
      expect(actual.score).toBeCloseTo(score, 6);
      for (const { rule_code, rule_name: _, tool_name: __, ...result } of actual.results) {
        expect([file, rule_code, result]).toEqual([file, rule_code, { ...PASS, ...rules[rule_code] }]);
      }
    }
    const issues = (list: { issues: string[] }[]) => list.flatMap((one) => one.issues.map(withoutIndex));
    expect(issues(cross.conflicts)).toEqual(issues(expected.cross.conflicts));
    expect(cross.consistency).toEqual(expected.cross.consistency);
  });

  it('have the documented totals', async () => {
    const { report } = await validateFiles([join(folder, 'capabilities')], { compat: true });
    const results = report.tools.flatMap((tool) => tool.results).filter(({ rule }) => rule.id !== 'AX-010');
    const failed = results.filter(({ passed, severity }) => !passed && severity === 'FAIL').length;
    const passed = results.filter((result) => result.passed).length;
    expect([passed, results.length - passed - failed, failed]).toEqual([418, 34, 43]);
  });

  it('lose in normal mode the findings that parts of words and generated text cause', async () => {
    const { report, problems } = await validateFiles([join(folder, 'capabilities')], {});
    expect(problems).toEqual([]);
    const severity = (name: string, rule: string) =>
      report.tools.find(({ tool }) => tool.name === name)?.results.find((result) => result.rule.id === rule)?.severity;
    expect(severity('gmail_send_email', 'AX-010')).toBe('PASS');
    expect(severity('timezone_convert', 'AX-006')).toBe('PASS');
    expect(report.cross.map(({ findings: [finding] }) => finding?.message)).toEqual([
      expect.stringMatching(/^Duplicate tool name 'weather' \(also in .*examples\/weather\.yaml:\d+:\d+\)$/),
    ]);
  });
});

interface GoldenFile {
  readonly score: number;
  readonly grade: string;
  readonly summary: object;
  readonly rules: Record<string, object>;
}

/** mcp-gateway walks directories in no certain order. */
function withoutIndex(issue: string): string {
  return issue.replace(/index \d+/, 'index N');
}
