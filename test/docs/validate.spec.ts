import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { byWords, capabilityTarget, LOADING, RULES } from '../../src/authoring/index.js';
import { readCapabilityText, readYamlText } from '../../src/tools/sources/files/capability-file/index.js';
import { toolsOf } from '../../src/tools/sources/files/index.js';

/** What a rule finds in a capability of these lines. */
function findings(rule: (typeof RULES)[number], lines: string): string[] {
  const named = lines.includes('name:') ? lines : `name: a_b\n${lines}`;
  const { value } = readCapabilityText('example.yaml', `${named}\nproviders: {}`);
  if (!value) throw new Error(lines);
  return rule.check(capabilityTarget(value), byWords).findings.map(({ message }) => message);
}

describe('docs/validate.md', () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))(
    'shows of %s what it finds, and what it is content with',
    (_id, rule) => {
      expect(findings(rule, rule.example.wrong)).not.toEqual([]);
      expect(findings(rule, rule.example.right)).toEqual([]);
    },
  );

  it('shows of CE-001 a provider that the engine cannot use, and one that it can', () => {
    const problems = (lines: string) => {
      const { value } = readYamlText('example.yaml', `name: a_b\n${lines}`);
      return value && toolsOf(value).problems.map(({ message }) => message);
    };
    expect(problems(LOADING.example.wrong)).not.toEqual([]);
    expect(problems(LOADING.example.right)).toEqual([]);
  });

  it('has every rule, in order, as the code has it', async () => {
    const text = await readFile('docs/validate.md', 'utf8');
    const sections = [...text.matchAll(/^### ([A-Z]{2}-\d+) (.+)\n\n(.+)$/gm)].map(([, id, title, why]) => [
      id,
      title,
      why,
    ]);
    expect(sections).toEqual([...RULES, LOADING].map(({ id, title, why }) => [id, title, why]));
  });

  it('shows a workflow that is YAML and calls the command', async () => {
    const text = await readFile('docs/validate.md', 'utf8');
    const workflow = /```yaml\n(# \.github[\s\S]*?)```/.exec(text)?.[1] ?? '';
    const document = parseDocument(workflow);
    expect(document.errors).toEqual([]);
    expect(document.toJS().jobs.validate.steps[3].run).toMatch(/^npx convengine validate -f sarif /);
  });
});
